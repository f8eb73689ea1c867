/** The waiting room, in the middle of the mat: what will be played, who is missing, bots, the link, the commitment. */

import { button, icon } from "./parts.js";
import { SEATS } from "./seats.js";
import { fill, fillCount } from "./text.js";
import { matchUrl } from "./urls.js";
import { h } from "./vdom.js";

/** Return the options of a match in words. */
export function optionWords({ options }) {
  const { teams, partners, contract, goal, rounds } = options;
  return [
    teams === 3 ? gettext("three teams of two") : gettext("two teams of three"),
    partners === "random" ? gettext("partners drawn each round") : gettext("fixed partners"),
    contract === "auction" ? gettext("auction") : gettext("take"),
    options.all_trumps_no_trump ? gettext("with All-Trumps and No-Trump") : gettext("suits only"),
    goal
      ? fill(gettext("to %(goal)s"), { goal })
      : fillCount(ngettext("%(count)s round", "%(count)s rounds", rounds), rounds),
  ];
}

const PRESETS = {
  blitz: () => gettext("blitz"),
  normal: () => gettext("normal pace"),
  relaxed: () => gettext("relaxed"),
  day: () => gettext("a day for each action"),
  three_days: () => gettext("three days for each action"),
};

/** Return what the table itself plays by, in words: clocks, rating, taking back. */
export function tableWords({ table }) {
  const { time, is_rated: isRated, rules } = table ?? {};
  const clock = fill(gettext("%(bank)s s and %(increment)s s an action"), time ?? {});
  const isDays = time?.preset === "day" || time?.preset === "three_days";
  return [
    time ? PRESETS[time.preset]?.() : null,
    time && !isDays ? clock : null,
    isRated ? gettext("rated") : null,
    rules?.undo ? gettext("misclicks can be taken back") : null,
  ].filter(Boolean);
}

const freeCount = ({ players }) => SEATS.filter((seat) => !players?.[seat]).length;

/** Return the names of people who are seated and not ready yet. */
const notReady = ({ players }) => SEATS.map((seat) => players?.[seat]).filter((player) => player && !player.ready);

function statusText({ view, seat }) {
  const free = freeCount(view);
  if (free) return fillCount(ngettext("%(count)s seat is free", "%(count)s seats are free", free), free);
  const waiting = notReady(view);
  if (waiting.some((player) => player.seat === seat))
    return waiting.length > 1 ? gettext("Are you ready?") : gettext("Everybody waits for you");
  return fill(gettext("Waiting for %(names)s"), { names: waiting.map(({ name }) => name).join(", ") });
}

const quickNote = ({ view }) =>
  view.table?.fill_at && freeCount(view)
    ? h(
        "p",
        { class: "count" },
        gettext("Bots take the free seats in"),
        " ",
        h("b", { class: "secs", "data-until": view.table.fill_at, html: "" }),
      )
    : null;

/** At a quick table who sits may wait longer for people, or begin with bots. */
function quickButtons({ view, seat }, actions) {
  if (!view.table?.fill_at || seat === null || !freeCount(view)) return null;
  return [
    button({ look: "mbtn pri on-ivory tall", onclick: actions.beginNow, "data-focus": "begin" }, gettext("Begin now")),
    button(
      { look: "mbtn tall", onclick: actions.waitLonger, "data-focus": "longer" },
      icon("clock"),
      gettext("Wait longer"),
    ),
  ];
}

function readyButton(state, actions) {
  if (state.seat === null) return null;
  const isReady = state.view.players[state.seat]?.ready;
  return isReady
    ? button(
        { look: "mbtn tall", onclick: actions.unready, "data-focus": "ready" },
        icon("check"),
        gettext("You are ready"),
      )
    : button({ look: "mbtn pri on-ivory tall", onclick: actions.ready, "data-focus": "ready" }, gettext("I am ready"));
}

const sitButton = (state, actions) =>
  state.seat === null && freeCount(state.view)
    ? button(
        { look: "mbtn pri on-ivory tall", onclick: () => actions.sit(null), "data-focus": "sit-any" },
        icon("chair"),
        gettext("Sit down"),
      )
    : null;

function botsButton(state, actions) {
  const free = freeCount(state.view);
  const { fill_at: fillAt, requirements } = state.view.table ?? {};
  if (state.seat === null || !free || fillAt || requirements?.people_only) return null;
  return button(
    { look: "mbtn tall", onclick: actions.fillBots, "data-focus": "fill" },
    icon("bot"),
    fillCount(ngettext("Fill %(count)s seat with a bot", "Fill %(count)s seats with bots", free), free),
  );
}

function shareRow(state, actions) {
  const url = state.view.table?.invite_url;
  if (!url) return null;
  return h(
    "div",
    { class: "share" },
    h("span", { class: "small" }, gettext("Private table. Who has this link can sit down:")),
    h(
      "div",
      { class: "row" },
      h("code", {}, new URL(url, location.href).href),
      button(
        { look: "mbtn", onclick: () => actions.copy(new URL(url, location.href).href), "data-focus": "copy" },
        icon("copy"),
        gettext("Copy"),
      ),
    ),
  );
}

/** The page with the table's link as a QR code, and friends to invite. */
const inviteLink = ({ view, seat }) =>
  seat !== null && freeCount(view) && !view.table.is_quick
    ? h("a", { class: "mbtn", href: `/tables/${view.table.id}/invite/` }, icon("people"), gettext("Invite others"))
    : null;

const lastMatch = ({ table }) =>
  table?.previous_match
    ? h(
        "a",
        { class: "mbtn", href: matchUrl(table.previous_match), target: "_blank", rel: "noopener" },
        icon("sheet"),
        gettext("The match before"),
      )
    : null;

const commitment = ({ view }) =>
  h(
    "details",
    { class: "commit" },
    h(
      "summary",
      { "data-focus": "commit" },
      icon("shield"),
      h("span", {}, gettext("The shuffle can be checked")),
      h("code", {}, `${view.commitment?.slice(0, 8)}…`),
    ),
    h(
      "p",
      { class: "small" },
      gettext(
        "The site has drawn a secret number and shows you its fingerprint now. Your browser adds a random number of its own. The cards follow from both, so nobody, not even the site, can choose a deal. After the match all numbers are shown and you can check them.",
      ),
    ),
    h("code", { class: "full" }, view.commitment),
  );

/** The card in the middle of the mat, or null once the match has begun. */
export function waitingRoom(state, actions) {
  const { view } = state;
  if (view.phase !== "waiting") return null;
  return h(
    "div",
    { class: "waiting", key: "waiting" },
    h("h2", {}, statusText(state)),
    h(
      "ul",
      { class: "opts" },
      [...optionWords(view), ...tableWords(view)].map((word) => h("li", {}, word)),
    ),
    view.table?.seating === "drawn"
      ? h("p", { class: "small" }, gettext("Seats are drawn when the match begins."))
      : null,
    quickNote(state),
    h(
      "div",
      { class: "btns" },
      sitButton(state, actions),
      quickButtons(state, actions) ?? readyButton(state, actions),
      botsButton(state, actions),
    ),
    shareRow(state, actions),
    inviteLink(state),
    lastMatch(view),
    commitment(state),
  );
}

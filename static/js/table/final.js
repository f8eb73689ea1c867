/** The panel after the match: places, scores, the shuffle opened for checking, where to go next. */

import { account, lastRound } from "./breaks.js";
import { elsewhere, encore } from "./encore.js";
import { button, icon, mark } from "./parts.js";
import { ratingList } from "./rating.js";
import { sideName, sidesInOrder, sideTint } from "./seats.js";
import { fill, fillCount } from "./text.js";
import { lobbyUrl, matchUrl, recordUrl, storyUrl } from "./urls.js";
import { h } from "./vdom.js";
import { winnerText } from "./words.js";

/** Return the sides with their places from the best; equal scores share a place. */
export function placings(view, mine) {
  const { scores } = view.final;
  return sidesInOrder(view, mine)
    .map((side) => ({ side, score: scores[side], place: 1 + scores.filter((other) => other > scores[side]).length }))
    .toSorted((a, b) => a.place - b.place);
}

const placeRow = (view, { side, score, place }, mine) =>
  h(
    "li",
    { class: place === 1 ? "first" : "", key: `place-${side}` },
    h("span", { class: "place num" }, String(place)),
    mark(sideTint(view, side, mine)),
    h("span", { class: "grow" }, sideName(view, side, mine)),
    h("b", { class: "num" }, String(score)),
  );

const REASONS = {
  goal: ({ options }) => fill(gettext("The goal of %(goal)s was reached."), { goal: options.goal }),
  aborted: () => gettext("The people at the table agreed to end the match."),
  rounds: ({ options }) =>
    fillCount(
      ngettext("%(count)s round was played.", "All %(count)s rounds were played.", options.rounds),
      options.rounds,
    ),
};

const hexRow = (name, value) => (value ? [h("dt", {}, name), h("dd", {}, h("code", { class: "code" }, value))] : null);

const CHECKS = {
  unable: () =>
    h(
      "p",
      { class: "small" },
      gettext("This browser checks on a secure line (https) only. The match page tells how to check elsewhere."),
    ),
  unknown: () => null,
  running: () => h("p", { class: "small dim" }, gettext("Checking…")),
  agrees: () =>
    h("p", { class: "okk" }, icon("check"), gettext("It agrees: the cards were settled before anyone sat down.")),
  differs: () => h("p", { class: "note bad" }, icon("warn"), gettext("It does not agree. Please report this table.")),
};

/** The commitment, and once the match is over what it was made of. */
function shuffle(state, actions) {
  const { view } = state;
  return h(
    "details",
    { class: "verify" },
    h("summary", { "data-focus": "verify" }, icon("shield"), gettext("Verify the shuffle")),
    h(
      "p",
      { class: "small" },
      view.nonces
        ? gettext(
            "The commitment is the SHA-256 of the secret. The seed is the SHA-256 of the secret and the players' numbers; every deal follows from it.",
          )
        : gettext("The commitment is the SHA-256 of the seed; every deal follows from it."),
    ),
    h(
      "dl",
      {},
      hexRow(gettext("Commitment, shown before the match"), view.commitment),
      hexRow(gettext("Secret of the site"), view.server_secret),
      (view.nonces ?? []).map((nonce) => hexRow(gettext("A player's number"), nonce)),
      hexRow(gettext("Seed"), view.seed),
    ),
    h(
      "div",
      { class: "row wrap" },
      button(
        { look: "btn sm", onclick: actions.checkShuffle, "data-focus": "check" },
        icon("shield"),
        gettext("Check in this browser"),
      ),
      CHECKS[state.shuffle ?? "unknown"](),
    ),
  );
}

const link = ({ href, name, icon: picture, text, ...props }) =>
  h("a", { class: "btn fit sm", href, "data-focus": name, ...props }, icon(picture), text);

function links(state, actions) {
  const { view, seat } = state;
  const match = view.table?.match;
  return h(
    "div",
    { class: "foot-row wrap" },
    elsewhere(state, actions),
    match ? link({ href: matchUrl(match), name: "match", icon: "sheet", text: gettext("Match page") }) : null,
    match && seat !== null
      ? link({ href: storyUrl(match), name: "story", icon: "help", text: gettext("What happened?") })
      : null,
    match
      ? link({ href: recordUrl(match), name: "record", icon: "download", text: gettext("Record"), download: "" })
      : null,
    link({ href: lobbyUrl(), name: "lobby", icon: "home", text: gettext("Lobby") }),
  );
}

function lastAccount(view, mine) {
  const row = lastRound(view);
  if (!row) return null;
  return h(
    "details",
    { class: "verify" },
    h("summary", {}, icon("sheet"), fill(gettext("The last round, number %(number)s"), { number: row.number + 1 })),
    account(view, row, mine),
  );
}

/** The panel, or null while the match goes on. */
export function finalPanel(state, actions) {
  const { view, seat } = state;
  if (!view.final || state.finalHidden) return null;
  return h(
    "section",
    {
      class: "sheetlike final",
      key: "final",
      role: "dialog",
      "aria-labelledby": "final-title",
      "data-settle": "final",
    },
    h(
      "div",
      { class: "verdict" },
      h("span", { class: "cup" }, icon("trophy")),
      h(
        "div",
        {},
        h("span", { class: "small dim" }, REASONS[view.final.reason]?.(view) ?? gettext("The match was broken off.")),
        h("h2", { id: "final-title" }, winnerText(view, seat)),
      ),
    ),
    h(
      "div",
      { class: "scroll" },
      h(
        "ol",
        { class: "places" },
        placings(view, seat).map((entry) => placeRow(view, entry, seat)),
      ),
      ratingList(state),
      lastAccount(view, seat),
      shuffle(state, actions),
    ),
    encore(state, actions),
    links(state, actions),
    button(
      {
        look: "ib shut",
        "aria-label": gettext("Look at the table"),
        title: gettext("Look at the table"),
        onclick: actions.hideFinal,
      },
      icon("close"),
    ),
  );
}

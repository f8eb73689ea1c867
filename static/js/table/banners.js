/** Notices over the mat: line lost, a bot plays for you, table closed, not allowed in. */

import { button, icon } from "./parts.js";
import { fill } from "./text.js";
import { lobbyUrl, signInUrl, sitUrl } from "./urls.js";
import { h } from "./vdom.js";

const lost = (actions) =>
  h(
    "div",
    { class: "banner warn", key: "lost", role: "alert" },
    icon("warn"),
    h(
      "span",
      { class: "grow" },
      h("b", {}, gettext("The connection is lost.")),
      " ",
      gettext("The table waits for you; nothing is lost."),
      " ",
      h("span", { class: "secs retry-secs" }),
    ),
    button({ look: "btn sm", onclick: actions.reconnect, "data-focus": "reconnect" }, gettext("Try now")),
  );

const closing = () =>
  h(
    "div",
    { class: "banner warn", key: "closing", role: "alert" },
    icon("again"),
    h(
      "span",
      { class: "grow" },
      h("b", {}, gettext("The site is started anew.")),
      " ",
      gettext("The page connects again by itself; clocks stand still and your seat is kept."),
      " ",
      h("span", { class: "secs retry-secs" }),
    ),
  );

const TAKEN = {
  time: () => gettext("Your time ran out twice in a row."),
  silent: () => gettext("You were silent for a while."),
  left: () => gettext("You left the match."),
  vote: () => gettext("You were away, and the others asked for it."),
};

const takenOver = ({ reason }, actions) =>
  h(
    "div",
    { class: "banner on-ivory", key: "taken", role: "alert" },
    icon("bot"),
    h("span", { class: "grow" }, h("b", {}, gettext("A bot plays for you.")), " ", TAKEN[reason]?.() ?? ""),
    button({ look: "btn pri", onclick: actions.comeBack, "data-focus": "back" }, gettext("I’m back")),
  );

const toast = ({ text, look = "" }) =>
  h("div", { class: `banner toast ${look}`, key: "toast", role: "status" }, h("span", { class: "grow" }, text));

/** The notices that leave the table in sight. */
export function banners(state, actions) {
  const own = state.seat === null ? null : state.view?.players?.[state.seat];
  const isPlaying = state.view?.table?.status === "playing";
  return h(
    "div",
    { class: "banners", key: "banners" },
    state.line === "lost" && state.view ? (state.isClosing ? closing() : lost(actions)) : null,
    own?.bot_plays && isPlaying && state.line === "open" ? takenOver(own, actions) : null,
    state.toast ? toast(state.toast) : null,
  );
}

const ENDS = {
  4403: () => [
    gettext("This table can't be watched"),
    gettext(
      "It is private, or its players did not want watchers. If you were invited, open the link that you were given.",
    ),
  ],
  4404: () => [
    gettext("There is no such table"),
    gettext("It may have been closed. The lobby shows the tables that are open."),
  ],
};

const door = ({ title, text }) =>
  h(
    "div",
    { class: "door", key: "door" },
    h("h2", {}, title),
    h("p", {}, text),
    h("a", { class: "btn big ivory", href: lobbyUrl() }, gettext("To the lobby")),
  );

/** Who has no account yet comes in as a guest. */
const stranger = (actions) =>
  h(
    "div",
    { class: "door", key: "door" },
    h("h2", {}, gettext("Come in")),
    h("p", {}, gettext("Nobody needs an account: sit down as a guest, or watch if all seats are taken.")),
    h(
      "form",
      { method: "post", action: sitUrl() },
      h("input", { type: "hidden", name: "csrfmiddlewaretoken", value: actions.csrf() }),
      h("button", { class: "btn big ivory" }, gettext("Sit down as a guest")),
    ),
    h("a", { class: "mbtn", href: signInUrl() }, gettext("I have an account")),
  );

const pending = (state, actions) =>
  h(
    "div",
    { class: "door", key: "door" },
    h("h2", {}, state.line === "lost" ? gettext("No connection to the table") : gettext("Going to the table…")),
    state.line === "lost"
      ? h("p", {}, gettext("Trying again by itself."), " ", h("span", { class: "secs retry-secs" }))
      : null,
    state.line === "lost"
      ? button({ look: "btn big ivory", onclick: actions.reconnect, "data-focus": "reconnect" }, gettext("Try now"))
      : null,
  );

/** What stands in place of the table when it can't be shown, or null. */
export function doorway(state, actions) {
  if (state.line === "ended") {
    const [title, text] = (ENDS[state.code] ?? ENDS[4404])();
    return door({ title, text });
  }
  if (state.line === "stranger") return stranger(actions);
  if (!state.view) return pending(state, actions);
  if (state.view.table?.status === "closed" && !state.view.final)
    return door({
      title: gettext("This table is closed"),
      text: fill(gettext("Table %(number)s was given up: nobody was left at it."), { number: state.tableId }),
    });
  return null;
}

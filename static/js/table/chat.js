/** What people write to each other. Their text is only ever put into text nodes. */

import { isMuted } from "./mutes.js";
import { button, icon, mark } from "./parts.js";
import { seatTint } from "./seats.js";
import { h } from "./vdom.js";

export const MAX_LENGTH = 300;

/** Phrases that each reads in his own language; the server knows them by these keys. */
const PHRASES = () => [
  ["hello", gettext("Hello")],
  ["good_luck", gettext("Good luck")],
  ["well_played", gettext("Well played")],
  ["thanks", gettext("Thank you")],
  ["sorry", gettext("Sorry")],
  ["one_moment", gettext("One moment")],
  ["good_game", gettext("Good game")],
];

const fromName = ({ from }) => (typeof from === "string" ? from : (from?.name ?? ""));

/** Return what tells a line from the others. */
export const lineKey = ({ id, at, from }) => String(id ?? `${at} ${fromName({ from })}`);

/** Return the lines that the reader wants to see. */
export const linesShown = ({ chat, muted }) => chat.filter((line) => !isMuted(muted, line));

const isOwn = ({ me }, line) => fromName(line) === me?.name;

/** What can be done about a line of somebody else. */
function lineMenu(line, actions) {
  const act = (name, text, run) =>
    button({ look: "btn sm", onclick: () => run(line), "data-focus": `${name}-line` }, icon(name), text);
  return h(
    "div",
    { class: "line-menu", role: "group", "aria-label": fromName(line) },
    act("mute", gettext("Mute"), actions.muteLine),
    line.user === undefined ? null : act("block", gettext("Block"), actions.blockLine),
    line.id === undefined ? null : act("flag", gettext("Report"), actions.reportLine),
  );
}

function lineItem(state, line, actions) {
  const key = lineKey(line);
  const isOpen = state.openLine === key;
  const tint =
    line.seat === null || line.seat === undefined || !state.view ? "" : seatTint(state.view, line.seat, state.seat);
  return h(
    "li",
    { key: `chat-${key}` },
    h(
      "div",
      { class: "said-line" },
      h("span", { class: "grow" }, mark(tint), h("b", {}, fromName(line)), " ", h("span", {}, line.text)),
      isOwn(state, line)
        ? null
        : button(
            {
              look: "ib more",
              "aria-label": gettext("Mute, block, report"),
              "aria-expanded": String(isOpen),
              onclick: () => actions.toggleLine(key),
              "data-focus": `line-${key}`,
            },
            icon("more"),
          ),
    ),
    isOpen ? lineMenu(line, actions) : null,
  );
}

function compose(actions, key) {
  const submit = (event) => {
    event.preventDefault();
    const input = event.target.elements.text;
    if (actions.say(input.value.trim())) input.value = "";
  };
  return h(
    "form",
    { class: "compose", onsubmit: submit, key },
    h("input", {
      class: "inp",
      name: "text",
      maxlength: String(MAX_LENGTH),
      autocomplete: "off",
      "aria-label": gettext("Message to the table"),
      placeholder: gettext("Message to the table"),
      "data-focus": key,
    }),
    h("button", { class: "ib", "aria-label": gettext("Send") }, icon("next")),
  );
}

const whoHears = ({ seat, view }) =>
  seat === null && view?.table?.status === "playing"
    ? h("p", { class: "small dim", key: "hears" }, gettext("While the match goes on, only those who watch read this."))
    : null;

/** Everybody who is muted, to be heard again. */
const mutedNote = ({ muted }, actions) =>
  muted.length
    ? h(
        "p",
        { class: "small dim muted", key: "muted" },
        ngettext("One person is muted.", "Some people are muted.", muted.length),
        " ",
        button({ look: "linkish", onclick: actions.unmuteAll, "data-focus": "unmute" }, gettext("Hear them again")),
      )
    : null;

/** The chat pane. */
export function chat(state, actions) {
  const lines = linesShown(state);
  return [
    lines.length
      ? h(
          "div",
          { key: "lines", role: "log", "aria-label": gettext("Chat") },
          h(
            "ul",
            { class: "chat" },
            lines.map((line) => lineItem(state, line, actions)),
          ),
        )
      : h("p", { class: "dim", key: "none" }, gettext("Nobody has said anything yet.")),
    mutedNote(state, actions),
    h(
      "div",
      { class: "quick", key: "quick" },
      PHRASES().map(([key, text]) => button({ look: "btn sm", key, onclick: () => actions.sayPhrase(key) }, text)),
    ),
    whoHears(state),
    compose(actions, "chat-pane"),
  ];
}

/** The last lines, always in sight under the panel of a wide screen. */
export function lastLines(state, actions) {
  const lines = linesShown(state).slice(-3);
  return h(
    "div",
    { class: "desk-chat", key: "desk-chat" },
    lines.length
      ? h(
          "ul",
          {},
          lines.map((line) =>
            h("li", { key: `last-${lineKey(line)}` }, h("b", {}, fromName(line)), " ", h("span", {}, line.text)),
          ),
        )
      : null,
    compose(actions, "chat-desk"),
  );
}

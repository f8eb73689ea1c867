/** What people write to each other. Their text is only ever put into text nodes. */

import { button, icon } from "./parts.js";
import { h } from "./vdom.js";

export const MAX_LENGTH = 300;

const PHRASES = () => [gettext("Well played"), gettext("Thank you"), gettext("Sorry"), gettext("Good luck")];

const fromName = ({ from }) => (typeof from === "string" ? from : (from?.name ?? ""));

const line = (entry, index) =>
  h("li", { key: `chat-${index}` }, h("b", {}, fromName(entry)), " ", h("span", {}, entry.text));

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

/** The chat pane. */
export const chat = ({ chat: lines }, actions) => [
  lines.length
    ? h("ul", { class: "chat", key: "lines", role: "log", "aria-label": gettext("Chat") }, lines.map(line))
    : h("p", { class: "dim", key: "none" }, gettext("Nobody has said anything yet.")),
  h(
    "div",
    { class: "quick", key: "quick" },
    PHRASES().map((phrase) => button({ look: "btn sm", onclick: () => actions.say(phrase) }, phrase)),
  ),
  compose(actions, "chat-pane"),
];

/** The last lines, always in sight under the panel of a wide screen. */
export const lastLines = ({ chat: lines }, actions) =>
  h(
    "div",
    { class: "desk-chat", key: "desk-chat" },
    lines.length
      ? h(
          "ul",
          {},
          lines.slice(-3).map((entry, index) => line(entry, lines.length - 3 + index)),
        )
      : null,
    compose(actions, "chat-desk"),
  );

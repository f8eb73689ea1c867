/** The buttons beside the hand: the last trick, the cards played, the order of the hand. */

import { canCount } from "./counts.js";
import { button, icon } from "./parts.js";
import { h } from "./vdom.js";

const tool = ({ name, label, ...props }) =>
  button({ look: "mbtn", "aria-label": label, title: label, ...props }, icon(name), h("span", { class: "tx" }, label));

const lastTrick = (state, actions) =>
  tool({
    name: "peek",
    label: gettext("Last trick"),
    "aria-expanded": String(state.peek === "trick"),
    "aria-disabled": state.view.last_trick ? null : "true",
    onclick: () => actions.togglePeek("trick"),
    "data-focus": "peek",
  });

const played = (state, actions) =>
  tool({
    name: "sheet",
    label: gettext("Cards played"),
    "aria-expanded": String(state.peek === "counts"),
    onclick: () => actions.togglePeek("counts"),
    "data-focus": "counts",
  });

const order = (state, actions) =>
  tool({
    look: "mbtn sort",
    name: "sort",
    label: state.prefs.trumpsLast ? gettext("Trumps first") : gettext("Trumps last"),
    onclick: actions.toggleSort,
    "data-focus": "sort",
  });

/** All of them. */
export const tools = (state, actions) =>
  h(
    "div",
    { class: "tools" },
    lastTrick(state, actions),
    canCount(state) ? played(state, actions) : null,
    state.seat === null ? null : order(state, actions),
  );

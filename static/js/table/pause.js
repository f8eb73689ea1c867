/** The veil over a match that stands still. */

import { button, icon } from "./parts.js";
import { h } from "./vdom.js";
import { voteBox } from "./votes.js";

const REASONS = {
  agreed: () => [gettext("The match is paused"), gettext("All people agreed. Every clock stands still.")],
  server: () => [
    gettext("The match goes on in a moment"),
    gettext("The site was started anew. Every clock stood still meanwhile."),
  ],
};

function goingOn(state, actions) {
  const { view, seat } = state;
  const open = view.votes?.find(({ vote }) => vote === "resume");
  if (open) return voteBox(state, open, { actions, look: "ask" });
  if (seat === null || view.pause.reason !== "agreed") return null;
  return button(
    { look: "btn big ivory", onclick: () => actions.propose("resume"), "data-focus": "resume" },
    gettext("Play on"),
  );
}

/** The veil, or null while the match runs. */
export function pauseVeil(state, actions) {
  const { pause, final } = state.view;
  if (!pause || final) return null;
  const [title, text] = (REASONS[pause.reason] ?? REASONS.agreed)();
  return h(
    "div",
    { class: "veil", key: "veil", role: "status" },
    h("span", { class: "pic" }, icon("pause")),
    h("h2", {}, title),
    h("p", {}, text, pause.until ? [" ", h("b", { class: "secs", "data-until": pause.until, html: "" })] : null),
    goingOn(state, actions),
  );
}

/** The whole page as one description, and its rendering: focus is kept across renderings. */

import { banners, doorway } from "./banners.js";
import { bidding } from "./bidding.js";
import { breakPanel } from "./breaks.js";
import { counts } from "./counts.js";
import { finalPanel } from "./final.js";
import { dock } from "./hand.js";
import { help } from "./help.js";
import { leaving } from "./leaving.js";
import { menu } from "./menu.js";
import { notices } from "./notices.js";
import { panel } from "./panel.js";
import { button, icon } from "./parts.js";
import { pauseVeil } from "./pause.js";
import { plates } from "./plates.js";
import { settings } from "./settings.js";
import { strip } from "./strip.js";
import { bubbles, centre, peek, trick, watermark } from "./trick.js";
import { h, patch } from "./vdom.js";
import { waitingRoom } from "./waiting.js";

const DIALOGS = { menu, settings, help, leaving };

const showFinal = ({ view, finalHidden }, actions) =>
  view.final && finalHidden
    ? button(
        {
          look: "mbtn pri on-ivory show-final",
          key: "show-final",
          onclick: actions.showFinal,
          "data-focus": "show-final",
        },
        icon("trophy"),
        gettext("Result"),
      )
    : null;

const mat = (state, actions) =>
  h(
    "div",
    { class: `mat ${state.view.phase === "waiting" ? "open-table" : ""}`, key: "mat" },
    h("div", { class: "rim" }),
    watermark(state),
    plates(state, actions),
    centre(state),
    trick(state),
    bubbles(state),
    waitingRoom(state, actions),
    showFinal(state, actions),
    notices(state, actions),
  );

function boardBody(state, actions) {
  const door = doorway(state, actions);
  if (door) return [door, banners(state, actions)];
  const isWaiting = state.view.phase === "waiting";
  const isCalling = !isWaiting && !state.view.break && !state.view.pause;
  return [
    mat(state, actions),
    isWaiting ? null : dock(state, actions),
    isCalling ? bidding(state, actions) : null,
    peek(state),
    counts(state),
    pauseVeil(state, actions),
    banners(state, actions),
    breakPanel(state, actions),
    finalPanel(state, actions),
  ];
}

const boardClass = ({ view, seat }) =>
  [
    "board on-mat",
    seat === null ? "watch" : "",
    view?.phase === "waiting" ? "is-waiting" : "",
    view?.break ? "is-break" : "",
    view?.pause ? "is-paused" : "",
  ].join(" ");

const shell = (state, actions) => [
  h(
    "div",
    { class: "col", key: "col" },
    strip(state, actions),
    h(
      "section",
      {
        class: boardClass(state),
        "aria-label": gettext("Table"),
        tabindex: "-1",
        "data-focus": "board",
        onpointerdown: actions.hurry,
      },
      boardBody(state, actions),
    ),
  ),
  panel(state, actions),
  state.dialog ? DIALOGS[state.dialog](state, actions) : null,
];

/** Where focus goes when its element is gone: the same thing again, a neighbour in the hand, the hand, the board. */
function refocus(root, { name, index }) {
  const same = name && root.querySelector(`[data-focus="${name}"]`);
  const hand = [...root.querySelectorAll(".hand .hc")];
  const neighbour = name?.startsWith("hand-") ? hand[Math.min(index, hand.length - 1)] : null;
  const target =
    same ?? neighbour ?? root.querySelector('[data-focus="hand"]') ?? root.querySelector('[data-focus="board"]');
  target?.focus({ preventScroll: true });
}

function focusNow(root) {
  const active = document.activeElement;
  if (!root.contains(active)) return null;
  return { active, name: active.dataset.focus, index: [...root.querySelectorAll(".hand .hc")].indexOf(active) };
}

/** Panels that call for an answer take the focus once, when they come; never from somebody who is writing. */
function settleFocus(root) {
  if (document.activeElement?.matches("input, textarea")) return;
  for (const element of root.querySelectorAll("[data-settle]:not([data-settled])")) {
    element.dataset.settled = "";
    element.querySelector("button, a")?.focus({ preventScroll: true });
  }
}

/** Put the page as it should look under `root`. */
export function render(root, state, actions) {
  const had = focusNow(root);
  root.classList.toggle("closed", state.prefs.folded);
  patch(root, h("div", null, shell(state, actions)).children);
  for (const dialog of root.querySelectorAll("dialog:not([open])")) dialog.showModal();
  if (had && document.activeElement !== had.active) {
    if (had.active.isConnected) had.active.focus({ preventScroll: true });
    else refocus(root, had);
  }
  settleFocus(root);
}

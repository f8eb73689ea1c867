/** The reader's dock: own plate, hand in a fan, hint, tools. */

import { cardName } from "../cards/names.js";
import { sortHand } from "../cards/sort.js";
import { canChooseAhead } from "./ahead.js";
import { claimOffer } from "./claim.js";
import { duty, hint } from "./hint.js";
import { button, cardFace, icon } from "./parts.js";
import { plate } from "./plates.js";
import { fill } from "./text.js";
import { tools } from "./tools.js";
import { isMyPlay } from "./turn.js";
import { h } from "./vdom.js";

/** Return the reader's cards as they lie in the hand. */
export function handShown({ view, pending, prefs }) {
  const cards = (view.hand ?? []).filter((card) => card !== pending?.card);
  return sortHand(cards, {
    trump: view.contract?.trump ?? null,
    last: prefs.trumpsLast,
    isFixed: prefs.order === "suits",
  });
}

/** Return how a card lies and whether it can be pressed, by whose turn it is. */
function cardState(state, card) {
  if (!isMyPlay(state)) {
    const isAhead = state.ahead === card;
    const isFree = canChooseAhead(state);
    return { look: isAhead ? "ahead" : isFree ? "free" : "", isOff: !isFree, pressed: isFree ? String(isAhead) : null };
  }
  const isLegal = state.view.legal_actions.includes(`play ${card}`);
  const isLifted = state.raised === card || (isLegal && state.ahead === card);
  return { look: `${isLegal ? "ok" : "no"} ${isLifted ? "raised" : ""}`, isOff: !isLegal, pressed: null };
}

function cardLabel(state, card, isOff) {
  const name = cardName(card);
  if (isMyPlay(state))
    return isOff ? `${name}. ${fill(gettext("Not now: %(duty)s"), { duty: duty(state).text })}` : name;
  return state.ahead === card ? `${name}. ${gettext("Your next card")}` : name;
}

function cardButton(state, { card, index, count, actions }) {
  const { look, isOff, pressed } = cardState(state, card);
  return button(
    {
      look: `hc ${look}`,
      key: `hand-${card}`,
      style: { "--i": String(index - (count - 1) / 2) },
      "aria-label": cardLabel(state, card, isOff),
      "aria-disabled": isOff ? "true" : null,
      "aria-pressed": pressed,
      "data-card": card,
      "data-focus": `hand-${card}`,
      onclick: () => actions.chooseCard(card),
    },
    cardFace(card, { isNamed: false }),
    state.ahead === card ? h("span", { class: "next-mark on-ivory" }, icon("next")) : null,
  );
}

function hand(state, actions) {
  const cards = handShown(state);
  return h(
    "div",
    {
      class: `hand n${cards.length}`,
      style: { "--n": String(cards.length) },
      role: "group",
      "aria-label": gettext("Your hand"),
      tabindex: "-1",
      "data-focus": "hand",
    },
    cards.map((card, index) => cardButton(state, { card, index, count: cards.length, actions })),
  );
}

function watching(state) {
  const count = state.presence?.watchers;
  return h(
    "div",
    { class: "watching" },
    icon("eye"),
    h("span", {}, gettext("You are watching")),
    count > 1 ? h("span", { class: "dim" }, `· ${count}`) : null,
  );
}

/** The whole dock. */
export function dock(state, actions) {
  const isSeated = state.seat !== null;
  return h(
    "div",
    { class: `dock ${isSeated ? "" : "watch"}`, key: "dock" },
    h("div", { class: "mine" }, isSeated ? plate(state, state.seat, actions) : watching(state)),
    isSeated ? hand(state, actions) : null,
    tools(state, actions),
    hint(state, actions),
    claimOffer(state, actions),
  );
}

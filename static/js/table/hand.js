/** The reader's dock: own plate, hand in a fan, hint, tools. */

import { cardName } from "../cards/names.js";
import { sortHand } from "../cards/sort.js";
import { dutySuit, dutyText, legalCards } from "./duty.js";
import { button, cardFace, icon, pip } from "./parts.js";
import { actorName, plate } from "./plates.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";

const isMyTurn = ({ view, seat }) => seat !== null && Boolean(view.to_act?.includes(seat));

/** Return whether the reader has to play a card now. */
export const isMyPlay = (state) =>
  isMyTurn(state) &&
  state.view.phase === "playing" &&
  !state.pending &&
  legalCards(state.view.legal_actions ?? []).length > 0;

/** Return the reader's cards as they lie in the hand. */
export function handShown({ view, pending, prefs }) {
  const cards = (view.hand ?? []).filter((card) => card !== pending?.card);
  return prefs.sorted ? sortHand(cards, { trump: view.contract?.trump ?? null, last: prefs.trumpsLast }) : cards;
}

function duty(state) {
  const { view } = state;
  const lit = legalCards(view.legal_actions ?? []);
  return {
    text: dutyText({ trick: view.trick, contract: view.contract, lit, hand: view.hand }),
    suit: dutySuit({ trick: view.trick, lit, hand: view.hand }),
  };
}

function cardButton(state, { card, index, count, actions }) {
  const playing = isMyPlay(state);
  const isLegal = playing && state.view.legal_actions.includes(`play ${card}`);
  const look = playing ? (isLegal ? "ok" : "no") : "";
  const label =
    playing && !isLegal
      ? `${cardName(card)}. ${fill(gettext("Not now: %(duty)s"), { duty: duty(state).text })}`
      : cardName(card);
  return button(
    {
      look: `hc ${look} ${state.raised === card ? "raised" : ""}`,
      key: `hand-${card}`,
      style: { "--i": String(index - (count - 1) / 2) },
      "aria-label": label,
      "aria-disabled": isLegal ? null : "true",
      "data-card": card,
      "data-focus": `hand-${card}`,
      onclick: () => actions.chooseCard(card),
    },
    cardFace(card, { isNamed: false }),
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

function turnHint(state) {
  const { view } = state;
  if (view.break) return [gettext("A short break")];
  if (!isMyTurn(state)) {
    const name = actorName(view, state.seat);
    return name && view.phase !== "over" ? [fill(gettext("%(name)s to play"), { name })] : null;
  }
  if (state.pending) return [gettext("Sending…")];
  if (view.phase === "overcounter") return [gettext("Overcounter, or pass?")];
  if (view.phase !== "playing") return [gettext("Your turn to speak")];
  const { text, suit } = duty(state);
  return [h("span", { class: "long" }, gettext("Your turn.")), text, suit ? pip(suit) : null];
}

/** The pill over the hand: whose turn it is, the duty, or why a card was refused. */
export function hint(state) {
  if (state.reason)
    return h("div", { class: "hint bad", key: "hint", role: "alert" }, icon("warn"), h("span", {}, state.reason));
  const body = turnHint(state);
  if (!body) return null;
  const isMine = isMyTurn(state) && !state.view.break;
  return h(
    "div",
    { class: `hint ${isMine ? "on-ivory mine" : "quiet"}`, key: "hint" },
    h("span", { class: "row" }, body),
    isMine ? h("b", { class: "secs", hidden: true }) : null,
  );
}

function tools(state, actions) {
  const sortLabel = state.prefs.trumpsLast ? gettext("Trumps first") : gettext("Trumps last");
  return h(
    "div",
    { class: "tools" },
    button(
      {
        look: "mbtn",
        "aria-expanded": String(state.peek),
        "aria-disabled": state.view.last_trick ? null : "true",
        onclick: actions.togglePeek,
        "aria-label": gettext("Last trick"),
        "data-focus": "peek",
      },
      icon("peek"),
      h("span", { class: "tx" }, gettext("Last trick")),
    ),
    state.seat === null
      ? null
      : button(
          {
            look: "mbtn",
            onclick: actions.toggleSort,
            "aria-label": sortLabel,
            title: sortLabel,
            "data-focus": "sort",
          },
          icon("sort"),
          h("span", { class: "tx" }, sortLabel),
        ),
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
    hint(state),
  );
}

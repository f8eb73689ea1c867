/** The pill over the hand: whose turn it is, the duty, the card chosen ahead, or why a card was refused. */

import { cardName } from "../cards/names.js";
import { dutySuit, dutyText, legalCards } from "./duty.js";
import { button, icon, iconButton, miniCard, pip } from "./parts.js";
import { actorName } from "./plates.js";
import { fill } from "./text.js";
import { isMyTurn } from "./turn.js";
import { h } from "./vdom.js";

/** Return what the reader has to do, as `{text, suit}`; suit is null where the words name none. */
export function duty({ view }) {
  const lit = legalCards(view.legal_actions ?? []);
  return {
    text: dutyText({ trick: view.trick, contract: view.contract, lit, hand: view.hand }),
    suit: dutySuit({ trick: view.trick, lit, hand: view.hand }),
  };
}

/** What stands in the pill while others play and the reader has chosen his next card. */
const aheadBody = (state, actions) => [
  h("span", {}, gettext("Next:")),
  miniCard(state.ahead),
  iconButton({
    name: "close",
    label: fill(gettext("Don't play the %(card)s"), { card: cardName(state.ahead) }),
    look: "undo-next",
    onclick: actions.cancelAhead,
  }),
];

function others(state, actions) {
  if (state.ahead) return aheadBody(state, actions);
  const name = actorName(state.view, state.seat);
  return name && state.view.phase !== "over" ? [fill(gettext("%(name)s to play"), { name })] : null;
}

function turnHint(state, actions) {
  const { view } = state;
  if (view.break) return [gettext("A short break")];
  if (!isMyTurn(state)) return others(state, actions);
  if (state.pending) return [gettext("Sending…")];
  if (view.phase === "overcounter") return [gettext("Overcounter, or pass?")];
  if (view.phase !== "playing") return [gettext("Your turn to speak")];
  const { text, suit } = duty(state);
  return [h("span", { class: "long" }, gettext("Your turn.")), text, suit ? pip(suit) : null];
}

/** For a moment after a card or call the reader may take it back: the bar beneath runs out with that moment. */
const takeBack = ({ undo }, actions) =>
  h(
    "div",
    { class: "hint undo", key: "undo" },
    button(
      {
        look: "mbtn",
        onclick: actions.undo,
        "data-focus": "undo",
        style: { "--left": `${undo.leftMs}ms` },
      },
      icon("undo"),
      gettext("Take back"),
    ),
  );

/** The pill, or null when there is nothing to say. */
export function hint(state, actions) {
  if (state.reason)
    return h("div", { class: "hint bad", key: "hint", role: "alert" }, icon("warn"), h("span", {}, state.reason));
  if (state.undo) return takeBack(state, actions);
  const body = turnHint(state, actions);
  if (!body) return null;
  const isMine = isMyTurn(state) && !state.view.break;
  const look = isMine ? "on-ivory mine" : state.ahead ? "quiet has-next" : "quiet";
  return h(
    "div",
    { class: `hint ${look}`, key: "hint" },
    h("span", { class: "row" }, body),
    isMine ? h("b", { class: "secs", hidden: true }) : null,
  );
}

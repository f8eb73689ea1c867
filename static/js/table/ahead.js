/** A card chosen ahead of the reader's turn, and a card that plays itself because no other is legal. Pure. */

import { paceOf } from "./queue.js";
import { cardsNow, isMyTurn } from "./turn.js";

/** Long enough to be seen, and to be taken back. */
const AHEAD_MS = 320;
/** A person who knows his only card takes about as long to lay it. */
const SINGLE_MS = 1000;
const SHORTEST_PACE = 0.35;

/** Return whether the reader may choose a card now that will be played when his turn comes. */
export const canChooseAhead = (state) =>
  state.prefs.ahead &&
  state.seat !== null &&
  state.view.phase === "playing" &&
  !state.view.break &&
  (!isMyTurn(state) || Boolean(state.pending));

/** Return what becomes of the card chosen ahead: "wait" for the turn, "play", or "drop" as it is not legal. */
export function fateOf(state) {
  const { ahead, view } = state;
  if (view.phase !== "playing" || !view.hand?.includes(ahead)) return "drop";
  const cards = cardsNow(state);
  if (!cards.length) return "wait";
  return cards.includes(ahead) ? "play" : "drop";
}

function single(state) {
  const cards = state.prefs.autoplay ? cardsNow(state) : [];
  if (cards.length !== 1) return null;
  return { card: cards[0], waitMs: SINGLE_MS * Math.max(paceOf(state.prefs.speed), SHORTEST_PACE) };
}

/** Return what the page does for the reader: `{card, waitMs}`, `{drop}` (the card that is no longer wanted), or null. */
export function planOf(state) {
  if (!state.view || state.line !== "open") return null;
  if (!state.ahead) return single(state);
  const fate = fateOf(state);
  if (fate === "drop") return { drop: state.ahead };
  return fate === "play" ? { card: state.ahead, waitMs: AHEAD_MS } : null;
}

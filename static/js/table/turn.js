/** Whose turn it is, as the reader sees it. Pure. */

import { legalCards } from "./duty.js";

/** Return whether the reader has to act. */
export const isMyTurn = ({ view, seat }) => seat !== null && Boolean(view.to_act?.includes(seat));

/** Return the cards that the reader may play now; none when it is not his turn to play, or a card is on its way. */
export function cardsNow(state) {
  const { view, pending } = state;
  if (!isMyTurn(state) || view.phase !== "playing" || pending || view.break || view.pause) return [];
  return legalCards(view.legal_actions ?? []);
}

/** Return whether the reader has to play a card now. */
export const isMyPlay = (state) => cardsNow(state).length > 0;

/** Which card of a trick is master so far (rules R19), to show it; who wins a trick the server says. */

import { PLAIN, TRUMP } from "./sort.js";

const isTrump = (card, trump) => trump === "AT" || card[1] === trump;

/** Return how strong a card is when `led` was led: higher beats lower, -1 never wins. */
function strength(card, { led, trump }) {
  const isTrumpCard = isTrump(card, trump);
  if (card[1] !== led && (!isTrumpCard || trump === "AT")) return -1;
  const rank = 11 - (isTrumpCard ? TRUMP : PLAIN).indexOf(card[0]);
  return rank + (isTrumpCard ? 12 : 0);
}

/** Return the seat whose card is master, or null for an empty trick. */
export function masterSeat(trick, trump) {
  if (!trick.length) return null;
  const led = trick[0][1][1];
  return trick.reduce((best, entry) =>
    strength(entry[1], { led, trump }) > strength(best[1], { led, trump }) ? entry : best,
  )[0];
}

/** The order of cards in the hand: suits with alternating colours, high cards first, trumps first or last. */

export const PLAIN = "ATHKQJ987654";
export const TRUMP = "987ATHKQJ654";
const RED = new Set(["H", "D"]);
const SUITS = ["S", "H", "C", "D"];

const isTrump = (suit, trump) => trump === "AT" || trump === suit;

const permutations = (items) =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]));

const sameColours = (suits) => suits.filter((suit, i) => i > 0 && RED.has(suit) === RED.has(suits[i - 1])).length;

const trumpMisplaced = (suits, { trump, last }) => {
  if (!suits.includes(trump)) return 0;
  return suits.indexOf(trump) === (last ? suits.length - 1 : 0) ? 0 : 1;
};

const outOfOrder = (suits) =>
  suits.filter((suit, i) => i > 0 && SUITS.indexOf(suit) < SUITS.indexOf(suits[i - 1])).length;

/**
 * Return the suits held, trump at its end; the others with colours alternating as far as they can, or where `isFixed`
 * always in the same order.
 */
export function suitOrder(held, { trump = null, last = false, isFixed = false } = {}) {
  const orders = permutations(SUITS.filter((suit) => held.has(suit)));
  const disorder = isFixed ? outOfOrder : sameColours;
  const cost = (suits) => 10 * trumpMisplaced(suits, { trump, last }) + disorder(suits);
  return orders.reduce((best, suits) => (cost(suits) < cost(best) ? suits : best));
}

/** Return the cards sorted; `trump` is the contract's trump, or null during the calls. */
export function sortHand(cards, { trump = null, last = false, isFixed = false } = {}) {
  if (!cards.length) return [];
  const suits = suitOrder(new Set(cards.map((card) => card[1])), { trump, last, isFixed });
  const rank = (card) => (isTrump(card[1], trump) ? TRUMP : PLAIN).indexOf(card[0]);
  return cards.toSorted((a, b) => suits.indexOf(a[1]) - suits.indexOf(b[1]) || rank(a) - rank(b));
}

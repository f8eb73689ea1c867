/** Says in words why only some cards are lit. It describes what the server listed as legal; it decides nothing. */

import { suitName } from "../cards/names.js";
import { fill } from "./text.js";

const suitOf = (card) => card[1];

/** Return the cards that the legal actions name. */
export const legalCards = (legal) => legal.filter((text) => text.startsWith("play ")).map((text) => text.slice(5));

const isTrumpSuit = (contract, suit) => contract?.trump === "AT" || contract?.trump === suit;

function followingText({ led, isBeating }) {
  const suit = suitName(led);
  return fill(isBeating ? gettext("Play higher in %(suit)s") : gettext("Follow %(suit)s"), { suit });
}

function voidText({ trick, contract, lit, hand }) {
  const trump = contract?.trump;
  const mustTrump = lit.length < hand.length && lit.every((card) => suitOf(card) === trump);
  if (!mustTrump) return gettext("Play any card");
  const isOver = trick.some(([, card]) => suitOf(card) === trump);
  return fill(isOver ? gettext("Over-trump with %(suit)s") : gettext("Trump with %(suit)s"), { suit: suitName(trump) });
}

/** Return the duty of the reader who has to play, such as "Follow clubs". */
export function dutyText({ trick, contract, lit, hand }) {
  if (!trick.length) return gettext("Lead any card");
  const led = suitOf(trick[0][1]);
  const inSuit = hand.filter((card) => suitOf(card) === led);
  if (!inSuit.length) return voidText({ trick, contract, lit, hand });
  const isBeating = isTrumpSuit(contract, led) && lit.length < inSuit.length;
  return followingText({ led, isBeating });
}

/** Return the suit that the duty names, or null: shown as a pip beside the words. */
export function dutySuit({ trick, lit, hand }) {
  if (!trick.length || lit.length === hand.length) return null;
  const suits = new Set(lit.map(suitOf));
  return suits.size === 1 ? [...suits][0] : null;
}

/** What cards, suits and trumps are called, and the letters of the index in the reader's language. */

import { GLYPHS } from "./glyphs.js";

const suitNames = () => ({ S: gettext("spades"), H: gettext("hearts"), D: gettext("diamonds"), C: gettext("clubs") });

const trumpNames = () => ({
  S: gettext("Spades"),
  H: gettext("Hearts"),
  D: gettext("Diamonds"),
  C: gettext("Clubs"),
  AT: gettext("All-Trumps"),
  NT: gettext("No-Trump"),
});

const rankNames = () => ({
  A: gettext("Ace"),
  H: gettext("Hero"),
  K: gettext("King"),
  Q: gettext("Queen"),
  J: gettext("Jack"),
  T: "10",
});

/** Letters that a translation may change: French has R, D and V for King, Queen and Jack. */
const letters = () => ({
  A: pgettext("card index", "A"),
  H: pgettext("card index", "H"),
  K: pgettext("card index", "K"),
  Q: pgettext("card index", "Q"),
  J: pgettext("card index", "J"),
});

/** Return the letter drawn on a card of this rank; a letter that was never drawn falls back to English. */
export function indexLetter(rank) {
  const letter = letters()[rank] ?? rank;
  return letter in GLYPHS ? letter : rank;
}

/** Return "hearts" for H. */
export const suitName = (suit) => suitNames()[suit];

/** Return "Hearts" for H, "All-Trumps" for AT. */
export const trumpName = (trump) => trumpNames()[trump];

/** Return "Hero of clubs" for HC. */
export function cardName(code) {
  const rank = rankNames()[code[0]] ?? code[0];
  return interpolate(gettext("%(rank)s of %(suit)s"), { rank, suit: suitName(code[1]) }, true);
}

/** Return an announcement such as "KQ" in the letters of the reader's cards. */
export const announcementText = (text) => [...text].map(indexLetter).join("");

/** The cards played this round, suit by suit: what somebody who watched closely knows. A table may forbid it. */

import { indexLetter, suitName } from "../cards/names.js";
import { PLAIN, TRUMP } from "../cards/sort.js";
import { pip } from "./parts.js";
import { h } from "./vdom.js";

const SUITS = ["S", "H", "C", "D"];

const isTrump = (suit, trump) => trump === "AT" || trump === suit;

/** Return whether the table shows which cards were played, and there are any. */
export const canCount = ({ view }) => view.table?.rules?.counts !== false && view.phase === "playing";

/** Return for each suit `{suit, cards, unseen}`: cards from the strongest as `{rank, state}`, state gone, own or out. */
export function suitRows({ plays, hand, contract }) {
  const gone = new Set((plays ?? []).map(([, card]) => card));
  const own = new Set(hand ?? []);
  const stateOf = (card) => (gone.has(card) ? "gone" : own.has(card) ? "own" : "out");
  return SUITS.map((suit) => {
    const ranks = [...(isTrump(suit, contract?.trump) ? TRUMP : PLAIN)];
    const cards = ranks.map((rank) => ({ rank, state: stateOf(rank + suit) }));
    return { suit, cards, unseen: cards.filter(({ state }) => state === "out").length };
  });
}

const WORDS = { gone: () => gettext("played"), own: () => gettext("yours"), out: () => gettext("not seen yet") };

const rankText = (rank) => (rank === "T" ? "10" : indexLetter(rank));

const cell = ({ rank, state }) =>
  h(
    "td",
    { class: state },
    h("span", { "aria-hidden": "true" }, rankText(rank)),
    h("span", { class: "vh" }, `${rankText(rank)} ${WORDS[state]()}`),
  );

const row = ({ suit, cards, unseen }) =>
  h(
    "tr",
    { key: suit },
    h("th", { scope: "row" }, pip(suit), h("span", { class: "vh" }, suitName(suit))),
    cards.map(cell),
    h("td", { class: "left", title: gettext("not seen yet") }, String(unseen)),
  );

/** The table over the mat, or null. */
export const counts = (state) =>
  state.peek === "counts" && canCount(state)
    ? h(
        "div",
        { class: "peek counts", key: "counts", role: "region", "aria-label": gettext("Cards played") },
        h("table", {}, h("tbody", {}, suitRows(state.view).map(row))),
        h(
          "p",
          { class: "legend" },
          h("span", { class: "gone" }, gettext("played")),
          h("span", { class: "own" }, gettext("yours")),
          h("span", { class: "out" }, gettext("not seen yet")),
        ),
      )
    : null;

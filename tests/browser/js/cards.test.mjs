// Sorting of the hand, names and faces of cards.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { faceSvg, miniSvg } from "../../../static/js/cards/faces.js";
import { cardName, indexLetter } from "../../../static/js/cards/names.js";
import { sortHand } from "../../../static/js/cards/sort.js";

const DECK = [..."SHDC"].flatMap((suit) => [..."ATHKQJ987654"].map((rank) => rank + suit));

test("every card has a face and a name", () => {
  for (const card of DECK) {
    assert.match(faceSvg(card), /^<svg/);
    assert.match(miniSvg(card), /^<svg/);
    assert.match(cardName(card), / of (spades|hearts|diamonds|clubs)$/);
  }
  assert.equal(cardName("HC"), "Hero of clubs");
});

test("letters of the index follow the language", () => {
  const french = { K: "R", Q: "D", J: "V" };
  const english = globalThis.pgettext;
  globalThis.pgettext = (_context, text) => french[text] ?? text;
  assert.deepEqual([..."AHKQJT9"].map(indexLetter), [..."AHRDVT9"]);
  globalThis.pgettext = (_context, text) => `${text}?`;
  assert.equal(indexLetter("K"), "K", "a letter that was never drawn falls back");
  globalThis.pgettext = english;
});

test("suits alternate in colour, high cards first", () => {
  assert.deepEqual(sortHand(["4C", "AS", "TH", "KH", "9D", "AC"]), ["AS", "TH", "KH", "AC", "4C", "9D"]);
});

test("trumps stand first or last, in their own order", () => {
  const hand = ["AS", "AH", "9H", "8H", "TD", "4C"];
  assert.deepEqual(sortHand(hand, { trump: "H" }).slice(0, 3), ["9H", "8H", "AH"]);
  assert.deepEqual(sortHand(hand, { trump: "H", last: true }).slice(3), ["9H", "8H", "AH"]);
});

test("at All-Trumps each suit ranks as trumps, at No-Trump none does", () => {
  assert.deepEqual(sortHand(["AS", "9S", "KS"], { trump: "AT" }), ["9S", "AS", "KS"]);
  assert.deepEqual(sortHand(["AS", "9S", "KS"], { trump: "NT" }), ["AS", "KS", "9S"]);
});

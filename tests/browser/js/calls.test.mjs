// What the legal calls let the reader choose from, and the duty of who plays, in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { bidText, callChoices, callSentence, highestBid, multiplierOf, stepAmount } from "../../../static/js/table/calls.js";
import { dutySuit, dutyText } from "../../../static/js/table/duty.js";

test("an auction's choices come from the list", () => {
  const legal = ["pass", "bid 130 S", "bid 130 S capot", "bid 140 S", "bid 140 NT", "counter"];
  const choices = callChoices(legal);
  assert.deepEqual(choices.amounts, [130, 140]);
  assert.deepEqual(choices.trumps, ["S", "NT"]);
  assert.ok(choices.canPass && choices.canCounter && choices.canCapot && !choices.canOvercounter);
  assert.equal(stepAmount(choices.amounts, { amount: 140, steps: 1 }), 140);
  assert.equal(stepAmount(choices.amounts, { amount: 140, steps: -1 }), 130);
});

test("the take's choices, and cards, which are no calls", () => {
  assert.deepEqual(callChoices(["pass", "take H"]).takes, ["H"]);
  assert.equal(callChoices(["play AS"]).isAny, false);
});

test("calls are written and told", () => {
  assert.equal(bidText({ amount: 400, trump: "NT", isCapot: true }), "bid 400 NT capot");
  assert.equal(callSentence("bid 120 S", { name: "Léa" }), "Léa bids 120 in spades.");
  assert.equal(callSentence("take AT", { name: "Léa" }), "Léa takes All-Trumps.");
});

test("highest bid and swords", () => {
  const calls = [[1, "bid 120 S"], [2, "pass"], [3, "bid 150 D capot"], [4, "counter"], [3, "overcounter"]];
  assert.deepEqual(highestBid(calls), { seat: 3, kind: "bid", amount: 150, trump: "D", isCapot: true });
  assert.equal(multiplierOf(calls), 4);
  assert.equal(multiplierOf(calls.slice(0, 4)), 2);
});

const duty = (fields) => dutyText({ contract: { trump: "H" }, ...fields });

test("the duty in words describes what is legal", () => {
  assert.equal(duty({ trick: [], lit: ["AS"], hand: ["AS"] }), "Lead any card");
  assert.equal(duty({ trick: [[0, "4C"]], lit: ["AC", "5C"], hand: ["AC", "5C", "AS"] }), "Follow clubs");
  assert.equal(duty({ trick: [[0, "JH"]], lit: ["9H"], hand: ["9H", "4H", "AS"] }), "Play higher in hearts");
  assert.equal(duty({ trick: [[0, "4C"]], lit: ["9H"], hand: ["9H", "AS"] }), "Trump with hearts");
  assert.equal(duty({ trick: [[0, "4C"], [1, "4H"]], lit: ["9H"], hand: ["9H", "AS"] }), "Over-trump with hearts");
  assert.equal(duty({ trick: [[0, "4C"]], lit: ["9H", "AS"], hand: ["9H", "AS"] }), "Play any card");
  assert.equal(dutySuit({ trick: [[0, "4C"]], lit: ["AC"], hand: ["AC", "AS"] }), "C");
});

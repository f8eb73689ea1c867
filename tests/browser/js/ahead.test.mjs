// The card chosen ahead of one's turn, the card that plays itself, the order of the hand, the cards played.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { sortHand } from "../../../static/js/cards/sort.js";
import { canChooseAhead, fateOf, planOf } from "../../../static/js/table/ahead.js";
import { Autopilot } from "../../../static/js/table/autopilot.js";
import { canCount, suitRows } from "../../../static/js/table/counts.js";
import { Store } from "../../../static/js/table/store.js";

const PREFS = { ahead: true, autoplay: false, speed: "normal" };

const state = ({ prefs = {}, ahead = null, pending = null, ...view } = {}) => ({
  line: "open",
  seat: 0,
  pending,
  ahead,
  prefs: { ...PREFS, ...prefs },
  view: { phase: "playing", hand: ["AS", "9H", "4C"], to_act: [3], legal_actions: [], break: null, ...view },
});

const mine = (...cards) => ({ to_act: [0], legal_actions: cards.map((card) => `play ${card}`) });

test("a card is chosen ahead while others play, or while one's own is on its way", () => {
  assert.ok(canChooseAhead(state()));
  assert.ok(canChooseAhead(state({ ...mine("AS"), pending: { card: "AS" } })));
  assert.ok(!canChooseAhead(state(mine("AS"))), "on one's turn a card is played");
  assert.ok(!canChooseAhead(state({ phase: "taking" })));
  assert.ok(!canChooseAhead(state({ prefs: { ahead: false } })));
  assert.ok(!canChooseAhead({ ...state(), seat: null }), "a watcher has no cards");
});

test("it waits for the turn, is played when legal and dropped when not", () => {
  assert.equal(fateOf(state({ ahead: "AS" })), "wait");
  assert.equal(fateOf(state({ ahead: "AS", ...mine("AS", "4C") })), "play");
  assert.equal(fateOf(state({ ahead: "AS", ...mine("9H") })), "drop");
  assert.equal(fateOf(state({ ahead: "KD" })), "drop", "not in the hand any more");
  assert.equal(fateOf(state({ ahead: "AS", phase: "taking" })), "drop", "a new deal");
});

test("a single legal card plays itself only where that was asked for, and never at once", () => {
  assert.equal(planOf(state(mine("AS"))), null);
  const wanted = { autoplay: true };
  assert.equal(planOf(state({ prefs: wanted, ...mine("AS", "4C") })), null);
  assert.equal(planOf(state({ prefs: wanted, ...mine("AS") })).card, "AS");
  assert.ok(planOf(state({ prefs: { ...wanted, speed: "instant" }, ...mine("AS") })).waitMs >= 300);
  assert.equal(planOf({ ...state({ prefs: wanted, ...mine("AS") }), line: "lost" }), null);
});

test("the choice ahead comes before the card that plays itself", () => {
  assert.deepEqual(planOf(state({ prefs: { autoplay: true }, ahead: "4C", ...mine("AS") })), { drop: "4C" });
});

function fly(t, fields) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const did = [];
  const store = new Store(state(fields));
  const actions = {
    playCard: (card) => did.push(`play ${card}`),
    dropAhead: (card) => {
      did.push(`drop ${card}`);
      store.set({ ahead: null });
    },
  };
  new Autopilot({ store, actions });
  return { did, store };
}

test("the autopilot plays after a moment, once", (t) => {
  const { did, store } = fly(t, { ahead: "AS" });
  store.set({ view: { ...store.state.view, ...mine("AS", "4C") } });
  assert.deepEqual(did, []);
  t.mock.timers.tick(5000);
  store.set({});
  assert.deepEqual(did, ["play AS"]);
});

test("a choice taken back in that moment is not played", (t) => {
  const { did, store } = fly(t, { ahead: "AS" });
  store.set({ view: { ...store.state.view, ...mine("AS", "4C") } });
  store.set({ ahead: null });
  t.mock.timers.tick(5000);
  assert.deepEqual(did, []);
});

test("what is not legal is dropped", (t) => {
  const { did, store } = fly(t, { ahead: "AS" });
  store.set({ view: { ...store.state.view, ...mine("9H") } });
  t.mock.timers.tick(5000);
  assert.deepEqual(did, ["drop AS"]);
});

test("suits in a fixed order stay so when one is missing; trumps still go to their end", () => {
  const hand = ["4D", "AC", "KS"];
  assert.deepEqual(sortHand(hand, { isFixed: true }), ["KS", "AC", "4D"]);
  assert.deepEqual(sortHand(hand), ["KS", "4D", "AC"], "alternating");
  assert.deepEqual(sortHand(hand, { isFixed: true, trump: "C", last: true }), ["KS", "4D", "AC"]);
});

test("cards played are counted by suit, in the order of the trump", () => {
  const view = { plays: [[0, "9H"], [1, "AH"], [2, "AS"]], hand: ["8H", "KS"], contract: { trump: "H" }, phase: "playing" };
  const [spades, hearts] = suitRows(view);
  assert.deepEqual(hearts.cards.slice(0, 4).map(({ rank, state: is }) => rank + is), ["9gone", "8own", "7out", "Agone"]);
  assert.equal(hearts.unseen, 9);
  assert.equal(spades.cards[0].state, "gone");
  assert.ok(canCount({ view }));
  assert.ok(!canCount({ view: { ...view, table: { rules: { counts: false } } } }), "the table may forbid it");
});

// After the match: ratings, what may follow, and the next match at the same table.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";

globalThis.document = { getElementById: () => ({ dataset: { match: "/matches/0/", record: "/matches/0/record.json" } }) };
const { openOffers } = await import("../../../static/js/table/encore.js");
const { RatingWatch, signed } = await import("../../../static/js/table/rating.js");
const { Store } = await import("../../../static/js/table/store.js");

const players = [{ name: "Ana" }, { name: "Ben" }];
const over = (more = {}) => ({ final: { scores: [1, 2] }, table: { match: 5 }, players, votes: [], ...more });

test("a change has its sign", () => {
  assert.deepEqual([12, -8, 0].map(signed), ["+12", "−8", "±0"]);
});

test("a rematch may be offered until one is asked for or agreed; not by who left or watches", () => {
  assert.deepEqual(openOffers({ view: over(), seat: 0 }), ["rematch", "next_match"]);
  assert.deepEqual(openOffers({ view: over({ votes: [{ vote: "rematch" }] }), seat: 0 }), ["next_match"]);
  assert.deepEqual(openOffers({ view: over({ agreed: { next_match: "rematch" } }), seat: 0 }), []);
  assert.deepEqual(openOffers({ view: over(), seat: null }), []);
  assert.deepEqual(openOffers({ view: over({ players: [{ name: "Ana", left: true }] }), seat: 0 }), []);
});

const settle = async () => {
  for (let i = 0; i < 12; i += 1) await Promise.resolve();
};

/** Watch a match end while the server answers with these, one after the other. */
async function watch(t, answers, { ticks = 6 } = {}) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = [];
  const store = new Store({ view: { table: { match: 5 } }, rating: null });
  const load = async (url) => {
    asked.push(url);
    return answers[asked.length - 1] ?? null;
  };
  new RatingWatch({ store, load });
  store.set({});
  assert.deepEqual(asked, [], "nothing is asked while the match runs");
  store.set({ view: over() });
  for (let i = 0; i < ticks; i += 1) {
    t.mock.timers.tick(8000);
    await settle();
  }
  return { asked, store };
}

test("ratings are asked for until they are there", async (t) => {
  const rated = { state: "rated", changes: [{ seat: 0, after: 1512, change: 12 }] };
  const { asked, store } = await watch(t, [{ state: "pending" }, null, rated]);
  assert.deepEqual(asked, Array(3).fill("/matches/5/rating.json"));
  assert.equal(store.state.rating.match, 5);
  assert.equal(store.state.rating.changes[0].change, 12);
});

test("it gives up after a few times", async (t) => {
  const { asked, store } = await watch(t, [], { ticks: 12 });
  assert.equal(asked.length, 5);
  assert.equal(store.state.rating, null);
});

// Seats relative to the reader, sides, and what the score sheet says of a round.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { placeOf, sideName, sidesInOrder, sideShortName, teamColour, teamName } from "../../../static/js/table/seats.js";
import { logLines, winnerText } from "../../../static/js/table/words.js";

const players = ["Ana", "Ben", "Cléo", "Dan", "Eva", "Fil"].map((name, seat) => ({ seat, name, kind: "human" }));
const two = { options: { partners: "fixed" }, teams: [[0, 2, 4], [1, 3, 5]], players };
const three = { options: { partners: "fixed" }, teams: [[0, 3], [1, 4], [2, 5]], players };
const alone = { options: { partners: "random" }, teams: [[0, 5], [1, 2], [3, 4]], players };

test("the reader sits at the bottom, others clockwise", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((seat) => placeOf(seat, 4)), [2, 3, 4, 5, 0, 1]);
  assert.equal(placeOf(3, null), 3, "a watcher has seat 0 at the bottom");
});

test("the reader's team is the disc", () => {
  assert.equal(teamColour(two, 1, 3), 1);
  assert.equal(teamColour(two, 0, 3), 2);
  assert.deepEqual([0, 1, 2].map((team) => teamColour(three, team, 5)), [2, 3, 1]);
  assert.equal(teamColour(three, -1, 5), 0);
});

test("sides are teams, or players who score alone", () => {
  assert.deepEqual(sidesInOrder(two, 1).map((side) => sideName(two, side, 1)), ["Us", "Them"]);
  assert.equal(teamName(two, 0, null), "Ana, Cléo and Eva");
  assert.deepEqual(sidesInOrder(alone, 4), [4, 5, 0, 1, 2, 3]);
  assert.equal(sideShortName(three, 2, 5), "You");
});

test("who won, from where the reader sits", () => {
  const final = (winners) => ({ winners, scores: [1000, 640] });
  assert.equal(winnerText({ ...two, final: final([1]) }, 3), "You win!");
  assert.equal(winnerText({ ...two, final: final([1]) }, 2), "They win.");
  assert.equal(winnerText({ ...two, final: final([1]) }, null), "Ben, Dan and Fil win.");
  assert.equal(winnerText({ ...alone, final: final([2]) }, 0), "Cléo wins.");
  assert.equal(winnerText({ ...two, final: final([]) }, 0), "The match was broken off.");
});

test("names in the log are text as it was written", () => {
  const view = { ...two, players: players.with(1, { name: "<b>Ben</b>" }) };
  assert.equal(logLines(view, { kind: "played", seat: 1, card: "HH" })[0].text, "<b>Ben</b>: Hero of hearts");
});

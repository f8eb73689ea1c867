// What happens at the table around the game: votes, pauses, leaving, and what the reader may ask or take.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { consequences } from "../../../static/js/table/leaving.js";
import { offeredSeats } from "../../../static/js/table/notices.js";
import { isAway } from "../../../static/js/table/plates.js";
import { proposals } from "../../../static/js/table/proposals.js";
import { reduce } from "../../../static/js/table/reduce.js";
import { endText, missingSeats, openVotes, questionText, stanceOn } from "../../../static/js/table/votes.js";
import { logLines } from "../../../static/js/table/words.js";

const players = ["Ana", "Ben", "Cléo", "Dan", "Eva", "Fil"].map((name, seat) => ({
  seat, name, kind: seat === 2 ? "bot" : "human", bot_plays: false, left: false,
}));
const VIEW = {
  phase: "playing",
  options: { partners: "fixed" },
  teams: [[0, 2, 4], [1, 3, 5]],
  table: { status: "playing", substitutes: true },
  players,
  votes: [],
};
const OPENED = { kind: "vote_opened", vote: "pause", by: 1, seat: null, yes: [1], needed: [0, 1, 3], quorum: 3, until: "" };
const told = (view, ...events) => events.reduce(reduce, view);
const state = (view = {}, more = {}) => ({
  seat: 0,
  presence: { seats: ["connected", "connected", "bot", "away", "connected", "connected"] },
  view: { ...VIEW, ...view },
  ...more,
});

test("a question is opened, answered and closed", () => {
  const asked = told(VIEW, OPENED);
  assert.deepEqual(missingSeats(asked.votes[0]), [0, 3]);
  const cast = told(asked, { kind: "vote_cast", vote: "pause", seat: 0, agree: true });
  assert.deepEqual(cast.votes[0].yes, [1, 0]);
  const back = told(cast, { kind: "vote_cast", vote: "pause", seat: 0, agree: false });
  assert.deepEqual(back.votes[0].yes, [1]);
  assert.deepEqual(told(cast, { kind: "vote_closed", vote: "pause", result: "passed", by: null }).votes, []);
});

test("who can do what about a question", () => {
  const [vote] = told(VIEW, OPENED).votes;
  assert.deepEqual([0, 1, 4, null].map((seat) => stanceOn(vote, seat)), ["answer", "withdraw", "watch", "watch"]);
  assert.equal(stanceOn({ ...vote, yes: [1, 3] }, 3), "agreed");
});

test("a question that nobody answered is gone when its time is over", () => {
  const votes = [{ vote: "pause", until: "2026-05-01T12:00:10Z" }, { vote: "abandon", until: "2026-05-01T12:00:40Z" }];
  const kinds = (now) => openVotes(votes, Date.parse(now)).map(({ vote }) => vote);
  assert.deepEqual(kinds("2026-05-01T12:00:09Z"), ["pause", "abandon"]);
  assert.deepEqual(kinds("2026-05-01T12:00:11Z"), ["abandon"]);
});

test("nobody is away where an action may take days", () => {
  const slow = { table: { ...VIEW.table, time: { preset: "day" } } };
  assert.ok(isAway(state(), players[3]));
  assert.ok(!isAway(state(slow), players[3]));
  assert.ok(!isAway(state({}, { seat: 3 }), players[3]), "the reader is here");
});

test("questions and their ends in words", () => {
  const replace = { vote: "replace", by: 1, seat: 3 };
  assert.equal(questionText(VIEW, replace, 0), "Ben would like a bot to play for Dan.");
  assert.equal(questionText(VIEW, replace, 1), "You asked for a bot in the place of Dan.");
  assert.equal(endText(VIEW, { result: "declined", by: 3 }, 0), "Dan says no.");
  assert.equal(endText(VIEW, { result: "declined", by: 0 }, 0), "", "one's own No needs no telling");
  assert.equal(endText(VIEW, { result: "passed", by: null }, 0), "");
  assert.equal(logLines(VIEW, OPENED)[0].text, "Ben would like to pause.");
});

test("a pause begins and ends", () => {
  const stands = told(VIEW, { kind: "paused", reason: "agreed", seat: 1, until: null });
  assert.equal(stands.pause.reason, "agreed");
  assert.equal(told(stands, { kind: "resumed", reason: "agreed", seconds: 3 }).pause, null);
});

test("somebody leaves for good, a substitute sits down", () => {
  const gone = told(VIEW, { kind: "taken_over", seat: 5, player: { ...players[5], left: true }, reason: "left", left: true });
  assert.ok(gone.players[5].bot_plays && gone.players[5].left);
  assert.deepEqual(offeredSeats({ view: gone, seat: null }), [5]);
  assert.deepEqual(offeredSeats({ view: gone, seat: 0 }), [], "who plays takes no second seat");
  assert.deepEqual(offeredSeats({ view: { ...gone, table: { status: "playing" } }, seat: null }), []);
  const taken = told(gone, { kind: "substituted", seat: 5, player: { ...players[5], name: "Gil" }, replaced: "Fil" });
  assert.equal(taken.players[5].name, "Gil");
  assert.ok(!taken.players[5].bot_plays);
  const back = told(gone, { kind: "returned", seat: 5, player: players[5] });
  assert.ok(!back.players[5].bot_plays && !back.players[5].left);
});

test("the reader may ask for what makes sense now", () => {
  const kinds = (...about) => proposals(state(...about)).map(({ vote, seat }) => (seat === undefined ? vote : `${vote} ${seat}`));
  assert.deepEqual(kinds(), ["replace 3", "pause", "rematch", "abandon", "swap 4"]);
  assert.deepEqual(kinds({ votes: [OPENED], agreed: { next_match: "rematch" } }), ["replace 3", "abandon", "swap 4"]);
  assert.deepEqual(kinds({ final: {} }), []);
  assert.deepEqual(kinds({}, { seat: null }), []);
  assert.deepEqual(kinds({ players: players.with(0, { ...players[0], bot_plays: true }) }), []);
});

test("leaving tells what it brings", () => {
  const rated = consequences({ view: { table: { is_rated: true, substitutes: false } } });
  assert.equal(rated.length, 4);
  assert.match(rated[2], /last place/);
  assert.equal(consequences({ view: { table: {} } }).length, 3);
});

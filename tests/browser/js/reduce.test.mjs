// The view kept up to date by events equals the view that the server would send. KQJ_STEPS names a file of JSON lines,
// each {"view": …} where a match begins, or {"message": …, "view": …}: the message, and the view after it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import "./catalog.mjs";
import { masterSeat } from "../../../static/js/cards/master.js";
import { reduce, settle } from "../../../static/js/table/reduce.js";

const KEYS = [
  "round", "dealer", "teams", "phase", "counts", "return", "calls", "contract", "trick", "last_trick", "tricks_won",
  "points_won", "plays", "announced", "scores", "score_sheet", "to_act", "legal_actions", "final", "seed",
];

const told = (announced) => announced.map(({ seat, text }) => ({ seat, text }));

function compare(ours, theirs) {
  for (const key of KEYS) {
    const pair = [ours, theirs].map((view) => (key === "announced" ? told(view[key]) : (view[key] ?? null)));
    assert.deepEqual(pair[0], pair[1], `${key} in round ${theirs.round}, ${theirs.phase}`);
  }
  if (theirs.hand) assert.deepEqual([...ours.hand].sort(), [...theirs.hand].sort(), "hand");
}

/** Step, and check on the way that the card marked as master is the one that wins the trick. */
function step(view, event) {
  if (event.kind === "trick_won") assert.equal(masterSeat(view.trick, view.contract.trump), event.seat, "master");
  return reduce(view, event);
}

test("events lead to the server's view", () => {
  let view = null;
  for (const line of readFileSync(process.env.KQJ_STEPS, "utf8").trim().split("\n")) {
    const { message, view: theirs } = JSON.parse(line);
    view = message ? settle(message.events.reduce(step, view), message) : theirs;
    compare(view, theirs);
  }
});

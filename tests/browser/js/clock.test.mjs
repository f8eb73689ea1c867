// The server's clock as a browser knows it, and what is left of a seat's time.
import assert from "node:assert/strict";
import { test } from "node:test";
import "./catalog.mjs";
import { formatLeft, isRunning, isUrgent, mergeClocks, secondsLeft } from "../../../static/js/table/countdown.js";
import { reduce, settle } from "../../../static/js/table/reduce.js";
import { ServerTime } from "../../../static/js/table/server_time.js";

const START = Date.parse("2026-05-01T12:00:00.000Z");
const iso = (ms) => new Date(ms).toISOString();

/** A browser whose clock is wrong, whose counter began somewhere, and whose line takes so long either way. */
class Browser {
  constructor({ wrongMs, there, back }) {
    Object.assign(this, { there, back, truth: 0 });
    const counter = () => this.truth + 17_000 * there;
    this.time = new ServerTime({ counter, guess: () => START + this.truth + wrongMs });
  }

  hear() {
    const stamped = iso(START + this.truth);
    this.truth += this.back;
    this.time.heard(stamped);
  }

  ping() {
    const sentAt = this.time.counter();
    this.truth += this.there;
    const stamped = iso(START + this.truth);
    this.truth += this.back;
    this.time.answered(stamped, { sentAt });
  }

  /** Return what is left of a deadline when the server's clock stands at `truth`. */
  leftAt(truth, clock) {
    this.truth = truth;
    return secondsLeft(clock, this.time.now());
  }
}

const SIX = [-300_000, -61_000, -900, 0, 42_000, 300_000].map((wrongMs, i) => ({
  wrongMs,
  there: 5 + 37 * i,
  back: 5 + 29 * (5 - i),
}));

test("six browsers with clocks up to five minutes wrong show the same remaining time", () => {
  const clock = { bank: 60, running: true, deadline: iso(START + 45_000) };
  const left = SIX.map((line) => {
    const browser = new Browser(line);
    browser.hear();
    for (let i = 0; i < 3; i += 1) browser.ping();
    return browser.leftAt(30_000, clock);
  });
  for (const seconds of left) assert.ok(Math.abs(seconds - 15) < 0.11, `${seconds} s left instead of 15`);
});

test("before any ping is answered a message alone brings it within its time on the line", () => {
  const browser = new Browser({ wrongMs: 300_000, there: 80, back: 120 });
  browser.hear();
  assert.equal(browser.time.now(), START + browser.truth - 120);
});

test("a slow answer does not spoil what quick ones have told", () => {
  const browser = new Browser({ wrongMs: 0, there: 10, back: 10 });
  browser.ping();
  Object.assign(browser, { there: 4000, back: 100 });
  browser.ping();
  assert.ok(Math.abs(browser.time.now() - START - browser.truth) <= 10);
});

test("an old stamp, told again after a gap, does no harm", () => {
  const browser = new Browser({ wrongMs: 0, there: 10, back: 10 });
  browser.ping();
  browser.truth += 60_000;
  browser.time.heard(iso(START + 5));
  assert.ok(Math.abs(browser.time.now() - START - browser.truth) <= 10);
});

test("a counter that stood still while the machine slept is found out", () => {
  const browser = new Browser({ wrongMs: 0, there: 10, back: 10 });
  let slept = 0;
  const counter = browser.time.counter;
  browser.time.counter = () => counter() - slept;
  browser.ping();
  slept = 600_000;
  browser.truth += 600_000;
  browser.ping();
  assert.ok(Math.abs(browser.time.now() - START - browser.truth) <= 10);
});

test("never more than the bank is left, as a clock may start later", () => {
  const clock = { bank: 20, running: true, deadline: iso(START + 25_000) };
  assert.equal(secondsLeft(clock, START), 20);
  assert.equal(isRunning(clock, START), false);
  assert.equal(secondsLeft(clock, START + 15_000), 10);
  assert.ok(isRunning(clock, START + 15_000));
  assert.ok(!isUrgent(clock, START + 15_000));
  assert.ok(isUrgent(clock, START + 15_001));
  assert.equal(secondsLeft(clock, START + 99_000), 0);
});

test("a clock that stands shows its bank; a casual one counts to its deadline; a bot's shows nothing", () => {
  assert.equal(secondsLeft({ bank: 12.5, running: false, deadline: null }, START), 12.5);
  assert.equal(secondsLeft({ deadline: iso(START + 9000) }, START), 9);
  assert.equal(secondsLeft({ bank: null, running: false, deadline: null }, START), null);
  assert.equal(secondsLeft(undefined, START), null);
});

test("time in words", () => {
  assert.deepEqual([0, 9.2, 59.9, 725, 3600, 20_000, 200_000].map(formatLeft), [
    "0:00", "0:10", "1:00", "12:05", "60:00", "5 h", "2 d",
  ]);
});

test("with a time control a message tells only the clocks that changed", () => {
  const old = { 0: { bank: 30 }, 1: { bank: 20 } };
  assert.deepEqual(mergeClocks(old, { 1: { bank: 19 } }, { hasControl: true }), { 0: { bank: 30 }, 1: { bank: 19 } });
  assert.deepEqual(mergeClocks(old, { 1: { bank: 19 } }, { hasControl: false }), { 1: { bank: 19 } });
});

test("a play does not wipe the other seats' clocks", () => {
  const view = {
    phase: "playing", table: { time: { bank: 90 } }, trick: [], hand: ["AS"], counts: [8, 8, 8, 8, 8, 8], clocks: { 2: { bank: 50 } },
  };
  const after = reduce(view, { kind: "played", seat: 0, card: "AS" });
  assert.deepEqual(settle(after, { events: [], clocks: { 0: { bank: 80 } } }).clocks, { 0: { bank: 80 }, 2: { bank: 50 } });
});

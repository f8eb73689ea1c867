/** What changes by itself as time goes by: clocks, rings and seconds left. It writes to the page directly, four times a second. */

import { formatLeft, isRunning, isUrgent, secondsLeft } from "./countdown.js";
import { play } from "./sound.js";
import { fill } from "./text.js";
import { openVotes } from "./votes.js";

const TICK_MS = 250;
/** Where seats show no clocks, seconds are told beside the hint when few are left. */
const SHOW_SECONDS = 20;

const write = (root, selector, text) => {
  for (const element of root.querySelectorAll(selector)) {
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === "";
  }
};

/** From here on minutes are easier to read. */
const MANY_SECONDS = 100;

const inSeconds = (seconds) =>
  seconds > MANY_SECONDS
    ? formatLeft(seconds)
    : fill(gettext("%(seconds)s s"), { seconds: Math.max(0, Math.ceil(seconds)) });

/** Return the clocks as they hold at this moment: with a time control at once, else when the play has been shown. */
const clocksOf = ({ view, clocks }) => (view.table?.time ? clocks : view.break ? {} : (view.clocks ?? {}));

export class Clock {
  /** `time` is the server's; `onDue` is called when a break has run out. */
  constructor({ root, store, time, speaker, onDue }) {
    Object.assign(this, { root, store, time, speaker, onDue, firstSeen: new Map(), urgentFor: null });
    setInterval(() => this.tick(), TICK_MS);
    store.listen(() => this.tick());
  }

  tick() {
    const { view, retryAt, line } = this.store.state;
    if (line === "lost" && retryAt) write(this.root, ".retry-secs", inSeconds((retryAt - Date.now()) / 1000));
    if (!view) return;
    this.endUndo();
    this.endVotes(view);
    this.seats();
    for (const element of this.root.querySelectorAll("[data-until]")) this.countDown(element);
    this.pause(view);
  }

  endUndo() {
    const { undo } = this.store.state;
    if (undo && this.secondsTo(undo.until) <= 0) this.store.set({ undo: null });
  }

  endVotes(view) {
    const votes = openVotes(view.votes ?? [], this.time.now());
    if (votes.length < (view.votes?.length ?? 0)) this.store.set({ view: { ...view, votes } });
  }

  secondsTo(iso) {
    return (Date.parse(iso) - this.time.now()) / 1000;
  }

  countDown(element) {
    const text = inSeconds(this.secondsTo(element.dataset.until));
    if (element.textContent !== text) element.textContent = text;
  }

  seats() {
    const { state } = this.store;
    const clocks = clocksOf(state);
    const now = this.time.now();
    for (const plate of this.root.querySelectorAll(".seat[data-seat]"))
      this.plate(plate, clocks[plate.dataset.seat], now);
    this.own(clocks[state.seat], now);
  }

  plate(plate, clock, now) {
    const left = secondsLeft(clock, now);
    const runs = isRunning(clock, now);
    plate
      .querySelector(".ck .v")
      ?.setAttribute("stroke-dasharray", `${(runs ? 100 * this.part(clock, left) : 0).toFixed(1)} 100`);
    const face = plate.querySelector(".clk");
    if (!face) return;
    const text = left === null ? "" : formatLeft(left);
    if (face.textContent !== text) face.textContent = text;
    face.dataset.state = isUrgent(clock, now) ? "urgent" : runs ? "runs" : "stands";
  }

  /** Return the part that is left, 0 to 1: of the full bank, or counted from when the deadline was first seen. */
  part(clock, left) {
    const { bank } = this.store.state.view.table?.time ?? {};
    if (bank) return Math.min(left / bank, 1);
    if (!this.firstSeen.has(clock.deadline)) {
      this.firstSeen.clear();
      this.firstSeen.set(clock.deadline, Math.max(left, 1));
    }
    return Math.min(left / this.firstSeen.get(clock.deadline), 1);
  }

  /** The reader's own time: seconds in the hint, a sound and a word when it gets urgent, once an action. */
  own(clock, now) {
    const left = isRunning(clock, now) ? secondsLeft(clock, now) : null;
    const isTold = left !== null && left <= SHOW_SECONDS && !this.store.state.view.table?.time;
    write(this.root, ".hint .secs", isTold ? inSeconds(left) : "");
    if (!isUrgent(clock, now) || this.urgentFor === clock.deadline) return;
    this.urgentFor = clock.deadline;
    play("urgent", this.store.state.prefs);
    this.speaker.say(fill(gettext("%(seconds)s seconds left."), { seconds: Math.ceil(left) }));
  }

  pause(view) {
    if (!view.break?.until) return;
    const left = this.secondsTo(view.break.until);
    write(this.root, ".break-secs", inSeconds(left));
    if (left <= 0) this.onDue();
  }
}

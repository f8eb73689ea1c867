/**
 * The server's clock, as a browser can know it whose own may be minutes wrong, and may be set anew in mid-match: what is
 * measured is how far the server's time lies from a counter that nobody can set (`performance.now`).
 *
 * Each message stamped by the server gives a lower bound, for it was stamped before it came; each answer to a ping an
 * upper bound as well, for it was stamped after the ping left. The truth lies between the best of both.
 */

/** Bounds older than this give way: two clocks drift apart by some milliseconds in that time. */
const KEEP_MS = 300_000;

const isBetter = (bound, kept, { now, sign }) =>
  !kept || now - kept.takenAt > KEEP_MS || sign * (bound - kept.value) > 0;

export class ServerTime {
  /** `counter` returns milliseconds from an arbitrary moment; `guess` the local clock, used until the server was heard. */
  constructor({ counter = () => performance.now(), guess = () => Date.now() } = {}) {
    this.counter = counter;
    this.guessed = guess() - counter();
    this.lower = null;
    this.upper = null;
  }

  /** Measure anew: after a sleep of the machine the counter may have stood still. */
  forget() {
    this.guessed = this.offset();
    this.lower = null;
    this.upper = null;
  }

  /** Take in a moment (ISO 8601) that the server stamped on a message that has just come. */
  heard(at) {
    const now = this.counter();
    const bound = Date.parse(at) - now;
    if (Number.isNaN(bound)) return;
    if (this.upper && bound > this.upper.value) this.forget();
    if (isBetter(bound, this.lower, { now, sign: 1 })) this.lower = { value: bound, takenAt: now };
  }

  /** Take in the answer to a ping that left when the counter stood at `sentAt`. */
  answered(at, { sentAt }) {
    const now = this.counter();
    const bound = Date.parse(at) - sentAt;
    if (this.lower && bound < this.lower.value) this.forget();
    if (isBetter(bound, this.upper, { now, sign: -1 })) this.upper = { value: bound, takenAt: now };
    this.heard(at);
  }

  /** Return how many milliseconds the server's time is ahead of the counter. */
  offset() {
    if (this.lower && this.upper) return (this.lower.value + this.upper.value) / 2;
    return this.lower?.value ?? this.guessed;
  }

  /** Return the server's time now, in milliseconds since 1970. */
  now() {
    return this.counter() + this.offset();
  }
}

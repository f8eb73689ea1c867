/**
 * Messages are shown one event after the other, at a pace that people can follow. When the queue grows the page catches
 * up: pauses shrink, and beyond a point events are shown at once.
 */

const FOLLOWED = new Set(["played", "called", "contract", "trick_won"]);
const HURRY_FROM = 7;
const JUMP_FROM = 24;

/** Pauses in ms after an event, at normal speed. */
const PAUSES = { called: 380, contract: 700, played: 210, announced: 260, trick_won: 950, dealt: 420 };
const SPEEDS = { calm: 1.6, normal: 1, fast: 0.45, instant: 0 };

/** Return by how much a speed of the settings stretches pauses. */
export const paceOf = (speed) => SPEEDS[speed] ?? 1;

export class EventQueue {
  /** `show(event)` shows an event and may return a promise; `done(message)` is called after a message's last event. */
  constructor({ show, done, speed }) {
    Object.assign(this, { show, done, speed, items: [], running: false, wake: null, epoch: 0 });
  }

  /** Put a message's events in the queue. */
  push(message) {
    this.items.push(...message.events.map((event) => ({ event })), { message });
    if (!this.running) this.run();
  }

  /** Forget what waits: a whole view has come. */
  clear() {
    this.items = [];
    this.epoch += 1;
    this.skip();
  }

  /** End the present pause: the reader has seen enough. */
  skip() {
    this.wake?.();
  }

  /** Return how much pauses shrink: 1 none, 0 no pause at all. */
  factor() {
    const waiting = this.items.filter(({ event }) => event && FOLLOWED.has(event.kind)).length;
    if (waiting >= JUMP_FROM || document.hidden) return 0;
    return paceOf(this.speed()) * (waiting >= HURRY_FROM ? 0.35 : 1);
  }

  async run() {
    this.running = true;
    while (this.items.length) {
      const { event, message } = this.items.shift();
      if (event) await this.step(event);
      else this.done(message);
    }
    this.running = false;
  }

  async step(event) {
    const factor = this.factor();
    const { epoch } = this;
    const isOwn = (await this.show(event, factor)) === "own";
    if (epoch !== this.epoch || isOwn) return;
    await this.pause((PAUSES[event.kind] ?? 0) * factor);
  }

  pause(ms) {
    if (ms < 15) return undefined;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

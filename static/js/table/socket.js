/**
 * The way to the server: one WebSocket that is opened again whenever it is lost. Commands carry an id and are sent again
 * with the same id until they are answered; a gap in the versions asks for `sync`.
 */

import { ServerTime } from "./server_time.js";
import { newNonce } from "./shuffle.js";

const RESEND_MS = 2500;
const PING_MS = 10_000;
const SILENT_MS = 25_000;
const WAIT_MS = [300, 800, 1600, 3200, 6400, 10_000];
/** Close codes after which opening again is no use. */
const FINAL_CODES = new Set([4403, 4404]);

/** Not `randomUUID`, which browsers keep to secure lines: a site in one's own network has none. */
const newId = newNonce;

export class TableSocket {
  /** `on` is called with each message that counts, and with `{type: "state", …}` when the line changes. */
  constructor({ url, on }) {
    this.url = url;
    this.on = on;
    this.version = null;
    this.waiting = new Map();
    this.tries = 0;
    this.time = new ServerTime();
    this.stopped = false;
  }

  open() {
    clearTimeout(this.reopenTimer);
    const from = this.version === null ? "" : `${this.url.includes("?") ? "&" : "?"}v=${this.version}`;
    this.ws = new WebSocket(this.url + from);
    this.ws.onopen = () => this.opened();
    this.ws.onmessage = ({ data }) => this.received(JSON.parse(data));
    this.ws.onclose = ({ code }) => this.closed(code);
  }

  opened() {
    this.time.forget();
    this.heardAt = Date.now();
    clearInterval(this.beat);
    this.beat = setInterval(() => this.ping(), PING_MS);
    this.on({ type: "state", line: "open" });
    this.ping();
    for (const command of this.waiting.values()) this.transmit(command);
  }

  ping() {
    if (Date.now() - this.heardAt > SILENT_MS) this.ws.close();
    this.pingedAt = this.time.counter();
    this.transmit({ type: "ping" });
  }

  closed(code) {
    clearInterval(this.beat);
    if (this.stopped) return;
    if (FINAL_CODES.has(code)) {
      this.stopped = true;
      this.on({ type: "state", line: "ended", code });
      return;
    }
    this.reopenIn(this.pause());
  }

  pause() {
    const wait = this.retryAfterMs ?? WAIT_MS[Math.min(this.tries, WAIT_MS.length - 1)];
    this.retryAfterMs = undefined;
    this.tries += 1;
    return wait * (0.7 + 0.6 * Math.random());
  }

  reopenIn(wait) {
    this.on({ type: "state", line: "lost", retryAt: Date.now() + wait });
    clearTimeout(this.reopenTimer);
    this.reopenTimer = setTimeout(() => this.open(), wait);
  }

  /** Open again at once, without waiting for the timer. */
  hurry() {
    if (this.stopped || this.ws.readyState <= WebSocket.OPEN) return;
    this.open();
  }

  transmit(message) {
    if (this.ws?.readyState === WebSocket.OPEN) this.ws.send(JSON.stringify(message));
  }

  /** Send a command and resolve with its `ack` or `refused`; sent again every 2.5 s until answered. */
  command(fields) {
    const message = { ...fields, id: newId() };
    return new Promise((resolve) => {
      const timer = setInterval(() => this.transmit(message), RESEND_MS);
      this.waiting.set(message.id, message);
      this.answers ??= new Map();
      this.answers.set(message.id, (answer) => {
        clearInterval(timer);
        this.waiting.delete(message.id);
        this.answers.delete(message.id);
        resolve(answer);
      });
      this.transmit(message);
    });
  }

  /** Say something that needs no answer, such as a chat line. */
  say(message) {
    this.transmit(message);
  }

  received(message) {
    this.heardAt = Date.now();
    this.tries = 0;
    const handle = {
      ack: this.answered,
      refused: this.answered,
      pong: this.ponged,
      event: this.stepped,
      view: this.viewed,
      closing: this.warned,
    }[message.type];
    if (handle) handle.call(this, message);
    else this.on(message);
  }

  answered(message) {
    this.answers?.get(message.id)?.(message);
    if (message.type === "refused") this.on(message);
  }

  /** The server measures the way there and back too, by how soon its number is sent back. */
  ponged({ at, echo }) {
    if (echo !== undefined) this.transmit({ type: "echo", n: echo });
    this.time.answered(at, { sentAt: this.pingedAt });
  }

  viewed(message) {
    if (message.view.at) this.time.heard(message.view.at);
    this.version = message.v;
    this.on(message);
  }

  stepped(message) {
    if (message.at && message.v > (this.version ?? 0)) this.time.heard(message.at);
    if (this.version === null || message.v <= this.version) return;
    if (message.v > this.version + 1) {
      this.transmit({ type: "sync", v: this.version });
      return;
    }
    this.version = message.v;
    this.on(message);
  }

  warned(message) {
    this.retryAfterMs = (message.retry_after ?? 1) * 1000;
    this.on(message);
  }
}

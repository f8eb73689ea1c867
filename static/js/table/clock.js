/** What changes by itself as time goes by: clock rings and seconds left. It writes to the page directly, four times a second. */

const TICK_MS = 250;
/** Seconds are shown in words only when few are left. */
const SHOW_SECONDS = 20;

const secondsTo = (iso, offsetMs) => (Date.parse(iso) - Date.now() - offsetMs) / 1000;

const write = (root, selector, text) => {
  for (const element of root.querySelectorAll(selector)) {
    if (element.textContent !== text) element.textContent = text;
    element.hidden = text === "";
  }
};

const inSeconds = (seconds) =>
  interpolate(gettext("%(seconds)s s"), { seconds: Math.max(0, Math.ceil(seconds)) }, true);

export class Clock {
  /** `onDue` is called when a break has run out. */
  constructor({ root, store, onDue }) {
    Object.assign(this, { root, store, onDue, firstSeen: new Map() });
    setInterval(() => this.tick(), TICK_MS);
  }

  tick() {
    const { view, offsetMs, retryAt, line } = this.store.state;
    if (line === "lost" && retryAt) write(this.root, ".retry-secs", inSeconds((retryAt - Date.now()) / 1000));
    if (!view) return;
    this.rings(view, offsetMs);
    this.fill(view, offsetMs);
    this.pause(view, offsetMs);
  }

  /** Return the part of a deadline that is left, counted from when it was first seen. */
  part(deadline, left) {
    if (!this.firstSeen.has(deadline)) {
      this.firstSeen.clear();
      this.firstSeen.set(deadline, Math.max(left, 1));
    }
    return Math.min(left / this.firstSeen.get(deadline), 1);
  }

  rings(view, offsetMs) {
    const mine = this.store.state.seat;
    let hint = "";
    for (const ring of this.root.querySelectorAll(".seat .ck .v")) {
      const { seat } = ring.closest(".seat").dataset;
      const deadline = view.break ? null : view.clocks?.[seat]?.deadline;
      const left = deadline ? secondsTo(deadline, offsetMs) : 0;
      const part = deadline ? Math.max(this.part(deadline, left), 0) : 0;
      ring.setAttribute("stroke-dasharray", `${(100 * part).toFixed(1)} 100`);
      if (deadline && Number(seat) === mine && left <= SHOW_SECONDS) hint = inSeconds(left);
    }
    write(this.root, ".hint .secs", hint);
  }

  fill({ table }, offsetMs) {
    if (table?.fill_at) write(this.root, ".fill-secs", inSeconds(secondsTo(table.fill_at, offsetMs)));
  }

  pause(view, offsetMs) {
    if (!view.break?.until) return;
    const left = secondsTo(view.break.until, offsetMs);
    write(this.root, ".break-secs", inSeconds(left));
    if (left <= 0) this.onDue();
  }
}

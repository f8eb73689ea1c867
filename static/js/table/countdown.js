/** How much time a seat has left, and how that is written. Pure. */

import { fill } from "./text.js";

/** Below this the clock is shown as urgent. */
export const URGENT_SECONDS = 10;
const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

const secondsTo = (iso, now) => (Date.parse(iso) - now) / 1000;

/**
 * Return the seconds left of a seat's clock `{bank, running, deadline}` at the server's time `now` (ms), or null where it
 * shows none. A clock may be set to start later, so never more than the bank is left.
 */
export function secondsLeft(clock, now) {
  if (!clock) return null;
  const bank = clock.bank ?? null;
  if (!clock.deadline) return bank;
  const left = Math.max(secondsTo(clock.deadline, now), 0);
  return bank === null ? left : Math.min(left, bank);
}

/** Return whether the clock runs now: it was started, and not for later. */
export function isRunning(clock, now) {
  if (!clock?.deadline) return false;
  return clock.bank === undefined || clock.bank === null || secondsTo(clock.deadline, now) < clock.bank;
}

/** Return whether so little is left of a running clock that it has to be said. */
export function isUrgent(clock, now) {
  const left = secondsLeft(clock, now);
  return left !== null && isRunning(clock, now) && left < URGENT_SECONDS;
}

const twoDigits = (number) => String(number).padStart(2, "0");

/** Return seconds as people read them: "0:09", "12:05", "5 h", "2 d". */
export function formatLeft(seconds) {
  const whole = Math.max(Math.ceil(seconds), 0);
  if (whole >= 2 * DAY) return fill(gettext("%(count)s d"), { count: Math.floor(whole / DAY) });
  if (whole >= 2 * HOUR) return fill(gettext("%(count)s h"), { count: Math.floor(whole / HOUR) });
  return `${Math.floor(whole / MINUTE)}:${twoDigits(whole % MINUTE)}`;
}

/** Return the clocks with those of a message put in: with a time control a message tells only what changed. */
export const mergeClocks = (clocks, changed, { hasControl }) =>
  hasControl ? { ...clocks, ...changed } : (changed ?? {});

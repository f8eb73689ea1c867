/** Whose lines the reader does not want to see: kept in this browser, by user. */

const KEY = "kqj-muted";
const LIMIT = 500;

/** Return the muted users as they were kept. */
export function loadMuted() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.map(String) : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return [];
    throw error;
  }
}

/** Return the list with a user put in, or taken out; it is kept. */
export function toggleMuted(muted, user) {
  const name = String(user);
  const list = muted.includes(name) ? muted.filter((other) => other !== name) : [...muted, name].slice(-LIMIT);
  try {
    localStorage.setItem(KEY, JSON.stringify(list));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
  return list;
}

/** Return whether a line comes from somebody who is muted. */
export const isMuted = (muted, { user }) => user !== undefined && user !== null && muted.includes(String(user));

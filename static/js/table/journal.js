/** The log of the match, kept for this tab in session storage, so that a refresh does not empty it. */

const LIMIT = 400;

const keyOf = (tableId) => `kqj-log-${tableId}`;

function read(tableId) {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(tableId)) ?? "null");
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof DOMException) return null;
    throw error;
  }
}

function write(tableId, value) {
  try {
    sessionStorage.setItem(keyOf(tableId), JSON.stringify(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Return the kept lines of this match, or an empty list. */
export function loadLog(tableId, match) {
  const kept = read(tableId);
  return kept && kept.match === match ? kept.lines : [];
}

/** Return the log with more lines, and keep it. */
export function addLines(lines, more, { tableId, match }) {
  const from = (lines.at(-1)?.key ?? 0) + 1;
  const all = [...lines, ...more.map((line, i) => ({ ...line, key: from + i }))].slice(-LIMIT);
  write(tableId, { match, lines: all });
  return all;
}

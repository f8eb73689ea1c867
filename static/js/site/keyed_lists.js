// Brings lists up to date row by row, so that focus, scroll and selection stay where they are.

/** Returns what finds an element again after its row was replaced. */
function focusKey(element) {
  return ["id", "href", "formaction"].map((name) => element.getAttribute(name)).join(" ");
}

/** Puts the children of `fresh` into `old`; if the focus was inside, it goes to the same control again. */
function replaceContent(old, fresh) {
  const focused = old.contains(document.activeElement) ? focusKey(document.activeElement) : null;
  old.className = fresh.className;
  old.replaceChildren(...fresh.childNodes);
  if (focused === null) return;
  for (const element of old.querySelectorAll("a, button")) {
    if (focusKey(element) === focused) element.focus({ preventScroll: true });
  }
}

/** Brings the rows of a list up to date; rows are told apart by their ids. */
function syncRows(old, fresh) {
  const rows = [...fresh.children];
  const ids = new Set(rows.map((row) => row.id));
  for (const row of [...old.children]) if (!ids.has(row.id)) row.remove();
  rows.forEach((row, place) => {
    const known = old.querySelector(`:scope > #${CSS.escape(row.id)}`);
    if (known && known.innerHTML !== row.innerHTML) replaceContent(known, row);
    const wanted = known ?? row;
    if (old.children[place] !== wanted) old.insertBefore(wanted, old.children[place] ?? null);
  });
}

/** Brings one `[data-part]` up to date: its list row by row, all of it when the list came or went. */
export function syncPart(old, fresh) {
  if (old.innerHTML === fresh.innerHTML) return;
  const [oldList, freshList] = [old, fresh].map((part) => part.querySelector(":scope > .list"));
  if (!oldList || !freshList) {
    replaceContent(old, fresh);
    return;
  }
  syncRows(oldList, freshList);
  const [oldHead, freshHead] = [old, fresh].map((part) => part.querySelector(":scope > .hd"));
  if (oldHead.innerHTML !== freshHead.innerHTML) replaceContent(oldHead, freshHead);
}

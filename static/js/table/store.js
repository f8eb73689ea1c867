/** The page's state in one place: a frozen object that is replaced, never changed, and tells who listens. */

export class Store {
  constructor(initial) {
    this.state = Object.freeze(initial);
    this.listeners = new Set();
  }

  /** Call `listener(state, before)` after each change. */
  listen(listener) {
    this.listeners.add(listener);
  }

  /** Replace some fields. */
  set(fields) {
    const before = this.state;
    this.state = Object.freeze({ ...before, ...fields });
    for (const listener of this.listeners) listener(this.state, before);
  }
}

/** What the page knows before the first message. */
export const initialState = ({ tableId, me, prefs, muted = [] }) => ({
  tableId,
  me,
  prefs,
  line: "connecting",
  retryAt: null,
  code: null,
  view: null,
  seat: null,
  clocks: {},
  presence: null,
  pending: null,
  reason: null,
  raised: null,
  ahead: null,
  undo: null,
  claiming: false,
  says: {},
  chat: [],
  muted,
  openLine: null,
  talk: {},
  unread: 0,
  log: [],
  finalHidden: false,
  rating: null,
  tab: "sheet",
  sheetOpen: false,
  dialog: null,
  peek: null,
  openRow: null,
  bid: { amount: null, trump: null, capot: false },
  toast: null,
  isClosing: false,
  otherDevice: false,
});

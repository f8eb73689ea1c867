/** Starts the table page: state, line to the server, queue of events, clock, keys. */

import { Actions } from "./actions.js";
import { Autopilot } from "./autopilot.js";
import { lineKey } from "./chat.js";
import { Clock } from "./clock.js";
import { mergeClocks } from "./countdown.js";
import { addLines, loadLog } from "./journal.js";
import { listenToKeys } from "./keys.js";
import { isMuted, loadMuted } from "./mutes.js";
import { render } from "./page.js";
import { loadPrefs, showPrefs } from "./prefs.js";
import { EventQueue } from "./queue.js";
import { RatingWatch } from "./rating.js";
import { recap } from "./recap.js";
import { Show } from "./show.js";
import { TableSocket } from "./socket.js";
import { Speaker } from "./speaker.js";
import { initialState, Store } from "./store.js";
import { pageTitle } from "./title.js";

const CHAT_LIMIT = 200;
const DEVICE_NOTE_MS = 20_000;

const socketUrl = ({ wsUrl, invite }) => {
  const url = new URL(wsUrl, location.href);
  url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  if (invite) url.searchParams.set("invite", invite);
  return url.href;
};

const readMe = () => JSON.parse(document.getElementById("me")?.textContent ?? "null");

class Page {
  constructor(root) {
    const prefs = loadPrefs();
    showPrefs(prefs);
    this.root = root;
    this.store = new Store(initialState({ tableId: root.dataset.tableId, me: readMe(), prefs, muted: loadMuted() }));
    this.speaker = new Speaker(document.getElementById("speaker"));
    this.show = new Show({
      root,
      store: this.store,
      speaker: this.speaker,
      notify: (text) => this.actions.notify(text),
    });
    this.queue = new EventQueue({
      show: (event, factor) => this.show.event(event, factor),
      done: (message) => this.settled(message),
      speed: () => this.store.state.prefs.speed,
    });
    this.show.queue = this.queue;
    this.socket = new TableSocket({ url: socketUrl(root.dataset), on: (message) => this.received(message) });
    this.actions = new Actions({
      root,
      store: this.store,
      socket: this.socket,
      queue: this.queue,
      speaker: this.speaker,
    });
  }

  start() {
    this.store.listen((state) => {
      render(this.root, state, this.actions);
      document.title = pageTitle(state);
    });
    this.store.set({});
    listenToKeys(this);
    this.ratings = new RatingWatch({ store: this.store });
    this.autopilot = new Autopilot({ store: this.store, actions: this.actions });
    this.clock = new Clock({
      root: this.root,
      store: this.store,
      time: this.socket.time,
      speaker: this.speaker,
      onDue: () => this.endBreak(),
    });
    this.listenToBrowser();
    if (this.store.state.me) this.socket.open();
    else this.store.set({ line: "stranger" });
  }

  listenToBrowser() {
    addEventListener("online", () => this.socket.hurry());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) this.socket.hurry();
    });
    addEventListener("pageshow", (event) => {
      if (event.persisted) this.socket.hurry();
    });
  }

  received(message) {
    const handlers = {
      state: () => this.lineChanged(message),
      view: () => this.viewed(message),
      event: () => this.told(message),
      presence: () => this.store.set({ presence: message }),
      chat: () => this.chatted(message),
      closing: () => this.store.set({ isClosing: message.reason === "shutdown" }),
      other_device: () => this.noteDevice(),
      refused: () => message.id || this.actions.complain(message.message),
    };
    handlers[message.type]?.();
  }

  lineChanged({ line, retryAt = null, code = null }) {
    this.store.set({ line, retryAt, code, ...(line === "open" ? { isClosing: false } : {}) });
  }

  /** Said for a while: the other window may be closed again, and nobody tells. */
  noteDevice() {
    clearTimeout(this.deviceTimer);
    this.store.set({ otherDevice: true });
    this.deviceTimer = setTimeout(() => this.actions.closeDeviceNote(), DEVICE_NOTE_MS);
  }

  /** Clocks hold at once; all else waits until what led to it has been shown. */
  told(message) {
    const { view, clocks } = this.store.state;
    this.store.set({
      clocks: mergeClocks(clocks, message.clocks ?? {}, { hasControl: Boolean(view?.table?.time) }),
    });
    this.store.set({ undo: this.undoAfter(message) });
    this.queue.push(message);
  }

  /** Return what the reader may take back: until somebody acts, or its moment has passed. */
  undoAfter({ undo, events }) {
    if (undo) return this.undoFor(undo);
    const isOver = events.some(({ kind }) => kind === "called" || kind === "played" || kind === "undone");
    return isOver ? null : this.store.state.undo;
  }

  undoFor(undo) {
    const leftMs = undo ? Date.parse(undo.until) - this.socket.time.now() : 0;
    return leftMs > 0 ? { ...undo, leftMs: Math.round(leftMs) } : null;
  }

  viewed({ seat, view }) {
    const { state } = this.store;
    this.openedAt ??= this.socket.time.now();
    this.queue.clear();
    const isNew = view.table?.match !== state.view?.table?.match;
    const isHeld = state.pending?.card && view.hand?.includes(state.pending.card);
    this.store.set({
      view,
      seat,
      clocks: view.clocks ?? {},
      undo: this.undoFor(view.undo),
      claiming: state.claiming && Boolean(view.can_claim),
      says: {},
      winner: null,
      pending: isHeld ? state.pending : null,
      log: this.logFor(view, { isNew }),
      ...(isNew ? { finalHidden: false, rating: null, shuffle: "unknown", ahead: null } : {}),
    });
    this.readyByItself();
  }

  /** Return the log as it stands, as this tab kept it, or begun anew from what the view tells. */
  logFor(view, { isNew }) {
    const { log, tableId } = this.store.state;
    if (log.length && !isNew) return log;
    const match = view.table?.match;
    const kept = loadLog(tableId, match);
    return kept.length ? kept : addLines([], recap(view), { tableId, match });
  }

  settled(message) {
    this.show.done(message);
    this.readyByItself();
  }

  /** At a quick table nobody has to say that he is ready. */
  readyByItself() {
    const { view, seat } = this.store.state;
    const own = seat === null ? null : view.players?.[seat];
    const { is_quick: isQuick, match } = view.table ?? {};
    if (!isQuick || view.phase !== "waiting" || !own || own.ready || this.readyFor === match) return;
    this.readyFor = match;
    this.actions.ready();
  }

  /** The latest lines are told again on each connection: those known are passed over, old ones count as read. */
  chatted(message) {
    const { chat, tab, unread, muted } = this.store.state;
    if (chat.some((line) => lineKey(line) === lineKey(message) && line.text === message.text)) return;
    const isHeard = Date.parse(message.at) > this.openedAt && !isMuted(muted, message);
    if (isHeard && message.phrase) this.show.talk(message);
    const isNew = isHeard && tab !== "chat";
    this.store.set({
      chat: [...chat, message].slice(-CHAT_LIMIT),
      unread: isNew ? unread + 1 : tab === "chat" ? 0 : unread,
    });
  }

  endBreak() {
    const { view } = this.store.state;
    this.store.set({ view: { ...view, break: null } });
  }
}

new Page(document.getElementById("table")).start();

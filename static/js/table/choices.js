/** What the reader chooses for this page alone: dialogs, tabs, preferences, notices. */

import { canCount } from "./counts.js";
import { rememberHand } from "./motion.js";
import { loadPrefs, savePrefs } from "./prefs.js";
import { isShuffleTrue } from "./shuffle.js";
import { play } from "./sound.js";

const REASON_MS = 4200;
const TOAST_MS = 3600;

/** Return the descriptors of all methods of an object, inherited ones first. */
function methodsOf(object) {
  const prototype = Object.getPrototypeOf(object);
  if (prototype === Object.prototype) return {};
  return { ...methodsOf(prototype), ...Object.getOwnPropertyDescriptors(prototype) };
}

/** Bind all methods, so that they can be handed over as listeners. */
function bindMethods(object) {
  for (const [name, { value }] of Object.entries(methodsOf(object)))
    if (typeof value === "function" && name !== "constructor") object[name] = value.bind(object);
}

export class Choices {
  constructor({ root, store, socket, queue, speaker }) {
    Object.assign(this, { root, store, socket, queue, speaker });
    bindMethods(this);
  }

  get state() {
    return this.store.state;
  }

  openDialog(dialog) {
    this.closeDialog();
    this.store.set({ dialog });
  }

  closeDialog() {
    this.root.querySelector("dialog[open]")?.close();
    this.store.set({ dialog: null });
  }

  /** A click on the dialog itself is one on its backdrop. */
  clickDialog(event) {
    if (event.target === event.currentTarget) this.closeDialog();
  }

  escape() {
    this.store.set({
      peek: null,
      sheetOpen: false,
      raised: null,
      ahead: null,
      claiming: false,
      finalHidden: this.state.view?.final ? true : this.state.finalHidden,
    });
  }

  setPref(name, value) {
    const prefs = { ...loadPrefs(), [name]: value };
    savePrefs(prefs);
    this.store.set({ prefs });
  }

  toggleSort() {
    const settle = rememberHand(this.root);
    this.setPref("trumpsLast", !this.state.prefs.trumpsLast);
    settle();
  }

  /** Show what lies behind: the last "trick", or the "counts" of cards played; the same again hides it. */
  togglePeek(what) {
    if (this.state.peek === what) this.store.set({ peek: null });
    else if (what === "counts" ? canCount(this.state) : this.state.view.last_trick) this.store.set({ peek: what });
  }

  toggleFold() {
    this.setPref("folded", !this.state.prefs.folded);
  }

  showTab(tab) {
    this.store.set({ tab, unread: tab === "chat" ? 0 : this.state.unread });
  }

  /** On a phone the tabs open the sheet, and a second touch closes it. */
  pickTab(tab) {
    const isSame = this.state.tab === tab && this.state.sheetOpen;
    this.showTab(tab);
    this.store.set({ sheetOpen: !isSame });
    if (this.state.prefs.folded) this.setPref("folded", false);
  }

  closeSheet() {
    this.store.set({ sheetOpen: false });
  }

  toggleRow(number) {
    this.store.set({ openRow: this.state.openRow === number ? null : number });
  }

  hideFinal() {
    this.store.set({ finalHidden: true });
  }

  showFinal() {
    this.store.set({ finalHidden: false });
  }

  async checkShuffle() {
    if (!crypto.subtle) {
      this.store.set({ shuffle: "unable" });
      return;
    }
    this.store.set({ shuffle: "running" });
    this.store.set({ shuffle: (await isShuffleTrue(this.state.view)) ? "agrees" : "differs" });
  }

  csrf() {
    return document.getElementById("table").dataset.csrf;
  }

  /** Show why something did not work: over the hand, or as a notice where there is none. */
  complain(text) {
    if (this.state.seat === null || this.state.view?.phase === "waiting") {
      this.notify(text);
      return;
    }
    clearTimeout(this.reasonTimer);
    this.store.set({ reason: text });
    play("refused", this.state.prefs);
    this.reasonTimer = setTimeout(() => this.store.set({ reason: null }), REASON_MS);
  }

  notify(text) {
    clearTimeout(this.toastTimer);
    this.store.set({ toast: { text } });
    this.toastTimer = setTimeout(() => this.store.set({ toast: null }), TOAST_MS);
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      this.notify(gettext("The link is copied."));
    } catch (error) {
      if (!(error instanceof DOMException || error instanceof TypeError)) throw error;
      this.notify(text);
    }
  }

  closeDeviceNote() {
    this.store.set({ otherDevice: false });
  }

  hurry() {
    this.queue.skip();
  }
}

/** What the reader can do: each changes the page's state or sends a command; the server has the last word. */

import { bidShown, choicesNow } from "./bidding.js";
import { stepAmount } from "./calls.js";
import { dutyText, legalCards } from "./duty.js";
import { isMyPlay } from "./hand.js";
import { layCard, originOf, rememberHand, shake, takeBack } from "./motion.js";
import { savePrefs } from "./prefs.js";
import { isShuffleTrue, newNonce } from "./shuffle.js";
import { play } from "./sound.js";

const REASON_MS = 4200;
const TOAST_MS = 3600;

/** Bind all methods, so that they can be handed over as listeners. */
function bindMethods(object) {
  for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(Object.getPrototypeOf(object))))
    if (typeof value === "function" && name !== "constructor") object[name] = value.bind(object);
}

export class Actions {
  constructor({ root, store, socket, queue, speaker }) {
    Object.assign(this, { root, store, socket, queue, speaker });
    bindMethods(this);
  }

  get state() {
    return this.store.state;
  }

  /** Show why something did not work. */
  complain(text) {
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

  async send(fields) {
    const answer = await this.socket.command(fields);
    if (answer.type === "refused" && answer.code !== "stale_version") this.complain(answer.message);
    return answer;
  }

  /** Act on the version shown; `pending` holds the page's picture until the server answers. */
  async act(action, { card = null } = {}) {
    this.store.set({ pending: { action, card }, reason: null, raised: null });
    const answer = await this.socket.command({ type: "act", v: this.socket.version, action });
    if (answer.type === "refused") this.refused(answer, card);
    else if (this.state.pending?.action === action && !card) this.store.set({ pending: null });
  }

  refused({ message }, card) {
    const from = card && this.root.querySelector(`.tc[data-card="${card}"]`)?.getBoundingClientRect();
    this.store.set({ pending: null });
    if (card) takeBack(this.root, { card, from });
    this.complain(message);
  }

  hurry() {
    this.queue.skip();
  }

  chooseCard(card) {
    if (!isMyPlay(this.state)) return;
    if (!this.state.view.legal_actions.includes(`play ${card}`)) this.explain(card);
    else if (this.state.prefs.confirm && this.state.raised !== card) this.store.set({ raised: card });
    else this.playCard(card);
  }

  explain(card) {
    const { view } = this.state;
    shake(this.root, card);
    this.complain(dutyText({ trick: view.trick, contract: view.contract, lit: legalCards(view.legal_actions), hand: view.hand }));
  }

  playCard(card) {
    const from = originOf(this.root, { seat: this.state.seat, card });
    const settle = rememberHand(this.root);
    this.act(`play ${card}`, { card });
    layCard(this.root, { card, from });
    settle();
    play("played", this.state.prefs);
  }

  call(text) {
    if (!choicesNow(this.state)) return;
    this.store.set({ bid: { amount: null, trump: null, capot: false } });
    this.act(text);
  }

  setBid(fields) {
    this.store.set({ bid: { ...this.state.bid, ...fields } });
  }

  stepBid(steps) {
    const choices = choicesNow(this.state);
    if (!choices?.amounts.length) return;
    const { amount } = bidShown(this.state, choices);
    this.setBid({ amount: stepAmount(choices.amounts, { amount, steps }) });
  }

  sit(seat) {
    this.send({ type: "sit", seat });
  }

  ready() {
    this.nonce ??= newNonce();
    this.send({ type: "ready", nonce: this.nonce });
  }

  unready() {
    this.send({ type: "unready" });
  }

  addBot(seat) {
    this.send({ type: "add_bot", seat, level: this.state.view.table?.bot_level });
  }

  fillBots() {
    this.send({ type: "fill_bots", level: this.state.view.table?.bot_level });
  }

  comeBack() {
    this.send({ type: "come_back" });
  }

  goOn() {
    const { view, seat } = this.state;
    if (seat === null || view.break?.continued.includes(seat)) return;
    this.send({ type: "continue" });
  }

  leave() {
    if (this.state.view?.table?.status === "playing") this.store.set({ dialogStep: "leave" });
    else this.leaveNow();
  }

  async leaveNow() {
    await this.socket.command({ type: "leave" });
    location.assign(document.getElementById("table").dataset.lobby);
  }

  reconnect() {
    this.socket.hurry();
  }

  say(text) {
    if (!text || this.state.line !== "open") return false;
    this.socket.say({ type: "chat", text });
    return true;
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

  openDialog(dialog) {
    this.closeDialog();
    this.store.set({ dialog, dialogStep: null });
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
    this.store.set({ peek: false, sheetOpen: false, raised: null, finalHidden: this.state.view?.final ? true : this.state.finalHidden });
  }

  setPref(name, value) {
    const prefs = { ...this.state.prefs, [name]: value };
    savePrefs(prefs);
    this.store.set({ prefs });
  }

  toggleSort() {
    const settle = rememberHand(this.root);
    this.setPref("trumpsLast", !this.state.prefs.trumpsLast);
    settle();
  }

  togglePeek() {
    if (this.state.view.last_trick || this.state.peek) this.store.set({ peek: !this.state.peek });
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
}

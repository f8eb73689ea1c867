/** What the reader asks of the server beside cards and calls: seats, coming and going, votes, offers, chat. */

import { block } from "./blocking.js";
import { Choices } from "./choices.js";
import { toggleMuted } from "./mutes.js";
import { newNonce } from "./shuffle.js";

export class Requests extends Choices {
  async send(fields) {
    const answer = await this.socket.command(fields);
    if (answer.type === "refused" && answer.code !== "stale_version") this.complain(answer.message);
    return answer;
  }

  sit(seat) {
    this.send({ type: "sit", seat });
  }

  /** Each match is mixed from numbers of its own. */
  ready() {
    const match = this.state.view.table?.match;
    if (this.nonceOf !== match) Object.assign(this, { nonceOf: match, nonce: newNonce() });
    this.send({ type: "ready", nonce: this.nonce });
  }

  unready() {
    this.send({ type: "unready" });
  }

  addBot(seat) {
    this.send({ type: "add_bot", seat, level: this.state.view.table?.bot_level });
  }

  removeBot(seat) {
    this.send({ type: "remove_bot", seat });
  }

  fillBots() {
    this.send({ type: "fill_bots", level: this.state.view.table?.bot_level });
  }

  /** At a quick table: wait longer for people, or begin with bots. */
  waitLonger() {
    this.send({ type: "wait", seconds: 30 });
  }

  beginNow() {
    this.send({ type: "wait", seconds: 0 });
  }

  comeBack() {
    this.send({ type: "come_back" });
  }

  substitute(seat) {
    this.send({ type: "substitute", seat });
  }

  goOn() {
    const { view, seat } = this.state;
    if (seat === null || view.break?.continued.includes(seat)) return;
    this.send({ type: "continue" });
  }

  propose(vote, seat = null) {
    this.closeDialog();
    this.send({ type: "propose", vote, ...(seat === null ? {} : { seat }) });
  }

  vote(vote, agree) {
    this.send({ type: "vote", vote, agree });
  }

  /** In mid-match the page first tells what leaving brings. */
  leave() {
    const { view } = this.state;
    if (view?.table?.status === "playing" && !view.players[this.state.seat].left) this.store.set({ dialog: "leaving" });
    else this.leaveNow();
  }

  async leaveNow() {
    const answer = await this.socket.command({ type: "leave", confirm: true });
    if (answer.type === "refused" && answer.code !== "not_seated") this.complain(answer.message);
    else location.assign(document.getElementById("table").dataset.lobby);
  }

  reconnect() {
    this.socket.hurry();
  }

  say(text) {
    return this.tell({ text });
  }

  /** Say something that everybody reads in his own language. */
  sayPhrase(phrase) {
    return this.tell({ phrase });
  }

  toggleLine(key) {
    this.store.set({ openLine: this.state.openLine === key ? null : key });
  }

  /** Hide this person's lines in this browser; nobody is told. */
  muteLine({ user, from }) {
    this.store.set({ muted: toggleMuted(this.state.muted, user ?? from), openLine: null });
    this.notify(gettext("Muted: you don't see these lines any more."));
  }

  unmuteAll() {
    this.store.set({ muted: this.state.muted.reduce(toggleMuted, this.state.muted) });
  }

  async reportLine({ id }) {
    this.store.set({ openLine: null });
    const answer = await this.send({ type: "report", line: id });
    if (answer.type === "ack") this.notify(gettext("Thank you: a moderator will read it."));
  }

  /** Block the person on the whole site. */
  async blockLine(line) {
    this.store.set({ openLine: null });
    const isDone = await block(line, { csrf: this.csrf() });
    if (isDone) this.muteLine(line);
    this.notify(
      isDone
        ? gettext("Blocked: no chat, no private tables, no quick play together.")
        : gettext("That did not work. Try again later."),
    );
  }

  tell(fields) {
    if (!Object.values(fields)[0] || this.state.line !== "open") return false;
    this.socket.say({ type: "chat", ...fields });
    return true;
  }
}

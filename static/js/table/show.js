/** Shows events one by one: state, movement, sound, words. */

import { showNotice } from "../site/notices.js";
import { addLines } from "./journal.js";
import { dealCards, layCard, originOf, rememberHand, sweepTrick } from "./motion.js";
import { reduce, settle } from "./reduce.js";
import { play } from "./sound.js";
import { endText } from "./votes.js";
import { logLines } from "./words.js";

/** How long a finished trick stays to be looked at, in ms at normal speed. */
const LOOK_MS = 950;
const SAY_MS = 2600;

export class Show {
  /** `notify(text)` shows a passing note. */
  constructor({ root, store, speaker, notify }) {
    Object.assign(this, { root, store, speaker, notify, queue: null });
  }

  /** Show one event; returns "own" for the reader's own card, which lies there already. */
  async event(event, factor) {
    const { state } = this.store;
    const isOwn = event.kind === "played" && state.pending?.card === event.card;
    const { epoch } = this.queue;
    if (event.kind === "trick_won") await this.look(event, factor);
    if (epoch !== this.queue.epoch) return undefined;
    const from = this.origin(event);
    const settleHand = event.kind === "played" || event.kind === "contract" ? rememberHand(this.root) : () => {};
    this.apply(event, isOwn);
    if (!isOwn) this.move(event, { from, factor });
    settleHand();
    if (event.kind === "vote_closed") this.tellEnd(event);
    play(isOwn ? "" : event.kind, state.prefs);
    return isOwn ? "own" : undefined;
  }

  /** Say how a question ended, where nothing else shows it. */
  tellEnd(event) {
    const { view, seat } = this.store.state;
    const text = endText(view, event, seat);
    if (text) this.notify(text);
  }

  /** Leave a finished trick on the mat for a while, then let it go to its winner. */
  async look({ seat }, factor) {
    this.store.set({ winner: seat });
    await this.queue.pause(LOOK_MS * factor);
    await sweepTrick(this.root, { seat, factor });
  }

  origin(event) {
    if (event.kind === "played") return originOf(this.root, event);
    if (event.kind === "dealt") return originOf(this.root, { seat: this.store.state.view.dealer });
    return null;
  }

  move(event, { from, factor }) {
    if (event.kind === "played") layCard(this.root, { card: event.card, from, factor });
    if (event.kind === "dealt") dealCards(this.root, { cards: event.cards, from, factor });
  }

  apply(event, isOwn) {
    const { state } = this.store;
    const view = reduce(state.view, event);
    this.store.set({ view, ...this.log(view, event), ...this.around(event, isOwn) });
  }

  log(view, event) {
    const lines = logLines(view, event);
    this.speaker.tell(event.kind, lines);
    if (!lines.length) return {};
    return {
      log: addLines(this.store.state.log, lines, { tableId: this.store.state.tableId, match: view.table?.match }),
    };
  }

  /** Return what an event changes beside the view. */
  around(event, isOwn) {
    const { state } = this.store;
    if (isOwn) return { pending: null };
    if (event.kind === "announced") return this.announce(event);
    if (event.kind === "trick_won") return { winner: null, says: {}, peek: state.peek === "trick" ? null : state.peek };
    if (event.kind === "round_over") return { isBreakHidden: false, says: {}, openRow: null };
    if (event.kind === "called" && event.seat === state.seat) return { pending: null };
    return {};
  }

  /** Let a phrase stand beside the seat of who said it for a while. */
  talk({ seat, text }) {
    if (seat === null || seat === undefined) return;
    this.store.set({ talk: { ...this.store.state.talk, [seat]: text } });
    setTimeout(() => {
      const { [seat]: said, ...others } = this.store.state.talk;
      if (said === text) this.store.set({ talk: others });
    }, SAY_MS);
  }

  announce({ seat, text }) {
    setTimeout(() => {
      const { [seat]: said, ...others } = this.store.state.says;
      if (said === text) this.store.set({ says: others });
    }, SAY_MS);
    return { says: { ...this.store.state.says, [seat]: text } };
  }

  /** A message has been shown to its end: who has to act, and what is legal, holds from now. */
  done(message) {
    const { state } = this.store;
    const view = settle(state.view, message);
    const isMine = state.seat !== null && view.to_act.includes(state.seat);
    const wasMine = state.view.to_act?.includes(state.seat) && state.view.legal_actions?.length;
    this.store.set({ view });
    if (isMine && !wasMine && !view.break) this.callPlayer();
  }

  callPlayer() {
    const { prefs, tableId } = this.store.state;
    play("turn", prefs);
    this.speaker.say(gettext("Your turn."));
    showNotice({ title: gettext("It is your turn"), tag: `turn-${tableId}` });
  }
}

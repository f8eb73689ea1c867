/** What the reader can do: each changes the page's state or sends a command; the server has the last word. */

import { cardName } from "../cards/names.js";
import { canChooseAhead } from "./ahead.js";
import { bidShown, choicesNow } from "./bidding.js";
import { stepAmount } from "./calls.js";
import { canClaim } from "./claim.js";
import { dutyText, legalCards } from "./duty.js";
import { layCard, originOf, rememberHand, shake, takeBack } from "./motion.js";
import { Requests } from "./requests.js";
import { play } from "./sound.js";
import { fill } from "./text.js";
import { isMyPlay } from "./turn.js";

/** A second click that comes so soon belongs to the card that was just played: the next one has moved under it. */
const DOUBLE_CLICK_MS = 500;

export class Actions extends Requests {
  /** Act on the latest version; `pending` stands in for it until its event comes, or a refusal. */
  async act(action, { card = null } = {}) {
    this.store.set({ pending: { action, card }, reason: null, raised: null, ahead: null, claiming: false });
    const answer = await this.socket.command({ type: "act", v: this.socket.version, action });
    if (answer.type === "refused") this.refused(answer, card);
  }

  refused({ message }, card) {
    const from = card && this.root.querySelector(`.tc[data-card="${card}"]`)?.getBoundingClientRect();
    this.store.set({ pending: null });
    if (card) takeBack(this.root, { card, from });
    this.complain(message);
  }

  chooseCard(card) {
    if (!isMyPlay(this.state)) this.chooseAhead(card);
    else if (!this.state.view.legal_actions.includes(`play ${card}`)) this.explain(card);
    else if (this.state.prefs.confirm && this.state.raised !== card) this.store.set({ raised: card });
    else this.playCard(card);
  }

  /** Choose the card for the next turn; the same card again takes the choice back. */
  chooseAhead(card) {
    if (!canChooseAhead(this.state) || Date.now() - this.playedAt < DOUBLE_CLICK_MS) return;
    const ahead = this.state.ahead === card ? null : card;
    this.store.set({ ahead });
    this.speaker.say(
      ahead ? fill(gettext("%(card)s is your next card."), { card: cardName(card) }) : gettext("No card is chosen."),
    );
  }

  cancelAhead() {
    this.store.set({ ahead: null });
  }

  /** Give up the card chosen ahead; say why where the turn has come and it is not legal. */
  dropAhead(card) {
    this.store.set({ ahead: null });
    if (isMyPlay(this.state)) this.explain(card);
  }

  explain(card) {
    const { view } = this.state;
    shake(this.root, card);
    this.complain(
      dutyText({ trick: view.trick, contract: view.contract, lit: legalCards(view.legal_actions), hand: view.hand }),
    );
  }

  playCard(card) {
    const from = originOf(this.root, { seat: this.state.seat, card });
    const settle = rememberHand(this.root);
    this.playedAt = Date.now();
    this.act(`play ${card}`, { card });
    layCard(this.root, { card, from });
    settle();
    play("played", this.state.prefs);
  }

  /** Take the last card or call back, while the server still lets it. */
  undo() {
    const { undo } = this.state;
    if (!undo) return;
    this.store.set({ undo: null, ahead: null });
    this.send({ type: "undo", v: undo.version });
  }

  toggleClaim() {
    if (canClaim(this.state)) this.store.set({ claiming: !this.state.claiming });
  }

  claim() {
    this.store.set({ claiming: false });
    if (canClaim(this.state)) this.send({ type: "claim", v: this.socket.version });
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
}

/** Plays for the reader what he asked for: the card chosen ahead, or the only one that is legal. */

import { planOf } from "./ahead.js";

const cardOf = (plan) => plan?.card ?? null;

export class Autopilot {
  constructor({ store, actions }) {
    Object.assign(this, { store, actions, card: null, timer: null });
    store.listen((state) => this.look(state));
  }

  look(state) {
    const plan = planOf(state);
    if (plan?.drop) this.actions.dropAhead(plan.drop);
    else if (cardOf(plan) !== this.card) this.begin(plan);
  }

  /** Wait before the card is played; a new plan puts an end to the old one's waiting. */
  begin(plan) {
    clearTimeout(this.timer);
    this.card = cardOf(plan);
    if (plan) this.timer = setTimeout(() => this.play(), plan.waitMs);
  }

  play() {
    const card = this.card;
    this.card = null;
    if (cardOf(planOf(this.store.state)) === card) this.actions.playCard(card);
  }
}

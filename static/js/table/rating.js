/** What the match did to ratings: asked of the server once it is over, a few times until they are reckoned. */

import { nameAt } from "./seats.js";
import { fill } from "./text.js";
import { matchUrl } from "./urls.js";
import { h } from "./vdom.js";

const WAITS_MS = [300, 1000, 2000, 4000, 8000];

export class RatingWatch {
  /** `load(url)` resolves with the answer of the server as JSON, or null where there is none. */
  constructor({ store, load = loadJson }) {
    Object.assign(this, { store, load, match: null });
    store.listen((state) => this.look(state));
  }

  look({ view }) {
    const match = view?.final ? (view.table?.match ?? null) : null;
    if (match === this.match) return;
    this.match = match;
    if (match) this.ask(match);
  }

  async ask(match) {
    for (const wait of WAITS_MS) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      const rating = this.match === match ? await this.load(`${matchUrl(match)}rating.json`) : null;
      if (this.match !== match) return;
      if (rating && rating.state !== "pending") {
        this.store.set({ rating: { ...rating, match } });
        return;
      }
    }
  }
}

async function loadJson(url) {
  try {
    const response = await fetch(url);
    return response.ok ? await response.json() : null;
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Return a change with its sign: "+12", "−8", "±0". */
export const signed = (change) => (change > 0 ? `+${change}` : change < 0 ? `−${-change}` : "±0");

const row = (view, { seat, after, change, provisional, why }, mine) =>
  h(
    "li",
    { class: seat === mine ? "own" : "", key: `rating-${seat}`, title: why || null },
    h("span", { class: "grow" }, nameAt(view, seat)),
    h(
      "span",
      { class: "num", title: provisional ? gettext("provisional: few matches so far") : null },
      provisional ? `${after}?` : String(after),
    ),
    h("b", { class: change > 0 ? "up" : change < 0 ? "down" : "" }, signed(change)),
  );

/** The changes player by player, or why there are none; null while nothing is known. */
export function ratingList(state) {
  const { rating, view, seat } = state;
  if (!rating || rating.match !== view.table?.match) return null;
  if (rating.state !== "rated")
    return h("p", { class: "small dim", key: "rating" }, fill(gettext("Not rated: %(why)s"), { why: rating.why }));
  return h(
    "ul",
    { class: "ratings", key: "rating", "aria-label": gettext("Ratings") },
    rating.changes.map((change) => row(view, change, seat)),
  );
}

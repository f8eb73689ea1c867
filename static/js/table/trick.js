/** The middle of the mat: cards of the trick, the Return, the highest bid, bubbles with calls and announcements, the last trick. */

import { masterSeat } from "../cards/master.js";
import { announcementText } from "../cards/names.js";
import { highestBid, lastCalls, multiplierOf, parseCall } from "./calls.js";
import { cardFace, icon, mark, miniCard, pip } from "./parts.js";
import { calledAt, nameAt, placeOf, seatTint } from "./seats.js";
import { swords } from "./strip.js";
import { fill, fillCount } from "./text.js";
import { h } from "./vdom.js";

/** Return the trick with the reader's card that is on its way to the server. */
export function trickShown({ view, pending, seat }) {
  const trick = view.trick ?? [];
  if (!pending?.card || trick.some(([, card]) => card === pending.card)) return trick;
  return [...trick, [seat, pending.card]];
}

function trickCard(state, [seat, card], winner) {
  const tint = seatTint(state.view, seat, state.seat);
  const isWinner = winner === seat;
  return h(
    "div",
    { class: `tc p${placeOf(seat, state.seat)} ${isWinner ? "win" : ""}`, key: `card-${card}`, "data-card": card },
    cardFace(card),
    isWinner ? h("span", { class: `own ${tint}` }, mark(tint)) : null,
  );
}

/** An empty place where the reader's card will lie. */
const slot = () => h("div", { class: "tc slot p0", key: "slot" }, h("span", {}, gettext("your card")));

const isMyPlay = ({ view, seat, pending }) =>
  seat !== null &&
  view.phase === "playing" &&
  view.to_act?.includes(seat) &&
  !pending &&
  !view.break &&
  view.trick.length > 0;

/** The trick with its master card marked; `state.winner` is set while a finished trick is still being looked at. */
export function trick(state) {
  const shown = trickShown(state);
  const master = state.winner ?? (shown.length > 1 ? masterSeat(shown, state.view.contract?.trump) : null);
  const cards = shown.map((entry) => trickCard(state, entry, master));
  return h("div", { class: "trick", key: "trick" }, cards, isMyPlay(state) ? slot() : null);
}

function bubbleBody(text) {
  const call = parseCall(text);
  const bodies = {
    pass: () => [gettext("Pass")],
    take: () => [gettext("Take"), pip(call.trump)],
    bid: () => [String(call.amount), pip(call.trump), call.isCapot ? gettext("capot") : null],
    counter: () => [icon("sword"), gettext("Counter")],
    overcounter: () => [icon("sword"), gettext("Overcounter")],
  };
  return bodies[call.kind]();
}

const callBubble = (state, seat, text) =>
  h(
    "div",
    {
      class: `say b p${placeOf(seat, state.seat)} ${text === "pass" ? "pass" : "on-ivory"}`,
      key: `call-${seat}-${text}`,
    },
    bubbleBody(text),
  );

const isCalling = ({ phase }) => phase === "taking" || phase === "auction" || phase === "overcounter";

function callBubbles(state) {
  if (!isCalling(state.view) && !state.showCalls) return [];
  return Object.entries(lastCalls(state.view.calls ?? [])).map(([seat, text]) => callBubble(state, Number(seat), text));
}

const announcements = (state) =>
  Object.entries(state.says).map(([seat, text]) =>
    h(
      "div",
      { class: `say on-ivory p${placeOf(Number(seat), state.seat)}`, key: `say-${seat}-${text}` },
      announcementText(text),
    ),
  );

/** Phrases of the chat, where no call or announcement stands already. */
const phrases = (state) =>
  Object.entries(state.talk)
    .filter(([seat]) => !(seat in state.says) && !isCalling(state.view))
    .map(([seat, text]) =>
      h("div", { class: `say b talk on-ivory p${placeOf(Number(seat), state.seat)}`, key: `talk-${seat}` }, text),
    );

/** What players say: calls, announcements and phrases, beside their seats. */
export const bubbles = (state) => [...callBubbles(state), ...announcements(state), ...phrases(state)];

function theReturn(view) {
  const lap = (view.calls ?? []).length < 6 ? gettext("First lap") : gettext("Second lap");
  return h(
    "div",
    { class: "ret", key: "return" },
    h(
      "div",
      { class: "stack" },
      cardFace("back"),
      h("span", { class: "face", "data-card": view.return }, cardFace(view.return)),
    ),
    h("b", {}, gettext("The Return")),
    h("span", {}, lap),
  );
}

function bidding(state) {
  const { view, seat } = state;
  const bid = highestBid(view.calls ?? []);
  if (!bid) return h("div", { class: "ret high", key: "high" }, h("span", { class: "lead" }, gettext("No bid yet")));
  const tint = seatTint(view, bid.seat, seat);
  return h(
    "div",
    { class: `ret high ${tint}`, key: "high" },
    h("span", {}, gettext("Highest bid")),
    h("span", { class: "num bigbid" }, String(bid.amount), pip(bid.trump), swords(multiplierOf(view.calls))),
    bid.isCapot ? h("b", {}, gettext("capot")) : null,
    h("b", { class: "row" }, mark(tint), calledAt(view, bid.seat, seat)),
  );
}

/** The middle during the calls: the Return in the take, the highest bid in the auction. */
export function centre(state) {
  const { view } = state;
  if (!isCalling(view) || view.break) return null;
  return view.return ? theReturn(view) : bidding(state);
}

/** The trump, faint in the middle of the mat, so that it is always seen. */
export const watermark = ({ view }) =>
  view.contract
    ? h("div", { class: "water", key: `water-${view.contract.trump}`, "aria-hidden": "true" }, pip(view.contract.trump))
    : null;

/** The last trick, on demand. */
export function peek(state) {
  const last = state.view.last_trick;
  if (state.peek !== "trick" || !last) return null;
  const points = fillCount(ngettext("%(count)s point", "%(count)s points", last.points ?? 0), last.points ?? 0);
  return h(
    "div",
    { class: "peek", key: "peek", role: "region", "aria-label": gettext("Last trick") },
    h(
      "p",
      {},
      fill(gettext("Last trick, won by %(name)s"), { name: nameAt(state.view, last.winner) }),
      last.points === undefined ? null : ` · ${points}`,
    ),
    h(
      "ol",
      {},
      last.cards.map(([seat, card]) =>
        h(
          "li",
          { class: seat === last.winner ? "w" : "", title: nameAt(state.view, seat) },
          miniCard(card),
          h("span", { class: "whose" }, mark(seatTint(state.view, seat, state.seat))),
        ),
      ),
    ),
  );
}

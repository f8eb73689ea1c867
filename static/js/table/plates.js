/** The plates of the six seats: portrait with the clock ring, name, cards left, dealer, declarer. */

import { button, icon, iconButton, mark, pip, portrait } from "./parts.js";
import { calledAt, placeOf, SEATS, seatTint } from "./seats.js";
import { contractShown } from "./strip.js";
import { fill, fillCount } from "./text.js";
import { h } from "./vdom.js";

const RING =
  '<svg class="ck" viewBox="0 0 54 54" aria-hidden="true"><circle cx="27" cy="27" r="25"/><circle class="v" cx="27" cy="27" r="25" pathLength="100" stroke-dasharray="0 100"/></svg>';

const LEVELS = {
  novice: () => gettext("novice"),
  easy: () => gettext("easy"),
  medium: () => gettext("medium"),
  hard: () => gettext("hard"),
};

/** Return what is known of a seat's line: "connected", "away" or "bot". */
export const presenceOf = (state, seat) => state.presence?.seats?.[seat] ?? "connected";

/** Return a player's name as the plate has room for it: "guest" stands beneath, so it need not stand before the name. */
export function plateName(player) {
  const words = player.name.split(" ");
  return player.kind === "guest" && words.length === 3 ? words.slice(1).join(" ") : player.name;
}

/** Where each action may take days nobody has to be here. */
const isByDays = ({ table }) => ["day", "three_days"].includes(table?.time?.preset);

/** Return whether somebody else, a person for whom no bot plays, is not here. */
export const isAway = (state, player) =>
  player.seat !== state.seat &&
  player.kind !== "bot" &&
  !player.bot_plays &&
  !isByDays(state.view) &&
  presenceOf(state, player.seat) === "away";

/** Return a bot's level; that it is a bot its badge tells, so the word is left out where the plate counts cards. */
function botStanding({ view }, player) {
  const level = LEVELS[player.level]?.() ?? player.level ?? "";
  return view.phase === "playing" ? level : fill(gettext("bot, %(level)s"), { level });
}

/** Return what stands under a player's name. */
function standing(state, player) {
  if (state.view.phase === "waiting" && player.kind !== "bot")
    return player.ready ? gettext("ready") : gettext("not ready yet");
  if (player.kind === "bot") return botStanding(state, player);
  if (player.bot_plays) return player.left ? gettext("left") : gettext("bot plays");
  if (isAway(state, player)) return gettext("away");
  return player.kind === "guest" ? gettext("guest") : "";
}

function cardsLeft(view, seat) {
  const count = view.counts?.[seat];
  if (!count || view.phase === "waiting") return null;
  const label = fillCount(ngettext("%(count)s card", "%(count)s cards", count), count);
  return h("span", { class: "backs", role: "img", "aria-label": label }, h("i"), String(count));
}

/** Return how many tricks of this round somebody took. */
function tricksTaken(view, seat) {
  const count = view.phase === "playing" ? (view.tricks_won?.[seat] ?? 0) : 0;
  if (!count) return null;
  const label = fillCount(ngettext("%(count)s trick", "%(count)s tricks", count), count);
  return h("span", { class: "taken", role: "img", "aria-label": label, title: label }, icon("trick"), String(count));
}

/** Return the chip that shows who plays the contract, or what the highest bid is. */
function declarerChip(view, seat) {
  const shown = contractShown(view);
  if (!shown || shown.isBid || shown.seat !== seat) return null;
  const label = gettext("Declarer");
  return h(
    "span",
    { class: "chip decl on-ivory", title: label, role: "img", "aria-label": label },
    pip(shown.trump),
    shown.amount ? String(shown.amount) : icon("check"),
  );
}

/** The time a person has left; clock.js fills it in. It has its place from the first deal on, so that nothing moves. */
const clockFace = (view, player) =>
  view.table?.time && player.kind !== "bot" && view.phase !== "waiting" && view.phase !== "over"
    ? h("span", { class: "clk", key: "clk", html: "", role: "timer", "aria-label": gettext("Time left") })
    : null;

const dealerChip = (view, seat) =>
  view.dealer === seat && view.phase !== "waiting"
    ? h("abbr", { class: "chip dealer on-ivory", title: gettext("Dealer") }, pgettext("dealer, one letter", "D"))
    : null;

function badge(state, player) {
  if (player.kind === "bot" || player.bot_plays) return h("span", { class: "bt on-ivory" }, icon("bot"));
  return isAway(state, player) ? h("span", { class: "bt gone", title: gettext("away") }, icon("moon")) : null;
}

const readyTick = (view, player) =>
  view.phase === "waiting" && player.ready && player.kind !== "bot"
    ? h("span", { class: "bt ok", title: gettext("Ready") }, icon("check"))
    : null;

function plateClass(state, seat, player) {
  const { view } = state;
  const away = player.bot_plays || isAway(state, player);
  return [
    "seat",
    `p${placeOf(seat, state.seat)}`,
    seatTint(view, seat, state.seat),
    view.to_act?.includes(seat) && !view.break ? "turn" : "",
    away ? "away" : "",
    player.left ? "left" : "",
  ].join(" ");
}

/** In the waiting room those who sit may send a bot away. */
function dismissal({ view, seat: mine }, player, actions) {
  if (view.phase !== "waiting" || player.kind !== "bot" || mine === null) return null;
  const label = fill(gettext("Send %(name)s away"), { name: player.name });
  return iconButton({
    name: "close",
    label,
    look: "away-b",
    onclick: () => actions.removeBot(player.seat),
    "data-focus": `away-${player.seat}`,
  });
}

/** One taken seat. */
export function plate(state, seat, actions) {
  const { view } = state;
  const player = view.players[seat];
  const tint = seatTint(view, seat, state.seat);
  return h(
    "div",
    { class: plateClass(state, seat, player), key: `seat-${seat}`, "data-seat": seat },
    h(
      "span",
      { class: "ring" },
      h("span", { class: "gl", html: RING }),
      portrait(player.avatar),
      tint ? h("span", { class: "mk" }, mark(tint)) : null,
      badge(state, player),
      readyTick(view, player),
    ),
    h(
      "div",
      { class: "who" },
      h("div", { class: "nm", title: player.name }, h("span", {}, plateName(player))),
      h(
        "div",
        { class: "sub" },
        h("span", { class: `rt ${player.bot_plays && !player.left ? "bot" : player.kind}` }, standing(state, player)),
        cardsLeft(view, seat),
        tricksTaken(view, seat),
      ),
    ),
    clockFace(view, player),
    declarerChip(view, seat),
    dealerChip(view, seat),
    dismissal(state, player, actions),
  );
}

/** One free seat, with what can be done there. */
export function freeSeat(state, seat, actions) {
  const place = `p${placeOf(seat, state.seat)}`;
  const isSeated = state.seat !== null;
  const label = fill(gettext("Sit down on seat %(number)s"), { number: seat + 1 });
  const botLabel = fill(gettext("A bot on seat %(number)s"), { number: seat + 1 });
  const isDrawn = state.view.table?.seating === "drawn";
  return h(
    "div",
    { class: `seat free ${place} ${seatTint(state.view, seat, state.seat)}`, key: `free-${seat}`, "data-seat": seat },
    isSeated && isDrawn
      ? h("span", { class: "hollow" }, icon("chair"))
      : button(
          {
            look: "hollow sit",
            "aria-label": label,
            title: label,
            onclick: () => actions.sit(seat),
            "data-focus": `sit-${seat}`,
          },
          icon("plus"),
          h("span", {}, isSeated ? gettext("Move here") : gettext("Sit")),
        ),
    isSeated && !state.view.table?.requirements?.people_only
      ? button(
          {
            look: "tobot",
            "aria-label": botLabel,
            title: botLabel,
            onclick: () => actions.addBot(seat),
            "data-focus": `bot-${seat}`,
          },
          icon("bot"),
          h("span", {}, gettext("Bot")),
        )
      : null,
  );
}

/** Return all plates that stand on the mat; the reader's own is in the dock. */
export function plates(state, actions) {
  const { view } = state;
  const isWaiting = view.phase === "waiting";
  return SEATS.filter((seat) => isWaiting || seat !== state.seat).map((seat) => {
    if (view.players?.[seat]) return plate(state, seat, actions);
    return isWaiting ? freeSeat(state, seat, actions) : null;
  });
}

/** Return the name of who has to act, for titles and hints: "Léa", "You"; null when nobody has. */
export function actorName(view, mine) {
  const seat = view.to_act?.[0];
  return seat === undefined ? null : calledAt(view, seat, mine);
}

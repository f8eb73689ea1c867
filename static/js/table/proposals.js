/** What the reader may ask the others, as a list in the menu. */

import { button, icon } from "./parts.js";
import { isAway } from "./plates.js";
import { isEachAlone, nameAt, SEATS, teamOf } from "./seats.js";
import { fill } from "./text.js";
import { h } from "./vdom.js";

const isPerson = (player) => player && player.kind !== "bot" && !player.bot_plays;

/** Return the seats with whose people the reader may change places. */
function swapSeats({ view, seat: mine }) {
  const isOpen = view.phase === "waiting";
  if (isOpen) return view.table?.seating === "drawn" ? [] : SEATS.filter((at) => at !== mine && view.players?.[at]);
  if (isEachAlone(view)) return [];
  return SEATS.filter((at) => at !== mine && isPerson(view.players?.[at]) && teamOf(view, at) === teamOf(view, mine));
}

function ofTheMatch(state) {
  const { view } = state;
  const away = SEATS.filter((at) => view.players?.[at] && isAway(state, view.players[at]));
  return [
    ...away.map((seat) => ({
      vote: "replace",
      seat,
      icon: "bot",
      text: fill(gettext("A bot for %(name)s, who is away"), { name: nameAt(view, seat) }),
    })),
    view.pause ? null : { vote: "pause", icon: "pause", text: gettext("A pause") },
    view.agreed?.next_match ? null : { vote: "rematch", icon: "again", text: gettext("A rematch after this match") },
    { vote: "abandon", icon: "close", text: gettext("To end the match without a winner") },
  ].filter(Boolean);
}

const swaps = (state) =>
  swapSeats(state).map((seat) => ({
    vote: "swap",
    seat,
    icon: "swap",
    text: fill(gettext("To change places with %(name)s"), { name: nameAt(state.view, seat) }),
  }));

/** Return what the reader may ask now: `{vote, seat?, icon, text}`; what is asked already is left out. */
export function proposals(state) {
  const { view, seat } = state;
  const own = seat === null ? null : view?.players?.[seat];
  if (!own || own.left || own.bot_plays || view.final) return [];
  const isAsked = (vote) => (view.votes ?? []).some((open) => open.vote === vote);
  const all = view.phase === "waiting" ? swaps(state) : [...ofTheMatch(state), ...swaps(state)];
  return all.filter(({ vote }) => !isAsked(vote));
}

/** The part of the menu, or null when there is nothing to ask. */
export function proposalList(state, actions) {
  const list = proposals(state);
  if (!list.length) return null;
  return [
    h("h3", { key: "ask" }, gettext("Ask the table for")),
    h(
      "div",
      { class: "mlist", key: "asks" },
      list.map(({ vote, seat, icon: name, text }) =>
        button(
          { look: "mitem", key: `${vote}-${seat}`, onclick: () => actions.propose(vote, seat ?? null) },
          icon(name),
          text,
        ),
      ),
    ),
  ];
}

/** Where seats are for the reader: which place of the oval, which team, what they are called. Pure. */

import { fill, joinNames } from "./text.js";

export const SEATS = [0, 1, 2, 3, 4, 5];

/** Return the place in the oval, 0 at the bottom and then clockwise, of a seat. */
export const placeOf = (seat, mine) => (seat - (mine ?? 0) + 6) % 6;

/** Return whether partners are drawn anew each round, so that everyone scores alone. */
export const isEachAlone = (view) => view.options.partners === "random";

/** Return the number of the seat's team, or -1 while no teams are known. */
export const teamOf = (view, seat) => (view.teams ?? []).findIndex((team) => team.includes(seat));

/** Return the colour (1 to 3) of a team: the reader's own is 1, the others follow clockwise. */
export function teamColour(view, team, mine) {
  if (team < 0) return 0;
  const order = SEATS.map((place) => teamOf(view, (place + (mine ?? 0)) % 6));
  return [...new Set(order)].indexOf(team) + 1;
}

/** Return the class of a seat's team colour, or "". */
export function seatTint(view, seat, mine) {
  const colour = teamColour(view, teamOf(view, seat), mine);
  return colour ? `t${colour}` : "";
}

/** Return the name of who sits there. */
export const nameAt = (view, seat) =>
  view.players?.[seat]?.name ?? fill(gettext("Seat %(number)s"), { number: seat + 1 });

/** Return "You" for the reader's own seat, else the name. */
export const calledAt = (view, seat, mine) => (seat === mine ? gettext("You") : nameAt(view, seat));

/** Return the seats of a side: a team with fixed partners, one seat where everyone scores alone. */
export const sideSeats = (view, side) => (isEachAlone(view) ? [side] : (view.teams?.[side] ?? []));

/** Return the number of the reader's side, or null for a watcher. */
export function sideOf(view, seat) {
  if (seat === null) return null;
  return isEachAlone(view) ? seat : teamOf(view, seat);
}

const byPlace = (seats, mine) => seats.toSorted((a, b) => placeOf(a, mine) - placeOf(b, mine));

/** Return a team's name: "Us" and "Them" between two teams, else who is in it. */
export function teamName(view, team, mine) {
  const seats = view.teams?.[team] ?? [];
  const isOurs = mine !== null && seats.includes(mine);
  if (mine !== null && view.teams.length === 2) return isOurs ? gettext("Us") : gettext("Them");
  return joinNames(byPlace(seats, mine).map((seat) => calledAt(view, seat, mine)));
}

/** Return a side's name: its team's, or its player's where everyone scores alone. */
export const sideName = (view, side, mine) =>
  isEachAlone(view) ? calledAt(view, side, mine) : teamName(view, side, mine);

/** Return a side's short name, for a narrow column. */
export function sideShortName(view, side, mine) {
  if (isEachAlone(view) || (mine !== null && view.teams.length === 2)) return sideName(view, side, mine);
  return calledAt(view, byPlace(view.teams[side], mine)[0], mine);
}

/** Return the colour class of a side: its team's in this round. */
export const sideTint = (view, side, mine) => seatTint(view, sideSeats(view, side)[0], mine);

/** Return all sides, the reader's first, then clockwise. */
export function sidesInOrder(view, mine) {
  const all = isEachAlone(view) ? SEATS : (view.teams ?? []).map((_, side) => side);
  return all.toSorted((a, b) => placeOf(sideSeats(view, a)[0], mine) - placeOf(sideSeats(view, b)[0], mine));
}

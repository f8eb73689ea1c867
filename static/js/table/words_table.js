/** What happens at the table around the game, in words: coming and going, pauses, votes, what was agreed. Pure. */

import { nameAt } from "./seats.js";
import { fill } from "./text.js";
import { endText, questionText } from "./votes.js";

const named =
  (text) =>
  (view, { seat, player }) =>
    fill(text(), { name: player?.name ?? nameAt(view, seat) });

const takenOver = (view, event) =>
  named(() =>
    event.reason === "left"
      ? gettext("%(name)s left the match; a bot plays on.")
      : gettext("A bot plays for %(name)s."),
  )(view, event);

const pauseText = (_view, { reason }) =>
  reason === "server"
    ? gettext("The site is started anew; every clock stands still.")
    : gettext("The match is paused; every clock stands still.");

const NEXT = {
  rematch: () => gettext("A rematch is agreed, on the same seats."),
  next_match: () => gettext("Another match is agreed, with seats drawn anew."),
};

const pair =
  (text) =>
  (view, { seats: [one, other] }) =>
    fill(text(), { name: nameAt(view, one), other: nameAt(view, other) });

export const TABLE_LINES = {
  seat_taken: named(() => gettext("%(name)s sits down.")),
  seat_left: named(() => gettext("%(name)s leaves the table.")),
  ready: named(() => gettext("%(name)s is ready.")),
  match_started: () => gettext("The match begins."),
  timed_out: named(() => gettext("Time is up: a bot plays this once for %(name)s.")),
  taken_over: takenOver,
  returned: named(() => gettext("%(name)s is back.")),
  seat_offered: named(() => gettext("The seat of %(name)s may be taken by somebody who watches.")),
  substituted: (_view, { player, replaced }) =>
    fill(gettext("%(name)s takes the seat of %(other)s."), { name: player.name, other: replaced }),
  paused: pauseText,
  resumed: () => gettext("The match goes on."),
  vote_opened: (view, event) => questionText(view, event, null),
  vote_closed: (view, event) => endText(view, event, null),
  agreed: (_view, { next_match: next }) => NEXT[next]?.() ?? "",
  swap_agreed: pair(() => gettext("%(name)s and %(other)s change places after this round.")),
  seats_swapped: (view, { seats }) =>
    pair(() => gettext("%(name)s and %(other)s have changed places."))(view, { seats: seats.toReversed() }),
  undone: named(() => gettext("%(name)s takes the card back.")),
  claimed: named(() => gettext("%(name)s wins all tricks that are left, whatever the others hold.")),
  closed: () => gettext("The table is closed."),
};

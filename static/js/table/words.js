/** What happened, in words: lines for the log and for the screen reader. Pure. */

import { announcementText, cardName } from "../cards/names.js";
import { callSentence, trumpInText } from "./calls.js";
import { isEachAlone, nameAt, sideSeats, teamName } from "./seats.js";
import { fill, fillCount, joinNames } from "./text.js";
import { TABLE_LINES } from "./words_table.js";

function contractText(view, event) {
  const contract = event.contract === undefined && "declarer" in event ? event : event.contract;
  if (!contract) return gettext("Everybody passed: no card is played.");
  const text = contract.amount
    ? gettext("The contract: %(amount)s in %(trump)s, %(name)s.")
    : gettext("The contract: %(trump)s, %(name)s.");
  return fill(text, {
    name: nameAt(view, contract.declarer),
    amount: contract.amount,
    trump: trumpInText(contract.trump),
  });
}

const roundText = (view, { round, dealer }) =>
  fill(gettext("Round %(number)s, %(name)s deals"), { number: round + 1, name: nameAt(view, dealer) });

const returnText = ({ return: card }) =>
  card ? fill(gettext("The Return is the %(card)s."), { card: cardName(card) }) : null;

const trickText = (view, { seat, points }) =>
  fillCount(
    ngettext("%(name)s wins the trick, %(count)s point.", "%(name)s wins the trick, %(count)s points.", points),
    points,
    {
      name: nameAt(view, seat),
    },
  );

export const OUTCOMES = {
  made: () => gettext("Contract made"),
  failed: () => gettext("Contract failed"),
  litigation: () => gettext("Litigation"),
  passed: () => gettext("Passed out"),
};

/** Say which sides won, from where the reader sits. */
export function winnerText(view, mine) {
  const { winners } = view.final;
  if (!winners.length) return gettext("The match was broken off.");
  const seats = winners.flatMap((side) => sideSeats(view, side));
  if (seats.includes(mine)) return winners.length > 1 ? gettext("You share the win!") : gettext("You win!");
  if (mine !== null && view.teams.length === 2 && !isEachAlone(view)) return gettext("They win.");
  return fillCount(ngettext("%(names)s wins.", "%(names)s win.", seats.length), seats.length, {
    names: joinNames(seats.map((seat) => nameAt(view, seat))),
  });
}

const LINES = {
  ...TABLE_LINES,
  round_started: roundText,
  called: (view, { seat, call }) => callSentence(call, { name: nameAt(view, seat) }),
  contract: contractText,
  played: (view, { seat, card }) =>
    fill(gettext("%(name)s: %(card)s"), { name: nameAt(view, seat), card: cardName(card) }),
  announced: (view, { seat, text }) =>
    fill(gettext("%(name)s announces %(text)s"), { name: nameAt(view, seat), text: announcementText(text) }),
  trick_won: trickText,
  round_over: (_view, { result }) => fill(gettext("%(outcome)s."), { outcome: OUTCOMES[result.outcome]() }),
  match_over: () => gettext("The match is over."),
};

const STYLES = { round_started: "head", trick_won: "won", announced: "said", round_over: "said", match_over: "said" };

/** Return the log lines of an event as `{text, card?, look}`; `view` is the one after it. */
export function logLines(view, event) {
  const text = LINES[event.kind]?.(view, event);
  if (!text) return [];
  const line = {
    text,
    look: STYLES[event.kind] ?? "",
    card: event.kind === "played" ? event.card : null,
    seat: event.seat ?? null,
  };
  const turned = event.kind === "round_started" ? returnText(event) : null;
  return turned ? [line, { text: turned, look: "", card: event.return, seat: null }] : [line];
}

/** Return the bonuses of a round in words, such as "KQ in hearts, 20 for Us". */
export function bonusText(view, { team, kind, suit, points }, mine) {
  const what = {
    last_trick: () => gettext("Last trick"),
    capot: () => gettext("Capot"),
    kq: () => fill(gettext("%(text)s in %(suit)s"), { text: announcementText("KQ"), suit: trumpInText(suit) }),
    kqj: () => fill(gettext("%(text)s in %(suit)s"), { text: announcementText("KQJ"), suit: trumpInText(suit) }),
  }[kind]();
  return fill(gettext("%(what)s: %(points)s for %(team)s"), { what, points, team: teamName(view, team, mine) });
}

/** Return a gratuity in words. */
export function gratuityText(view, { team, kind, points }, mine) {
  const why = {
    litigation: () => gettext("carried from the litigation"),
    low_trick: () => gettext("another team took tricks worth 20 or less"),
    no_trick: () => gettext("another team took no trick"),
  }[kind]();
  return fill(gettext("Gratuity of %(points)s for %(team)s: %(why)s"), {
    points,
    team: teamName(view, team, mine),
    why,
  });
}

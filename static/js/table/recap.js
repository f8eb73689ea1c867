/** The log of a round that was going on when the page was opened, told from the view. */

import { logLines } from "./words.js";

const isUnderWay = ({ phase }) => ["taking", "auction", "overcounter", "playing"].includes(phase);

const tricksBefore = ({ tricks_won: won }) => (won ?? []).reduce((sum, count) => sum + count, 0);

/** Return the events of the round so far that the view still tells: calls, contract, the last trick and this one. */
export function eventsOfView(view) {
  if (!isUnderWay(view)) return [];
  const { last_trick: last, contract } = view;
  const play = ([seat, card]) => ({ kind: "played", seat, card });
  const events = [{ kind: "round_started", round: view.round, dealer: view.dealer, return: view.return }];
  events.push(...view.calls.map(([seat, call]) => ({ kind: "called", seat, call })));
  if (contract) events.push({ kind: "contract", contract });
  if (last) events.push(...last.cards.map(play), { kind: "trick_won", seat: last.winner, points: last.points });
  return [...events, ...view.trick.map(play)];
}

/** Return the lines with which a log begins that was opened in mid-round. */
export function recap(view) {
  const lines = eventsOfView(view).flatMap((event) => logLines(view, event));
  const missing = tricksBefore(view) - 1;
  if (missing < 1) return lines;
  const at = lines.findIndex(({ card, look }) => card && look === "" && card === view.last_trick.cards[0][1]);
  const gap = {
    text: ngettext("one trick before you opened this page", "some tricks before you opened this page", missing),
    look: "gap",
    card: null,
    seat: null,
  };
  return lines.toSpliced(at, 0, gap);
}

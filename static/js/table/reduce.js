/** What an event changes in the view: pure, one function a kind. The view is the server's; this keeps it up to date between views. */

import { mergeClocks } from "./countdown.js";
import { TABLE_STEPS } from "./reduce_table.js";

const replaced = (list, index, value) => list.map((item, i) => (i === index ? value : item));

const started = (view, { options, players, commitment }) => ({
  ...view,
  options: options ?? view.options,
  commitment: commitment ?? view.commitment,
  players: players ? players.map((player, seat) => ({ ...view.players?.[seat], ...player })) : view.players,
  table: { ...view.table, status: "playing" },
  scores: null,
  score_sheet: [],
});

const roundStarted = (view, { round, dealer, teams, counts, return: turned }) => ({
  ...view,
  round,
  dealer,
  teams,
  counts,
  return: turned ?? null,
  phase: view.options.contract === "take" ? "taking" : "auction",
  hand: [],
  calls: [],
  contract: null,
  plays: [],
  trick: [],
  last_trick: null,
  tricks_won: Array(6).fill(0),
  points_won: Array(6).fill(0),
  announced: [],
  scores: view.scores ?? Array(view.options.partners === "random" ? 6 : teams.length).fill(0),
});

const dealt = (view, { cards }) => ({ ...view, hand: [...new Set([...(view.hand ?? []), ...cards])] });

/** Nobody is to act until the message tells who is. */
const NOBODY = { to_act: [], legal_actions: [], can_claim: false };

const called = (view, { seat, call }) => ({
  ...view,
  ...NOBODY,
  calls: [...view.calls, [seat, call]],
  phase: call === "counter" ? "overcounter" : view.phase,
});

const contracted = (view, { contract }) =>
  contract ? { ...view, contract, phase: "playing", counts: Array(6).fill(8) } : { ...view, contract };

const played = (view, { seat, card }) => ({
  ...view,
  ...NOBODY,
  trick: [...view.trick, [seat, card]],
  plays: [...(view.plays ?? []), [seat, card]],
  hand: view.hand?.filter((own) => own !== card) ?? view.hand,
  counts: replaced(view.counts, seat, view.counts[seat] - 1),
});

const announced = (view, { seat, text }) => ({ ...view, announced: [...view.announced, { seat, text }] });

const trickWon = (view, { seat, points }) => ({
  ...view,
  last_trick: { cards: view.trick, winner: seat, points },
  trick: [],
  tricks_won: replaced(view.tricks_won, seat, view.tricks_won[seat] + 1),
  points_won: view.points_won && replaced(view.points_won, seat, view.points_won[seat] + points),
});

const roundOver = (view, { result }) => ({
  ...view,
  scores: result.scores,
  score_sheet: [...(view.score_sheet ?? []), result],
});

const matchOver = (view, { final, seed, server_secret, nonces }) => ({
  ...view,
  final,
  seed,
  server_secret,
  nonces,
  phase: "over",
  to_act: [],
  legal_actions: [],
  table: { ...view.table, status: "over" },
});

function continued(view, { seat, is_over: isOver }) {
  if (isOver || !view.break) return { ...view, break: null };
  return { ...view, break: { ...view.break, continued: [...new Set([...view.break.continued, seat])] } };
}

const STEPS = {
  ...TABLE_STEPS,
  match_started: started,
  continued,
  round_started: roundStarted,
  dealt,
  called,
  contract: contracted,
  played,
  announced,
  trick_won: trickWon,
  round_over: roundOver,
  match_over: matchOver,
};

/** Return the view after an event; an unknown kind changes nothing. */
export const reduce = (view, event) => STEPS[event.kind]?.(view, event) ?? view;

/** Return the view with what an `event` message says beside its events: who has to act, what is legal, clocks, break. */
export function settle(view, message) {
  const { to_act = [], clocks = {}, legal_actions = [] } = message;
  const over = view.phase === "over";
  return {
    ...view,
    to_act: over ? [] : to_act,
    clocks: mergeClocks(view.clocks, clocks, { hasControl: Boolean(view.table?.time) }),
    legal_actions: over ? [] : legal_actions,
    can_claim: Boolean(message.can_claim) && !over,
    break: over ? null : breakAfter(view, message),
  };
}

/** The message says when a break between two rounds begins; it lasts until people continue or somebody acts. */
function breakAfter(view, { events, break: begun }) {
  if (begun) return { ...begun, continued: [] };
  const isOver = events.some(({ kind }) => kind === "called" || kind === "played");
  return isOver ? null : (view.break ?? null);
}

/** What an event changes at the table around the game: who sits and plays, pauses, votes, what was agreed. Pure. */

/** Return the view with one player changed. */
export const withPlayer = (view, seat, change) => {
  const players = [...(view.players ?? Array(6).fill(null))];
  players[seat] = change(players[seat]);
  return { ...view, players };
};

const sittingDown = (view, { seat, player }) => withPlayer(view, seat, () => ({ ...player, seat }));

/** Before the match the seat is free again; later it stays the leaver's, and a bot plays on. */
const standingUp = (view, { seat, player }) => withPlayer(view, seat, () => (view.phase === "waiting" ? null : player));

const readiness = (view, { seat, player, ready = true }) =>
  withPlayer(view, seat, (old) => ({ ...old, ...player, ready }));

const takenOver = (view, { seat, player, reason, left }) =>
  withPlayer(view, seat, (old) => ({
    ...old,
    ...player,
    bot_plays: true,
    left: left ?? player?.left ?? false,
    reason,
  }));

const returned = (view, { seat, player }) =>
  withPlayer(view, seat, (old) => ({ ...old, ...player, bot_plays: false, left: false, reason: undefined }));

const paused = (view, { reason, seat, until, since }) => ({
  ...view,
  pause: { reason, seat: seat ?? null, until: until ?? null, since: since ?? null },
});

const resumed = (view) => ({ ...view, pause: null });

const otherVotes = (view, kind) => (view.votes ?? []).filter(({ vote }) => vote !== kind);

const voteOpened = (view, { kind: _, ...vote }) => ({ ...view, votes: [...otherVotes(view, vote.vote), vote] });

function voteCast(view, { vote, seat, agree }) {
  const answer = (open) => {
    const others = open.yes.filter((other) => other !== seat);
    return { ...open, yes: agree ? [...others, seat] : others };
  };
  return { ...view, votes: (view.votes ?? []).map((open) => (open.vote === vote ? answer(open) : open)) };
}

const voteClosed = (view, { vote }) => ({ ...view, votes: otherVotes(view, vote) });

const agreed = (view, { next_match, at }) => ({ ...view, agreed: { ...view.agreed, next_match, at: at ?? null } });

const swapAgreed = (view, { seats }) => ({ ...view, agreed: { ...view.agreed, swap: seats } });

const swapped = (view, { players }) => ({ ...view, players, agreed: { ...view.agreed, swap: null } });

const waitChanged = (view, { fill_at }) => ({ ...view, table: { ...view.table, fill_at } });

const closed = (view) => ({ ...view, table: { ...view.table, status: "closed" } });

export const TABLE_STEPS = {
  seat_taken: sittingDown,
  substituted: sittingDown,
  seat_left: standingUp,
  ready: readiness,
  unready: (view, event) => readiness(view, { ...event, ready: false }),
  taken_over: takenOver,
  returned,
  paused,
  resumed,
  vote_opened: voteOpened,
  vote_cast: voteCast,
  vote_closed: voteClosed,
  agreed,
  swap_agreed: swapAgreed,
  seats_swapped: swapped,
  wait_changed: waitChanged,
  closed,
};

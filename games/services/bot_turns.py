"""Bots at tables: whose turn it is, what they choose, and what is played when they fail.

A bot's turn may be asked for twice, late, or by a task whose first copy was killed: the version that it names decides,
so that it is played once. A bot that fails or hangs simply leaves its turn open; the sweep asks again, and the later it
is, the plainer the answer.
"""

import logging
from datetime import datetime, timedelta
from enum import Enum, auto
from time import monotonic

from django.utils import timezone

from games import bots
from games.services.bot_pace import CORRESPONDENCE_PATIENCE, is_correspondence
from games.services.executors import load_state
from games.services.play import Command, Committed, Kind, Refused, perform, send_jobs
from games.services.table_timing import due_at_seat, is_out_of_time
from games.services.table_undo import bot_pace
from games.services.table_values import Sitter, TableState

logger = logging.getLogger(__name__)

GREEDY_AFTER = timedelta(seconds=4)
"""How late a turn may be before the game's greedy player answers: whoever was asked first must have failed."""
ANY_AFTER = timedelta(seconds=12)
"""How late before the first legal action is played."""
RUN_SECONDS = 0.25
"""How long one task plays on before it makes room for other tables."""


class Care(Enum):
    """How a turn is chosen."""

    LEVEL = auto()
    GREEDY = auto()
    ANY = auto()


def play_turns(*, table_id: int, version: int, seat: int) -> int:
    """Play the turn of a bot's seat, then on while bots without pace follow; return the number of actions made.

    Does nothing when the table has moved on from the version. Wakes whoever is next.

    Raises:
        TableNotFound: there is no such table.
    """
    state = load_state(table_id)
    if state.version != version:
        return 0
    end = monotonic() + RUN_SECONDS
    count, turn = 0, _find_turn(state, seat=seat, now=timezone.now())
    while turn is not None:
        committed = _play_turn(state, seat=turn)
        if committed is None:
            return count
        state, count = committed.state, count + 1
        turn = None if monotonic() > end else _next_turn(state)
    if count:
        send_jobs(state)
    return count


def choose_action(state: TableState, *, seat: int, care: Care) -> str:
    """Return what the bot of a seat does, from the seat's view alone."""
    game, sitter = state.setup.game, state.seats[seat]
    view = game.view(state.engine, seat)
    if care is Care.ANY:
        return str(view["legal_actions"][0])
    if care is Care.GREEDY:
        return game.greedy(view)
    own = sitter and (sitter.stand_in or sitter.level)
    level = own or state.setup.bot_level
    seed = bots.turn_seed(match_id=state.setup.match_id, version=state.version, seat=seat)
    try:
        return bots.choose(game_key=game.key, level=level, view=view, seed=seed)
    except bots.BotError:
        logger.exception("Table %s v%s: the bot on seat %s failed", state.setup.table_id, state.version, seat)
        return game.greedy(view)


def care_for(state: TableState, *, seat: int, now: datetime) -> Care:
    """Return how a turn is to be chosen that is still open now."""
    late = now - (due_at_seat(state, seat=seat) or now)
    if is_correspondence(state):
        late -= CORRESPONDENCE_PATIENCE
    if late < GREEDY_AFTER:
        return Care.LEVEL
    logger.warning("Table %s v%s: a bot's turn is %s late", state.setup.table_id, state.version, late)
    return Care.GREEDY if late < ANY_AFTER else Care.ANY


def _find_turn(state: TableState, *, seat: int, now: datetime) -> int | None:
    """Return the seat if a bot has to act there now, be it once for a person whose time ran out."""
    sitter = state.seats[seat] if 0 <= seat < len(state.seats) else None
    if sitter is None or seat not in state.to_act or state.is_paused or state.is_break(now):
        return None
    return seat if sitter.is_played_by_bot or is_out_of_time(state, seat=seat, now=now) else None


def _next_turn(state: TableState) -> int | None:
    """Return the next seat of a bot that has to act at once."""
    if bot_pace(state) > 0:
        return None
    now = timezone.now()
    seats = (_find_turn(state, seat=seat, now=now) for seat in state.to_act)
    return next((seat for seat in seats if seat is not None), None)


def _play_turn(state: TableState, *, seat: int) -> Committed | None:
    """Choose and commit; None when somebody was first."""
    now = timezone.now()
    text = choose_action(state, seat=seat, care=care_for(state, seat=seat, now=now))
    command = _command(state, seat=seat, text=text)
    try:
        return perform(table_id=state.setup.table_id, command=command, now=now, wake=False)
    except Refused as refused:
        logger.info("Table %s v%s: a bot was refused: %s", state.setup.table_id, state.version, refused.code)
        return None


def _command(state: TableState, *, seat: int, text: str) -> Command:
    """Return the command; a bot that acts for a person does so for the site, not as that person."""
    sitter: Sitter | None = state.seats[seat]
    user_id = sitter.user_id if sitter is not None and sitter.is_bot else None
    return Command(
        Kind.ACT if sitter is not None and sitter.is_played_by_bot else Kind.TIME_OUT,
        id=f"bot-{state.version}-{seat}",
        user_id=user_id,
        seat=seat,
        version=state.version,
        payload={"action": text},
    )

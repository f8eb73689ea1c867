"""What the games app does in the background; each task may come twice, late or never, and then a sweep sees to it.

Who sends a task names its queue: `live` for what people at a table wait for, `later` for the rest. The tasks' names are
the contract with `games.jobs` and with the schedule.
"""

from celery import shared_task
from django.utils import timezone

from games.services.bot_turns import play_turns
from games.services.calling import call_players
from games.services.matches import finish_match, send_due
from games.services.play import TableNotFound
from games.services.ratings import rate_match
from games.services.ratings import send_due as send_due_ratings
from games.services.statistics import count_match
from games.services.statistics import send_due as send_due_statistics
from games.services.sweeps import close_dead_tables, forget_stale_presence, sweep_for

SWEEP_SECONDS = 1.0
"""How long one sweep lasts; the schedule sends the next one then."""
THINK_SECONDS = 10
"""When a hanging bot's process is killed; the sweep has a plainer move played long before."""


@shared_task(name="games.bot_turn", time_limit=THINK_SECONDS)
def bot_turn(table_id: int, version: int, seat: int) -> int:
    """Play a bot's turn if it is still open, and on while bots without pace follow."""
    try:
        return play_turns(table_id=table_id, version=version, seat=seat)
    except TableNotFound:
        return 0  # removed since: nothing is left to play


@shared_task(name="games.sweep")
def sweep() -> int:
    """Find what is due at tables, for about a second."""
    return sweep_for(SWEEP_SECONDS)


@shared_task(name="games.finish_match")
def finish_match_task(match_id: int) -> bool:
    """Write the results of a match that is over."""
    return finish_match(match_id)


@shared_task(name="games.sweep_matches")
def sweep_matches() -> int:
    """Send on the matches that are over and whose results nobody wrote."""
    return send_due(timezone.now())


@shared_task(name="games.rate_match")
def rate_match_task(match_id: int) -> bool:
    """Apply a match with results to the ratings."""
    return rate_match(match_id)


@shared_task(name="games.sweep_ratings")
def sweep_ratings() -> int:
    """Send on the matches with results that no task has looked at for its rating."""
    return send_due_ratings(timezone.now())


@shared_task(name="games.count_match")
def count_match_task(match_id: int) -> bool:
    """Add a match with results to the statistics."""
    return count_match(match_id)


@shared_task(name="games.sweep_statistics")
def sweep_statistics() -> int:
    """Send on the matches with results that no task has counted."""
    return send_due_statistics(timezone.now())


@shared_task(name="games.sweep_tables")
def sweep_tables() -> int:
    """Close the tables that died."""
    return close_dead_tables(timezone.now())


@shared_task(name="games.call_players")
def call_players_task() -> int:
    """Call people who are to come to their table."""
    return call_players(timezone.now())


@shared_task(name="games.sweep_presence")
def sweep_presence() -> int:
    """Forget sockets of processes that are gone."""
    return forget_stale_presence(timezone.now())

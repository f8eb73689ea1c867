"""How long the pages of players take with very many matches: made-up rows, real pages.

    KQJ_VAR_DIR=… python bench/pages.py --players 20000 --matches 170000

fills a fresh database (it refuses one that has users) with matches of six rounds, and prints for each page how many
queries it takes, and how many milliseconds: the median of eleven visits by different people, by the clock, of this
process's own work, and of the database.
"""

import os
import statistics
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from accounts.models import User

sys.path.insert(0, str(Path(__file__).parents[1]))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kqj_site.settings")

FILL = (
    """insert into accounts_user (username, name_key, kind, password, is_superuser, first_name, last_name, email,
           is_staff, is_active, date_joined, avatar)
       select 'Big' || g, 'big' || g, 'member', '!', false, '', '', '', false, true, now() - interval '400 days', ''
       from generate_series(1, %(players)s) g""",
    """create table bench_seat as
       select m, seat, u.id as user_id, u.username as name, now() - (%(matches)s - m) * interval '3 minutes' as at,
           (m * 7919) %% 2 as winner
       from generate_series(1, %(matches)s) m, generate_series(0, 5) seat
       join lateral (select 1 + floor(%(players)s * power(abs(sin(m * 6 + seat)), 3))::int as n) pick on true
       join accounts_user u on u.username = 'Big' || least(pick.n, %(players)s)""",
    """delete from bench_seat a using bench_seat b where a.m = b.m and a.user_id = b.user_id and a.seat > b.seat""",
    """insert into play_table (id, game, options, status, version, is_private, invite_code, can_watch, seating,
           bot_level, is_quick, seats, user_ids, to_act, created_at, changed_at, is_rated, is_rated_with_bots,
           can_substitute, can_count, can_undo, requirements)
       select m, 'kqj', %(options)s, 'closed', 300, false, '', true, 'chosen', 'easy', false, '[]', '{}', '{}', min(at),
           min(at), true, false, false, true, false, '{}' from bench_seat group by m""",
    """insert into play_match (id, number, game, options, commitment, server_secret, created_at, started_at,
           finished_at, completed_at, reason, table_id, rating_pool, rating_seq, rated_at, counted_at, unrated_why,
           first_version, tags, variant, round_count, final)
       select m, 1, 'kqj', %(options)s, repeat('0', 64), '\\x00', min(at), min(at) - interval '20 minutes', min(at),
           min(at), 'goal', m, 'kqj-live-fixed', m, min(at), min(at), '', 0,
           case when m %% 30 = 0 then array['capot', 'trump:H'] else array['trump:S'] end,
           case when m %% 3 = 0 then 'auction-2' else 'take-2' end, 6, '{"scores": [1000, 640]}'
       from bench_seat group by m""",
    """insert into play_match_player (seat, name, kind, level, side, score, place, is_winner, match_id, user_id,
           starter_id, actions, bot_actions, ending, is_substitute, stand_in_level)
       select seat, name, 'human', '', seat %% 2, 1000 - 360 * (seat %% 2), 1 + seat %% 2, seat %% 2 = 0, m, user_id,
           user_id, 50, 0, 'finished', false, '' from bench_seat""",
    """insert into play_rating_change (seat, user_id, pool, rating_seq, before, after, match_count, k, reason, at,
           match_id)
       select seat, user_id, 'kqj-live-fixed', m, 1500 + 300 * sin(m / 900.0 + user_id),
           1500 + 300 * sin(m / 900.0 + user_id), row_number() over (partition by user_id order by m) - 1, 20,
           'result', at, m from bench_seat""",
    """insert into play_rating (user_id, pool, period, value, match_count, best, played_at)
       select user_id, 'kqj-live-fixed', period, 1500 + 300 * sin(max(m) / 900.0 + user_id), count(*), 1800, max(at)
       from bench_seat, lateral (values (''), (extract(year from at) || 'Q' || extract(quarter from at))) p (period)
       group by user_id, period""",
    """insert into play_statistic (user_id, game, speed, variant, period, counts)
       select user_id, 'kqj', 'live', variant, period, %(counts)s
       from (select id as user_id from accounts_user union all select null) u,
           (values ('take-2'), ('auction-2'), ('take-3'), ('take-2-random')) v (variant),
           (values (''), ('2026Q3'), ('2026Q4')) p (period)""",
    """insert into play_encounter (user_id, game, other_id, with_count, with_wins, against_count, against_wins,
           against_losses)
       select a.user_id, 'kqj', b.user_id, count(*) filter (where a.seat %% 2 = b.seat %% 2),
           count(*) filter (where a.seat %% 2 = b.seat %% 2 and a.seat %% 2 = 0),
           count(*) filter (where a.seat %% 2 <> b.seat %% 2), 0, 0
       from bench_seat a join bench_seat b on a.m = b.m and a.seat <> b.seat
       where a.seat = 0 group by a.user_id, b.user_id""",
    "drop table bench_seat",
    "analyze",
)
OPTIONS = '{"teams": 2, "partners": "fixed", "contract": "take", "all_trumps_no_trump": true, "goal": 1000}'
COUNTS = (
    '{"matches": 900, "wins": 450, "rounds": 5400, "declared": 900, "made": 600, "declared:S": 300, "made:S": 200,'
    ' "declared:H": 600, "made:H": 400, "defended": 2700, "partnered": 1800, "points_declared": 120000}'
)
VISITS = 11


def main() -> None:
    """Fill the database and measure."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=20_000)
    parser.add_argument("--matches", type=int, default=170_000)
    args = parser.parse_args()
    import django

    from kqj_site.database import use_embedded_if_unset

    django.setup()
    use_embedded_if_unset()
    from kqj_site.static_files import collect

    collect()
    _fill(players=args.players, matches=args.matches)
    _measure(players=args.players)


def _fill(*, players: int, matches: int) -> None:
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    call_command("createcachetable")
    values: dict[str, int | str] = {"players": players, "matches": matches, "options": OPTIONS, "counts": COUNTS}
    with connection.cursor() as cursor:
        cursor.execute("select count(*) from accounts_user")
        if cursor.fetchone()[0]:
            sys.exit("this database has users: give a fresh one (KQJ_VAR_DIR or DATABASE_URL)")
        for statement in FILL:
            began = time.perf_counter()
            cursor.execute(statement, values)
            print(f"{time.perf_counter() - began:7.1f} s  {' '.join(statement.split()[:3])}, {cursor.rowcount} rows")


def _measure(*, players: int) -> None:
    from accounts.models import User

    users = list(User.objects.filter(username__in=[f"Big{1 + number * players // 40}" for number in range(VISITS)]))
    busiest = User.objects.get(username="Big1")
    pages = {
        "player": "/players/{name}/",
        "player who played most": f"/players/{busiest.username}/",
        "history": "/players/{name}/matches/",
        "history of the same": f"/players/{busiest.username}/matches/",
        "history, filtered": f"/players/{busiest.username}/matches/?tag=capot&result=won&opponent=Big2",
        "leaderboard": "/players/",
        "leaderboard, around somebody": "/players/?player={name}",
        "leaderboard of a quarter": "/players/?period=2026Q4&from=5000",
        "search": "/players/search?q=big12",
        "site in numbers": "/statistics/",
        "my matches": "/matches/",
    }
    for name, path in pages.items():
        print(f"{name:30}", _visit(path, users=users))


def _visit(path: str, *, users: "list[User]") -> str:
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client, queries = Client(headers={"host": "localhost"}), 0
    walls, works, waits = list[float](), list[float](), list[float]()
    for user in users:
        client.force_login(user)
        address = path.format(name=user.username)
        with CaptureQueriesContext(connection) as seen:
            began, worked = time.perf_counter(), time.process_time()
            answer = client.get(address)
            walls.append(1000 * (time.perf_counter() - began))
            works.append(1000 * (time.process_time() - worked))
        if answer.status_code != 200:  # noqa: PLR2004
            return f"{address} answers {answer.status_code}"
        queries = max(queries, len(seen))
        waits.append(1000 * sum(float(query["time"]) for query in seen.captured_queries))
    clock, own, database = (statistics.median(times) for times in (walls, works, waits))
    return f"{queries:3} queries, {clock:7.1f} ms by the clock, {own:6.1f} of its own, {database:6.1f} in the database"


if __name__ == "__main__":
    main()

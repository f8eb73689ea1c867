"""Statistics as rows: each match counted once, and counted anew it gives the same sums."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db import connections

from accounts.models import User
from games import jobs, tasks
from games.models import Encounter, Ending, Match, MatchPlayer, Statistic, TableEvent
from games.services.account_data import PlayingData
from games.services.matches import finish_match
from games.services.statistics import count_match, send_due
from games.services.statistics_rebuild import rebuild_statistics, stored_meetings, stored_statistics
from tests.games.seated import NOW, make_users
from tests.games.test_matches import pass_out
from tests.pages.played import finished_match


def sums(user: User | None, *, period: str = "") -> dict[str, int]:
    counts: dict[str, int] = Statistic.objects.get(user=user, period=period).counts
    return counts


@pytest.mark.django_db
def test_a_match_is_counted_for_its_players_and_the_site() -> None:
    users = make_users(6)
    match = finished_match(users)
    assert count_match(match.pk)
    match.refresh_from_db()
    assert match.variant == "take-2"
    seats = {player.user_id: player for player in MatchPlayer.objects.filter(match=match)}
    for user in users:
        own, seat = sums(user), seats[user.pk]
        assert (own["matches"], own["rounds"], own.get("wins", 0)) == (1, 1, seat.is_winner)
        assert own[f"place:{seat.place}"] == 1
        assert own["think_actions"] == TableEvent.objects.filter(match=match, kind="act", seat=seat.seat).count()
        assert own == sums(user, period="2026Q1")
    assert sums(None)["matches"] == 6
    assert Statistic.objects.count() == 14


@pytest.mark.django_db
def test_who_met_whom() -> None:
    users = make_users(6)
    match = finished_match(users)
    count_match(match.pk)
    winners = set(MatchPlayer.objects.filter(match=match, is_winner=True).values_list("user_id", flat=True))
    partner = Encounter.objects.get(user=users[0], other=users[2])
    opponent = Encounter.objects.get(user=users[0], other=users[1])
    has_won = users[0].pk in winners
    assert (partner.with_count, partner.with_wins, partner.against_count) == (1, has_won, 0)
    assert (opponent.with_count, opponent.against_count) == (0, 1)
    assert opponent.against_wins == int(has_won and users[1].pk not in winners)
    assert opponent.against_losses == int(users[1].pk in winners and not has_won)
    assert Encounter.objects.count() == 30


@pytest.mark.django_db(transaction=True)
def test_ten_at_once_count_a_match_once() -> None:
    match_id = pass_out(make_users(6))
    finish_match(match_id)

    def count(_: int) -> bool:
        try:
            return count_match(match_id)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as pool:
        assert sum(pool.map(count, range(10))) == 1
    assert sums(None)["matches"] == 6
    assert not tasks.count_match_task(match_id)
    assert rebuild_statistics(is_fixing=False).differences == []


@pytest.mark.django_db
def test_a_leaver_is_counted_as_such_and_no_more() -> None:
    users = make_users(6)
    match = finished_match(users)
    MatchPlayer.objects.filter(match=match, user=users[0]).update(ending=Ending.LEFT, starter=users[0])
    count_match(match.pk)
    assert sums(users[0]) == {"matches": 1, "left": 1}
    assert not Encounter.objects.filter(user=users[0]).exists()
    assert sums(users[2])["rounds"] == 1


@pytest.mark.django_db
def test_the_sweep_sends_what_no_task_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[int] = []
    monkeypatch.setattr(jobs, "count_match", sent.append)
    match_id = pass_out(make_users(6))
    assert not count_match(match_id)
    finish_match(match_id, now=NOW)
    assert (send_due(NOW + timedelta(seconds=4)), send_due(NOW + timedelta(seconds=6))) == (0, 1)
    assert sent == [match_id]
    count_match(match_id)
    assert send_due(NOW + timedelta(seconds=6)) == 0


@pytest.mark.django_db
def test_counting_anew_gives_the_same_sums_and_mends_what_was_spoilt(capsys: pytest.CaptureFixture[str]) -> None:
    users = make_users(7)
    variants = [{}, {"teams": 3, "contract": "auction", "partners": "random"}]
    for number, options in enumerate(variants):
        count_match(finished_match(users[number % 2 : 6 + number % 2], options=options).pk)
    statistics, meetings = stored_statistics(), stored_meetings()
    call_command("rebuild_statistics")
    assert "2 matches counted, 0 differences" in capsys.readouterr().out
    Statistic.objects.filter(user=users[0]).delete()
    Encounter.objects.filter(user=users[1], other=users[2]).update(with_count=99)
    Match.objects.filter(variant="auction-3-random").update(tags=["nonsense"])
    with pytest.raises(CommandError, match="not what the matches give"):
        call_command("rebuild_statistics")
    call_command("rebuild_statistics", "--fix")
    assert (stored_statistics(), stored_meetings()) == (statistics, meetings)
    assert rebuild_statistics(is_fixing=False).differences == []
    PlayingData().erase(users[0].pk)
    User.objects.filter(pk=users[0].pk).delete()
    assert rebuild_statistics(is_fixing=False).differences == []

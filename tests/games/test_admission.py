"""Who may sit where: requirements and blocks, whatever the door."""

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User, UserKind
from accounts.services.relations import block
from games.models import Conduct, Rating, Table
from games.selectors.admission import (
    Requirements,
    pool_of_place,
    read_requirements,
    visitor_of,
    why_not_admitted,
    write_requirements,
)
from games.services.executors import load_state
from games.services.play import Kind, Refused
from games.services.quick_play import play_now
from games.services.seating import bots_command
from games.services.table_views import view
from games.services.tables import sit_down
from tests.games.seated import NOW, make_table, make_user

pytestmark = pytest.mark.django_db


def table_with(host: User | None = None, *, is_private: bool = False, **required: Any) -> Table:
    requirements = write_requirements(Requirements(**required))
    return make_table([host or make_user()], is_private=is_private, requirements=requirements)


def refusal(table: Table, user: User) -> str:
    with pytest.raises(Refused) as caught:
        sit_down(table_id=table.pk, user=user, now=NOW)
    assert caught.value.code == "not_admitted"
    assert caught.value.message == why_not_admitted(visitor_of(user), table)
    return caught.value.message


def rate(user: User, table: Table, value: float) -> User:
    Rating.objects.create(user=user, pool=pool_of_place(table), value=value, match_count=9, played_at=timezone.now())
    return user


def test_ratings_out_of_range_are_refused_with_both_numbers() -> None:
    table = table_with(rating_min=1400, rating_max=1600)
    assert "from 1400: yours is 1399" in refusal(table, rate(make_user(), table, 1399.4))
    assert "up to 1600: yours is 1601" in refusal(table, rate(make_user(), table, 1600.6))
    sit_down(table_id=table.pk, user=rate(make_user(), table, 1600), now=NOW)
    sit_down(table_id=table.pk, user=make_user(), now=NOW)  # a beginner's 1500


def test_a_rating_of_another_pool_does_not_count() -> None:
    table, other = table_with(rating_min=1600), table_with()
    other.options = {**other.options, "partners": "random"}
    assert pool_of_place(table) != pool_of_place(other)
    assert "yours is 1500" in refusal(table, rate(make_user(), other, 1900))


def test_conduct_is_required() -> None:
    table, rude, kind = table_with(conduct_min=80), make_user(), make_user()
    Conduct.objects.create(user=rude, score=79)
    assert "from 80: yours is 79" in refusal(table, rude)
    sit_down(table_id=table.pk, user=kind, now=NOW)


def test_guests_and_bots_are_kept_out_where_asked() -> None:
    guest, bot = make_user(kind=UserKind.GUEST), make_user(kind=UserKind.BOT)
    assert "Guests" in refusal(table_with(no_guests=True), guest)
    people = table_with(people_only=True)
    assert "Only people" in refusal(people, bot)
    sit_down(table_id=people.pk, user=guest, now=NOW)
    with pytest.raises(Refused) as caught:
        bots_command(load_state(people.pk), kind=Kind.FILL_BOTS, user_id=guest.pk, command_id="x")
    assert caught.value.code == "not_admitted"


def test_the_host_and_who_sits_there_are_never_refused() -> None:
    host = make_user()
    table = table_with(host, rating_min=2000)
    sit_down(table_id=table.pk, user=host, seat=3, now=NOW)
    assert load_state(table.pk).seat_of(host.pk) == 3


def test_the_host_of_a_private_table_keeps_out_whom_they_block() -> None:
    host, other = make_user(), make_user()
    block(user=host, other=other)
    assert "block" not in refusal(table_with(host, is_private=True), other).lower()
    sit_down(table_id=table_with(host).pk, user=other, now=NOW)  # a public table is everybody's
    sit_down(table_id=table_with(other, is_private=True).pk, user=host, now=NOW)


@pytest.mark.parametrize("is_by_first", [False, True])
def test_quick_play_never_pairs_whom_a_block_parts(is_by_first: bool) -> None:  # noqa: FBT001
    one, two, three = make_user(), make_user(), make_user()
    block(user=one if is_by_first else two, other=two if is_by_first else one)
    first = play_now(user=one, now=NOW)
    second = play_now(user=two, now=NOW)
    assert first.pk != second.pk
    refusal(first, two)
    assert play_now(user=three, now=NOW).pk in {first.pk, second.pk}


@pytest.mark.parametrize(
    "wrong", [{"rating_min": -1}, {"rating_max": 4001}, {"conduct_min": 101}, {"rating_min": 1600, "rating_max": 1500}]
)
def test_requirements_that_make_no_sense_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=r"\d"):
        write_requirements(Requirements(**wrong))  # type: ignore[arg-type]


def test_what_is_set_is_stored_and_said() -> None:
    required = Requirements(rating_min=1200, conduct_min=0, no_guests=True)
    stored = write_requirements(required)
    assert stored == {"rating_min": 1200, "conduct_min": 0, "no_guests": True}
    assert read_requirements(stored) == required
    assert required.words == ["rating from 1200", "conduct from 0", "no guests"]
    assert write_requirements(Requirements()) == {}
    assert Requirements(rating_min=1, rating_max=2).words == ["rating 1 to 2"]


def test_the_table_tells_what_it_requires() -> None:
    table = table_with(people_only=True)
    assert view(load_state(table.pk), audience=0, now=NOW)["table"]["requirements"] == {"people_only": True}
    assert view(load_state(table_with().pk), audience=None, now=NOW)["table"]["requirements"] == {}

"""Statistics of a match of KQJ: what is counted agrees with the record, whatever was played."""

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from games.engine import registry
from games.engine.kqj.cards import LAYOUTS
from games.engine.kqj.tally import _judge_honours
from games.engine.rules import Json, Tally
from games.engine.selfplay import CHOOSERS, draw_options, play_match
from games.engine.shuffle import Stream

GAME = registry.get("kqj")
KINDS = {"capot": "capots", "litigation": "litigations", "kqj": "kqj"}


def played(count: int, *, players: str) -> Iterator[tuple[Json, Tally]]:
    """Records and tallies of whole matches under all sorts of options."""
    for number in range(count):
        seed = hashlib.sha256(f"tally:{players}:{number}".encode()).digest()
        options = draw_options(GAME, Stream(seed, label="options"))
        state = play_match(GAME, options, seed=seed, choose=CHOOSERS[players])
        yield GAME.to_record(state), GAME.tally(state)


MATCHES = [*played(8, players="greedy"), *played(2, players="random")]


def total(tally: Tally, key: str) -> int:
    return sum(seat.get(key, 0) for seat in tally.seats)


def rounds_played(record: Json) -> list[Any]:
    return [round_ for round_ in record["rounds"] if round_["contract"] is not None]


@pytest.mark.parametrize(("record", "tally"), MATCHES)
def test_roles_trumps_and_tricks_add_up(record: Json, tally: Tally) -> None:
    rounds = rounds_played(record)
    assert {seat["rounds"] for seat in tally.seats} == {len(record["rounds"])}
    assert total(tally, "passed") == 6 * (len(record["rounds"]) - len(rounds))
    assert total(tally, "declared") == len(rounds)
    assert total(tally, "tricks") == total(tally, "leads") == 8 * len(rounds)
    assert total(tally, "first_leads") == len(rounds)
    outcomes = [round_["result"]["outcome"] for round_ in rounds]
    assert total(tally, "made") == outcomes.count("made")
    assert total(tally, "litigated") * 6 == total(tally, "litigations") == 6 * outcomes.count("litigation")
    for seat in tally.seats:
        for kind in ("declared", "made"):
            by_trump = sum(count for key, count in seat.items() if key.startswith(f"{kind}:"))
            by_place = sum(count for key, count in seat.items() if key.startswith(f"{kind}@"))
            assert by_trump == by_place == seat.get(kind, 0)
        roles = sum(seat.get(role, 0) for role in ("declared", "partnered", "defended"))
        assert roles == len(rounds)


@pytest.mark.parametrize(("record", "tally"), MATCHES)
def test_bonuses_and_points_are_those_of_the_record(record: Json, tally: Tally) -> None:
    for kind in ("kq", "kqj"):
        given = [
            bonus for round_ in rounds_played(record) for bonus in round_["result"]["bonuses"] if bonus["kind"] == kind
        ]
        assert total(tally, kind) == len(given)
    points = sum(
        points * len(seats)
        for round_ in rounds_played(record)
        for points, seats in zip(round_["result"]["points"], round_["teams"], strict=True)
    )
    assert sum(total(tally, f"points_{role}") for role in ("declared", "partnered", "defended")) == points
    capots = [
        seats
        for round_ in rounds_played(record)
        for seats, won in zip(round_["teams"], round_["result"]["tricks"], strict=True)
        if won == 8
    ]
    assert total(tally, "capots") == sum(map(len, capots))


@pytest.mark.parametrize(("record", "tally"), MATCHES)
def test_calls_are_those_of_the_record(record: Json, tally: Tally) -> None:
    calls = [text for round_ in record["rounds"] for _seat, text in round_["calls"]]
    assert total(tally, "bids") == sum(text.startswith("bid") for text in calls)
    assert (total(tally, "counters"), total(tally, "overcounters")) == (
        calls.count("counter"),
        calls.count("overcounter"),
    )
    assert total(tally, "was_countered") == calls.count("counter")
    assert total(tally, "counters_won") <= total(tally, "counters")


@pytest.mark.parametrize(("record", "tally"), MATCHES)
def test_tags_and_variant(record: Json, tally: Tally) -> None:
    options = record["options"]
    assert tally.variant.startswith(f"{options['contract']}-{options['teams']}")
    assert tally.variant.endswith("-random") == (options["partners"] == "random")
    trumps = {round_["contract"]["trump"] for round_ in rounds_played(record)}
    assert {tag.removeprefix("trump:") for tag in tally.tags if tag.startswith("trump:")} == trumps <= LAYOUTS.keys()
    for tag, key in KINDS.items():
        assert (tag in tally.tags) == (total(tally, key) > 0)


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ("KQJ", {"kqj"}),
        ("KJQ", {"kq", "kqj_missed"}),
        ("JKQ", {"kq", "kqj_missed"}),
        ("QKJ", {"kq_missed", "kqj_missed"}),
        ("KQ", {"kq"}),
        ("QK", {"kq_missed"}),
        ("KJ", set()),
        ("QJ", set()),
        ("K", set()),
    ],
)
def test_honours_by_the_order_in_which_they_fell(ranks: str, expected: set[str]) -> None:
    assert {key for key, holds in _judge_honours(ranks).items() if holds} == expected


def test_a_match_given_up_counts_its_finished_rounds() -> None:
    seed = bytes(32)
    state = GAME.start(GAME.parse_options({}), seed).state
    tally = GAME.tally(GAME.give_up(state, "abandoned").state)
    assert tally.seats == ({},) * 6
    assert tally.tags == ()

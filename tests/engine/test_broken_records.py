"""Records broken in many ways are refused at the right place, and none crashes the verifier."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.record_checks import is_same
from games.engine.verify import find_error
from tests.engine.builders import live, made, unfinished
from tests.strategies import json_values

Json = dict[str, Any]
Break = Callable[[Json], object]


def swap(items: list[Any], first: int, second: int) -> None:
    items[first], items[second] = items[second], items[first]


def in_round(number: int, change: Break) -> Break:
    return lambda record: change(record["rounds"][number])


def set_to(key: str, value: object) -> Break:
    return lambda record: record.__setitem__(key, value)


BREAKS: dict[str, tuple[Break, str, Json]] = {
    "two cards swapped": (in_round(1, lambda told: swap(told["plays"], 0, 1)), "illegal_play", {"round": 1, "play": 0, "rule": "R18"}),
    "a card doubled": (in_round(0, lambda told: told["plays"].insert(7, told["plays"][6])), "illegal_play", {"round": 0, "play": 7}),
    "a card missing": (in_round(2, lambda told: told["plays"].pop(20)), "illegal_play", {"round": 2, "play": 20}),
    "last card missing": (in_round(1, lambda told: told["plays"].pop()), "wrong_result", {"round": 1, "field": "tricks", "part": "round"}),
    "last card and trick missing": (in_round(1, lambda told: (told["plays"].pop(), told["tricks"].pop())), "missing_action", {"round": 1, "play": 47}),
    "a card after the last": (in_round(1, lambda told: told["plays"].append("AS")), "extra_action", {"round": 1, "play": 48}),
    "no such card": (in_round(1, lambda told: told["plays"].__setitem__(3, "XX")), "illegal_play", {"round": 1, "play": 3, "rule": "R1"}),
    "a number for a card": (in_round(1, lambda told: told["plays"].__setitem__(3, 5)), "illegal_play", {"round": 1, "play": 3}),
    "a call after the contract": (in_round(0, lambda told: told["calls"].append([0, "pass"])), "extra_action", {"round": 0}),
    "calls missing": (in_round(0, lambda told: told["calls"].pop()), "missing_action", {"round": 0}),
    "no calls": (in_round(0, lambda told: told["calls"].clear()), "missing_action", {"round": 0, "call": 0}),
    "a call of the wrong seat": (in_round(0, lambda told: told["calls"][0].__setitem__(0, (told["calls"][0][0] + 1) % 6)), "illegal_call", {"round": 0, "call": 0, "reason": "not_your_turn"}),
    "a call without a seat": (in_round(0, lambda told: told["calls"].__setitem__(0, "pass")), "illegal_call", {"round": 0, "call": 0}),
    "a card for a call": (in_round(0, lambda told: told["calls"][0].__setitem__(1, "play AS")), "illegal_call", {"round": 0, "call": 0}),
    "true for a seat": (in_round(0, lambda told: told["calls"][0].__setitem__(0, True)), "illegal_call", {"round": 0, "call": 0}),
    "a trick to the wrong seat": (in_round(0, lambda told: told["tricks"].__setitem__(4, 9)), "wrong_result", {"round": 0, "field": "tricks", "rule": "R19"}),
    "another dealer": (in_round(1, set_to("dealer", 7)), "wrong_deal", {"round": 1, "field": "dealer", "rule": "R6"}),
    "other teams": (in_round(1, set_to("teams", [[0, 1, 2], [3, 4, 5]])), "wrong_deal", {"round": 1, "field": "teams"}),
    "another return": (in_round(1, set_to("return", "ZZ")), "wrong_deal", {"round": 1, "field": "return", "rule": "R7"}),
    "another contract": (in_round(1, lambda told: told["contract"].__setitem__("multiplier", 2)), "wrong_result", {"round": 1, "field": "contract"}),
    "a contract without its capot": (in_round(1, lambda told: told["contract"].pop("capot")), "wrong_result", {"round": 1, "field": "contract"}),
    "no contract": (in_round(1, set_to("contract", None)), "wrong_result", {"round": 1, "field": "contract"}),
    "no result": (in_round(1, set_to("result", None)), "wrong_result", {"round": 1, "field": "result"}),
    "a fraction in a result": (in_round(1, lambda told: told["result"].__setitem__("carried", 0.0)), "wrong_result", {"round": 1, "field": "carried"}),
    "a bonus doubled": (in_round(1, lambda told: told["result"]["bonuses"].append(told["result"]["bonuses"][0])), "wrong_result", {"round": 1, "field": "bonuses"}),
    "a round too many": (lambda record: record["rounds"].append(record["rounds"][-1]), "extra_action", {"round": 3, "rule": "R30b"}),
    "a round too few": (lambda record: record["rounds"].pop(), "wrong_final", {"rule": "R30b"}),
    "two rounds swapped": (lambda record: swap(record["rounds"], 0, 1), "wrong_deal", {"round": 0}),
    "a round that is none": (lambda record: record["rounds"].__setitem__(1, []), "bad_format", {"round": 1}),
    "rounds that are none": (set_to("rounds", {}), "bad_format", {"field": "rounds"}),
    "another first dealer": (set_to("first_dealer", 6), "wrong_deal", {"rule": "R6"}),
    "other scores at the end": (lambda record: record["final"]["scores"].__setitem__(0, 1), "wrong_final", {"field": "scores"}),
    "another winner": (lambda record: record["final"].__setitem__("winners", [0, 1]), "wrong_final", {"field": "winners"}),
    "another reason": (lambda record: record["final"].__setitem__("reason", "goal"), "wrong_final", {"field": "reason"}),
    "given up though it is over": (lambda record: record["final"].__setitem__("reason", "abandoned"), "wrong_final", {"field": "reason"}),
    "no final": (set_to("final", None), "wrong_final", {}),
    "another seed": (set_to("seed", "00" * 32), "bad_commitment", {"field": "commitment", "rule": "R31"}),
    "another commitment": (set_to("commitment", "00" * 32), "bad_commitment", {"field": "commitment"}),
    "no commitment": (lambda record: record.pop("commitment"), "bad_format", {"field": "commitment"}),
    "no seed": (lambda record: record.pop("seed"), "bad_format", {"field": "seed"}),
    "a short seed": (set_to("seed", "00" * 31), "bad_format", {"field": "seed"}),
    "a seed that is no hex": (set_to("seed", "zz" * 32), "bad_format", {"field": "seed"}),
    "another format": (set_to("format", "pgn"), "bad_format", {"field": "format"}),
    "another version": (set_to("version", 2), "bad_format", {"field": "version"}),
    "true for a version": (set_to("version", True), "bad_format", {"field": "version"}),
    "another game": (set_to("game", "whist"), "bad_format", {"field": "game"}),
    "no options": (lambda record: record.pop("options"), "bad_options", {"field": "options"}),
    "an option missing": (lambda record: record["options"].pop("teams"), "bad_options", {"rule": "R3"}),
    "an option out of range": (lambda record: record["options"].__setitem__("teams", 5), "bad_options", {"key": "teams"}),
    "other options": (lambda record: record["options"].__setitem__("teams", 3), "wrong_deal", {"round": 0, "field": "teams"}),
}  # fmt: skip


@pytest.mark.parametrize(("change", "code", "place"), BREAKS.values(), ids=BREAKS)
def test_records_broken_in_other_ways_are_refused_at_the_right_place(change: Break, code: str, place: Json) -> None:
    record = made()
    change(record)
    error = find_error(record)
    assert error is not None
    assert error.code == code
    assert place.items() <= error.params.items()


def paths(value: object) -> list[tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        return []
    return [(value, key) for key, _ in pairs] + [path for _, inner in pairs for path in paths(inner)]


@settings(max_examples=250)
@given(place=st.integers(0, 10**6), junk=json_values())
def test_a_record_with_junk_in_any_place_is_refused_and_never_crashes(place: int, junk: object) -> None:
    record = live() if place % 2 else unfinished()
    everywhere = paths(record)
    container, key = everywhere[place % len(everywhere)]
    before = container[key]
    container[key] = junk
    error = find_error(record)
    if error is None:
        # What may be changed without harm: a game may tell "not set" in two ways, hex may be in capitals.
        assert is_same(junk, before) or key in ("rounds", "bonuses", "nonces") or before is None or junk is None

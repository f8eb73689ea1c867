"""Match records: the golden ones, those broken on purpose, and ours broken in other ways."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import record as records
from games.engine import shuffle
from games.engine.errors import RecordError
from games.engine.json_lines import parse_line
from games.engine.record_checks import is_same
from games.engine.selfplay import choose_random, play_match
from games.engine.verify import find_error, verify_lines
from tests.engine.builders import GAME, begin, call, load

Json = dict[str, Any]
Break = Callable[[Json], object]

GOLDEN = load("kqj-records.jsonl")
BROKEN = load("kqj-broken.jsonl")
DUTIES = {"follow": "follow_suit", "beat": "beat_trump", "trump": "trump"}
RULES = {"follow": "R20", "beat": "R20", "trump": "R22"}


@pytest.mark.parametrize("record", GOLDEN, ids=range(len(GOLDEN)))
def test_golden_records_agree_and_are_written_alike(record: Json) -> None:
    written = GAME.to_record(GAME.from_record(record))
    for told, ours in zip(record["rounds"], written["rounds"], strict=True):
        for kind in ("bonuses", "gratuities"):
            told["result"][kind].sort(key=str)
            ours["result"] = {**ours["result"], kind: sorted(ours["result"][kind], key=str)}
    assert written == record


@pytest.mark.parametrize("record", BROKEN, ids=range(len(BROKEN)))
def test_broken_records_are_refused_at_the_right_place(record: Json) -> None:
    fault = record["fault"]
    error = find_error(record)
    assert error is not None
    assert (error.code, error.params["round"]) == (fault["kind"], fault["round"])
    place = {key: fault[key] for key in ("play", "call", "field") if key in fault}
    assert place.items() <= error.params.items()
    assert error.message.startswith(f"round {fault['round']}, ")
    if "duty" in fault:
        assert (error.params["reason"], error.params["rule"]) == (DUTIES[fault["duty"]], RULES[fault["duty"]])


def made() -> Json:
    """A record of three rounds of a take with two teams."""
    options = GAME.parse_options({"goal": None, "rounds": 3})
    return deepcopy(GAME.to_record(play_match(GAME, options, seed=b"\x07" * 32, choose=choose_random)))


def unfinished(*, plays: int = 10) -> Json:
    """A record whose second round is cut off after so many cards."""
    record = made()
    cut = record["rounds"][1]
    cut["plays"], cut["tricks"], cut["result"] = cut["plays"][:plays], cut["tricks"][: plays // 6], None
    return {**record, "rounds": [record["rounds"][0], cut], "final": None}


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


def test_keys_that_nobody_knows_are_ignored() -> None:
    record = made()
    record["comment"] = record["options"]["comment"] = record["rounds"][0]["comment"] = "x"
    record["rounds"][0]["result"]["comment"] = record["final"]["comment"] = record["rounds"][0]["contract"]["x"] = {}
    record["rounds"][0]["result"]["bonuses"] = [
        {**bonus, "seen": True} for bonus in reversed(record["rounds"][0]["result"]["bonuses"])
    ]
    assert find_error(record) is None


@pytest.mark.parametrize("plays", range(48))
def test_a_round_cut_off_agrees(plays: int) -> None:
    assert find_error(unfinished(plays=plays)) is None


def test_calls_cut_off_agree() -> None:
    record = made()
    last = {**record["rounds"][1], "calls": [], "contract": None, "plays": [], "tricks": [], "result": None}
    assert find_error({**record, "rounds": [record["rounds"][0], last], "final": None}) is None
    assert find_error({**record, "rounds": [record["rounds"][0]], "final": None}) is None
    assert find_error({**record, "rounds": [], "final": None}) is None
    error = find_error({**record, "rounds": [record["rounds"][0], {**last, "plays": ["AS"]}], "final": None})
    assert error is not None
    assert (error.code, error.params["call"]) == ("missing_action", 0)


def test_only_the_last_round_may_be_cut_off() -> None:
    record, cut = made(), unfinished()
    error = find_error({**record, "rounds": [record["rounds"][0], cut["rounds"][1], record["rounds"][2]]})
    assert error is not None
    assert (error.code, error.params["round"], error.params["play"]) == ("missing_action", 1, 10)


@pytest.mark.parametrize("reason", ["abandoned", "aborted"])
def test_a_match_given_up_has_the_scores_of_the_last_finished_round(reason: str) -> None:
    record = unfinished()
    scores = record["rounds"][0]["result"]["scores"]
    final = {"scores": scores, "winners": [], "reason": reason}
    assert find_error({**record, "final": final}) is None
    for wrong in ({"winners": [0]}, {"scores": [1, 2]}, {"reason": "goal"}, {"reason": None}, {"winners": None}):
        error = find_error({**record, "final": {**final, **wrong}})
        assert error is not None
        assert error.code == "wrong_final"
    error = find_error({**record, "final": []})
    assert error is not None
    assert error.code == "wrong_final"


def test_a_card_in_a_round_passed_out_is_refused() -> None:
    state = call(begin(), *["pass"] * 12)
    record = deepcopy(GAME.to_record(state))
    assert find_error(record) is None
    record["rounds"][0]["plays"] = ["AS"]
    error = find_error(record)
    assert error is not None
    assert (error.code, error.params["round"]) == ("extra_action", 0)


SECRET, NONCES = b"\x01" * 32, [b"\x02" * 16, b"\x03" * 16]


def live() -> Json:
    """The record of a live match, its seed mixed from secret and nonces (R31)."""
    options = GAME.parse_options({"goal": None, "rounds": 1})
    state = play_match(GAME, options, seed=shuffle.mix_seed(SECRET, NONCES), choose=choose_random)
    return records.add_secret(GAME.to_record(state), server_secret=SECRET, nonces=NONCES)


def test_r31_secret_and_nonces_give_the_seed() -> None:
    record = live()
    assert record["commitment"] == shuffle.commitment(SECRET)
    assert find_error(record) is None


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda record: record["nonces"].reverse(), "bad_commitment"),
        (lambda record: record["nonces"].pop(), "bad_commitment"),
        (set_to("server_secret", "00" * 32), "bad_commitment"),
        (set_to("commitment", shuffle.commitment(shuffle.mix_seed(SECRET, NONCES))), "bad_commitment"),
        (set_to("nonces", "0203"), "bad_format"),
        (set_to("nonces", [1]), "bad_format"),
        (set_to("nonces", ["02" * 15]), "bad_format"),
        (lambda record: record.pop("nonces"), "bad_format"),
        (lambda record: record.pop("server_secret"), "bad_format"),
    ],
)
def test_r31_a_seed_that_was_not_mixed_so_is_refused(change: Break, code: str) -> None:
    record = live()
    change(record)
    error = find_error(record)
    assert error is not None
    assert error.code == code


def paths(value: object) -> list[tuple[Any, Any]]:
    """Every (container, key) in a JSON value."""
    if isinstance(value, dict):
        pairs = list(value.items())
    elif isinstance(value, list):
        pairs = list(enumerate(value))
    else:
        return []
    return [(value, key) for key, _ in pairs] + [path for _, inner in pairs for path in paths(inner)]


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 200) | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@settings(max_examples=250)
@given(place=st.integers(0, 10**6), junk=JUNK)
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


@pytest.mark.parametrize(
    "line",
    [
        b"junk", b"[]", b"null", b"1", b'"x"', b"{", b"{}}", b"\xff\xfe", b'{"a": NaN}', b'{"a": 1, "a": 2}',
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}", b'{"a": ' + b"9" * 5_000 + b"}",
    ],
    ids=lambda line: repr(line[:16]),
)  # fmt: skip
def test_junk_instead_of_json_is_refused(line: bytes) -> None:
    with pytest.raises(RecordError) as error:
        parse_line(line)
    assert error.value.code == "bad_json"


def test_lines_are_numbered_and_blank_ones_skipped() -> None:
    good = json.dumps(made()).encode()
    verdicts = list(verify_lines([good, b"\n", b"junk", b"{}", good]))
    assert [(verdict.line, verdict.error and verdict.error.code) for verdict in verdicts] == [
        (1, None),
        (3, "bad_json"),
        (4, "bad_format"),
        (5, None),
    ]

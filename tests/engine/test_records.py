"""Match records: the golden ones, those broken on purpose, and ours broken in other ways."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from games.engine import shuffle
from games.engine.errors import RecordError
from games.engine.json_lines import parse_line
from games.engine.verify import find_error, verify_lines
from tests.engine.builders import GAME, NONCES, SECRET, begin, call, live, load, made, unfinished

Json = dict[str, Any]
Break = Callable[[Json], object]

GOLDEN = load("kqj-records.jsonl")
BROKEN = load("kqj-broken.jsonl")


def set_to(key: str, value: object) -> Break:
    return lambda record: record.__setitem__(key, value)


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

"""`python -m games.engine`: verify, selfplay, perft."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.__main__ import main
from tests.engine.builders import VECTORS

ROOT = Path(__file__).parents[2]


def last_line(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out.splitlines()[-1]


def selfplay(out: Path, *arguments: str) -> bytes:
    assert main(["selfplay", "--out", str(out), *arguments]) == 0
    return out.read_bytes()


def test_verify_agrees(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(VECTORS / "kqj-records.jsonl")]) == 0
    assert last_line(capsys) == "80 of 80 records agree"


def test_verify_names_line_place_and_rule(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    lines = (VECTORS / "kqj-broken.jsonl").read_text().splitlines()
    path = tmp_path / "some.jsonl"
    path.write_text(f"{lines[0]}\njunk\n{(VECTORS / 'kqj-records.jsonl').read_text().splitlines()[3]}\n")
    assert main(["verify", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{path}:1: round 2, play 13, R20: seat 1, play 5D: follow suit: spades led, you hold TS"
    assert out[1].startswith(f"{path}:2: not JSON")
    assert out[2:] == ["1 of 3 records agree"]


def test_verify_of_no_record_at_all_is_no_agreement(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "empty.jsonl"
    path.write_text("\n")
    assert main(["verify", str(path)]) == 1
    assert last_line(capsys) == "0 of 0 records agree"


def test_perft(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", str(VECTORS / "kqj-perft.jsonl")]) == 0
    assert last_line(capsys) == "72 of 72 counts agree"


def test_perft_tells_wrong_counts(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    told = json.loads((VECTORS / "kqj-perft.jsonl").read_text().splitlines()[0])
    bad = [
        {**told, "counts": [8, 14]},
        {**told, "counts": "8"},
        {**told, "trump": "X"},
        {**told, "hands": told["hands"][:5]},
        {**told, "hands": [told["hands"][0]] * 6},
        {**told, "game": "whist"},
        {"game": "kqj", "counts": [1]},
    ]
    path = tmp_path / "perft.jsonl"
    path.write_text(
        "".join(json.dumps(line) + "\n" for line in bad) + json.dumps({**told, "counts": [8, 15]}) + "\njunk"
    )
    assert main(["perft", str(path)]) == 1
    out = capsys.readouterr().out.splitlines()
    assert out[0] == f"{path}:1: 2 cards: 14 told, 15 counted"
    assert len(out) == 9
    assert out[-1] == "1 of 9 counts agree"


@pytest.mark.parametrize("players", ["random", "greedy"])
def test_selfplay_is_the_same_for_the_same_seed(tmp_path: Path, players: str) -> None:
    arguments = ["--matches", "2", "--seed", "7", "--options", "goal=500,teams=3", "--players", players]
    first, second = (selfplay(tmp_path / name, *arguments) for name in ("a", "b"))
    assert first == second
    assert first != selfplay(tmp_path / "c", *arguments[:3], "8", *arguments[4:])


def test_selfplay_is_the_same_on_every_machine(tmp_path: Path) -> None:
    # Changing these digests means that stored seeds no longer give their matches.
    drawn = selfplay(tmp_path / "a", "--matches", "4", "--seed", "1", "--options", "any")
    assert hashlib.sha256(drawn).hexdigest()[:16] == "58f5fc170c714b88"


@pytest.mark.parametrize("hash_seed", ["0", "1"])
def test_selfplay_does_not_depend_on_the_order_of_hashes(tmp_path: Path, hash_seed: str) -> None:
    command = [sys.executable, "-m", "games.engine", "selfplay", "--matches", "2", "--seed", "s", "--options", "any"]
    run = subprocess.run(
        [*command, "--players", "greedy"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        check=True,
    )
    here = selfplay(tmp_path / "a", "--matches", "2", "--seed", "s", "--options", "any", "--players", "greedy")
    assert run.stdout == here


def test_selfplay_of_200_matches_with_any_options_verifies(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    selfplay(path, "--matches", "200", "--seed", "200", "--options", "any")
    assert main(["verify", str(path)]) == 0
    assert last_line(capsys) == "200 of 200 records agree"
    options = [json.loads(line)["options"] for line in path.read_text().splitlines()]
    assert {(told["teams"], told["partners"], told["contract"]) for told in options} == {
        (teams, partners, contract)
        for teams in (2, 3)
        for partners in ("fixed", "random")
        for contract in ("take", "auction")
    }
    assert {told["goal"] for told in options} == {500, 1000, 2000, None}


def test_selfplay_names_the_players(tmp_path: Path) -> None:
    told = json.loads(selfplay(tmp_path / "a", "--options", "goal=500", "--players", "greedy"))
    assert told["players"][5] == {"seat": 5, "name": "greedy 5", "kind": "bot", "level": "greedy"}


def test_selfplay_writes_to_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["selfplay", "--options", "goal=null,rounds=1,all_trumps_no_trump=false"]) == 0
    options = json.loads(capsys.readouterr().out)["options"]
    assert (options["goal"], options["rounds"], options["all_trumps_no_trump"]) == (None, 1, False)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["verify", "no/such/file"], "no/such/file"),
        (["perft", "no/such/file"], "no/such/file"),
        (["selfplay", "--options", "teams=7"], "option teams is '7': it must be 2, 3"),
        (["selfplay", "--options", "speed=1"], "write key=value with a key of: teams,"),
        (["selfplay", "--options", "teams"], "write key=value"),
        (["selfplay", "--options", "rounds=x"], "option rounds is 'x'"),
        (["selfplay", "--options", "all_trumps_no_trump=yes"], "it must be true or false"),
        (["selfplay", "--out", "no/such/folder/x"], "no/such/folder"),
    ],
)
def test_input_that_cannot_be_used(arguments: list[str], text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert text in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["verify"],
        ["no"],
        ["selfplay", "--matches", "-1"],
        ["selfplay", "--matches", "x"],
        ["selfplay", "--players", "x"],
        ["selfplay", "--game", "x"],
    ],
)
def test_arguments_that_are_none(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_the_engine_loads_nothing_but_the_standard_library() -> None:
    # -S leaves out all installed packages: Django and everything else.
    command = [sys.executable, "-S", "-m", "games.engine", "selfplay", "--options", "goal=500"]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    assert json.loads(run.stdout)["format"] == "kqj-record"

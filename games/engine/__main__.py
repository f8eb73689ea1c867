"""The engine's command line: `verify`, `selfplay` and `perft`."""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from games.engine import perft, registry, selfplay, verify
from games.engine.errors import OptionsError

BAD_INPUT = 2


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return 0 if all is well, 1 if something does not agree, 2 for input that can't be used."""
    parser = _make_parser()
    chosen = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        return run(chosen)
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except (OSError, OptionsError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return BAD_INPUT


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.engine", description="The rules of the games, on their own.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    check = commands.add_parser("verify", help="check match records, one JSON object a line")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE")
    check.set_defaults(run=run_verify)
    count = commands.add_parser("perft", help="recount legal card sequences")
    count.add_argument("files", nargs="+", type=Path, metavar="FILE")
    count.set_defaults(run=run_perft)
    play = commands.add_parser("selfplay", help="play whole matches and write their records")
    play.add_argument("--game", choices=registry.keys(), default=registry.keys()[0])
    play.add_argument("--matches", type=_parse_count, default=1, metavar="N")
    play.add_argument("--seed", default="0", help="any text; the same seed gives the same matches")
    play.add_argument("--options", default="", help="key=value,... or 'any' to draw them for each match")
    play.add_argument("--players", choices=tuple(selfplay.CHOOSERS), default="random")
    play.add_argument("--out", type=Path, metavar="FILE", help="written anew; standard output if not given")
    play.set_defaults(run=run_selfplay)
    return parser


def _parse_count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of matches")
    return int(text)


def run_verify(chosen: argparse.Namespace) -> int:
    """Check all records; name the line, place and rule of each that does not agree."""
    return _check_files(chosen.files, verify.verify_lines, noun="records")


def run_perft(chosen: argparse.Namespace) -> int:
    """Recount all lines; name each whose counts do not agree."""
    return _check_files(chosen.files, perft.recount_lines, noun="counts")


def _check_files(
    files: Iterable[Path], check: Callable[[Iterable[bytes]], Iterable[tuple[int, object]]], *, noun: str
) -> int:
    """Check every line of the files and print the total last; none at all is no agreement."""
    agreed = total = 0
    for path in files:
        with path.open("rb") as lines:
            for line, fault in check(lines):
                total += 1
                agreed += fault is None
                if fault is not None:
                    print(f"{path}:{line}: {fault}")
    print(f"{agreed} of {total} {noun} agree")
    return 0 if agreed == total > 0 else 1


def run_selfplay(chosen: argparse.Namespace) -> int:
    """Play matches and write their records, one a line."""
    game = registry.get(chosen.game)
    records = selfplay.play_matches(
        game, matches=chosen.matches, seed=chosen.seed, options=chosen.options, players=chosen.players
    )
    lines = (json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    if chosen.out is None:
        sys.stdout.writelines(lines)
    else:
        with chosen.out.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())

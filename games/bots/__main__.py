"""The bots' command line: `arena`, `ratings` and `calibration`."""

import argparse
import sys
import time
from collections.abc import Callable, Iterable, Iterator

from games.bots import arena, ladder
from games.bots.contract import BotError
from games.bots.figures import describe_times, estimate_elo, measure_mean
from games.bots.levels import levels
from games.engine import registry
from games.engine.errors import OptionsError
from games.engine.selfplay import parse_options_text

BAD_INPUT = 2
LEAST = 2
"""Fewer deals have no interval."""
DEALS_A_MATCH = 20
"""A whole match costs about eight rounds: by default one is played for so many deals."""


def main(arguments: list[str] | None = None) -> int:
    """Run a command; return 0 if all is well, 2 for input that can't be used."""
    parser = _make_parser()
    chosen = parser.parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        return run(chosen)
    except (OptionsError, BotError) as error:
        print(f"{parser.prog}: {error}", file=sys.stderr)
        return BAD_INPUT


def _make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m games.bots", description="Bots, without a site.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    compare = commands.add_parser("arena", help="compare two levels on the same deals, with the teams changed round")
    compare.add_argument("--game", choices=registry.keys(), default=registry.keys()[0])
    compare.add_argument("--a", required=True, metavar="LEVEL", help="the level that is measured")
    compare.add_argument("--b", required=True, metavar="LEVEL", help="the level that it is measured against")
    compare.add_argument("--deals", type=_parse_deals, default=200, metavar="N", help="rounds, each in all rotations")
    compare.add_argument(
        "--matches", type=_parse_matches, metavar="N", help="whole matches, each in all rotations; 0 for none"
    )
    compare.add_argument("--seconds", type=float, metavar="S", help="stop after so long, with the deals played by then")
    compare.add_argument("--options", default="", help="key=value,... as for `python -m games.engine selfplay`")
    compare.add_argument("--seed", default="0", help="any text; the same seed gives the same deals and moves")
    compare.set_defaults(run=run_arena)
    rate = commands.add_parser("ratings", help="rate all levels by whole matches between neighbours")
    rate.add_argument("--game", choices=registry.keys(), default=registry.keys()[0])
    rate.add_argument("--deals", type=_parse_deals, default=100, metavar="N", help="matches, each in all rotations")
    rate.add_argument("--options", default="", help="as for arena")
    rate.add_argument("--seed", default="0", help="as for arena")
    rate.set_defaults(run=run_ratings)
    judge = commands.add_parser("calibration", help="compare what hard expects of its bids with what becomes of them")
    judge.add_argument("--deals", type=_parse_deals, default=100, metavar="N")
    judge.add_argument("--options", default="", help="as for arena; the contract is always bid for")
    judge.add_argument("--seed", default="0", help="as for arena")
    judge.set_defaults(run=run_calibration)
    return parser


def _parse_deals(text: str) -> int:
    if not text.isdecimal() or int(text) < LEAST:
        raise argparse.ArgumentTypeError(f"{text!r}: write a number, {LEAST} or more")
    return int(text)


def _parse_matches(text: str) -> int:
    return 0 if text == "0" else _parse_deals(text)


def run_arena(chosen: argparse.Namespace) -> int:
    """Compare two levels and print what was found, the points last."""
    game = registry.get(chosen.game)
    for level in (chosen.a, chosen.b):
        _check_level(chosen.game, level=level)
    options = game.format_options(parse_options_text(game, chosen.options))
    first, second = arena.seat_level(game, level=chosen.a), arena.seat_level(game, level=chosen.b)
    contest = arena.Contest(game, options, first, second, chosen.seed)
    print(", ".join(f"{key}={value}" for key, value in options.items()) + f"; seed {chosen.seed!r}")
    gains = list(_in_time(arena.compare_points(contest, deals=chosen.deals), seconds=chosen.seconds))
    found = measure_mean(gains)
    matches = max(LEAST, chosen.deals // DEALS_A_MATCH) if chosen.matches is None else chosen.matches
    if matches:
        _print_wins(contest, matches=matches)
    for level, timed in ((chosen.a, first), (chosen.b, second)):
        print(f"{level}: {describe_times(timed.seconds)}")
    print("equal players: 0 points a round, with any number of teams (against the mean other team)")
    print(f"{chosen.a} - {chosen.b}: {found.mean:+.1f} ± {found.half:.1f} points a round, {len(gains)} deals, 95 %")
    return 0


def run_ratings(chosen: argparse.Namespace) -> int:
    """Rate the levels and print the steps between them, the ratings last."""
    game = registry.get(chosen.game)
    options = game.format_options(parse_options_text(game, chosen.options))
    steps = ladder.measure_steps(game, options=options, deals=chosen.deals, seed=chosen.seed)
    for step in steps:
        print(f"{step.upper} - {step.lower}: {step.share:.1%} of {step.matches} matches won, {step.elo:+.0f} Elo")
    print("ratings: " + ", ".join(f"{key} {rating}" for key, rating in ladder.add_up(steps).items()))
    return 0


def run_calibration(chosen: argparse.Namespace) -> int:
    """Print how many of the contracts expected with a chance were made."""
    from games.bots import calibration  # loads arrays, which the other commands need only for searching levels

    game = registry.get("kqj")
    options = game.format_options(parse_options_text(game, chosen.options)) | {"contract": "auction"}
    bids = list(calibration.collect_bids(game, options=options, deals=chosen.deals, seed=chosen.seed))
    for line in calibration.group_bids(bids):
        print(f"below {line.below:.0%}: {line.contracts} contracts, {line.expected:.0%} expected, {line.made:.0%} made")
    count, expected, made = len(bids), sum(bid.expected for bid in bids), sum(bid.is_made for bid in bids)
    print(f"all: {count} contracts of {chosen.deals} deals, {expected:.1f} expected, {made} made")
    return 0


def _in_time(gains: Iterable[float], *, seconds: float | None) -> Iterator[float]:
    """Yield at least the fewest that have an interval, and then on until the time is over."""
    end = None if seconds is None else time.monotonic() + seconds
    for number, gain in enumerate(gains, start=1):
        yield gain
        if end is not None and number >= LEAST and time.monotonic() > end:
            return


def _print_wins(contest: arena.Contest, *, matches: int) -> None:
    """Play whole matches and print how often the first won."""
    won, places = measure_mean(list(arena.compare_wins(contest, deals=matches))), arena.count_places(contest)
    elo = estimate_elo(won.mean, matches=matches * places, sides=places)
    print(
        f"whole matches: {won.mean:.1%} ± {won.half:.1%} of {matches * places} won, {elo:+.0f} Elo "
        f"(equal players: {1 / places:.1%}, 0 Elo)"
    )


def _check_level(game_key: str, *, level: str) -> None:
    known = [step.key for step in levels(game_key)]
    if level not in known:
        raise BotError("no_such_level", f"{game_key} has no level {level!r}, but {', '.join(known)}")


if __name__ == "__main__":
    sys.exit(main())

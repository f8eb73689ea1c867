"""Players compared on the same deals, with the teams changed round, so that luck cancels out."""

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from games.bots.contract import View
from games.bots.levels import choose
from games.bots.seeds import turn_seed
from games.engine.rules import Game, Json, State

Player = Callable[[View, bytes], str]
"""Answers a view of a seat that has to act, given a seed of its turn."""


@dataclass(frozen=True, slots=True)
class Contest:
    """What is compared, and on what.

    Attributes:
        game: what is played.
        options: as JSON; whether a match is one round or whole is the caller's.
        first: plays as one team in each rotation.
        second: plays as all others.
        seed: any text: the same seed gives the same deals.
    """

    game: Game
    options: Mapping[str, object]
    first: "Timed"
    second: "Timed"
    seed: str


@dataclass(slots=True)
class Timed:
    """A player, and the CPU seconds of each of its decisions that left a choice."""

    player: Player
    seconds: list[float] = field(default_factory=list)

    def choose(self, view: View, *, seed: bytes) -> str:
        """Return the player's action, and note how long that took."""
        start = time.process_time()
        text = self.player(view, seed)
        self.seconds.append(time.process_time() - start)
        return text


def seat_level(game: Game, *, level: str) -> Timed:
    """Return a level of bots as a player.

    Raises:
        BotError: on its first turn, if the game has no such level.
    """
    return Timed(lambda view, seed: choose(game_key=game.key, level=level, view=view, seed=seed))


def compare_points(contest: Contest, *, deals: int) -> Iterator[float]:
    """Yield by deal how many points of score the first's team gains more than the mean other team.

    Each deal is one round, played once for each team that the first can be. Equal players have a mean of 0, with any
    number of teams.
    """
    options = {**contest.options, "goal": None, "rounds": 1}
    for number in range(deals):
        seed = _hash(f"arena:{contest.seed}:deal:{number}")
        teams = _read_teams(contest, options=options, seed=seed)
        gains = [_gain(contest, options=options, seed=seed, team=team, teams=teams) for team in range(len(teams))]
        yield sum(gains) / len(gains)


def _gain(contest: Contest, *, options: Mapping[str, object], seed: bytes, team: int, teams: list[list[int]]) -> float:
    view = _play(contest, options=options, seed=seed, seats=frozenset(teams[team]))
    scores: list[int] = view["scores"]
    if len(scores) > len(teams):  # everybody plays for themselves: all of a team gained the same in the one round
        scores = [scores[seats[0]] for seats in teams]
    others = sum(scores) - scores[team]
    return scores[team] - others / (len(teams) - 1)


def compare_wins(contest: Contest, *, deals: int) -> Iterator[float]:
    """Yield by deal of whole matches the share of wins that the first has, over each place that it can have.

    With random partners it has every other or every third seat. Equal players have a mean of one in the number of
    teams.
    """
    places = count_places(contest)
    for number in range(deals):
        seed = _hash(f"arena:{contest.seed}:match:{number}")
        seats = [frozenset(range(place, contest.game.seat_count, places)) for place in range(places)]
        yield sum(_share_of_wins(contest, seed=seed, seats=own) for own in seats) / places


def count_places(contest: Contest) -> int:
    """Return how many teams the first can be."""
    return len(_read_teams(contest, options=contest.options, seed=_hash("")))


def _share_of_wins(contest: Contest, *, seed: bytes, seats: frozenset[int]) -> float:
    state = _play_out(contest, options=contest.options, seed=seed, seats=seats)
    outcome = contest.game.outcome(state)
    assert outcome is not None
    won = [seats.issuperset(outcome.sides[side]) for side in outcome.winners]
    return sum(won) / len(won)


def play_rounds(contest: Contest, *, deals: int) -> Iterator[Json]:
    """Yield by deal what the score sheet says of its first round; the first has all seats."""
    seats = frozenset(range(contest.game.seat_count))
    for number in range(deals):
        seed = _hash(f"arena:{contest.seed}:round:{number}")
        sheet: list[Json] = _play(contest, options=contest.options, seed=seed, seats=seats)["score_sheet"]
        yield sheet[0]


def _read_teams(contest: Contest, *, options: Mapping[str, object], seed: bytes) -> list[list[int]]:
    game = contest.game
    teams: list[list[int]] = game.view(game.start(game.parse_options(options), seed).state, None)["teams"]
    return teams


def _play(contest: Contest, *, options: Mapping[str, object], seed: bytes, seats: frozenset[int]) -> Json:
    """Return what a watcher sees at the end of a match in which the first has the given seats."""
    return contest.game.view(_play_out(contest, options=options, seed=seed, seats=seats), None)


def _play_out(contest: Contest, *, options: Mapping[str, object], seed: bytes, seats: frozenset[int]) -> State:
    game = contest.game
    state = game.start(game.parse_options(options), seed).state
    number = 0
    while acting := game.to_act(state):
        seat = acting[0]
        player = contest.first if seat in seats else contest.second
        view = game.view(state, seat)
        texts = view["legal_actions"]
        turn = turn_seed(match_id=int.from_bytes(seed[:6], "big"), version=number, seat=seat)
        text = texts[0] if len(texts) == 1 else player.choose(view, seed=turn)
        state = game.apply(state, seat, game.parse_action(text)).state
        number += 1
    return state


def _hash(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()

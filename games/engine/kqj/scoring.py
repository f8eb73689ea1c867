"""Bonuses (rules R24 to R26), the score of a round (R27 to R30a) and the end of a match (R30b)."""

from typing import NamedTuple

from games.engine.kqj.options import KqjOptions
from games.engine.kqj.state import Announcement, Contract, Trick
from games.engine.rules import Json
from games.engine.seats import Teams

TRICK_COUNT = 8
LAST_TRICK_POINTS = 10
CAPOT_POINTS = 154
HONOUR_POINTS = {2: ("kq", 20), 3: ("kqj", 50)}
GRATUITY_TEAMS = 3
"""Only with so many teams are there gratuities for low tricks and for no trick (rules R30a)."""
LOW_TRICK_LIMIT, LOW_TRICK_POINTS = 20, 20
NO_TRICK_POINTS = 60
MADE, FAILED, LITIGATION, PASSED = "made", "failed", "litigation", "passed"


class Bonus(NamedTuple):
    """Points of a team beside those of its cards; `suit` only for honours."""

    team: int
    kind: str
    suit: str | None
    points: int


class Gratuity(NamedTuple):
    """Score on top of what a contract gives, for the receiving team."""

    team: int
    kind: str
    points: int


class Tally(NamedTuple):
    """What the teams won in play, by team.

    Attributes:
        card_points: raw.
        tricks: how many.
        bonuses: of all teams.
        points: card points and bonuses (rules R27).
    """

    card_points: tuple[int, ...]
    tricks: tuple[int, ...]
    bonuses: tuple[Bonus, ...]
    points: tuple[int, ...]


class Verdict(NamedTuple):
    """What became of a contract.

    Attributes:
        outcome: made, failed or litigation.
        scored: by team, without gratuities.
        carried: the litigation gratuity that waits for the next round.
    """

    outcome: str
    scored: tuple[int, ...]
    carried: int = 0


def round_to_ten(points: int) -> int:
    """Return the nearest ten, 5 up (rules R27)."""
    return (points + 5) // 10 * 10


def tally(*, team_of: tuple[int, ...], tricks: tuple[Trick, ...], announced: tuple[Announcement, ...]) -> Tally:
    """Count what each team won in the eight tricks."""
    team_count = max(team_of) + 1
    cards, won = [0] * team_count, [0] * team_count
    for trick in tricks:
        team = team_of[trick.winner]
        cards[team] += trick.points
        won[team] += 1
    bonuses = [Bonus(team_of[tricks[-1].winner], "last_trick", None, LAST_TRICK_POINTS)]
    if TRICK_COUNT in won:
        bonuses.append(Bonus(won.index(TRICK_COUNT), "capot", None, CAPOT_POINTS))
    bonuses += _count_honours(team_of=team_of, announced=announced)
    points = list(cards)
    for bonus in bonuses:
        points[bonus.team] += bonus.points
    return Tally(tuple(cards), tuple(won), tuple(bonuses), tuple(points))


def _count_honours(*, team_of: tuple[int, ...], announced: tuple[Announcement, ...]) -> list[Bonus]:
    """Return the KQ and KQJ bonuses, the best of each suit (rules R26)."""
    best = {told.suit: told for told in announced}
    return [
        Bonus(team_of[told.seat], HONOUR_POINTS[told.level][0], suit, HONOUR_POINTS[told.level][1])
        for suit, told in best.items()
        if told.level in HONOUR_POINTS
    ]


def judge(contract: Contract, *, team: int, counted: Tally) -> Verdict:
    """Return what became of the contract of a team."""
    if contract.amount is None:
        return _judge_take(team=team, points=counted.points)
    is_made = counted.points[team] >= contract.amount and (not contract.capot or counted.tricks[team] == TRICK_COUNT)
    gain = contract.amount * contract.multiplier
    scored = tuple(gain if (other == team) == is_made else 0 for other in range(len(counted.points)))
    return Verdict(MADE if is_made else FAILED, scored)


def _judge_take(*, team: int, points: tuple[int, ...]) -> Verdict:
    """Compare unrounded points (rules R28, R29)."""
    own = points[team]
    best = max(value for other, value in enumerate(points) if other != team)
    if own == best:
        return Verdict(LITIGATION, (0,) * len(points), round_to_ten(own))
    is_made = own > best
    scored = tuple(round_to_ten(value) if (other == team) == is_made else 0 for other, value in enumerate(points))
    return Verdict(MADE if is_made else FAILED, scored)


def give_gratuities(verdict: Verdict, *, team: int, counted: Tally, carried: int) -> list[Gratuity]:
    """Return the litigation gratuity carried so far (rules R29) and those of three teams (R30a)."""
    if verdict.outcome == LITIGATION:
        return []
    teams = range(len(counted.points))
    winners = [team]
    if verdict.outcome == FAILED:
        best = max(counted.points[other] for other in teams if other != team)
        winners = [other for other in teams if other != team and counted.points[other] == best]
    given = [Gratuity(winner, "litigation", carried) for winner in winners if carried]
    return given + (_give_low_gratuities(counted) if len(teams) == GRATUITY_TEAMS else [])


def _give_low_gratuities(counted: Tally) -> list[Gratuity]:
    """Return the gratuities for low tricks and for no trick (rules R30a)."""
    teams = range(len(counted.tricks))
    without = [team for team in teams if counted.tricks[team] == 0]
    low = [team for team in teams if counted.tricks[team] and counted.card_points[team] <= LOW_TRICK_LIMIT]
    causes = [(team, "low_trick", LOW_TRICK_POINTS) for team in low]
    if len(without) == 1:
        causes.append((without[0], "no_trick", NO_TRICK_POINTS))
    return [Gratuity(other, kind, points) for team, kind, points in causes for other in teams if other != team]


def add_scores(
    scores: tuple[int, ...], *, options: KqjOptions, teams: Teams, scored: tuple[int, ...], gratuities: list[Gratuity]
) -> tuple[int, ...]:
    """Return the totals by side; with random partners each member adds what the team gained (rules R5)."""
    gains = list(scored)
    for gratuity in gratuities:
        gains[gratuity.team] += gratuity.points
    if not options.is_random:
        return tuple(score + gain for score, gain in zip(scores, gains, strict=True))
    by_seat = {seat: gain for seats, gain in zip(teams, gains, strict=True) for seat in seats}
    return tuple(score + by_seat[seat] for seat, score in enumerate(scores))


def find_end(options: KqjOptions, *, scores: tuple[int, ...], round_count: int) -> str | None:
    """Return why the match is over after a round, or None (rules R30b)."""
    if options.rounds is not None:
        return "rounds" if round_count >= options.rounds else None
    return "goal" if max(scores) >= (options.goal or 0) else None


def format_result(verdict: Verdict, *, counted: Tally, gratuities: list[Gratuity], scores: tuple[int, ...]) -> Json:
    """Return the round's `result` as it stands in a record."""
    return {
        "outcome": verdict.outcome,
        "card_points": list(counted.card_points),
        "tricks": list(counted.tricks),
        "bonuses": [bonus._asdict() for bonus in counted.bonuses],
        "points": list(counted.points),
        "scored": list(verdict.scored),
        "gratuities": [gratuity._asdict() for gratuity in gratuities],
        "carried": verdict.carried,
        "scores": list(scores),
    }


def pass_out(*, team_count: int) -> tuple[Verdict, Tally]:
    """Return the verdict and tally of a round in which no card is played (rules R10, R14)."""
    nothing = (0,) * team_count
    return Verdict(PASSED, nothing), Tally(nothing, nothing, (), nothing)

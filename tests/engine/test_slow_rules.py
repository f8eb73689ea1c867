"""The engine against the slow rules of `slow_rules.py`, and playouts against the engine, on random rounds."""

import random
from itertools import product

import pytest

from games.engine.kqj.cards import LAYOUTS, PACK
from games.engine.kqj.deal import hands_of
from games.engine.kqj.perft import set_up
from games.engine.kqj.play import play_card
from games.engine.kqj.playout import lay_ground, lay_hands, play_out
from games.engine.kqj.state import State
from games.engine.rules import Event
from games.engine.seats import Teams, cut_teams
from tests.engine import slow_rules

PLAYS = 100_000
CASES = list(product((2, 3), LAYOUTS))
ROUNDS = -(-PLAYS // (48 * len(CASES)))


def draw_round(chance: random.Random, *, team_count: int, trump: str) -> State:
    """A round with drawn hands, teams and leader."""
    deck = chance.sample(range(48), 48)
    teams: Teams = cut_teams(chance.sample(range(6), 6), team_count=team_count)
    hands = [deck[8 * seat : 8 * seat + 8] for seat in range(6)]
    return set_up(hands, teams=teams, trump=trump, leader=chance.randrange(6))


def slow_legal(state: State, hand: list[str], trick: list[slow_rules.PlayedCard], *, trump: str) -> set[str]:
    team = next(seats for seats in state.frame.deal.teams if state.turn in seats)
    return slow_rules.legal_cards(hand, trick, trump=trump, team=list(team))


@pytest.mark.parametrize(("team_count", "trump"), CASES)
def test_legality_and_winners_agree_with_the_slow_rules(team_count: int, trump: str) -> None:
    chance = random.Random(f"{team_count} {trump}")
    points = dict(zip(PACK.texts, LAYOUTS[trump].points, strict=True))
    for _ in range(ROUNDS):
        state = draw_round(chance, team_count=team_count, trump=trump)
        held = [PACK.format_cards(state.frame.layout.cards_in(hand)) for hand in hands_of(state)]
        trick: list[slow_rules.PlayedCard] = []
        for _ in range(48):
            seat = state.turn
            legal = PACK.format_cards(state.frame.layout.cards_in(state.legal))
            assert set(legal) == slow_legal(state, held[seat], trick, trump=trump)
            card = chance.choice(legal)
            held[seat].remove(card)
            trick.append((seat, card))
            state, events, _ = play_card(state, PACK.numbers[card])
            if len(trick) == 6:
                winner, _ = slow_rules.find_master(trick, trump)
                won = {"seat": winner, "points": sum(points[played] for _, played in trick)}
                assert Event("trick_won", won) in events
                trick = []


class Bytes(random.Random):
    """Chance that is known beforehand."""

    def __init__(self, values: bytes) -> None:
        super().__init__()
        self._values = values

    def randbytes(self, n: int) -> bytes:
        return self._values[:n]


def replay_playout(state: State, values: bytes) -> tuple[list[int], list[int], int]:
    """What the engine says of the playout that takes these bytes of chance: the same choices, card by card."""
    points, tricks, last = [0] * 6, [0] * 6, -1
    for byte in values:
        cards = state.frame.layout.cards_in(state.legal)
        cards.sort(key=state.frame.layout.bits.__getitem__)
        state, events, _ = play_card(state, cards[byte * len(cards) // 256])
        for event in events:
            if event.kind == "trick_won":
                last = event.data["seat"]
                points[last] += event.data["points"]
                tricks[last] += 1
    return points, tricks, last


@pytest.mark.parametrize(("team_count", "trump"), CASES)
def test_playouts_play_by_the_engines_rules(team_count: int, trump: str) -> None:
    chance = random.Random(f"playout {team_count} {trump}")
    for _ in range(25):
        state = draw_round(chance, team_count=team_count, trump=trump)
        layout, values = state.frame.layout, chance.randbytes(48)
        ground = lay_ground(layout)
        hands = lay_hands(ground, [layout.cards_in(hand) for hand in hands_of(state)])
        won = play_out(ground, hands, team_of=state.frame.deal.team_of, leader=state.turn, chance=Bytes(values))
        assert tuple(won) == replay_playout(state, values)
        assert (sum(won.points), sum(won.tricks)) == (236, 8)

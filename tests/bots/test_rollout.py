"""Worlds played out in arrays keep the engine's rules, card by card, and score as it does."""

from collections.abc import Callable

import numpy as np
import pytest

from games.bots.search import rollout
from games.bots.search.cards import add_won
from games.bots.search.ground import Ground, Ints, lay_ground, place_of
from games.bots.search.seen import read_play
from games.bots.search.trick import Trick
from games.bots.search.worth import Stakes, read_stakes, score_points, score_round, weigh
from games.engine.kqj.actions import PLAYS
from games.engine.kqj.cards import LAYOUTS, PACK, TRUMPS
from games.engine.kqj.state import Contract
from games.engine.rules import State
from tests.bots.duels import GAME
from tests.bots.test_worlds import played_states, true_hands


@pytest.mark.parametrize("trump", TRUMPS)
def test_a_ground_orders_cards_as_the_engine_does(trump: str) -> None:
    ground, layout = lay_ground(trump), LAYOUTS[trump]
    for card, bit in enumerate(ground.bits):
        place = bit.bit_length() - 1
        assert ground.points[place] == layout.points[card]
        assert ground.has_duty[place] == bool(layout.duties[card])
        for other, other_bit in enumerate(ground.bits):
            if layout.bits[other] & layout.winners[card]:
                assert (other_bit > bit) == (layout.bits[other] > layout.bits[card])
            plain = not (layout.bits[card] | layout.bits[other]) & layout.ruff
            if plain and other_bit > bit:
                assert layout.points[other] >= layout.points[card]
    assert ground.cards_in(ground.mask_of(PACK.parse_cards(["AS", "4C"]))) == sorted(
        PACK.parse_cards(["AS", "4C"]), key=ground.bits.__getitem__
    )


def test_places_are_exact_for_every_set() -> None:
    sets = np.array([1, 2, 3, (1 << 48) - 1, 1 << 48, (1 << 49) - 1, (1 << 37) + 1], np.int64)
    assert place_of(sets).tolist() == [int(value).bit_length() - 1 for value in sets]


@pytest.fixture
def laid(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The bits laid on the table in the first world of a playout."""
    cards: list[int] = []
    play: Callable[..., Ints] = rollout._play_trick

    def note(ground: Ground, trick: Trick, *, forced: list[Ints], is_last: bool) -> Ints:
        played = play(ground, trick, forced=forced, is_last=is_last)
        cards.extend(int(card) for card in played[:, 0])
        return played

    monkeypatch.setattr(rollout, "_play_trick", note)
    return cards


def test_playouts_keep_the_rules_and_score_as_the_engine_does(laid: list[int]) -> None:
    states = [state for number, state in enumerate(played_states(count=3_000, seed=31)) if number % 20 == 0]
    for state in states:
        view = GAME.view(state, state.turn)
        seen = read_play(view)
        hands = np.array(true_hands(state, seen), np.int64)[:, None]
        laid.clear()
        won = rollout.play_out(seen.ground, hands=hands, team_of=seen.team_of, start=seen.start)
        last = play_on(state, [seen.ground.card_of[bit] for bit in laid[len(seen.start.trick) :]])
        result = last.frame.book.rounds[view["round"]].result
        whole = add_won(won, seen=seen)
        assert score_points(whole)[:, 0].tolist() == result["points"]
        gained = list(result["scored"])
        for gratuity in result["gratuities"]:
            gained[gratuity["team"]] += gratuity["points"]
        stakes = read_stakes(view, team_of=seen.team_of)
        scores = score_round(whole, contract=Contract(**view["contract"]), stakes=stakes)
        assert scores[:, 0].tolist() == gained


def play_on(state: State, cards: list[int]) -> State:
    for card in cards:
        assert PLAYS[card] in GAME.legal_actions(state, state.turn)
        state = GAME.apply(state, state.turn, PLAYS[card]).state
    return state


def make_won(points: list[int], tricks: list[int]) -> rollout.Won:
    return rollout.Won(
        np.array(points)[:, None], np.array(tricks)[:, None], np.zeros((len(points), 1), np.int64), np.array([0])
    )


def stakes(scores: tuple[int, ...] = (0, 0), *, carried: int = 0, **more: int | None) -> Stakes:
    return Stakes((0, 1, 0, 1, 0, 1), carried, scores, **{"goal": 1000, "rounds_left": None} | more)


@pytest.mark.parametrize(
    ("contract", "points", "tricks", "expected"),
    [
        (Contract(0, "H"), [150, 86], [5, 3], [160 + 50, 0]),
        (Contract(1, "H"), [150, 86], [5, 3], [160 + 50, 0]),
        (Contract(1, "H"), [113, 123], [4, 4], [0, 0]),
        (Contract(0, "H", 160), [150, 86], [5, 3], [160, 0]),
        (Contract(0, "H", 170, multiplier=2), [150, 86], [5, 3], [0, 340]),
        (Contract(0, "H", 400, capot=True), [236, 0], [8, 0], [400, 0]),
        (Contract(0, "H", 150, capot=True), [230, 6], [7, 1], [0, 150]),
    ],
)
def test_rounds_are_scored_by_the_rules(
    contract: Contract, points: list[int], tricks: list[int], expected: list[int]
) -> None:
    scores = score_round(make_won(points, tricks), contract=contract, stakes=stakes(carried=50))
    assert scores[:, 0].tolist() == expected


def test_in_one_round_points_are_all_and_in_a_match_the_win() -> None:
    gains = np.array([[160], [0]])
    alone = stakes(goal=None, rounds_left=0)
    assert weigh(gains, team=0, stakes=alone).tolist() == [160]
    assert weigh(gains, team=1, stakes=alone).tolist() == [-160]
    winning = int(weigh(gains, team=0, stakes=stakes((900, 900)))[0])
    early = int(weigh(gains, team=0, stakes=stakes())[0])
    late = int(weigh(gains, team=0, stakes=stakes((600, 600)))[0])
    assert 160 < early < late < winning


def test_points_count_most_where_they_reach_the_goal() -> None:
    # Twenty points more for the first team, each time.
    gains = np.array([[160, 140], [0, 0]])

    def gain_of_twenty(scores: tuple[int, int]) -> int:
        more, less = weigh(gains, team=0, stakes=stakes(scores)).tolist()
        return int(more - less)

    assert 20 < gain_of_twenty((0, 0)) < 60
    assert gain_of_twenty((850, 800)) > 200
    assert 20 <= gain_of_twenty((0, 990)) < 60

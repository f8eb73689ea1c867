"""Every level of every game: always legal, the same for the same view and seed, blind to what is hidden."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from games import bots
from games.bots.kqj import cheapest_calls
from games.bots.levels import levels
from games.bots.seeds import is_one_in_four, pick_index
from games.engine import registry
from games.engine.rules import State
from tests.bots.duels import GAME, random_states
from tests.engine.test_secrecy import reshuffle

GAMES = registry.keys()
LEVELS = [(key, level.key) for key in GAMES for level in levels(key)]
VIEWS = 4_000
"""From so many random views those come that a level is asked; `python -m bench.bots` asks many more."""
SPREAD = {"novice": 1, "easy": 1, "medium": 10, "hard": 20}
"""Every how manieth view a level is asked: searching levels take milliseconds each."""


def _states(level: str, *, seed: int, share: int = 1) -> Iterator[State]:
    """Yield the states that a level is asked about, or only a share of them."""
    return islice(random_states(count=VIEWS // share, seed=seed), None, None, SPREAD[level])


def _seed(number: int) -> bytes:
    return bots.turn_seed(match_id=1, version=number, seat=0)


@pytest.mark.parametrize(("game_key", "level"), LEVELS)
def test_random_views_get_a_legal_action(game_key: str, level: str) -> None:
    phases: Counter[str] = Counter()
    for number, state in enumerate(_states(level, seed=11)):
        view = GAME.view(state, GAME.to_act(state)[0])
        action = bots.choose(game_key=game_key, level=level, view=view, seed=_seed(number))
        assert action in view["legal_actions"]
        phases[view["phase"]] += 1
    assert set(phases) == {"taking", "auction", "overcounter", "playing"}


@pytest.mark.parametrize(("game_key", "level"), LEVELS)
def test_the_same_view_and_seed_give_the_same_action(game_key: str, level: str) -> None:
    for number, state in enumerate(_states(level, seed=12, share=6)):
        view = GAME.view(state, GAME.to_act(state)[0])
        again = json.loads(json.dumps(view))
        first = bots.choose(game_key=game_key, level=level, view=view, seed=_seed(number))
        assert bots.choose(game_key=game_key, level=level, view=again, seed=_seed(number)) == first


@pytest.mark.parametrize(("game_key", "level"), LEVELS)
def test_hidden_cards_never_change_an_action(game_key: str, level: str) -> None:
    rng = random.Random(13)
    for number, state in enumerate(_states(level, seed=13, share=4)):
        seat = GAME.to_act(state)[0]
        changed = reshuffle(state, seat=seat, order=[rng.randrange(1_000) for _ in range(48)])
        first, second = (
            bots.choose(game_key=game_key, level=level, view=GAME.view(it, seat), seed=_seed(number))
            for it in (state, changed)
        )
        assert first == second


def test_a_novice_slips_in_about_one_move_of_four() -> None:
    slips = sum(is_one_in_four(_seed(number)) for number in range(4_000))
    assert 900 < slips < 1_100
    drawn = Counter(pick_index(_seed(number), count=3) for number in range(3_000))
    assert set(drawn) == {0, 1, 2}
    assert min(drawn.values()) > 900


def test_a_novice_s_slips_in_the_auction_are_the_cheapest_bids() -> None:
    legal = ["pass", "counter", "bid 140 S", "bid 140 S capot", "bid 140 NT", "bid 150 S", "bid 600 AT capot"]
    assert cheapest_calls(legal) == ["bid 140 S", "bid 140 NT", "counter"]


def test_seeds_belong_to_one_turn() -> None:
    seeds = {bots.turn_seed(match_id=m, version=v, seat=s) for m in (1, 12) for v in (1, 2, 21) for s in range(6)}
    assert len(seeds) == 36


def test_what_a_bot_cannot_do_is_said() -> None:
    state = next(random_states(count=1, seed=1))
    seat = GAME.to_act(state)[0]
    with pytest.raises(bots.BotError) as no_level:
        bots.choose(game_key="kqj", level="grandmaster", view=GAME.view(state, seat), seed=_seed(1))
    assert no_level.value.code == "no_such_level"
    with pytest.raises(bots.BotError) as nothing:
        bots.choose(game_key="kqj", level="easy", view=GAME.view(state, (seat + 1) % 6), seed=_seed(1))
    assert nothing.value.code == "nothing_to_do"


def test_a_bot_s_illegal_choice_is_refused_and_its_cards_stay_out_of_the_message(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = next(state for state in random_states(count=500, seed=3) if state.frame.phase == "playing")
    view = GAME.view(state, GAME.to_act(state)[0])
    view["legal_actions"] = view["legal_actions"][:1] * 2
    monkeypatch.setattr(type(GAME), "greedy", lambda _self, _view: "play 4C 4C")
    with pytest.raises(bots.BotError) as refused:
        bots.choose(game_key="kqj", level="easy", view=view, seed=_seed(1))
    assert refused.value.code == "illegal_choice"
    assert not any(card in str(refused.value) for card in view["hand"])

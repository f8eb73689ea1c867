"""Rules R1 to R5 and R31: the cards, their worth, the options, the sides, the drawing of chance."""

import hashlib
import hmac
from itertools import product

import pytest

from games.engine import shuffle
from games.engine.errors import IllegalActionError, OptionsError
from games.engine.kqj.cards import LAYOUTS, PACK
from games.engine.kqj.deal import draw_first_dealer, draw_teams
from games.engine.kqj.options import KqjOptions
from tests.engine.builders import GAME, SEED, begin


def test_r1_pack_has_48_cards_with_a_hero_in_each_suit() -> None:
    assert len(set(PACK.texts)) == 48
    assert {text for text in PACK.texts if text[0] == "H"} == {"HS", "HH", "HD", "HC"}


@pytest.mark.parametrize("text", ["play AS", "play TD", "play HH", "play 4C"])
def test_r1_cards_are_written_rank_then_suit(text: str) -> None:
    assert GAME.format_action(GAME.parse_action(text)) == text


@pytest.mark.parametrize(
    "text", ["play 10D", "play SA", "play 3S", "play XX", "play as", "play  AS", "AS", "", "play AS\n"]
)
def test_r1_other_texts_are_no_cards(text: str) -> None:
    with pytest.raises(IllegalActionError) as error:
        GAME.parse_action(text)
    assert error.value.code == "bad_action"


@pytest.mark.parametrize(
    ("trump", "suit", "order", "points"),
    [
        ("S", "H", "A T H K Q J 9 8 7 6 5 4", (12, 10, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0)),
        ("H", "H", "9 8 7 A T H K Q J 6 5 4", (27, 22, 14, 12, 10, 7, 5, 4, 3, 0, 0, 0)),
        ("NT", "C", "A T H K Q J 9 8 7 6 5 4", (20, 17, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0)),
        ("AT", "D", "9 8 7 A T H K Q J 6 5 4", (17, 14, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0)),
    ],
)
def test_r2_order_and_points(trump: str, suit: str, order: str, points: tuple[int, ...]) -> None:
    layout = LAYOUTS[trump]
    suit_cards = [PACK.numbers[rank + suit] for rank in order.split()]
    assert tuple(layout.points[card] for card in suit_cards) == points
    bits = [layout.bits[card] for card in suit_cards]
    assert bits == sorted(bits, reverse=True)


@pytest.mark.parametrize("trump", LAYOUTS)
def test_r2_a_round_holds_236_points(trump: str) -> None:
    assert sum(LAYOUTS[trump].points) == 236


@pytest.mark.parametrize("trump", LAYOUTS)
def test_bits_of_a_layout_are_all_different(trump: str) -> None:
    layout = LAYOUTS[trump]
    assert layout.mask_of(range(48)) == 2**48 - 1
    assert sorted(layout.cards_in(2**48 - 1)) == list(range(48))


def test_r3_defaults() -> None:
    assert GAME.format_options(GAME.parse_options({})) == {
        "teams": 2,
        "partners": "fixed",
        "contract": "take",
        "all_trumps_no_trump": True,
        "goal": 1000,
    }


@pytest.mark.parametrize("goal", [500, 1000, 2000, None])
def test_r3_all_combinations_are_options(goal: int | None) -> None:
    for teams, partners, contract, more in product((2, 3), ("fixed", "random"), ("take", "auction"), (True, False)):
        raw: dict[str, object] = {
            "teams": teams, "partners": partners, "contract": contract, "all_trumps_no_trump": more, "goal": goal,
        }  # fmt: skip
        raw |= {"rounds": 30} if goal is None else {}
        assert GAME.format_options(GAME.parse_options(raw)) == raw


def test_r3_rounds_replace_the_goal() -> None:
    assert GAME.format_options(GAME.parse_options({"rounds": 3}))["goal"] is None
    assert "rounds" not in GAME.format_options(GAME.parse_options({"goal": 500, "rounds": None}))


@pytest.mark.parametrize(
    "raw",
    [
        {"teams": 4},
        {"teams": True},
        {"teams": 2.0},
        {"teams": None},
        {"partners": "some"},
        {"contract": ["take"]},
        {"all_trumps_no_trump": 1},
        {"goal": 750},
        {"goal": None},
        {"goal": None, "rounds": 0},
        {"goal": None, "rounds": 31},
        {"goal": None, "rounds": True},
        {"goal": 500, "rounds": 5},
        {"speed": "high"},
    ],
)
def test_r3_other_options_are_refused(raw: dict[str, object]) -> None:
    with pytest.raises(OptionsError) as error:
        GAME.parse_options(raw)
    assert error.value.code == "bad_options"


@pytest.mark.parametrize(
    ("options", "sides"),
    [
        ({"teams": 2}, ((0, 2, 4), (1, 3, 5))),
        ({"teams": 3}, ((0, 3), (1, 4), (2, 5))),
        ({"teams": 2, "partners": "random"}, ((0,), (1,), (2,), (3,), (4,), (5,))),
    ],
)
def test_r3a_r4_sides(options: dict[str, object], sides: tuple[tuple[int, ...], ...]) -> None:
    assert GAME.parse_options(options).sides == sides
    assert begin(**options).frame.book.scores == (0,) * len(sides)


def plain_stream(seed: bytes, label: str, count: int) -> list[int]:
    """R31 word for word."""
    stream = b"".join(
        hmac.new(seed, label.encode() + b":" + n.to_bytes(4, "big"), hashlib.sha256).digest() for n in range(count)
    )
    return [int.from_bytes(stream[4 * place : 4 * place + 4], "big") for place in range(8 * count)]


def test_r31_stream_is_hmac_of_label_and_counter() -> None:
    stream = shuffle.Stream(SEED, label="dealer")
    assert [stream.word() for _ in range(40)] == plain_stream(SEED, "dealer", 5)


def test_r31_below_throws_away_words_that_would_favour_some() -> None:
    words = [2**32 - 1, 2**32 - 2, 7]
    stream = shuffle.Stream(SEED, label="x")
    stream._words = words[::-1]
    # 2**32 mod 6 = 4: the four highest words are thrown away.
    assert stream.below(6) == 1


@pytest.mark.parametrize("high", [0, 1, 5])
def test_r31_shuffle_swaps_from_the_last_down_also_where_words_are_thrown_away(high: int) -> None:
    words = plain_stream(SEED, "deal:3", 6)
    words[high] = 2**32 - 1
    stream = shuffle.Stream(SEED, label="deal:3")
    stream.word()
    stream._words = words[::-1]
    items, plain = list(range(40)), list(range(40))
    stream.shuffle(items)
    rest = iter(words)
    for last in range(39, 0, -1):
        word = next(rest)
        while word >= 2**32 - 2**32 % (last + 1):
            word = next(rest)
        drawn = word % (last + 1)
        plain[last], plain[drawn] = plain[drawn], plain[last]
    assert items == plain


def test_r31_first_dealer_is_drawn() -> None:
    assert draw_first_dealer(SEED) == plain_stream(SEED, "dealer", 1)[0] % 6


def test_r31_seed_is_mixed_from_secret_and_nonces_in_order() -> None:
    first, second = b"1" * 16, b"2" * 16
    assert shuffle.mix_seed(SEED, [first, second]) == hashlib.sha256(SEED + first + second).digest()
    assert shuffle.mix_seed(SEED, []) == hashlib.sha256(SEED).digest()
    assert shuffle.commitment(SEED) == hashlib.sha256(SEED).hexdigest()


def test_r31_seats_are_drawn_among_the_players_in_the_order_they_joined() -> None:
    assert sorted(shuffle.draw_seats(SEED, 6)) == list(range(6))
    assert shuffle.draw_seats(SEED, 6) == shuffle.shuffled(range(6), seed=SEED, label="seats")


@pytest.mark.parametrize("teams", [2, 3])
def test_r5_r31_random_teams_are_cut_from_shuffled_seats(teams: int) -> None:
    options = KqjOptions(teams=teams, partners="random")
    drawn = shuffle.shuffled(range(6), seed=SEED, label="teams:4")
    size = 6 // teams
    expected = sorted(sorted(drawn[start : start + size]) for start in range(0, 6, size))
    assert draw_teams(options, seed=SEED, number=4) == tuple(map(tuple, expected))


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        GAME.start(GAME.parse_options({}), b"short")

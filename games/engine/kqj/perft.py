"""Counting legal sequences of cards from a set-up deal, the yardstick of `play.py`."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine.errors import RecordError
from games.engine.kqj.cards import HONOURS, LAYOUTS, PACK
from games.engine.kqj.deal import HAND_SIZE
from games.engine.kqj.options import SEAT_COUNT, KqjOptions
from games.engine.kqj.play import play_card
from games.engine.kqj.rounds import PLAYING, sort_plays
from games.engine.kqj.state import Book, Contract, Deal, Frame, Match, State
from games.engine.seats import Teams, index_teams


def set_up(hands: Sequence[Sequence[int]], *, teams: Teams, trump: str, leader: int) -> State:
    """Return a round about to be played with these cards of the pack, by seat; all hands are equally large."""
    layout = LAYOUTS[trump]
    team_of = index_teams(teams)
    deal = Deal(0, (leader - 1) % SEAT_COUNT, leader, teams, team_of, (), None)
    masks = tuple(layout.mask_of(hand) for hand in hands)
    options = KqjOptions(teams=len(teams), contract="auction")
    frame = Frame(
        Match(options, b"", deal.dealer),
        Book((0,) * len(teams)),
        deal,
        PLAYING,
        contract=Contract(leader, trump, 80),
        layout=layout,
        honours=HONOURS[trump],
        hands=masks,
        plays=tuple(sort_plays(hand, trump=trump) for hand in hands),
    )
    return State(frame, leader, sum(masks), masks[leader])


def read_position(told: Mapping[str, Any]) -> State:
    """Return the state of a position {hands, teams, trump, leader} in JSON form.

    Raises:
        RecordError: code `bad_format`.
    """
    try:
        hands = [PACK.parse_cards(hand) for hand in told["hands"]]
        teams = tuple(tuple(sorted(seats)) for seats in told["teams"])
        trump, leader = told["trump"], told["leader"]
        is_sound = (
            sorted(seat for seats in teams for seat in seats) == list(range(SEAT_COUNT)) == list(range(len(hands)))
            and len({card for hand in hands for card in hand}) == SEAT_COUNT * len(hands[0]) <= SEAT_COUNT * HAND_SIZE
            and len({len(hand) for hand in hands}) == 1
            and trump in LAYOUTS
            and leader in range(SEAT_COUNT)
        )
    except (KeyError, TypeError, IndexError) as error:
        raise RecordError("bad_format", f"not a position of KQJ: {error}") from error
    if not is_sound:
        raise RecordError("bad_format", "not a position of KQJ: six equal hands, teams, trump and leader are needed")
    return set_up(hands, teams=teams, trump=trump, leader=leader)


def count_sequences(state: State, *, depth: int) -> int:
    """Return how many legal sequences of `depth` cards can be played."""
    if depth > state.left.bit_count():
        return 0
    if depth == 1:
        return state.legal.bit_count()
    cards = state.frame.layout.cards_in(state.legal)
    return sum(count_sequences(play_card(state, card).state, depth=depth - 1) for card in cards)

"""The play of the cards: which may be played (rules R18 to R22), who wins, what is announced (R26)."""

from functools import cache
from typing import NoReturn

from games.engine.cards import SUIT_NAMES
from games.engine.errors import IllegalActionError
from games.engine.kqj import rounds
from games.engine.kqj.cards import HONOUR_RANKS, PACK
from games.engine.kqj.deal import hands_of
from games.engine.kqj.options import SEAT_COUNT
from games.engine.kqj.state import Announcement, Frame, State, Trick
from games.engine.rules import Event, Step
from games.engine.tricks import Layout

PLAYED: tuple[tuple[tuple[Event, ...], ...], ...] = tuple(
    tuple((Event("played", {"seat": seat, "card": text}),) for text in PACK.texts) for seat in range(SEAT_COUNT)
)
"""By seat and card the events of a play that announces nothing, made once: events never change."""
ANNOUNCED = tuple(
    tuple(Event("announced", {"seat": seat, "text": HONOUR_RANKS[:level]}) for level in range(4))
    for seat in range(SEAT_COUNT)
)
_new = tuple.__new__
"""Makes a named tuple of its fields in half the time that its own constructor takes; only on the way of a card."""
NEXT_SEAT = tuple((seat + 1) % SEAT_COUNT for seat in range(SEAT_COUNT))


def legal_mask(layout: Layout, *, hand: int, lead: int, master: int, is_partner: bool) -> int:
    """Return the cards of a hand that may follow (rules R20 to R22).

    Args:
        layout: of the contract.
        hand: the cards held.
        lead: the card led.
        master: the bit of the master card.
        is_partner: whether a partner played it.
    """
    suit = hand & layout.suits[lead]
    if suit:
        duty = layout.duties[lead]
        return (suit & -master) or suit if duty else suit
    if is_partner:
        return hand
    return (hand & layout.ruff & -master) or hand


def play_card(state: State, card: int) -> Step:
    """Return what a card of the seat to act leads to.

    Raises:
        IllegalActionError: see `refuse_play`.
    """
    frame, turn, left, legal, lead, master, holder, trick, tricks, announced = state
    layout = frame.layout
    bit = layout.bits[card]
    if not legal & bit:
        refuse_play(state, card)
    left ^= bit
    if not trick:
        lead, master, holder = card, bit, turn
    elif bit > master and bit & layout.winners[lead]:
        master, holder = bit, turn
    trick = (*trick, card)
    events = PLAYED[turn][card]
    if frame.honours[card]:
        announced, events = announce(frame, turn=turn, card=card, left=left, announced=announced)
    if len(trick) == SEAT_COUNT:
        return _finish_trick(state, trick=trick, left=left, winner=holder, announced=announced, events=events)
    following = NEXT_SEAT[turn]
    team_of = frame.deal.team_of
    is_partner = team_of[following] == team_of[holder]
    legal = legal_mask(layout, hand=frame.hands[following] & left, lead=lead, master=master, is_partner=is_partner)
    after = _new(State, (frame, following, left, legal, lead, master, holder, trick, tricks, announced))
    return _new(Step, (after, events, False))


def _finish_trick(
    state: State,
    *,
    trick: tuple[int, ...],
    left: int,
    winner: int,
    announced: tuple[Announcement, ...],
    events: tuple[Event, ...],
) -> Step:
    """Turn the trick over and let its winner lead; after the last trick score the round.

    Args:
        state: before the trick's last card.
        trick: its six cards.
        left: the cards not yet played after it.
        winner: the seat that won it.
        announced: so far, with what the last card brought.
        events: of the last card.
    """
    frame, tricks = state.frame, state.tricks
    values = frame.layout.points
    points = sum([values[card] for card in trick])
    leader = tricks[-1].winner if tricks else frame.deal.opener
    tricks = (*tricks, _new(Trick, (leader, trick, winner, points)))
    after = _new(State, (frame, winner, left, frame.hands[winner] & left, -1, 0, 0, (), tricks, announced))
    events = (*events, _tell_trick(winner, points))
    return rounds.end_round(after, events=events) if not left else _new(Step, (after, events, False))


@cache
def _tell_trick(winner: int, points: int) -> Event:
    return Event("trick_won", {"seat": winner, "points": points})


def announce(
    frame: Frame, *, turn: int, card: int, left: int, announced: tuple[Announcement, ...]
) -> tuple[tuple[Announcement, ...], tuple[Event, ...]]:
    """Return what is announced once an honour of a trump suit was played (rules R26), and the play's events with it.

    Args:
        frame: of the state.
        turn: the seat that played.
        card: the honour.
        left: the cards not yet played.
        announced: before it.
    """
    level, suit = frame.honours[card], PACK.suit_of(card)
    if level == 1:
        is_due = bool(frame.hands[turn] & left & frame.layout.bits[PACK.numbers[f"Q{suit}"]])
    else:
        is_due = Announcement(turn, suit, level - 1) in announced
    if not is_due:
        return announced, PLAYED[turn][card]
    return (*announced, Announcement(turn, suit, level)), (*PLAYED[turn][card], ANNOUNCED[turn][level])


def refuse_play(state: State, card: int) -> NoReturn:
    """Say why the seat to act may not play a card; the message names no card but its own and the trick's.

    Raises:
        IllegalActionError: always; codes `call_not_allowed`, `not_in_hand`, `follow_suit`, `beat_trump`, `trump`.
    """
    layout, hand = state.frame.layout, hands_of(state)[state.turn]
    text = PACK.texts[card]
    if state.frame.menu is not None:
        message = f"call first: there is no contract yet, you played {text}"
        raise IllegalActionError("call_not_allowed", message, params={"card": text, "rule": "R18"})
    if not hand & layout.bits[card]:
        raise IllegalActionError(
            "not_in_hand", f"not in hand: you do not hold {text}", params={"card": text, "rule": "R18"}
        )
    code, reason, rule = _name_duty(state, card)
    held = PACK.texts[layout.cards_in(state.legal)[0]]
    message = f"{reason}, you hold {held}"
    raise IllegalActionError(code, message, params={"card": text, "hold": held, "rule": rule})


def _name_duty(state: State, card: int) -> tuple[str, str, str]:
    """Return code, duty with the state that it comes from, and rule of an illegal play."""
    layout, lead = state.frame.layout, state.lead
    led = SUIT_NAMES[PACK.suit_of(lead)]
    master = PACK.texts[layout.card_of[state.master]]
    if not hands_of(state)[state.turn] & layout.suits[lead]:
        duty = "over-trump" if state.master & layout.ruff else "trump"
        return "trump", f"{duty}: {led} led, an opponent's {master} is master", "R22"
    if PACK.suit_of(card) != PACK.suit_of(lead):
        return "follow_suit", f"follow suit: {led} led", "R20"
    return "beat_trump", f"beat the trump: {master} is the highest in the trick", "R20"

"""What a seat can do in KQJ: calls and plays, each made once and shared, with their texts."""

import re
from typing import NamedTuple

from games.engine.errors import IllegalActionError
from games.engine.kqj.cards import PACK, TRUMPS

PASS, TAKE, BID, COUNTER, OVERCOUNTER = "pass", "take", "bid", "counter", "overcounter"
BID_STEP = 10
MIN_AMOUNT = 80
MAX_AMOUNT = 600


class Call(NamedTuple):
    """A call before the play.

    Attributes:
        kind: pass, take, bid, counter or overcounter.
        trump: a suit, AT or NT, for a take and a bid.
        amount: of a bid, in points.
        capot: whether a bid promises all tricks.
    """

    kind: str
    trump: str | None = None
    amount: int = 0
    capot: bool = False


class Play(NamedTuple):
    """A card played: its number in the pack."""

    card: int


KqjAction = Call | Play

PASS_CALL = Call(PASS)
COUNTER_CALL = Call(COUNTER)
OVERCOUNTER_CALL = Call(OVERCOUNTER)
PLAYS = tuple(Play(card) for card in range(len(PACK.texts)))
TAKES = {trump: Call(TAKE, trump) for trump in TRUMPS}
BIDS = {
    (amount, trump, capot): Call(BID, trump, amount, capot)
    for amount in range(MIN_AMOUNT, MAX_AMOUNT + 1, BID_STEP)
    for trump in TRUMPS
    for capot in (False, True)
}
_BID_PATTERN = re.compile(r"bid ([1-9][0-9]{0,5}) (S|H|D|C|AT|NT)( capot)?")


def format_action(action: KqjAction) -> str:
    """Return the text form: a call as in the record, a card as `play AS`."""
    if isinstance(action, Play):
        return f"play {PACK.texts[action.card]}"
    if action.kind == TAKE:
        return f"take {action.trump}"
    if action.kind == BID:
        return f"bid {action.amount} {action.trump}{' capot' if action.capot else ''}"
    return action.kind


_CALLS: tuple[Call, ...] = (PASS_CALL, COUNTER_CALL, OVERCOUNTER_CALL, *TAKES.values(), *BIDS.values())
_ALL: tuple[KqjAction, ...] = _CALLS + PLAYS
ACTIONS: dict[str, KqjAction] = {format_action(action): action for action in _ALL}
TEXTS: dict[KqjAction, str] = {action: text for text, action in ACTIONS.items()}


def parse_action(text: str) -> KqjAction:
    """Return the action of its text form; a bid of an amount that nobody may bid is still an action.

    Raises:
        IllegalActionError: code `bad_action`.
    """
    action = ACTIONS.get(text)
    if action is not None:
        return action
    bid = _BID_PATTERN.fullmatch(text)
    if bid is None:
        message = f"bad action: {text!r:.60} is no action of KQJ: write 'pass', 'take H', 'bid 120 S' or 'play AS'"
        raise IllegalActionError("bad_action", message, params={"text": text[:60]})
    return Call(BID, bid[2], int(bid[1]), bid[3] is not None)

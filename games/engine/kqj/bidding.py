"""The calls before the play: the take (rules R7 to R11) and the auction (R12 to R17)."""

from functools import cache
from typing import NamedTuple, NoReturn

from games.engine.cards import SUITS
from games.engine.errors import IllegalActionError
from games.engine.kqj.actions import (
    BID,
    BID_STEP,
    BIDS,
    COUNTER,
    COUNTER_CALL,
    MAX_AMOUNT,
    OVERCOUNTER,
    OVERCOUNTER_CALL,
    PASS_CALL,
    TAKE,
    TAKES,
    Call,
    format_action,
)
from games.engine.kqj.cards import NO_TRUMP, PACK, TRUMPS
from games.engine.kqj.options import SEAT_COUNT, KqjOptions
from games.engine.kqj.state import Contract, Deal, Frame, Menu

SeatCalls = tuple[tuple[int, Call], ...]

FIRST_BIDS = {2: 120, 3: 80}
"""The lowest first bid by number of teams (rules R13)."""
_NO_MORE = ("no All-Trumps or No-Trump: the option is off", "R9")
TAKING, AUCTION, ASKING = "taking", "auction", "overcounter"


class Ask(NamedTuple):
    """The seat that calls next, what it may call, and the phase that this is."""

    seat: int
    menu: Menu
    phase: str


class Closed(NamedTuple):
    """The calls are over; no contract means that the round is passed out (rules R10, R14)."""

    contract: Contract | None


def ask_next(*, options: KqjOptions, deal: Deal, calls: SeatCalls) -> Ask | Closed:
    """Return who calls next and what, or how the calls closed."""
    if options.is_auction:
        return _ask_in_auction(options=options, deal=deal, calls=calls)
    return _ask_in_take(options=options, deal=deal, calls=calls)


def _ask_in_take(*, options: KqjOptions, deal: Deal, calls: SeatCalls) -> Ask | Closed:
    if calls and calls[-1][1].kind == TAKE:
        seat, call = calls[-1]
        return Closed(Contract(seat, call.trump or NO_TRUMP))
    if len(calls) == 2 * SEAT_COUNT or deal.turned is None:
        return Closed(None)
    seat = (deal.opener + len(calls)) % SEAT_COUNT
    suit = PACK.suit_of(deal.turned) if len(calls) < SEAT_COUNT else None
    return Ask(seat, _take_menu(suit=suit, has_more=options.all_trumps_no_trump), TAKING)


def _ask_in_auction(*, options: KqjOptions, deal: Deal, calls: SeatCalls) -> Ask | Closed:
    high = find_high_bid(calls)
    if high is None:
        if len(calls) == SEAT_COUNT:
            return Closed(None)
        seat, amount, can_counter = (deal.opener + len(calls)) % SEAT_COUNT, FIRST_BIDS[options.teams], False
    else:
        closed = _close_auction(calls, high=high)
        if closed is not None:
            return closed
        if len(calls) > high + 1 and _find_counter(calls, high=high):
            return _ask_to_overcounter(deal=deal, calls=calls, high=high)
        bidder, bid = calls[high]
        seat, amount = (bidder + len(calls) - high) % SEAT_COUNT, bid.amount + BID_STEP
        can_counter = deal.team_of[seat] != deal.team_of[bidder]
    return Ask(seat, _bid_menu(amount=amount, has_more=options.all_trumps_no_trump, can_counter=can_counter), AUCTION)


def find_high_bid(calls: SeatCalls) -> int | None:
    """Return the place of the last bid, which is the highest; None if nobody has bid."""
    for place in range(len(calls) - 1, -1, -1):
        if calls[place][1].kind == BID:
            return place
    return None


def _find_counter(calls: SeatCalls, *, high: int) -> int:
    """Return the place of the counter after the highest bid, or 0."""
    for place in range(high + 1, len(calls)):
        if calls[place][1].kind == COUNTER:
            return place
    return 0


def _close_auction(calls: SeatCalls, *, high: int) -> Closed | None:
    """Return the contract if a capot (R15), an overcounter (R16) or five passes (R17) closed the auction."""
    seat, bid = calls[high]
    contract = Contract(seat, bid.trump or NO_TRUMP, bid.amount, bid.capot)
    if bid.capot:
        return Closed(contract)
    if calls[-1][1].kind == OVERCOUNTER:
        return Closed(contract._replace(multiplier=4))
    is_countered = bool(_find_counter(calls, high=high))
    if len(calls) - high == SEAT_COUNT and not is_countered:
        return Closed(contract)
    return None


def _ask_to_overcounter(*, deal: Deal, calls: SeatCalls, high: int) -> Ask | Closed:
    """Ask the contracting team's members in turn, clockwise from the player who countered (rules R16)."""
    seat, bid = calls[high]
    counter = _find_counter(calls, high=high)
    first = calls[counter][0]
    around = [(first + turn) % SEAT_COUNT for turn in range(1, SEAT_COUNT)]
    asked = [other for other in around if deal.team_of[other] == deal.team_of[seat]]
    answers = len(calls) - counter - 1
    if answers == len(asked):
        return Closed(Contract(seat, bid.trump or NO_TRUMP, bid.amount, bid.capot, 2))
    return Ask(asked[answers], _OVERCOUNTER_MENU, ASKING)


def _make_menu(calls: list[Call]) -> Menu:
    return Menu(tuple(calls), frozenset(calls))


_OVERCOUNTER_MENU = _make_menu([PASS_CALL, OVERCOUNTER_CALL])


@cache
def _take_menu(*, suit: str | None, has_more: bool) -> Menu:
    """Return the calls of the first lap (rules R8), or of the second where `suit` is None (R9)."""
    trumps = (suit,) if suit else TRUMPS if has_more else tuple(SUITS)
    return _make_menu([PASS_CALL, *(TAKES[trump] for trump in trumps)])


@cache
def _bid_menu(*, amount: int, has_more: bool, can_counter: bool) -> Menu:
    """Return the calls of the auction from the lowest amount that may be bid (rules R13, R16)."""
    trumps = TRUMPS if has_more else tuple(SUITS)
    bids = [
        BIDS[value, trump, capot]
        for value in range(amount, MAX_AMOUNT + 1, BID_STEP)
        for trump in trumps
        for capot in (False, True)
    ]
    return _make_menu([PASS_CALL, *([COUNTER_CALL] if can_counter else []), *bids])


def refuse_call(frame: Frame, call: Call) -> NoReturn:
    """Say why a call is not allowed.

    Raises:
        IllegalActionError: always; codes `bid_too_low`, `bid_too_high`, `call_not_allowed`.
    """
    code, reason, rule = _explain_refusal(frame, call)
    text = format_action(call)
    raise IllegalActionError(code, f"{reason}, you called {text}", params={"call": text, "rule": rule})


def _explain_refusal(frame: Frame, call: Call) -> tuple[str, str, str]:
    """Return code, reason and rule of a refused call."""
    if frame.phase == ASKING:
        return "call_not_allowed", "overcounter or pass: the highest bid is countered", "R16"
    if frame.phase == AUCTION:
        return _explain_bid(frame, call) if call.kind == BID else ("call_not_allowed", *_explain_in_auction(call))
    return "call_not_allowed", *_explain_in_take(frame, call)


def _explain_in_auction(call: Call) -> tuple[str, str]:
    if call.kind == COUNTER:
        return "no counter: no bid of another team stands", "R16"
    if call.kind == OVERCOUNTER:
        return "no overcounter: no bid of your team is countered", "R16"
    return "bid or pass: the contract is bid for", "R13"


def _explain_in_take(frame: Frame, call: Call) -> tuple[str, str]:
    is_first_lap = len(frame.calls) < SEAT_COUNT
    if call.kind != TAKE:
        return "take or pass: the card is turned, nothing is bid", "R8" if is_first_lap else "R9"
    if call.trump not in tuple(SUITS) and not frame.match.options.all_trumps_no_trump:
        return _NO_MORE
    turned = PACK.texts[frame.deal.turned or 0]
    return f"take {turned[1]} or pass: first lap, {turned} is turned", "R8"


def _explain_bid(frame: Frame, call: Call) -> tuple[str, str, str]:
    high = find_high_bid(frame.calls)
    amount = FIRST_BIDS[frame.match.options.teams] if high is None else frame.calls[high][1].amount + BID_STEP
    if call.amount % BID_STEP:
        return "call_not_allowed", f"bid a multiple of {BID_STEP}", "R13"
    if call.amount > MAX_AMOUNT:
        return "bid_too_high", f"bid {MAX_AMOUNT} at most", "R13"
    if call.amount < amount:
        if amount > MAX_AMOUNT:
            return "bid_too_low", f"pass or counter: {MAX_AMOUNT} is bid, and nothing is higher", "R13"
        reason = f"bid {amount} or more" if high is None else f"bid {amount} or more: {amount - BID_STEP} is bid"
        return "bid_too_low", reason, "R13"
    return "call_not_allowed", *_NO_MORE

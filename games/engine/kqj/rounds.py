"""From round to round: the deal, the calls, the contract, the end of a round and of the match."""

from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from games.engine.errors import IllegalActionError
from games.engine.kqj import bidding, scoring
from games.engine.kqj.actions import PLAYS, Call, Play, format_action
from games.engine.kqj.bidding import SeatCalls
from games.engine.kqj.cards import HONOURS, LAYOUTS, PACK
from games.engine.kqj.deal import Packets, first_packets, last_packets, make_deal
from games.engine.kqj.state import OVER_TURN, Book, Contract, FinishedRound, Frame, Match, State
from games.engine.rules import Event, Json, Step

OVER = "over"
PLAYING = "playing"
ALL_CARDS = (1 << len(PACK.texts)) - 1


def start_round(match: Match, *, book: Book) -> Step:
    """Deal the next round and ask its opener for the first call."""
    deal = make_deal(match, number=len(book.rounds))
    packets = first_packets(deal)
    ask = bidding.ask_next(options=match.options, deal=deal, calls=())
    assert isinstance(ask, bidding.Ask)
    frame = Frame(match, book, deal, ask.phase, menu=ask.menu)
    state = State(frame, ask.seat, ALL_CARDS)
    started: Json = {
        "round": deal.number,
        "dealer": deal.dealer,
        "teams": [list(seats) for seats in deal.teams],
        "counts": [len(packet) for packet in packets],
    }
    if deal.turned is not None:
        started["return"] = PACK.texts[deal.turned]
    return Step(state, (Event("round_started", started), *_tell_packets(packets)))


def _tell_packets(packets: Packets) -> list[Event]:
    """Return by seat the event that only it may see: the cards dealt to it."""
    return [Event("dealt", {"cards": PACK.format_cards(packet)}, seat) for seat, packet in enumerate(packets) if packet]


@cache
def _tell_call(seat: int, call: Call) -> Event:
    return Event("called", {"seat": seat, "call": format_action(call)})


def make_call(state: State, call: Call) -> Step:
    """Return what a call of the seat to act leads to; the call is allowed."""
    frame, seat = state.frame, state.turn
    match, book, deal = frame.match, frame.book, frame.deal
    calls = (*frame.calls, (seat, call))
    following = bidding.ask_next(options=match.options, deal=deal, calls=calls)
    if isinstance(following, bidding.Ask):
        asked = Frame(match, book, deal, following.phase, calls, following.menu)
        return Step(State(asked, following.seat, ALL_CARDS), (_tell_call(seat, call),))
    contract = following.contract
    events = (_tell_call(seat, call), Event("contract", {"contract": format_contract(contract)}))
    if contract is None:
        return end_round(state._replace(frame=replace(frame, calls=calls)), events=events)
    return _start_play(frame, calls=calls, contract=contract, events=events)


def _start_play(frame: Frame, *, calls: SeatCalls, contract: Contract, events: tuple[Event, ...]) -> Step:
    """Deal the rest and let the opener lead (rules R11, R18)."""
    deal = frame.deal
    first, last = first_packets(deal), last_packets(deal, contract=contract)
    layout = LAYOUTS[contract.trump]
    cards = [a + b for a, b in zip(first, last, strict=True)]
    plays = tuple([sort_plays(own, trump=contract.trump) for own in cards])
    hands = tuple([layout.mask_of(own) for own in cards])
    rest = None, contract, layout, HONOURS[contract.trump], hands, plays
    playing = Frame(frame.match, frame.book, deal, PLAYING, calls, *rest)
    state = State(playing, deal.opener, ALL_CARDS, hands[deal.opener])
    return Step(state, (*events, *_tell_packets(last)))


def sort_plays(cards: Iterable[int], *, trump: str) -> list[tuple[int, Play]]:
    """Return the cards as (bit, play), in the order of `Layout.cards_in`."""
    bits, pairs = LAYOUTS[trump].bits, _pair_plays(trump)
    own = [bits[card] for card in cards]
    own.sort(reverse=True)
    return [pairs[bit] for bit in own]


@cache
def _pair_plays(trump: str) -> dict[int, tuple[int, Play]]:
    """Return (bit, play) by the card's bit in a contract's layout."""
    return {bit: (bit, PLAYS[card]) for bit, card in LAYOUTS[trump].card_of.items()}


def format_contract(contract: Contract | None) -> Json | None:
    """Return the contract as it stands in a record."""
    return None if contract is None else contract._asdict()


def end_round(state: State, *, events: tuple[Event, ...]) -> Step:
    """Score a round that was played or passed out, and deal the next or end the match."""
    frame = state.frame
    book = _score(state)
    told = (*events, Event("round_over", {"result": describe_round(book.rounds[-1])}))
    if book.reason is not None:
        over = replace(frame, book=book, phase=OVER, menu=None)
        return Step(state._replace(frame=over, turn=OVER_TURN, legal=0), told)
    following = start_round(frame.match, book=book)
    return Step(following.state, (*told, *following.events), is_break=True)


def _score(state: State) -> Book:
    """Return the book with the round entered."""
    frame = state.frame
    deal, book, options = frame.deal, frame.book, frame.match.options
    gratuities: list[scoring.Gratuity] = []
    if frame.contract is None:
        verdict, counted = scoring.pass_out(team_count=len(deal.teams))
        verdict = verdict._replace(carried=book.carried)
    else:
        team = deal.team_of[frame.contract.declarer]
        counted = scoring.tally(team_of=deal.team_of, tricks=state.tricks, announced=state.announced)
        verdict = scoring.judge(frame.contract, team=team, counted=counted)
        gratuities = scoring.give_gratuities(verdict, team=team, counted=counted, carried=book.carried)
    scores = scoring.add_scores(
        book.scores, options=options, teams=deal.teams, scored=verdict.scored, gratuities=gratuities
    )
    result = scoring.format_result(verdict, counted=counted, gratuities=gratuities, scores=scores)
    rounds = (*book.rounds, FinishedRound(deal, frame.calls, frame.contract, state.tricks, result))
    reason = scoring.find_end(options, scores=scores, round_count=len(rounds))
    return Book(scores, verdict.carried, rounds, reason)


def describe_round(finished: FinishedRound) -> Json:
    """Return a round's line on the score sheet: its result, and what is needed to read it."""
    deal = finished.deal
    return {
        "round": deal.number,
        "dealer": deal.dealer,
        "teams": [list(seats) for seats in deal.teams],
        "contract": format_contract(finished.contract),
        **finished.result,
    }


def give_up(state: State, *, reason: str) -> Step:
    """End a match without a result: the scores are those after the last finished round, nobody wins."""
    if state.turn == OVER_TURN:
        raise IllegalActionError("match_over", "match over: it can't be given up any more")
    book = state.frame.book._replace(reason=reason)
    frame = replace(state.frame, book=book, phase=OVER, menu=None)
    return Step(state._replace(frame=frame, turn=OVER_TURN, legal=0), ())

"""From round to round: the deal, the calls, the contract, the end of a round and of the match."""

from games.engine.errors import IllegalActionError
from games.engine.kqj import bidding, scoring
from games.engine.kqj.actions import Call, format_action
from games.engine.kqj.cards import HONOURS, LAYOUTS, NO_TRUMP, PACK
from games.engine.kqj.deal import Packets, first_packets, last_packets, lay_hands, make_deal
from games.engine.kqj.state import OVER_TURN, Book, Contract, FinishedRound, Frame, Match, State
from games.engine.rules import Event, Json, Step

OVER = "over"
PLAYING = "playing"


def start_round(match: Match, *, book: Book) -> Step:
    """Deal the next round and ask its opener for the first call."""
    deal = make_deal(match, number=len(book.rounds))
    packets = first_packets(deal)
    ask = bidding.ask_next(options=match.options, deal=deal, calls=())
    assert isinstance(ask, bidding.Ask)
    frame = Frame(match, book, deal, ask.phase, (), ask.menu, None, LAYOUTS[NO_TRUMP], HONOURS[NO_TRUMP])
    state = State(frame, ask.seat, lay_hands(packets))
    started: Json = {
        "round": deal.number,
        "dealer": deal.dealer,
        "teams": [list(seats) for seats in deal.teams],
        "counts": [len(packet) for packet in packets],
    }
    if deal.turned is not None:
        started["return"] = PACK.texts[deal.turned]
    return Step(state, (Event("round_started", started), *_tell_packets(packets, trump=NO_TRUMP)))


def _tell_packets(packets: Packets, *, trump: str) -> list[Event]:
    """Return by seat the event that only it may see: the cards dealt to it, sorted."""
    layout = LAYOUTS[trump]
    cards = [PACK.format_cards(layout.cards_in(layout.mask_of(packet))) for packet in packets]
    return [Event("dealt", {"cards": texts}, seat) for seat, texts in enumerate(cards) if texts]


def make_call(state: State, call: Call) -> Step:
    """Return what a call of the seat to act leads to; the call is allowed."""
    frame = state.frame
    calls = (*frame.calls, (state.turn, call))
    called = Event("called", {"seat": state.turn, "call": format_action(call)})
    following = bidding.ask_next(options=frame.match.options, deal=frame.deal, calls=calls)
    if isinstance(following, bidding.Ask):
        asked = frame._replace(phase=following.phase, calls=calls, menu=following.menu)
        return Step(state._replace(frame=asked, turn=following.seat), (called,))
    contract = following.contract
    told = Event("contract", {"contract": format_contract(contract)})
    closed = frame._replace(calls=calls, menu=None, contract=contract)
    if contract is None:
        return end_round(state._replace(frame=closed), events=(called, told))
    return _start_play(closed, contract=contract, events=(called, told))


def _start_play(frame: Frame, *, contract: Contract, events: tuple[Event, ...]) -> Step:
    """Deal the rest and let the opener lead (rules R11, R18)."""
    first, last = first_packets(frame.deal), last_packets(frame.deal, contract=contract)
    hands = lay_hands(tuple(a + b for a, b in zip(first, last, strict=True)), trump=contract.trump)
    opener = frame.deal.opener
    playing = frame._replace(phase=PLAYING, layout=LAYOUTS[contract.trump], honours=HONOURS[contract.trump])
    state = State(playing, opener, hands, hands[opener])
    return Step(state, (*events, *_tell_packets(last, trump=contract.trump)))


def format_contract(contract: Contract | None) -> Json | None:
    """Return the contract as it stands in a record."""
    return None if contract is None else contract._asdict()


def end_round(state: State, *, events: tuple[Event, ...]) -> Step:
    """Score a round that was played or passed out, and deal the next or end the match."""
    frame = state.frame
    book = _score(state)
    told = (*events, Event("round_over", {"result": describe_round(book.rounds[-1])}))
    if book.reason is not None:
        over = frame._replace(book=book, phase=OVER)
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
    frame = state.frame._replace(book=book, phase=OVER, menu=None)
    return Step(state._replace(frame=frame, turn=OVER_TURN, legal=0), ())

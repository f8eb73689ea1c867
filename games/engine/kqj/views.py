"""What a seat or a watcher may know of a match: the one road from state to the outside."""

from games.engine.kqj.actions import format_action
from games.engine.kqj.cards import HONOUR_RANKS, PACK
from games.engine.kqj.deal import hands_of
from games.engine.kqj.options import SEAT_COUNT, format_options
from games.engine.kqj.rounds import OVER, describe_round, format_contract
from games.engine.kqj.state import OVER_TURN, Frame, State, Trick
from games.engine.rules import Json, Outcome
from games.engine.seats import seats_from


def make_view(state: State, seat: int | None) -> Json:
    """Return what the seat may know; None: a watcher.

    Keys, JSON-ready; cards are texts such as `TD`:
        seat: the seat whose view this is, or null.
        options: as in the record.
        round: its number, from 0.
        dealer: seat.
        teams: list of lists of seats, of this round.
        phase: `taking`, `auction`, `overcounter`, `playing`, `over`.
        hand: own cards sorted (trumps first, then S H D C, each from the strongest); null for a watcher.
        counts: by seat, the number of cards held.
        return: the card turned up this round (also after it was taken); null in an auction.
        calls: [seat, text] of this round, in order.
        contract: {declarer, trump, amount, capot, multiplier}; null until the calls are closed, and if passed out.
        plays: [seat, card] of all cards played this round, in order.
        trick: [seat, card] of the trick that is being played; empty between tricks.
        last_trick: {cards: [seat, card] in order, winner, points} of the round's last finished trick, or null.
        tricks_won: by seat, in this round.
        points_won: by seat, the card points of those tricks.
        announced: {seat, suit, text} of this round, in order; text is K, KQ or KQJ.
        scores: by side (team with fixed partners, seat with random ones).
        score_sheet: for each finished round its `result` as in the record, with its `round`, `dealer`, `teams`
            and `contract` added.
        to_act: seats; empty when over.
        legal_actions: texts, sorted like the hand; empty unless the seat is to act.
        seed, final: hex, and {scores, winners, reason}; only once the match is over.
    """
    frame = state.frame
    hands = hands_of(state)
    view: Json = {
        "seat": seat,
        "options": format_options(frame.match.options),
        **_show_round(frame),
        "hand": None if seat is None else PACK.format_cards(frame.layout.cards_in(hands[seat])),
        "counts": [held.bit_count() for held in hands],
        **_show_tricks(state),
        "scores": list(frame.book.scores),
        "score_sheet": [describe_round(finished) for finished in frame.book.rounds],
        "to_act": [] if state.turn == OVER_TURN else [state.turn],
        "legal_actions": list_legal_texts(state) if seat == state.turn else [],
    }
    if frame.phase == OVER:
        view["seed"] = frame.match.seed.hex()
        view["final"] = _format_final(state)
    return view


def _show_round(frame: Frame) -> Json:
    """Return the keys about the deal and the calls of the round."""
    deal = frame.deal
    return {
        "round": deal.number,
        "dealer": deal.dealer,
        "teams": [list(seats) for seats in deal.teams],
        "phase": frame.phase,
        "return": None if deal.turned is None else PACK.texts[deal.turned],
        "calls": [[caller, format_action(call)] for caller, call in frame.calls],
        "contract": format_contract(frame.contract),
    }


def _show_tricks(state: State) -> Json:
    """Return the keys about the play of the round."""
    won, points = [0] * SEAT_COUNT, [0] * SEAT_COUNT
    for trick in state.tricks:
        won[trick.winner] += 1
        points[trick.winner] += trick.points
    leader = state.tricks[-1].winner if state.tricks else state.frame.deal.opener
    playing = _pair(state.trick, leader=leader)
    finished = [play for trick in state.tricks for play in _pair(trick.cards, leader=trick.leader)]
    return {
        "plays": finished + playing,
        "trick": playing,
        "last_trick": _show_trick(state.tricks[-1]) if state.tricks else None,
        "tricks_won": won,
        "points_won": points,
        "announced": [
            {"seat": told.seat, "suit": told.suit, "text": HONOUR_RANKS[: told.level]} for told in state.announced
        ],
    }


def _show_trick(trick: Trick) -> Json:
    return {"cards": _pair(trick.cards, leader=trick.leader), "winner": trick.winner, "points": trick.points}


def _pair(cards: tuple[int, ...], *, leader: int) -> list[list[object]]:
    """Return [seat, card text] for cards played in turn."""
    return [[seat, PACK.texts[card]] for seat, card in zip(seats_from(leader, count=SEAT_COUNT), cards, strict=False)]


def list_legal_texts(state: State) -> list[str]:
    """Return the texts of what the seat to act may do."""
    menu = state.frame.menu
    if menu is not None:
        return [format_action(call) for call in menu.listed]
    return [f"play {PACK.texts[card]}" for card in state.frame.layout.cards_in(state.legal)]


def find_outcome(state: State) -> Outcome | None:
    """Return how the match ended (rules R30b); nobody wins one that was given up."""
    book = state.frame.book
    if book.reason is None:
        return None
    scores = book.scores
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    is_played_out = book.reason in ("goal", "rounds")
    winners = tuple(side for side, place in enumerate(places) if place == 1 and is_played_out)
    return Outcome(state.frame.match.options.sides, scores, places, winners, book.reason)


def _format_final(state: State) -> Json:
    """Return `final` as it stands in a record."""
    outcome = find_outcome(state)
    assert outcome is not None
    return {"scores": list(outcome.scores), "winners": list(outcome.winners), "reason": outcome.reason}

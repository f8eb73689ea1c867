"""How a round is dealt (rules R5, R6, R7, R11, R12, R31)."""

from games.engine.kqj.cards import PACK
from games.engine.kqj.options import SEAT_COUNT, KqjOptions
from games.engine.kqj.state import Contract, Deal, Match, State
from games.engine.seats import Teams, cut_teams, index_teams, seat_after
from games.engine.shuffle import Stream, shuffled

HAND_SIZE = 8
FIRST_PACKET = 5
"""Cards dealt to each seat before a take; the next one is turned up."""
REST_START = SEAT_COUNT * FIRST_PACKET + 1

Packets = tuple[tuple[int, ...], ...]


def draw_first_dealer(seed: bytes) -> int:
    """Return the seat that deals the first round (rules R6)."""
    return Stream(seed, label="dealer").below(SEAT_COUNT)


def draw_teams(options: KqjOptions, *, seed: bytes, number: int) -> Teams:
    """Return the teams of a round: fixed (rules R4) or drawn (R5)."""
    if not options.is_random:
        return options.fixed_teams
    return cut_teams(shuffled(range(SEAT_COUNT), seed=seed, label=f"teams:{number}"), team_count=options.teams)


def make_deal(match: Match, *, number: int) -> Deal:
    """Return the deal of a round; each round's opener deals the next (rules R6)."""
    dealer = (match.first_dealer + number) % SEAT_COUNT
    teams = draw_teams(match.options, seed=match.seed, number=number)
    deck = tuple(shuffled(range(len(PACK.texts)), seed=match.seed, label=f"deal:{number}"))
    turned = None if match.options.is_auction else deck[REST_START - 1]
    return Deal(number, dealer, seat_after(dealer, count=SEAT_COUNT), teams, index_teams(teams), deck, turned)


def first_packets(deal: Deal) -> Packets:
    """Return by seat the cards dealt before the calls: five in a take (rules R7), all eight in an auction (R12)."""
    size = HAND_SIZE if deal.turned is None else FIRST_PACKET
    return _cut(deal, start=0, sizes=[size] * SEAT_COUNT)


def last_packets(deal: Deal, *, contract: Contract) -> Packets:
    """Return by seat the cards dealt after a take: three, the declarer two and the turned card (rules R11)."""
    if deal.turned is None:
        return ((),) * SEAT_COUNT
    sizes = [HAND_SIZE - FIRST_PACKET] * SEAT_COUNT
    sizes[contract.declarer] -= 1
    packets = _cut(deal, start=REST_START, sizes=sizes)
    declarer = contract.declarer
    return (*packets[:declarer], (deal.turned, *packets[declarer]), *packets[declarer + 1 :])


def _cut(deal: Deal, *, start: int, sizes: list[int]) -> Packets:
    """Return by seat the next cards of the deck from `start` on, dealt clockwise from the opener."""
    packets: list[tuple[int, ...]] = [()] * SEAT_COUNT
    for turn in range(deal.opener, deal.opener + SEAT_COUNT):
        seat = turn % SEAT_COUNT
        packets[seat] = deal.deck[start : start + sizes[seat]]
        start += sizes[seat]
    return tuple(packets)


def hands_of(state: State) -> tuple[int, ...]:
    """Return by seat the bit set of the cards held, in the frame's layout."""
    frame = state.frame
    if frame.hands:
        return tuple(hand & state.left for hand in frame.hands)
    return tuple(frame.layout.mask_of(packet) for packet in first_packets(frame.deal))

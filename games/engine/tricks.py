"""Cards as bits, laid out for one contract so that "beats" is a comparison of integers.

The cards of a suit stand side by side, the strongest on the highest bit, and a single trump suit stands above all
others. So of two cards that can win a trick (of the suit led, or trumps) the one with the higher bit does.
"""

from collections.abc import Iterable, Mapping

from games.engine.cards import Pack


class Layout:
    """Where each card of a pack stands in the bit sets of a contract, and what it is worth there.

    Attributes:
        pack: the pack.
        trumps: the suits that rank as trumps: none, one, or all.
        bits: by card, its bit.
        suits: by card, the bits of its suit.
        duties: by card, the bits of its suit if that ranks as trumps, else 0: led, it must be beaten (rules R20).
        winners: by card led, the bits that can win the trick (rules R19).
        ruff: the bits of the trump suit; 0 where every suit or none ranks as trumps: there nothing can be trumped.
        points: by card, its points.
        card_of: by bit, the card.
    """

    __slots__ = (
        "_orders",
        "bits",
        "card_of",
        "cards",
        "duties",
        "pack",
        "points",
        "ruff",
        "suits",
        "trumps",
        "winners",
    )

    def __init__(
        self, pack: Pack, *, trumps: str, trump_points: Mapping[str, int], plain_points: Mapping[str, int]
    ) -> None:
        """Lay the cards out; both mappings hold every rank, from the highest to the lowest, with its points."""
        self.pack = pack
        self.trumps = trumps
        width, full = pack.width, (1 << pack.width) - 1
        values = {suit: (trump_points if suit in trumps else plain_points) for suit in pack.suits}
        places = _suit_places(pack.suits, top=trumps if len(trumps) == 1 else "")
        cards = [(rank, suit) for suit in pack.suits for rank in pack.ranks]
        self.bits = tuple(
            1 << places[suit] * width + width - 1 - list(values[suit]).index(rank) for rank, suit in cards
        )
        self.points = tuple(values[suit][rank] for rank, suit in cards)
        self.suits = tuple(full << places[suit] * width for _rank, suit in cards)
        self.duties = tuple(
            mask if suit in trumps else 0 for mask, (_rank, suit) in zip(self.suits, cards, strict=True)
        )
        self.ruff = full << places[trumps] * width if len(trumps) == 1 else 0
        self.winners = tuple(mask | self.ruff for mask in self.suits)
        self.card_of = {bit: card for card, bit in enumerate(self.bits)}

    def mask_of(self, cards: Iterable[int]) -> int:
        """Return the bit set of the cards."""
        bits = self.bits
        return sum([bits[card] for card in cards])

    def cards_in(self, mask: int) -> list[int]:
        """Return the cards of a bit set: trumps first, then the suits in the pack's order, each from the strongest."""
        card_of = self.card_of
        cards = []
        while mask:
            bit = mask & -mask
            cards.append(card_of[bit])
            mask ^= bit
        cards.reverse()
        return cards


def _suit_places(suits: str, *, top: str) -> dict[str, int]:
    """Return the place of each suit's bits, the first suit highest, save that `top` stands above all."""
    order = [suit for suit in reversed(suits) if suit != top] + list(top)
    return {suit: place for place, suit in enumerate(order)}

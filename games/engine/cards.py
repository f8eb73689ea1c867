"""Packs of cards: suits, ranks and the text form of a card, such as `TD`."""

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
SUIT_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


class Pack:
    """The cards of a game. A card is a number: its place in `texts`.

    Attributes:
        ranks: one letter a rank, in the order of the pack.
        suits: one letter a suit, in the order of the pack.
        width: the number of cards in a suit.
        texts: the card's text by number, rank then suit: all of the first suit, then of the second, and so on.
        numbers: the card's number by text.
    """

    __slots__ = ("numbers", "ranks", "suits", "texts", "width")

    def __init__(self, ranks: str, *, suits: str = SUITS) -> None:
        self.ranks = ranks
        self.suits = suits
        self.width = len(ranks)
        self.texts = tuple(rank + suit for suit in suits for rank in ranks)
        self.numbers = {text: number for number, text in enumerate(self.texts)}

    def suit_of(self, card: int) -> str:
        """Return the letter of the card's suit."""
        return self.texts[card][1]

    def format_cards(self, cards: Iterable[int]) -> list[str]:
        """Return the texts of the cards, in their order."""
        return [self.texts[card] for card in cards]

    def parse_cards(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Return the numbers of the cards, in their order.

        Raises:
            KeyError: a text that is no card of this pack.
        """
        return tuple(self.numbers[text] for text in texts)

"""The cards of KQJ and their worth under each contract (rules R1, R2)."""

from games.engine.cards import SUITS, Pack
from games.engine.tricks import Layout

PACK = Pack("ATHKQJ987654")
ALL_TRUMPS = "AT"
NO_TRUMP = "NT"
TRUMPS = (*SUITS, ALL_TRUMPS, NO_TRUMP)

_PLAIN = dict(zip("ATHKQJ987654", (12, 10, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0), strict=True))
_TRUMP = dict(zip("987ATHKQJ654", (27, 22, 14, 12, 10, 7, 5, 4, 3, 0, 0, 0), strict=True))
_NO_TRUMP = dict(zip("ATHKQJ987654", (20, 17, 7, 5, 4, 3, 2, 1, 0, 0, 0, 0), strict=True))
_ALL_TRUMPS = dict(zip("987ATHKQJ654", (17, 14, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0), strict=True))

LAYOUTS: dict[str, Layout] = {
    **{suit: Layout(PACK, trumps=suit, trump_points=_TRUMP, plain_points=_PLAIN) for suit in SUITS},
    ALL_TRUMPS: Layout(PACK, trumps=SUITS, trump_points=_ALL_TRUMPS, plain_points=_PLAIN),
    NO_TRUMP: Layout(PACK, trumps="", trump_points=_TRUMP, plain_points=_NO_TRUMP),
}

HONOUR_RANKS = "KQJ"


def _rank_honours(trump: str) -> tuple[int, ...]:
    """Return by card 1 for the K, 2 for the Q, 3 for the J of a suit that ranks as trumps, else 0 (rules R26)."""
    trumps = LAYOUTS[trump].trumps
    return tuple(HONOUR_RANKS.find(text[0]) + 1 if text[1] in trumps else 0 for text in PACK.texts)


HONOURS: dict[str, tuple[int, ...]] = {trump: _rank_honours(trump) for trump in TRUMPS}

"""A second, slow and obvious implementation of KQJ's play: texts and lists, one rule after the other."""

PLAIN_ORDER = ["A", "T", "H", "K", "Q", "J", "9", "8", "7", "6", "5", "4"]
TRUMP_ORDER = ["9", "8", "7", "A", "T", "H", "K", "Q", "J", "6", "5", "4"]

PlayedCard = tuple[int, str]
"""Seat and card."""


def ranks_as_trump(suit: str, trump: str) -> bool:
    """R2, R19: the trump suit, every suit at AT, none at NT."""
    return trump in ("AT", suit)


def strength(card: str, trump: str) -> int:
    """How high a card stands in its suit (R2)."""
    order = TRUMP_ORDER if ranks_as_trump(card[1], trump) else PLAIN_ORDER
    return len(order) - order.index(card[0])


def beats(card: str, other: str, *, led: str, trump: str) -> bool:
    """R19: whether a card takes over from the card that was master."""
    if card[1] == other[1]:
        return strength(card, trump) > strength(other, trump)
    if trump in ("AT", "NT"):
        return card[1] == led
    return card[1] == trump


def find_master(trick: list[PlayedCard], trump: str) -> PlayedCard:
    """R19: the master card of a trick and who played it."""
    led = trick[0][1][1]
    master = trick[0]
    for played in trick[1:]:
        if beats(played[1], master[1], led=led, trump=trump):
            master = played
    return master


def legal_cards(hand: list[str], trick: list[PlayedCard], *, trump: str, team: list[int]) -> set[str]:
    """R18, R20 to R22: what a player of this team may play."""
    if not trick:
        return set(hand)
    led = trick[0][1][1]
    of_suit = [card for card in hand if card[1] == led]
    if of_suit and not ranks_as_trump(led, trump):
        return set(of_suit)
    if of_suit:
        highest = max(strength(card, trump) for _, card in trick if card[1] == led)
        higher = [card for card in of_suit if strength(card, trump) > highest]
        return set(higher or of_suit)
    holder, master = find_master(trick, trump)
    if holder in team:
        return set(hand)
    winning = [card for card in hand if beats(card, master, led=led, trump=trump)]
    return set(winning or hand)

"""Which card the greedy player plays: what it brings in the trick, set against what it would be worth later.

Rules of thumb in numbers, all in points, found by playing the same deals with one number changed. They give: win
cheaply, load points on a partner's sure trick, don't over-trump a partner without need, cash high cards before they are
trumped, play K, Q and J of trumps in that order, hold trumps for the last tricks.
"""

from collections.abc import Mapping
from typing import Any

from games.engine.kqj.cards import HONOURS, PACK
from games.engine.kqj.greedy_known import Known, find_master, read_view

FOLLOWER_POINTS = 4.0
"""What a player still to come adds to a trick on average."""
RETAKE = 0.75
"""How often a partner who could beat the master before us can still beat what beat us."""
LAST_TRICK = 10.0
CAPOT_AT_STAKE = {4: 8.0, 5: 20.0, 6: 45.0, 7: 100.0}
"""What winning a trick is worth on top while one team has won them all, by the number of tricks before it (R25)."""
TRUMP_BASE, TRUMP_HOLD, TRUMP_HOLD_LOSS = 15.0, 80.0, 0.35
"""What any trump is worth later; what the highest is worth on top, and the factor for each one still out above it."""
PLAIN_HOLD, PLAIN_HOLD_LOSS = 7.0, 0.6
NO_RUFF_HOLD, NO_RUFF_HOLD_LOSS = 21.0, 0.5
"""The same in a suit that nobody can trump (all at NT and AT)."""
KQ_START, KQ_BREAK, KQJ_BREAK, KQ_FINISH = 14.0, 18.0, 24.0, 6.0
"""K played while Q is held; Q thrown before K; J thrown before a Q that still counts; the next in order (R26)."""
KING, QUEEN, JACK = 1, 2, 3


def choose_card(view: Mapping[str, Any]) -> str:
    """Return the `play …` text of the best card by rules of thumb; equals go to the first in the pack."""
    known = read_view(view)
    cards = sorted(PACK.numbers[text.removeprefix("play ")] for text in view["legal_actions"])
    capot = _capot_at_stake(view["teams"], known=known)
    best = max(cards, key=lambda card: _weigh_card(card, known=known, capot=capot))
    return f"play {PACK.texts[best]}"


def _weigh_card(card: int, *, known: Known, capot: float) -> float:
    """Return what playing the card is worth, in points."""
    trick = (*known.trick, (known.seat, card))
    stake = sum(known.layout.points[played] for _, played in trick) + FOLLOWER_POINTS * len(known.to_follow)
    if len(known.hand) == 1:
        stake += LAST_TRICK
    chance = _chance_to_win(trick, known=known)
    order = _honour_worth(card, known=known)
    return (2.0 * chance - 1.0) * stake + chance * capot + order - _hold_worth(card, known=known)


def _chance_to_win(trick: tuple[tuple[int, int], ...], *, known: Known) -> float:
    """Return how likely the team wins the trick, given the cards in it and who is still to play."""
    master = find_master(trick, layout=known.layout)
    chance = 1.0 if master.seat in known.team else 0.0
    for seat in known.to_follow:
        beat = known.chance_to_beat(seat, master=master.bit, led=trick[0][1])
        chance = chance + (1.0 - chance) * beat * RETAKE if seat in known.team else chance * (1.0 - beat)
    return chance


def _hold_worth(card: int, *, known: Known) -> float:
    """Return what the card is worth in later tricks if it is kept."""
    if len(known.hand) == 1:
        return 0.0
    layout, base = known.layout, 0.0
    if not layout.ruff:
        hold, loss = NO_RUFF_HOLD, NO_RUFF_HOLD_LOSS
    elif layout.bits[card] & layout.ruff:
        base, hold, loss = TRUMP_BASE, TRUMP_HOLD, TRUMP_HOLD_LOSS
    else:
        hold, loss = PLAIN_HOLD, PLAIN_HOLD_LOSS
    for _ in range(known.count_higher(card)):
        hold *= loss
    return base + hold


def _honour_worth(card: int, *, known: Known) -> float:
    """Return what the card does for K, Q and J of a trump suit, which count in that order only (rules R26)."""
    honour = HONOURS[known.trump][card]
    if not honour:
        return 0.0
    suit = PACK.texts[card][1]
    king, queen = PACK.numbers["K" + suit], PACK.numbers["Q" + suit]
    if honour == KING:
        return KQ_START if queen in known.hand else 0.0
    if honour == QUEEN:
        return -KQ_BREAK if king in known.hand else KQ_FINISH * (king in known.own_plays)
    if queen in known.hand:
        return -KQJ_BREAK if king in known.hand or king in known.own_plays else 0.0
    return KQ_FINISH if king in known.own_plays and queen in known.own_plays else 0.0


def _capot_at_stake(teams: list[list[int]], *, known: Known) -> float:
    """Return what winning this trick is worth on top, because one team has won all so far."""
    winning_teams = {index for index, team in enumerate(teams) for winner in known.winners if winner in team}
    return 0.0 if len(winning_teams) > 1 else CAPOT_AT_STAKE.get(len(known.winners), 0.0)

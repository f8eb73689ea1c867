"""Hands that the others may hold: dealt at random, always in agreement with what was seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import PCG64

from games.bots.search.ground import Flags, Ints
from games.engine.kqj.options import SEAT_COUNT

TRIES = 4
"""How often worlds are dealt anew in which a card found no place."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What worlds have to agree with; sets are bits of one ground.

    Attributes:
        cards: to be dealt.
        room: by seat, how many of them it gets; together as many as there are.
        barred: by seat, what it can't get.
        owned: by seat, what it must get.
        fixed: by seat, what it holds beside.
    """

    cards: int
    room: tuple[int, ...]
    barred: tuple[int, ...]
    owned: tuple[int, ...]
    fixed: tuple[int, ...]


class Chance:
    """Numbers drawn from a seed, the same on every machine."""

    def __init__(self, seed: bytes) -> None:
        self._bits = PCG64(int.from_bytes(seed, "big"))

    def draw(self, *shape: int) -> Ints:
        """Return numbers from 0 to 2**62 - 1."""
        raw = self._bits.random_raw(int(np.prod(shape)))
        return (np.asarray(raw, dtype=np.uint64) >> np.uint64(2)).astype(np.int64).reshape(shape)


def deal_worlds(needs: Needs, *, count: int, chance: Chance) -> Ints:
    """Return by seat and world the hands of `count` worlds.

    Precondition: there is a world that agrees with the needs.
    """
    found: list[Ints] = []
    total = 0
    for _ in range(TRIES):
        hands, is_whole = _deal(needs, count=count, chance=chance)
        found.append(hands[:, is_whole])
        total += found[-1].shape[1]
        if total >= count:
            break
    hands = np.concatenate(found, axis=1)
    if not total:
        hands = search_world(needs)[:, None]
    return hands[:, np.arange(count) % hands.shape[1]]


def _deal(needs: Needs, *, count: int, chance: Chance) -> tuple[Ints, Flags]:
    """Return hands, and which worlds are whole.

    Cards with few takers are dealt first, each to a seat in proportion to the room that it has left; so chances are
    even where one kind of card has few takers, and nearly even otherwise.
    """
    hands = np.repeat(np.array(needs.fixed, np.int64)[:, None], count, axis=1)
    room = np.repeat(np.array(needs.room, np.int64)[:, None], count, axis=1)
    picky, free = _sort_cards(needs)
    is_whole = np.ones(count, np.bool_)
    worlds = np.arange(count)
    draws = chance.draw(len(picky), count)
    for (bit, takers), drawn in zip(picky, draws, strict=True):
        ends = np.cumsum(room * takers[:, None], axis=0)
        is_whole &= ends[-1] > 0
        seat = (ends <= drawn % np.maximum(ends[-1], 1)).sum(axis=0) % SEAT_COUNT
        hands[seat, worlds] |= bit
        room[seat, worlds] -= 1
    if free:
        _deal_free(hands, room=room, free=free, chance=chance)
    return hands, is_whole


def _sort_cards(needs: Needs) -> tuple[list[tuple[int, Ints]], list[int]]:
    """Return the cards that not every seat with room may get, with a 1 for each that may, and the other cards."""
    open_seats = [seat for seat in range(SEAT_COUNT) if needs.room[seat]]
    picky: list[tuple[int, Ints]] = []
    free: list[int] = []
    for bit in each_bit(needs.cards):
        takers = list_takers(needs, bit=bit)
        if len(takers) == len(open_seats):
            free.append(bit)
        else:
            picky.append((bit, np.array([seat in takers for seat in range(SEAT_COUNT)], np.int64)))
    picky.sort(key=lambda pair: (int(pair[1].sum()), pair[1].tolist()))
    return picky, free


def list_takers(needs: Needs, *, bit: int) -> list[int]:
    """Return the seats that may get a card."""
    owners = [seat for seat in range(SEAT_COUNT) if needs.owned[seat] & bit]
    return owners or [seat for seat in range(SEAT_COUNT) if needs.room[seat] and not needs.barred[seat] & bit]


def each_bit(cards: int) -> list[int]:
    """Return the bits of a set, the lowest first."""
    bits = []
    while cards:
        bits.append(cards & -cards)
        cards &= cards - 1
    return bits


def _deal_free(hands: Ints, *, room: Ints, free: Sequence[int], chance: Chance) -> None:
    """Shuffle cards that anybody may get into the room that is left."""
    drawn = chance.draw(len(free), hands.shape[1])
    cards = np.array(free, np.int64)[np.argsort(drawn, axis=0, kind="stable")]
    ends = np.cumsum(room, axis=0)
    slots = np.arange(len(free))[:, None]
    for seat in range(SEAT_COUNT):
        own = (slots < ends[seat]) & (slots >= ends[seat] - room[seat])
        hands[seat] |= np.bitwise_or.reduce(np.where(own, cards, 0), axis=0)


def search_world(needs: Needs) -> Ints:
    """Return by seat the hands of one world that agrees with the needs, found without chance.

    Raises:
        ValueError: there is none.
    """
    takers = {bit: list_takers(needs, bit=bit) for bit in each_bit(needs.cards)}
    held: list[list[int]] = [[] for _ in range(SEAT_COUNT)]
    for bit in takers:
        if not _place(bit, held=held, needs=needs, takers=takers, tried=set()):
            raise ValueError("no deal agrees with what was seen")
    return np.array([fixed | sum(own) for fixed, own in zip(needs.fixed, held, strict=True)], np.int64)


def _place(bit: int, *, held: list[list[int]], needs: Needs, takers: dict[int, list[int]], tried: set[int]) -> bool:
    """Give a card to a seat, moving others along where a hand is full; return whether that went."""
    for seat in takers[bit]:
        if seat in tried:
            continue
        tried.add(seat)
        if len(held[seat]) < needs.room[seat]:
            held[seat].append(bit)
            return True
        for other in list(held[seat]):
            if _place(other, held=held, needs=needs, takers=takers, tried=tried):
                held[seat].remove(other)
                held[seat].append(bit)
                return True
    return False

"""Every hand on a board against an opponent who may hold any hand: found once, then looked up.

Boards that differ only in an exchange of suits share their results, in memory and, since bots ask by the million, on
disk (see ``railbird cache``).
"""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._disk_cache import DiskCache
from railbird.cards import DECK, HANDS, Card, card_mask, cards_text
from railbird.cards.suits import exchanged, hands_after, to_canonical
from railbird.strength.potential import (
    effective_hand_strength,
    hand_strength,
    negative_potential,
    positive_potential,
)
from railbird.strength.standing import dealt_board, potential_tables, standings

Array = NDArray[np.float64]
Counts = NDArray[np.unsignedinteger[Any]]

# The smaller where it is enough; the same bytes on every machine.
_KINDS: tuple[np.dtype[np.unsignedinteger[Any]], ...] = (np.dtype("<u2"), np.dtype("<u4"))

BOARDS_IN_MEMORY = 1024  # with all potentials about 100 KB each
ALIKE_BOARDS_IN_MEMORY = 2048  # the 1755 flops, and some turns; at most 48 KB each
DISK = DiskCache("strength", version=1, most_bytes=256 << 20)
"""Raise the version when what is kept there, or its form, changes."""


@dataclass(frozen=True, slots=True, eq=False)
class Potential:
    """What may become of each hand when so many cards have come."""

    cards_ahead: int
    ppot: Array
    npot: Array
    ehs: Array
    """HS + (1 − HS) · PPot."""
    win_probability: Array
    """HS · (1 − NPot) + (1 − HS) · PPot."""


class BoardStrength:
    """HS, PPot, NPot, EHS and HR of all hands on one board, each found when it is first asked for.

    Arrays have the order of ``HoleCards.index`` and are not to be written to; hands that share a card with the board
    have no strength: NaN.
    """

    def __init__(self, board: tuple[Card, ...]) -> None:
        self.board = board
        self._exchange = to_canonical(board)
        self._alike = cards_text(sorted(exchanged(board, self._exchange)))
        self._potentials: dict[int, Potential] = {}

    @cached_property
    def hs(self) -> Array:
        """Hand strength: the share of opposing hands that a hand beats, ties counting half."""
        return _frozen(hand_strength(standings(self.board)))

    @cached_property
    def hr(self) -> Array:
        """LAIN's hand rank (Vytřísal 2016, §3.2.1): the mean HS after the next card; on the river HS itself."""
        if len(self.board) == 5:
            return self.hs
        return _frozen(hand_strength(self._own(_counts(self._alike, 1, False))))

    def potential(self, cards_ahead: int | None = None) -> Potential:
        """PPot, NPot and EHS with the next card, or with two; on the river nothing changes any more."""
        ahead = min(1, 5 - len(self.board)) if cards_ahead is None else operator.index(cards_ahead)
        found = self._potentials.get(ahead)
        if found is None:
            found = self._potentials[ahead] = self._potential(ahead)
        return found

    def tables(self, cards_ahead: int) -> Array:
        """The 3×3 tables of now and later, as ``potential_tables`` has them."""
        if cards_ahead == 0:
            return potential_tables(self.board, cards_ahead=0)
        return self._own(_counts(self._alike, cards_ahead, True)).reshape(HANDS, 3, 3)

    def _potential(self, ahead: int) -> Potential:
        tables = self.tables(ahead)
        none = np.isnan(self.hs)
        ppot, npot = (np.where(none, np.nan, each(tables)) for each in (positive_potential, negative_potential))
        ehs, win = effective_hand_strength(self.hs, ppot), effective_hand_strength(self.hs, ppot, npot)
        return Potential(ahead, _frozen(ppot), _frozen(npot), _frozen(ehs), _frozen(win))

    def _own(self, alike: Counts) -> Array:
        """The rows of the hands on this board, from those of the board that stands for all alike."""
        return alike[hands_after(self._exchange)].astype(np.float64)


def board_strength(board: str | Iterable[Card]) -> BoardStrength:
    """All hands on a board against one that may be any.

    >>> from railbird import HoleCards
    >>> mine = HoleCards.parse("AdQc").index
    >>> flop = board_strength("Jh4c3h")
    >>> round(float(flop.hs[mine]), 4), round(float(flop.potential().ppot[mine]), 4)
    (0.5851, 0.1083)
    """
    return _of(board if isinstance(board, (str, tuple)) else tuple(board))


def forget() -> None:
    """Let go of what is in memory; what is on disk stays."""
    for memory in (_of, _of_mask, _counts):
        memory.cache_clear()


@lru_cache(maxsize=BOARDS_IN_MEMORY)
def _of(board: str | tuple[Card, ...]) -> BoardStrength:
    return _of_mask(card_mask(dealt_board(board)))


@lru_cache(maxsize=BOARDS_IN_MEMORY)
def _of_mask(mask: int) -> BoardStrength:
    return BoardStrength(tuple(card for card in DECK if mask >> card & 1))


@lru_cache(maxsize=ALIKE_BOARDS_IN_MEMORY)
def _counts(board: str, cards_ahead: int, tables: bool) -> Counts:
    """Standings or tables as whole numbers, 1326 rows, for a board that stands for all alike."""
    width = 9 if tables else 3
    key = f"{board} {cards_ahead} {'tables' if tables else 'standings'}"
    kept = _from_bytes(DISK.get(key) or b"", width)
    if kept is not None:
        return kept
    compute = potential_tables if tables else standings
    found = compute(board, cards_ahead=cards_ahead).reshape(HANDS, width)
    counts: Counts = np.rint(found).astype(_KINDS[0] if found.max() < 1 << 16 else _KINDS[1])
    counts.flags.writeable = False
    DISK.put(key, counts.tobytes())
    return counts


def _from_bytes(data: bytes, width: int) -> Counts | None:
    for kind in _KINDS:
        if len(data) == HANDS * width * kind.itemsize:
            kept: Counts = np.frombuffer(data, dtype=kind).reshape(HANDS, width)
            return kept
    return None


def _frozen(array: Array) -> Array:
    array.flags.writeable = False
    return array

"""The strength of every hand on a board against an opponent with any hand: computed once, then looked up.

Boards that differ only by an exchange of suits share their results. The results are cached in memory and, because bots
ask for them by the million, on disk (see ``railbird cache``).
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

# The smaller type if it is large enough; the same bytes on every machine.
_KINDS: tuple[np.dtype[np.unsignedinteger[Any]], ...] = (np.dtype("<u2"), np.dtype("<u4"))

BOARDS_IN_MEMORY = 1024  # about 100 KB each, with all potentials
CANONICAL_BOARDS_IN_MEMORY = 2048  # the 1755 flops, and some turns; at most 48 KB each
DISK = DiskCache("strength", version=1, most_bytes=256 << 20)
"""Raise the version when the cached values or their format change."""


@dataclass(frozen=True, slots=True, eq=False)
class Potential:
    """The potential of each hand after ``cards_ahead`` more cards."""

    cards_ahead: int
    ppot: Array
    npot: Array
    ehs: Array
    """HS + (1 − HS) · PPot."""
    win_probability: Array
    """HS · (1 − NPot) + (1 − HS) · PPot."""


class BoardStrength:
    """HS, PPot, NPot, EHS and HR of all hands on one board, each computed on first use.

    Arrays are read-only and in the order of ``HoleCards.index``; hands that share a card with the board are NaN.

    >>> import railbird as rb
    >>> flop = rb.board_strength("3h4cJh")
    >>> round(float(flop.hs[rb.HoleCards.parse("AdQc").index]), 3)
    0.585
    """

    def __init__(self, board: tuple[Card, ...]) -> None:
        self.board = board
        self._exchange = to_canonical(board)
        self._canonical = cards_text(sorted(exchanged(board, self._exchange)))
        self._potentials: dict[int, Potential] = {}

    @cached_property
    def hs(self) -> Array:
        """Hand strength: the share of opposing hands that a hand beats, with ties counted as half."""
        return _frozen(hand_strength(standings(self.board)))

    @cached_property
    def hr(self) -> Array:
        """LAIN's hand rank (Vytřísal 2016, §3.2.1): the mean HS after the next card; on the river HS itself."""
        if len(self.board) == 5:
            return self.hs
        return _frozen(hand_strength(self._on_this_board(_counts(self._canonical, 1, False))))

    def potential(self, cards_ahead: int | None = None) -> Potential:
        """PPot, NPot and EHS after one more card by default, or after ``cards_ahead``; on the river nothing changes."""
        ahead = min(1, 5 - len(self.board)) if cards_ahead is None else operator.index(cards_ahead)
        potential = self._potentials.get(ahead)
        if potential is None:
            potential = self._potentials[ahead] = self._potential(ahead)
        return potential

    def tables(self, cards_ahead: int) -> Array:
        """The 3×3 tables T(now, later) of ``potential_tables``."""
        if cards_ahead == 0:
            return potential_tables(self.board, cards_ahead=0)
        return self._on_this_board(_counts(self._canonical, cards_ahead, True)).reshape(HANDS, 3, 3)

    def _potential(self, ahead: int) -> Potential:
        tables = self.tables(ahead)
        none = np.isnan(self.hs)
        ppot, npot = (np.where(none, np.nan, each(tables)) for each in (positive_potential, negative_potential))
        ehs, win = effective_hand_strength(self.hs, ppot), effective_hand_strength(self.hs, ppot, npot)
        return Potential(ahead, _frozen(ppot), _frozen(npot), _frozen(ehs), _frozen(win))

    def _on_this_board(self, canonical: Counts) -> Array:
        """The rows of the hands on this board, from those on the canonical board."""
        return canonical[hands_after(self._exchange)].astype(np.float64)


def board_strength(board: str | Iterable[Card]) -> BoardStrength:
    """The strength of all hands on a board against an opponent with any hand.

    >>> from railbird import HoleCards
    >>> mine = HoleCards.parse("AdQc").index
    >>> flop = board_strength("Jh4c3h")
    >>> round(float(flop.hs[mine]), 4), round(float(flop.potential().ppot[mine]), 4)
    (0.5851, 0.1083)
    """
    return _of(board if isinstance(board, (str, tuple)) else tuple(board))


def forget() -> None:
    """Clear the cache in memory; the cache on disk stays."""
    for memory in (_of, _of_mask, _counts):
        memory.cache_clear()


@lru_cache(maxsize=BOARDS_IN_MEMORY)
def _of(board: str | tuple[Card, ...]) -> BoardStrength:
    return _of_mask(card_mask(dealt_board(board)))


@lru_cache(maxsize=BOARDS_IN_MEMORY)
def _of_mask(mask: int) -> BoardStrength:
    return BoardStrength(tuple(card for card in DECK if mask >> card & 1))


@lru_cache(maxsize=CANONICAL_BOARDS_IN_MEMORY)
def _counts(board: str, cards_ahead: int, tables: bool) -> Counts:
    """Standings or tables of a canonical board as integers, in 1326 rows."""
    width = 9 if tables else 3
    key = f"{board} {cards_ahead} {'tables' if tables else 'standings'}"
    kept = _from_bytes(DISK.get(key) or b"", width)
    if kept is not None:
        return kept
    compute = potential_tables if tables else standings
    values = compute(board, cards_ahead=cards_ahead).reshape(HANDS, width)
    counts: Counts = np.rint(values).astype(_KINDS[0] if values.max() < 1 << 16 else _KINDS[1])
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

"""The value of one to seven cards: as a number, as a category and in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird import _core
from railbird._core import evaluate
from railbird._threads import thread_count
from railbird.cards.card import Card, parse_cards
from railbird.errors import CardError

__all__ = ["Category", "categories", "category", "describe", "describe_value", "evaluate", "evaluate_array"]


class Category(IntEnum):
    """The kinds of hands, weakest first.

    >>> str(Category.FULL_HOUSE), Category.FLUSH > Category.STRAIGHT
    ('full house', True)
    """

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


def evaluate_array(
    cards: ArrayLike, *, threads: int | None = None, out: NDArray[np.uint16] | None = None
) -> NDArray[np.uint16]:
    """Evaluate many hands at once: takes an array of N rows of k card numbers, returns N values.

    It is fastest with a C-contiguous ``uint8`` array and a reused array ``out``. Every row is checked; raises CardError
    if a row does not hold k different cards.

    >>> evaluate_array([[51, 47, 43, 39, 35], [0, 5, 9, 13, 21]])
    array([7462,    1], dtype=uint16)
    """
    rows = np.asarray(cards)
    if rows.ndim != 2 or not 1 <= rows.shape[1] <= 7:
        raise CardError(f"hands must be an array of N rows of 1 to 7 cards, not of shape {rows.shape}")
    if rows.dtype != np.uint8:
        if not np.issubdtype(rows.dtype, np.integer):
            raise CardError(f"card numbers must be integers (best as uint8), not {rows.dtype}")
        outside = (rows < 0) | (rows > 51)
        if outside.any():
            row = int(np.flatnonzero(outside.any(axis=1))[0])
            raise CardError(f"row {row} has a card number outside 0 (2c) to 51 (As)")
    if out is None:
        out = np.empty(len(rows), dtype=np.uint16)
    elif out.shape != (len(rows),) or out.dtype != np.uint16 or not out.flags.c_contiguous or not out.flags.writeable:
        raise CardError(f"out must be a contiguous, writeable uint16 array of {len(rows)} values")
    try:
        _core.evaluate_array(np.ascontiguousarray(rows, dtype=np.uint8), out, thread_count(threads))
    except ValueError as error:
        raise CardError(str(error)) from None
    return out


def category(value: int, *, cards: int = 7) -> Category:
    """The category of a value that ``evaluate`` returned for this number of cards (5, 6 and 7 share one scale).

    >>> from railbird.cards import parse_cards
    >>> category(evaluate(parse_cards("AhAd7c7s7h")))
    <Category.FULL_HOUSE: 6>
    """
    return Category(int(categories(np.array([value]), cards=cards)[0]))


def categories(values: ArrayLike, *, cards: int = 7) -> NDArray[np.uint8]:
    """The categories of an array of values, as ``Category`` numbers."""
    given = np.asarray(values)
    if given.dtype != np.uint16:
        wrong = not np.issubdtype(given.dtype, np.integer) or bool(((given < 0) | (given > 0xFFFF)).any())
        if wrong:
            raise CardError("a value must be an integer that evaluate returned for some cards")
    try:
        result = _core.categories(np.ascontiguousarray(given.ravel(), dtype=np.uint16), cards)
    except ValueError as error:
        raise CardError(str(error)) from None
    return result.reshape(given.shape)


def describe(cards: str | Sequence[Card]) -> str:
    """Describe the value of some cards in words.

    >>> describe("Kh Kd 7s 7c Ah 3d 2c")
    'two pair, kings and sevens, ace kicker'
    """
    hand = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    return describe_value(evaluate(hand), cards=len(hand))


def describe_value(value: int, *, cards: int = 7) -> str:
    """Describe in words a value that ``evaluate`` returned for this number of cards."""
    kind = category(value, cards=cards)
    first, *others = _core.deciding_ranks(value, cards)
    match kind:
        case Category.STRAIGHT_FLUSH if first == 12:
            return "royal flush"
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            return f"{kind}, {_NAMES[first]} high"
        case Category.FLUSH:
            return f"flush, {_listed([first, *others])}"
        case Category.FULL_HOUSE:
            return f"full house, {_plural(first)} full of {_plural(others[0])}"
        case Category.FOUR_OF_A_KIND | Category.THREE_OF_A_KIND:
            return f"{kind}, {_plural(first)}{_kickers(others)}"
        case Category.TWO_PAIR:
            return f"two pair, {_plural(first)} and {_plural(others[0])}{_kickers(others[1:])}"
        case Category.PAIR:
            return f"pair of {_plural(first)}{_kickers(others)}"
        case _:
            return f"high card, {_NAMES[first]}{_kickers(others)}"


_NAMES = ["deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]


def _plural(rank: int) -> str:
    return _NAMES[rank] + ("es" if _NAMES[rank] == "six" else "s")


def _listed(ranks: list[int]) -> str:
    *front, last = (_NAMES[rank] for rank in ranks)
    return f"{', '.join(front)} and {last}" if front else last


def _kickers(ranks: list[int]) -> str:
    if not ranks:
        return ""
    return f", {_listed(ranks)} kicker{'s' if len(ranks) > 1 else ''}"

"""The plain twin of the native strengths as whole numbers: every opponent, every river card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from railbird import _core


def halves(hand: Sequence[int], board: Sequence[int]) -> int:
    """Twice the hands beaten plus those tied, over all hands that an opponent may have."""
    mine = _core.evaluate([*hand, *board])
    rest = [card for card in range(52) if card not in {*hand, *board}]
    others = (_core.evaluate([*other, *board]) for other in combinations(rest, 2))
    return sum(2 * (mine > other) + (mine == other) for other in others)


def river_sums(hand: Sequence[int], board: Sequence[int], bins: int) -> list[int]:
    """The sum of halves on the river, the sum of their squares, and the number of rivers in each bin."""
    result = [0] * (2 + bins)
    for card in range(52):
        if card not in {*hand, *board}:
            value = halves(hand, [*board, card])
            result[0] += value
            result[1] += value**2
            if bins:
                result[2 + min(value * bins // 1980, bins - 1)] += 1
    return result


def nearest(row: Sequence[int], centers: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The first of the nearest centers by the sum of absolute differences, and its distance."""
    distances = [sum(abs(a - b) for a, b in zip(row, center, strict=True)) for center in centers]
    return distances.index(min(distances)), min(distances)

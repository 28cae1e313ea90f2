"""The plain twin of ``DealIndex``: the least of a deal's images under all exchanges of suits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, permutations


def canonical(streets: Sequence[int], deal: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """One deal for each class: the same for two deals exactly if an exchange of suits makes them equal."""
    ends = list(accumulate(streets))
    starts = [0, *ends]
    return min(
        tuple(
            tuple(sorted(card // 4 * 4 + suits[card % 4] for card in deal[start:end]))
            for start, end in zip(starts, ends, strict=False)
            if start < len(deal)
        )
        for suits in permutations(range(4))
    )

"""Choosing a small portfolio of responses (Bard, Johanson, Burch and Bowling 2013).

Of many responses, a portfolio needs those that together do well against all opponents. Members are added greedily: next
comes the one that raises the mean, over the opponents, of the best member's value the most. It ends when a member would
add less than a share of all that can be gained.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.errors import GameError

LEAST_GAIN = 0.05
"""The share of the total gain below which no further member is added. As in open implementations of the method."""


def greedy_portfolio(
    values: NDArray[np.float64] | Sequence[Sequence[float]], *, least_gain: float = LEAST_GAIN, most: int | None = None
) -> list[int]:
    """The members of a portfolio, in the order in which they are added.

    ``values`` [responses, opponents] is what each response wins from each opponent. The total gain is that of all
    responses over the best single one.

    >>> greedy_portfolio([[1, 1, 1], [5, 0, 0], [0, 4, 0], [4.9, 0, 0.1]])
    [1, 2, 0]
    """
    table = np.asarray(values, dtype=np.float64)
    if table.ndim != 2 or not table.size or not np.isfinite(table).all():
        raise GameError("a portfolio is chosen from a table of values, with a row for each response")
    if not 0 <= least_gain <= 1:
        raise GameError(f"the least gain of a member is a share from 0 to 1, not {least_gain:g}")
    chosen = [int(np.argmax(table.mean(axis=1)))]
    best = table[chosen[0]].copy()
    total = float(table.max(axis=0).mean() - best.mean())
    while total > 0 and (most is None or len(chosen) < most):
        gains = np.maximum(table, best).mean(axis=1) - best.mean()
        member = int(np.argmax(gains))
        if gains[member] <= 0 or gains[member] < least_gain * total:
            break
        chosen.append(member)
        best = np.maximum(best, table[member])
    return chosen

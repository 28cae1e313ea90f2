"""One hand against several opponents: by power, by product, by field array, and by random deals.

The first three treat the opponents' hands as independent, so two of them may hold the same card. Random deals do not.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird._progress import Progress
from railbird.cards import Card, HoleCards, Range
from railbird.cards.card import to_board
from railbird.errors import StrengthError
from railbird.strength.equity import EquityResult, equity
from railbird.strength.sampling import RandomDeals
from railbird.strength.standing import Ranges, to_ranges

Array = NDArray[np.float64]

MOST_OPPONENTS = 9
DEALS = 100_000
"""The default number of random deals: a standard error of about 0.001 in some hundredths of a second."""


def against_several(hs: ArrayLike, opponents: int) -> Array:
    """HS_n = HS^n, for opponents of the same kind (Poki; Heidenreich 2008, §4.2.1)."""
    if opponents < 1:
        raise StrengthError(f"there must be at least 1 opponent, not {opponents}")
    return np.asarray(hs, dtype=np.float64) ** opponents


def against_each(hs: ArrayLike) -> Array:
    """HS_n = Π HS_i; the first axis is the opponents, as in ``hand_strength(standings(board, ranges))``.

    >>> against_each([[0.5, 0.8], [0.5, 0.5]])
    array([0.25, 0.4 ])
    """
    each = np.asarray(hs, dtype=np.float64)
    if each.ndim == 0 or len(each) == 0:
        raise StrengthError("there is no opponent: give the strength against each of one or more")
    return np.asarray(each.prod(axis=0))


def field_array(ranges: Ranges, known: Iterable[Card] = ()) -> Range:
    """The mean of several ranges without the known cards, normalized to the same sum (Papp 1998, 7.3.1).

    HS against it, to the power n, is a cheaper form of the product.
    """
    cards = tuple(known)
    rows = [each.without(cards).weights for each in to_ranges(ranges)]
    sums = [float(row.sum()) for row in rows]
    if not all(sums):
        raise StrengthError("each range of a field array needs a hand without the known cards")
    mean = np.sum([row / total for row, total in zip(rows, sums, strict=True)], axis=0)
    return Range.from_weights(mean / mean.max())


def equity_against(
    hand: str | HoleCards,
    board: str | Iterable[Card],
    versus: Ranges,
    *,
    deals: int | RandomDeals = DEALS,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """The equity of a hand against one range for each opponent, by random deals, with its standard error.

    No card is dealt twice. The hand is the first player of the result; its ``equity`` includes shares of split pots,
    and ``win`` counts only pots won alone.

    >>> mine = equity_against("AdQc", "Jh4c3h", ["random"] * 5).players[0]
    >>> f"{mine.equity:.2f} ± {mine.standard_error:.3f}"
    '0.12 ± 0.001'
    """
    ranges = to_ranges(versus)
    if len(ranges) > MOST_OPPONENTS:
        raise StrengthError(f"a hand has 1 to {MOST_OPPONENTS} opponents, not {len(ranges)}")
    mine = hand if isinstance(hand, HoleCards) else HoleCards.parse(hand)
    return equity(
        [mine, *ranges],
        to_board(board),
        method="monte-carlo",
        deals=deals,
        threads=threads,
        progress=progress,
    )

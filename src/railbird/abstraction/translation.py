"""Action translation: which size of a bet menu a real bet is taken for, and which real bet a size becomes.

Sizes are shares of the pot after the call: a bet or raise to T has the share (T − level) / (pot + to call), with the
level that a call would match. The share 0 stands for a check or call.

A bet x between the sizes A and B is taken for A with the pseudo-harmonic probability (Ganzfried and Sandholm 2013,
"Action Translation in Extensive-Form Games with Large Action Spaces", §5)

    f(x) = (B − x)(1 + A) / ((B − A)(1 + x)),

else for B. It is 1 at A, 0 at B, and 1/2 at x* = (A + B + 2AB) / (A + B + 2). Without random numbers a bet is taken for
the likelier one: A up to x*. A bet larger than all sizes is taken for the largest.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import floor
from typing import NamedTuple


def pseudo_harmonic(bet: float, below: float, above: float) -> float:
    """The probability with which a bet is taken for the size below it.

    >>> pseudo_harmonic(0.5, 0, 1), pseudo_harmonic(1 / 3, 0, 1)
    (0.3333333333333333, 0.5000000000000001)
    """
    return (above - bet) * (1 + below) / ((above - below) * (1 + bet))


class Translation(NamedTuple):
    """The two sizes that a bet may be taken for, as indices, and the probability of the first."""

    below: int
    above: int
    chance: float

    def taken(self, draw: float | None = None) -> int:
        """The size it is taken for, with a random number in [0, 1), or the likelier one without."""
        return self.below if (self.chance >= 0.5 if draw is None else draw < self.chance) else self.above

    @property
    def certain(self) -> bool:
        """Whether only one size is possible."""
        return self.chance in (0.0, 1.0)


def translate(bet: float, sizes: Sequence[float]) -> Translation:
    """What a bet may be taken for among these sizes, which are ascending shares of the pot.

    A bet that is not between two of them is taken for the smallest or the largest. To let small bets be taken for a
    check or call, the first size must be 0.

    >>> translate(0.75, [0, 0.5, 1])
    Translation(below=1, above=2, chance=0.42857142857142855)
    >>> translate(3, [0, 0.5, 1]).certain
    True
    """
    above = bisect_left(sizes, bet)
    if above in (0, len(sizes)) or sizes[above] == bet:
        index = min(above, len(sizes) - 1)
        return Translation(index, index, 1.0)
    return Translation(above - 1, above, pseudo_harmonic(bet, sizes[above - 1], sizes[above]))


def share_of(total: int, level: int, pot: int) -> float:
    """The size of a bet or raise to a total: what it adds to the level, as a share of the pot after the call.

    >>> share_of(300, level=100, pot=200)
    1.0
    """
    return (total - level) / pot


def total_of(share: float, level: int, pot: int) -> int:
    """The total of a bet or raise with this share, rounded to the nearest chip, a half up.

    >>> total_of(1 / 3, level=100, pot=200)
    167
    """
    return level + floor(share * pot + 0.5)

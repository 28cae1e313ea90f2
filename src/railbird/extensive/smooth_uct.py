"""The rule of Smooth UCT (Heinrich and Silver 2015): when a player in self-play follows UCT, and when their average."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railbird.errors import GameError


@dataclass(frozen=True, slots=True, kw_only=True)
class SmoothUct:
    """How a player chooses at an information set with N(u) visits.

    With the probability max(γ, η / (1 + d √N(u))) by UCT, the largest Q(u, a) + c √(ln N(u) / N(u, a)); otherwise by
    their average strategy N(u, a) / N(u). The constants are those of public programs.
    """

    c: float = 0.7
    """Exploration, as a share of the range of payoffs. 18 chips in Leduc, as public programs have it."""
    gamma: float = 0.1
    """The smallest probability of following UCT."""
    eta: float = 0.9
    """The largest one."""
    decay: float = 0.001
    """d: how soon it falls with the visits."""

    def __post_init__(self) -> None:
        if not (0 <= self.c < math.inf and 0 <= self.decay < math.inf):
            raise GameError(f"c and decay must be 0 or more, not {self.c:g} and {self.decay:g}")
        if not (0 <= self.gamma <= 1 and 0 <= self.eta <= 1):
            raise GameError(f"gamma and eta are probabilities, not {self.gamma:g} and {self.eta:g}")

    def uct_share(self, visits: NDArray[np.float64] | int) -> NDArray[np.float64]:
        """The probability of following UCT after so many visits, at one information set or at many.

        >>> SmoothUct().uct_share(np.array([0, 10**12])).tolist()
        [0.9, 0.1]
        """
        return np.maximum(self.gamma, self.eta / (1 + self.decay * np.sqrt(visits)))


UCT = SmoothUct(gamma=1.0, eta=1.0, decay=0.0)
"""Plain UCT."""


def plain_uct(c: float) -> SmoothUct:
    """Plain UCT with another exploration."""
    return replace(UCT, c=c)

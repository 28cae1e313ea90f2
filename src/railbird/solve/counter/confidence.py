"""How far a model is trusted at an information set, by the number of observations there (Johanson and Bowling 2009)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird._options import split_spec
from railbird.errors import GameError, quoted

Array = NDArray[np.float64]

_SHARES: dict[str, Callable[[Array, float], Array]] = {
    "step": lambda counts, size: (counts >= size).astype(np.float64),
    "linear": lambda counts, size: np.minimum(1, counts / size),
    "curve": lambda counts, size: counts / (counts + size),
}
_SIZES = {"step": 1.0, "linear": 10.0, "curve": 10.0}
"""The size of each kind if none is given: that of the papers, and ours for the curve."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """A share from 0 to 1 for each number of observations n; 0 if there are none.

    ``step`` is full after one observation, or after as many as its size; ``linear(10)`` is n/10, at most 1; and
    ``curve(10)`` is n/(n + 10), the answer to a Dirichlet prior of that strength.

    >>> import numpy as np
    >>> for text in ("step", "linear(10)", "curve(10)"):
    ...     print(text, Confidence.parse(text).shares(np.array([0.0, 1, 5, 10, np.inf])).round(3).tolist())
    step [0.0, 1.0, 1.0, 1.0, 1.0]
    linear(10) [0.0, 0.1, 0.5, 1.0, 1.0]
    curve(10) [0.0, 0.091, 0.333, 0.5, 1.0]
    """

    kind: str = "linear"
    size: float = 10.0

    def __post_init__(self) -> None:
        if self.kind not in _SHARES:
            raise GameError(f"there is no confidence {quoted(self.kind)}: there are {', '.join(_SHARES)}")
        if not 0 < self.size < math.inf:
            raise GameError(f"the size of a confidence is above 0, not {self.size:g}")

    @classmethod
    def parse(cls, text: str) -> Confidence:
        """Parse ``KIND`` or ``KIND(SIZE)``. Raises GameError if it is neither."""
        parts = split_spec(text)
        if parts is None or parts[0] not in _SHARES:
            raise GameError(f"{quoted(text)} is not a confidence: write step, linear(10) or curve(10)")
        try:
            size = float(parts[1]) if parts[1] else _SIZES[parts[0]]
        except ValueError:
            raise GameError(f"the size of a confidence is a number, not {quoted(parts[1])}") from None
        return cls(parts[0], size)

    def shares(self, counts: Array) -> Array:
        """The share of each number of observations; those without end are trusted fully."""
        endless = np.isinf(counts)
        return np.where(endless, 1.0, _SHARES[self.kind](np.where(endless, 0.0, counts), self.size))

    def __str__(self) -> str:
        return self.kind if self.kind == "step" and self.size == 1 else f"{self.kind}({self.size:g})"

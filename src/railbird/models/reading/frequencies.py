"""How often a player folds, calls and raises in each context, whatever they hold.

Each estimate begins with that of the rougher context, which stands for s actions,

    p = (n + s · rougher) / (Σ n + s),

and the first with what the types and corrections expect. A small s learns at once what a player always does.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from railbird.models.reading.contexts import MIDDLE, PRESSURES, ROUGH, SEQUENCES, Context

Array = NDArray[np.float64]
CONTEXT_KINDS = {"rough": ROUGH, "pressure": PRESSURES, "middle": MIDDLE, "sequence": SEQUENCES}
"""Kinds of contexts from rough to fine, with the number of each."""
STANDS = np.array([0.1, 1.0])
"""Values of s; estimates are made with each. Ours, as is the next, chosen by log-loss on 500 hands each of eleven
bots: always-call, always-fold, always-raise, random, chump, basic-rules, simple, jag, flock, lain, saukonoja."""
ESTIMATES = len(CONTEXT_KINDS) * len(STANDS)
"""How many estimates there are of an action."""
MEMORY = 1500.0
"""After so many hands, an action is worth 1/e."""
MOST = 1e6
"""The scale of counts at which they are brought back to 1."""
MOST_COUNT = 1e12


class Frequencies:
    """The actions of a player by context."""

    def __init__(self) -> None:
        self._counts = {kind: np.zeros((contexts, 3), np.float32) for kind, contexts in CONTEXT_KINDS.items()}
        self._scale = 1.0
        """What a new action is worth beside one of the first hand: so older ones fade."""

    def expected(self, context: Context, first: Array) -> Array:
        """All estimates of the next action: [estimates, 3]. ``first`` stands in where nothing was seen."""
        now, result = np.tile(first, (len(STANDS), 1)), []
        stands = (STANDS * self._scale)[:, None]
        for level, counts in self._counts.items():
            seen = counts[getattr(context, level)].astype(np.float64)
            now = (seen + stands * now) / (seen.sum() + stands)
            result.append(now)
        return np.concatenate(result)

    def learn(self, context: Context, action: int) -> None:
        """Count an action."""
        for level, counts in self._counts.items():
            counts[getattr(context, level), action] += self._scale

    def fade(self) -> None:
        """A hand is over."""
        self._scale *= float(np.exp(1 / MEMORY))
        if self._scale > MOST:
            for counts in self._counts.values():
                counts /= self._scale
            self._scale = 1.0

    def state(self) -> dict[str, NDArray[np.float32]]:
        """Its counts, for ``restore``."""
        return {f"frequencies {level}": counts / np.float32(self._scale) for level, counts in self._counts.items()}

    def restore(self, state: Mapping[str, NDArray[np.float32]]) -> None:
        """Take saved counts. Raises KeyError or ValueError if they are malformed."""
        found = {level: np.array(state[f"frequencies {level}"], np.float32) for level in CONTEXT_KINDS}
        for level, counts in found.items():
            if counts.shape != self._counts[level].shape or not ((counts >= 0) & (counts < MOST_COUNT)).all():
                raise ValueError(f"the frequencies by {level} are malformed")
        self._counts, self._scale = found, 1.0

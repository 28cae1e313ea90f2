"""Which of several experts does best against an opponent: rules that learn it from what they win, hand by hand."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


class Ucb1:
    """UCB1 (Auer, Cesa-Bianchi and Fischer 2002): every arm once, then the one with the largest

        mean_i + C · √(2 ln n / n_i)

    where arm i was tried n_i of n times, with rewards from 0 to 1. With C = 1 the regret grows no faster than log n.
    With a ``window`` only the last tries count (Garivier and Moulines 2011), so that it recovers when arms change.

    >>> rule = Ucb1(2)
    >>> for _ in range(100):
    ...     arm = rule.choose()
    ...     rule.learn(arm, 0.9 if arm else 0.1)
    >>> [int(count) for count in rule.tries]
    [8, 92]
    """

    def __init__(self, arms: int, c: float = 1.0, window: int | None = None) -> None:
        self.c, self.window = c, window
        self.tries: NDArray[np.float64] = np.zeros(arms)
        self.sums: NDArray[np.float64] = np.zeros(arms)
        self._last: deque[tuple[int, float]] = deque()

    @property
    def means(self) -> NDArray[np.float64]:
        """The mean reward of each arm; 0 for one that was never tried."""
        return self.sums / np.maximum(self.tries, 1)

    def choose(self) -> int:
        """The arm to try next; of equally good ones the first."""
        untried = np.flatnonzero(self.tries == 0)
        if len(untried):
            return int(untried[0])
        bonus = self.c * np.sqrt(2 * math.log(self.tries.sum()) / self.tries)
        return int(np.argmax(self.means + bonus))

    def learn(self, arm: int, reward: float) -> None:
        """Count the reward of an arm that was tried."""
        self.tries[arm] += 1
        self.sums[arm] += reward
        if self.window is None:
            return
        self._last.append((arm, reward))
        if len(self._last) > self.window:
            arm, reward = self._last.popleft()
            self.tries[arm] -= 1
            self.sums[arm] = self.sums[arm] - reward if self.tries[arm] else 0.0

    @property
    def last(self) -> list[tuple[int, float]]:
        """What the window holds, the oldest first."""
        return list(self._last)

    def restore(self, tries: NDArray[Any], sums: NDArray[Any], last: NDArray[Any]) -> None:
        """Go on from what another one knew. Raises ValueError if it does not fit together."""
        arms = len(self.tries)
        if tries.shape != (arms,) or sums.shape != (arms,) or last.ndim != 2 or last.shape[1] != 2:
            raise ValueError("the numbers are of another number of arms")
        if not (np.isfinite(tries).all() and np.isfinite(sums).all() and np.isfinite(last).all() and tries.min() >= 0):
            raise ValueError("tries and rewards are finite numbers")
        counts = np.bincount(last[:, 0].astype(np.int64), minlength=arms) if (last[:, 0] >= 0).all() else np.zeros(0)
        whole = len(last) <= (self.window or 0) and np.array_equal(counts, tries)
        if (self.window is not None and not whole) or (self.window is None and len(last)):
            raise ValueError("the last tries are not those of the window")
        self.tries, self.sums = tries.astype(np.float64), sums.astype(np.float64)
        self._last = deque((int(arm), float(reward)) for arm, reward in last.tolist())


class ExponentialWeights:
    """Shares of experts by the sum of what they would have won, with a floor for exploration:

        share_j = (1 − γ) · exp(η Σ V_j) / Σ_k exp(η Σ V_k) + γ / K

    After Exp4 (Auer, Cesa-Bianchi, Freund and Schapire 2002), with estimates V_j for all K experts after every hand.

    >>> rule = ExponentialWeights(2, eta=1.0, gamma=0.02)
    >>> rule.learn([1.0, 0.0])
    >>> rule.shares.round(3).tolist()
    [0.726, 0.274]
    """

    def __init__(self, experts: int, eta: float = 0.025, gamma: float = 0.02) -> None:
        self.eta, self.gamma = eta, gamma
        self.sums: NDArray[np.float64] = np.zeros(experts)

    @property
    def shares(self) -> NDArray[np.float64]:
        weights = np.exp(self.eta * (self.sums - self.sums.max()))
        shares: NDArray[np.float64] = (1 - self.gamma) * weights / weights.sum() + self.gamma / len(weights)
        return shares

    def learn(self, values: Sequence[float]) -> None:
        """Count what each expert would have won."""
        self.sums = self.sums + np.asarray(values, dtype=np.float64)

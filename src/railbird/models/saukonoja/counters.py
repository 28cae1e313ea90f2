"""Simple counters of a player: how often they play, bet, call and fold (Saukonoja 2007, §5.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.game import ActionKind

Array = NDArray[np.float64]

ROUNDS, BETS = 4, 3
MOST = 1e12


class Counters:
    """The counters of one player."""

    def __init__(self) -> None:
        self.hands = self.showdowns = 0.0
        self._played = self._raised_before_flop = 0.0
        self._reached = np.zeros(ROUNDS)
        self._acts = np.zeros((ROUNDS, BETS, len(ActionKind)))
        self._in_hand = [False, False]

    def begin_hand(self) -> None:
        """Count a hand that the player is dealt into."""
        self.hands += 1
        self._reached[0] += 1
        self._in_hand = [False, False]

    def see(self, situation: Situation, kind: ActionKind) -> None:
        """Count an action of the player."""
        number, paid = situation.round, situation.to_call > 0
        self._acts[number, max(situation.bets_to_call, 1) if paid else 0, kind] += 1
        if number == 0:
            plays, raises = self._in_hand
            if not plays and (kind is ActionKind.RAISE or (kind is ActionKind.CALL and paid)):
                self._played += 1
                self._in_hand[0] = True
            if not raises and kind is ActionKind.RAISE:
                self._raised_before_flop += 1
                self._in_hand[1] = True

    @property
    def acts(self) -> Array:
        """Counts of folds, calls and raises: [round, bets to call (0, 1, 2 or more), 3]."""
        return self._acts

    def reach(self, round_number: int) -> None:
        """Count that the player reached a round after the first."""
        self._reached[round_number] += 1

    def reached(self, round_number: int) -> float:
        """The number of hands in which the player reached a round."""
        return float(self._reached[round_number])

    @property
    def vpip(self) -> float:
        """Share of hands in which the player voluntarily put in chips pre-flop (§3.2)."""
        return self._played / self.hands if self.hands else 0.0

    @property
    def pfr(self) -> float:
        """Share of hands that the player raised pre-flop."""
        return self._raised_before_flop / self.hands if self.hands else 0.0

    @property
    def aggression(self) -> float:
        """AF = (bets + raises) / calls; infinite if the player never called."""
        bets, calls = self._acts[..., ActionKind.RAISE].sum(), self._acts[:, 1:, ActionKind.CALL].sum()
        if calls:
            return float(bets / calls)
        return float("inf") if bets else 0.0

    def folds(self, round_number: int, expected: float, weight: float) -> float:
        """How often the player folds to a bet in a round: (folds + k p) / (faced + k), p the prior, k its weight."""
        faced = self._acts[round_number, 1:]
        return float((faced[:, ActionKind.FOLD].sum() + weight * expected) / (faced.sum() + weight))

    def state(self) -> dict[str, NDArray[Any]]:
        """Return all counters as arrays."""
        singles = (self.hands, self.showdowns, self._played, self._raised_before_flop)
        return {"singles": np.array(singles), "reached": self._reached.copy(), "acts": self._acts.copy()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Restore from ``state()``. Raises ValueError or KeyError if it is malformed."""
        parts = [np.array(state[name], dtype=np.float64) for name in ("singles", "reached", "acts")]
        if [part.shape for part in parts] != [(4,), self._reached.shape, self._acts.shape]:
            raise ValueError("the counters are malformed")
        if not all(((part >= 0) & (part < MOST)).all() for part in parts):
            raise ValueError("the counters are malformed")
        self.hands, self.showdowns, self._played, self._raised_before_flop = parts[0].tolist()
        self._reached, self._acts = parts[1:]

"""A few single counters of a player: how many hands he plays, bets, calls and gives up (Saukonoja 2007, §5.2.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.policies.following import Situation

ROUNDS = 4
MOST = 1e12


class Counters:
    """What was counted of one player."""

    def __init__(self) -> None:
        self.hands = self.showdowns = 0.0
        self._played = self._raised_before_flop = 0.0
        self._bets = self._calls = 0.0
        self._reached = np.zeros(ROUNDS)
        self._faced, self._folded = np.zeros(ROUNDS), np.zeros(ROUNDS)
        self._in_hand = [False, False]

    def begin_hand(self) -> None:
        """He is dealt in."""
        self.hands += 1
        self._reached[0] += 1
        self._in_hand = [False, False]

    def see(self, situation: Situation, kind: ActionKind) -> None:
        """He has acted."""
        number, paid = situation.round, situation.to_call > 0
        self._faced[number] += paid
        self._folded[number] += kind is ActionKind.FOLD
        self._bets += kind is ActionKind.RAISE
        self._calls += kind is ActionKind.CALL and paid
        if number == 0:
            plays, raises = self._in_hand
            if not plays and (kind is ActionKind.RAISE or (kind is ActionKind.CALL and paid)):
                self._played += 1
                self._in_hand[0] = True
            if not raises and kind is ActionKind.RAISE:
                self._raised_before_flop += 1
                self._in_hand[1] = True

    def reach(self, round_number: int) -> None:
        """He has come to a round after the first."""
        self._reached[round_number] += 1

    def reached(self, round_number: int) -> float:
        """Hands in which he came to a round."""
        return float(self._reached[round_number])

    @property
    def vpip(self) -> float:
        """The share of hands in which he put in chips of his own will before the flop (§3.2)."""
        return self._played / self.hands if self.hands else 0.0

    @property
    def pfr(self) -> float:
        """The share of hands that he raised before the flop."""
        return self._raised_before_flop / self.hands if self.hands else 0.0

    @property
    def aggression(self) -> float:
        """AF = (bets + raises) / calls; infinite if he never called."""
        if self._calls:
            return self._bets / self._calls
        return float("inf") if self._bets else 0.0

    def folds(self, round_number: int, expected: float, weight: float) -> float:
        """How often he folds to a bet in a round: (folds + k p) / (faced + k), p being what is expected of anybody."""
        return float((self._folded[round_number] + weight * expected) / (self._faced[round_number] + weight))

    def state(self) -> dict[str, NDArray[Any]]:
        """All of it, as arrays."""
        singles = (self.hands, self.showdowns, self._played, self._raised_before_flop, self._bets, self._calls)
        return {"singles": np.array(singles), "rounds": np.stack([self._reached, self._faced, self._folded])}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """The same back; a ``ValueError`` or ``KeyError`` if it is not right."""
        singles, rounds = (np.array(state[name], dtype=np.float64) for name in ("singles", "rounds"))
        if singles.shape != (6,) or rounds.shape != (3, ROUNDS):
            raise ValueError("the counters are not right")
        if not all(((each >= 0) & (each < MOST)).all() for each in (singles, rounds)):
            raise ValueError("the counters are not right")
        self.hands, self.showdowns, self._played, self._raised_before_flop, self._bets, self._calls = singles.tolist()
        self._reached, self._faced, self._folded = rounds

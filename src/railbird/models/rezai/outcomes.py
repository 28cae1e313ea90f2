"""A store of (state, action, outcome), which finds the action with the best results so far.

Kotsalidis (2013, §5) proposes it as a next step for RezAI: keep the outcomes of every action over many games, whoever
the opponent is, and consult the statistically best action. A state is any text. An outcome is what was won from the
decision on, so a fold is worth 0 and needs no samples.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from railbird.game import ActionKind


@dataclass(frozen=True, slots=True)
class OutcomeEstimate:
    """The estimated value of an action in a state."""

    mean: float
    variance: float
    """Variance of the mean: s²/n."""
    count: int


FOLDED = OutcomeEstimate(0.0, 0.0, 0)
"""A fold wins and loses nothing from the decision on."""


@dataclass(slots=True)
class Outcomes:
    """The outcomes of one action in one state."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, outcome: float) -> None:
        self.count += 1
        self.total += outcome
        self.squares += outcome * outcome

    def estimate(self) -> OutcomeEstimate:
        """Estimate from two or more outcomes."""
        mean = self.total / self.count
        spread = max(self.squares - self.count * mean**2, 0.0) / (self.count - 1)
        return OutcomeEstimate(mean, spread / self.count, self.count)


@dataclass(slots=True)
class OutcomeStore:
    """The outcomes of each action in each state."""

    states: dict[str, dict[ActionKind, Outcomes]] = field(default_factory=dict)

    def add(self, state: str, action: ActionKind, outcome: float) -> None:
        self.states.setdefault(state, {}).setdefault(action, Outcomes()).add(outcome)

    def merge(self, other: OutcomeStore) -> None:
        """Add the outcomes of another store, such as those of other games."""
        for state, actions in other.states.items():
            mine = self.states.setdefault(state, {})
            for kind, each in actions.items():
                known = mine.get(kind, Outcomes())
                sums = (known.count + each.count, known.total + each.total, known.squares + each.squares)
                mine[kind] = Outcomes(*sums)

    def known(self, state: str, *, least: int, can_fold: bool) -> dict[ActionKind, OutcomeEstimate]:
        """The actions with at least ``least`` outcomes, two or more; a fold is always known where it is legal."""
        seen = self.states.get(state, {})
        result = {kind: each.estimate() for kind, each in seen.items() if each.count >= least}
        result.pop(ActionKind.FOLD, None)
        return {ActionKind.FOLD: FOLDED, **result} if can_fold else result

    def best(self, state: str, ruled: ActionKind, *, least: int, sure: float, can_fold: bool) -> ActionKind:
        """The action with the highest mean if it beats the rules' action by ``sure`` standard errors, else that one.

        ``ruled`` is the action that the rules choose. The standard error is that of the difference,
        √(s₁²/n₁ + s₂²/n₂). If the rules' action has too few outcomes it is taken, so that the store learns about it.

        >>> store = OutcomeStore()
        >>> for outcome in (2.0, 3.0, 2.5):
        ...     store.add("pair", ActionKind.RAISE, outcome)
        ...     store.add("pair", ActionKind.CALL, outcome - 2)
        >>> store.best("pair", ActionKind.CALL, least=3, sure=2, can_fold=True)
        <ActionKind.RAISE: 2>
        """
        known = self.known(state, least=least, can_fold=can_fold)
        if ruled not in known:
            return ruled
        best = max(known, key=lambda kind: known[kind].mean)
        ahead = known[best].mean - known[ruled].mean
        return best if ahead > sure * math.sqrt(known[best].variance + known[ruled].variance) else ruled

    def to_json(self) -> dict[str, dict[str, list[float]]]:
        return {
            state: {kind.name.lower(): [each.count, each.total, each.squares] for kind, each in actions.items()}
            for state, actions in self.states.items()
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Mapping[str, Any]]) -> OutcomeStore:
        """Restore from ``to_json``. Raises ValueError, TypeError, KeyError or AttributeError if it is malformed."""
        states: dict[str, dict[ActionKind, Outcomes]] = {}
        for state, actions in data.items():
            states[state] = {ActionKind[name.upper()]: _read(values) for name, values in actions.items()}
        return cls(states)


def _read(values: Any) -> Outcomes:
    count, total, squares = values
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise ValueError("a count of outcomes must be a whole number from 1 up")
    if not all(isinstance(each, int | float) and math.isfinite(each) for each in (total, squares)):
        raise ValueError("sums of outcomes must be finite numbers")
    if squares * count < total * total * (1 - 1e-9) - 1e-9:
        raise ValueError("the sum of squares is too small for the mean")
    return Outcomes(count, float(total), float(squares))

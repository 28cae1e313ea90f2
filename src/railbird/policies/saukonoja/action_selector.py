"""Saukonoja's action selector: chooses an action by expected value (2007, §4.3, §5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railbird.game import ActionKind

FLOP = 1


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much the selector mixes, on flop, turn and river. The source gives only their order and a maximum of 20 %."""

    smaller: tuple[float, float, float] = (0.20, 0.12, 0.05)
    """How often the action with the smaller of two positive values is chosen. Ours, except the first."""
    out_of_position: float = 0.8
    """Factor on all shares here when others act after us. Ours."""
    aggression: tuple[float, float, float] = (0.60, 0.40, 0.20)
    """How often a player who led keeps betting although no value is positive. Ours."""

    def __post_init__(self) -> None:
        shares = (*self.smaller, *self.aggression, self.out_of_position)
        if not all(0 <= share <= 1 for share in shares) or max(self.smaller) > 0.5:
            raise ValueError(
                "shares must be between 0 and 1, and the smaller value may be chosen at most half of the time"
            )


MIXING = Mixing()


def select(
    values: Mapping[ActionKind, float],
    round_now: int,
    *,
    free: bool,
    last: bool,
    led: bool,
    mixing: Mixing = MIXING,
) -> dict[ActionKind, float]:
    """Probability of each action, from the values of calling and, where allowed, raising; folding is worth 0.

    If both values are positive, choose the larger, and now and then the smaller (§5.1). If one is positive, choose it.
    If none is, check or fold; but a player who led the previous round keeps betting with some probability, if that
    loses no more than checking or calling (continued aggression).

    >>> select({ActionKind.CALL: 2.0, ActionKind.RAISE: 5.0}, 1, free=False, last=True, led=False)
    {<ActionKind.RAISE: 2>: 0.8, <ActionKind.CALL: 1>: 0.2}
    """
    street = min(max(round_now - FLOP, 0), 2)
    position = 1.0 if last else mixing.out_of_position
    positive = sorted((kind for kind in values if values[kind] > 0), key=lambda kind: (-values[kind], -kind))
    if len(positive) > 1:
        share = mixing.smaller[street] * position
        return {positive[0]: 1 - share, positive[1]: share} if share > 0 else {positive[0]: 1.0}
    if positive:
        return {positive[0]: 1.0}
    passive = ActionKind.CALL if free else ActionKind.FOLD
    raise_value = values.get(ActionKind.RAISE)
    share = mixing.aggression[street] * position
    if led and share > 0 and raise_value is not None and raise_value >= values[ActionKind.CALL]:
        return {ActionKind.RAISE: share, passive: 1 - share} if share < 1 else {ActionKind.RAISE: 1.0}
    return {passive: 1.0}

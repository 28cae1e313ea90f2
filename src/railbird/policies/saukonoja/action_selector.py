"""From what actions are worth to one of them: Saukonoja's action selector (2007, §4.3, §5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from railbird.game import ActionKind

FLOP = 1


@dataclass(frozen=True, slots=True)
class Mixing:
    """How much the selector mixes. Of flop, turn and river; the source has only the order and 20 % as the most."""

    smaller: tuple[float, float, float] = (0.20, 0.12, 0.05)
    """How often the smaller of two positive values is chosen. Ours, but for the first."""
    out_of_position: float = 0.8
    """This, and what follows, if others act after us, as a share of it. Ours."""
    aggression: tuple[float, float, float] = (0.60, 0.40, 0.20)
    """How often one who led goes on though nothing is positive. Ours."""

    def __post_init__(self) -> None:
        shares = (*self.smaller, *self.aggression, self.out_of_position)
        if not all(0 <= share <= 1 for share in shares) or max(self.smaller) > 0.5:
            raise ValueError("shares lie between 0 and 1, and the smaller value is chosen at most half of the time")


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
    """How likely each action is taken, given what calling and, where allowed, raising are worth; folding is worth 0.

    Of two positive ones the larger, and now and then the smaller (§5.1); of one positive one that one; if there is
    none, check or fold, but who led the round before goes on betting with some probability, if that loses no more
    than checking or calling (continued aggression).

    >>> select({ActionKind.CALL: 2.0, ActionKind.RAISE: 5.0}, 1, free=False, last=True, led=False)
    {<ActionKind.RAISE: 2>: 0.8, <ActionKind.CALL: 1>: 0.2}
    """
    place = min(max(round_now - FLOP, 0), 2)
    position = 1.0 if last else mixing.out_of_position
    positive = sorted((kind for kind in values if values[kind] > 0), key=lambda kind: (-values[kind], -kind))
    if len(positive) > 1:
        share = mixing.smaller[place] * position
        return {positive[0]: 1 - share, positive[1]: share} if share > 0 else {positive[0]: 1.0}
    if positive:
        return {positive[0]: 1.0}
    passive = ActionKind.CALL if free else ActionKind.FOLD
    goes_on = values.get(ActionKind.RAISE)
    share = mixing.aggression[place] * position
    if led and share > 0 and goes_on is not None and goes_on >= values[ActionKind.CALL]:
        return {ActionKind.RAISE: share, passive: 1 - share} if share < 1 else {ActionKind.RAISE: 1.0}
    return {passive: 1.0}

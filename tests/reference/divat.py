"""DIVAT's baseline, one hand at a time, following its definition."""

from __future__ import annotations

from collections.abc import Sequence


def baseline_round(
    make: Sequence[float],
    fold: float,
    first: int,
    bet: float,
    most: int,
    put: Sequence[float],
    strength: Sequence[float],
) -> tuple[list[float], int]:
    """Play a betting round by the baseline: what each seat has put in at its end, and who folded, or -1."""
    chips, bets, acted, actor = list(put), 0, 0, first
    while True:
        other = 1 - actor
        to_call = chips[other] - chips[actor]
        if bets < most and strength[actor] >= make[min(bets, len(make) - 1)]:
            chips[actor] = chips[other] + bet
            bets += 1
        elif to_call > 0 and strength[actor] < fold * to_call / sum(chips):
            return chips, actor
        else:
            chips[actor] = chips[other]
            if acted > 0:
                return chips, -1
        acted += 1
        actor = other

"""Pot odds, and the value of a call (Saukonoja 2007, §2.2.2)."""

from __future__ import annotations

import math

from railbird.errors import StrengthError


def pot_odds(pot: float, to_call: float) -> float:
    """P_r = B / (S + B): how often a call has to win to break even (eq. 2).

    ``pot`` is S, with the opponent's bet but without the call; ``to_call`` is B.

    >>> round(pot_odds(60, 10), 4)
    0.1429
    """
    _check_chips(pot, to_call)
    if pot + to_call == 0:
        raise StrengthError("pot odds need a pot or a bet above 0, not a pot of 0 and 0 to call")
    return to_call / (pot + to_call)


def call_value(win_probability: float, pot: float, to_call: float) -> float:
    """E = P_w · S − (1 − P_w) · B: what a call wins on average without further betting (eq. 3).

    Chips already in the pot count as spent; folding is worth 0.

    >>> round(call_value(0.53, 103, 60), 2)
    26.39
    """
    if not 0 <= win_probability <= 1:
        raise StrengthError(f"the win probability must be between 0 and 1, not {win_probability}")
    _check_chips(pot, to_call)
    return win_probability * pot - (1 - win_probability) * to_call


def _check_chips(pot: float, to_call: float) -> None:
    if not (math.isfinite(pot) and math.isfinite(to_call) and pot >= 0 and to_call >= 0):
        raise StrengthError(f"chips must be 0 or more, not a pot of {pot} and {to_call} to call")

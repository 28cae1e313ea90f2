"""Pot odds, and what a call is worth (Saukonoja 2007, §2.2.2)."""

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
        raise StrengthError("pot odds need chips to win or to pay, not a pot of 0 and 0 to call")
    return to_call / (pot + to_call)


def call_value(win_probability: float, pot: float, to_call: float) -> float:
    """E = P_w · S − (1 − P_w) · B: what a call wins on average if nobody bets any more (eq. 3).

    Chips that are in the pot already are spent; to fold is worth 0.

    >>> round(call_value(0.53, 103, 60), 2)
    26.39
    """
    if not 0 <= win_probability <= 1:
        raise StrengthError(f"a probability lies between 0 and 1, not {win_probability}")
    _check_chips(pot, to_call)
    return win_probability * pot - (1 - win_probability) * to_call


def _check_chips(pot: float, to_call: float) -> None:
    if not (math.isfinite(pot) and math.isfinite(to_call) and pot >= 0 and to_call >= 0):
        raise StrengthError(f"chips are counted from 0 up, not a pot of {pot} and {to_call} to call")

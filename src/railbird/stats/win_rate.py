"""How much a player wins, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from railbird.game import Betting, Game


class Unit(StrEnum):
    """What win rates are measured in."""

    SB_PER_HAND = "sb/h"
    """Small bets per hand, in limit games."""
    BB_PER_100 = "bb/100"
    """Big blinds per 100 hands, in other games with blinds."""
    CHIPS_PER_HAND = "chips/h"
    STACKS_PER_MATCH = "stacks/match"
    """Starting stacks won in a freeze-out: -1 is to be out, one less than the number of players to win everything."""


def unit_of(game: Game) -> Unit:
    """The unit in which a game's win rates are measured."""
    if game.betting is Betting.LIMIT and any(game.blinds):
        return Unit.SB_PER_HAND
    return Unit.BB_PER_100 if any(game.blinds) else Unit.CHIPS_PER_HAND


def units_per_chip(game: Game) -> float:
    """A chip won in one hand, as a win rate."""
    unit = unit_of(game)
    if unit is Unit.SB_PER_HAND:
        return 1 / game.bets[0]
    return 100 / game.big_blind if unit is Unit.BB_PER_100 else 1.0


@dataclass(frozen=True, slots=True)
class WinRate:
    """A mean with its standard error."""

    mean: float
    standard_error: float
    """NaN if there are too few samples to tell."""

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true value lies with 95 %."""
        return self.mean - Z * self.standard_error, self.mean + Z * self.standard_error


Z = 1.959964
"""Standard errors in half a 95 % interval."""


def win_rate(samples: NDArray[np.float64]) -> WinRate:
    """The mean of independent samples, s/√n being its standard error."""
    if len(samples) == 0:
        return WinRate(float("nan"), float("nan"))
    error = float(np.std(samples, ddof=1) / np.sqrt(len(samples))) if len(samples) > 1 else float("nan")
    return WinRate(float(np.mean(samples)), error)

"""Miximax and Miximix for two and more players (Davidson 2002; Vytřísal 2016, §3.1, figure 3).

Others' nodes: EV = Σ P(action) EV(action) by what is believed of them, what never happens left out. Own nodes: the
maximum (Miximax), or with a temperature the mixture with the weights exp(EV/temperature), without what is worth less
than folding (Miximix, as in BRPlayer). An end: EV = P(win) · pot − cost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.game import ActionKind

Beliefs = Sequence[_core.Belief | None]
"""What is believed of all others, by position; none of the player himself."""


@dataclass(frozen=True, slots=True)
class ActionValues:
    """What each action wins in all, in chips, at a node of the player; NaN for what is not legal."""

    fold: float
    call: float
    raise_: float
    visited: int
    """Nodes that were looked at."""

    def value(self, kind: ActionKind) -> float:
        return (self.fold, self.call, self.raise_)[kind]

    def legal(self) -> dict[ActionKind, float]:
        """The values of what is legal: calling comes first, then raising, then folding."""
        order = (ActionKind.CALL, ActionKind.RAISE, ActionKind.FOLD)
        return {kind: self.value(kind) for kind in order if not math.isnan(self.value(kind))}

    def best(self) -> ActionKind:
        """The action that is worth most; of equal ones the first."""
        legal = self.legal()
        return max(legal, key=lambda kind: legal[kind])

    def soft_max(self, temperature: float) -> dict[ActionKind, float]:
        """The probabilities exp(EV/temperature), without what is worth less than folding (BRPlayer)."""
        legal = self.legal()
        least, most = legal.get(ActionKind.FOLD, -math.inf), max(legal.values())
        weights = {
            kind: math.exp((value - most) / temperature) if value >= least else 0.0 for kind, value in legal.items()
        }
        total = sum(weights.values())
        return {kind: weight / total for kind, weight in weights.items()}


def miximax(
    betting: AbstractBetting,
    beliefs: Beliefs,
    node: int,
    player: int,
    bins_below: int,
    *,
    temperature: float = 0.0,
) -> ActionValues:
    """The value of each action of a player whose hand has one rank.

    P(win) is the product over all opponents still in of the share of their hands that lie in the ``bins_below`` one's
    own (Vytřísal 2016, equation 1). There are no chance nodes.
    """
    return ActionValues(*_core.search_ranks(betting.tree, list(beliefs), node, player, bins_below, temperature))


def table_miximax(
    betting: AbstractBetting,
    frequencies: NDArray[np.float64],
    wins: NDArray[np.float64],
    node: int,
    player: int,
    *,
    temperature: float = 0.0,
    own_given: bool = False,
) -> ActionValues:
    """The same with any model of the others, given as two numbers for each node of the tree.

    How frequent the action is that leads to it, and at a showdown the player's chance to win; nodes that come later
    than the arrays reach are never gone to, and lost. With ``own_given`` the player's own nodes are mixed by their
    frequencies as well: any strategy of one's own (Miximix).
    """
    found = _core.search_tables(betting.tree, frequencies, wins, node, player, temperature, own_given)
    return ActionValues(*found)


@dataclass(frozen=True, slots=True)
class BucketValues:
    """The values of each action for several hands, or kinds of hands, at once: [fold call raise, hands]."""

    values: NDArray[np.float64]
    visited: int

    def of(self, hand: int) -> ActionValues:
        fold, call, raise_ = self.values[:, hand].tolist()
        return ActionValues(fold, call, raise_, self.visited)


def chance_miximax(
    betting: AbstractBetting,
    beliefs: Beliefs,
    node: int,
    player: int,
    outlook: _core.Outlook,
    *,
    temperature: float = 0.0,
    least_reach: float = 0.0,
) -> BucketValues:
    """The same with chance nodes: the hand goes on as its outlook says, and at his own nodes the player knows how.

    P(win) = Σ_b P(b) Π_i F_i(b) over the bins b of one's own rank on the river, F_i(b) being the share of an opponent's
    hands that lie below it, and half of those in it: true multi-way strength, as far as hands are independent of each
    other. What others do with less than ``least_reach`` in all is left out.
    """
    values, visited = _core.search_outlook(betting.tree, list(beliefs), node, player, outlook, temperature, least_reach)
    size = next(len(each) for each in values if each is not None)
    missing = np.full(size, np.nan)
    return BucketValues(np.array([missing if each is None else each for each in values]), visited)

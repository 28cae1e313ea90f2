"""Miximax and Miximix for two or more players (Davidson 2002; Vytřísal 2016, §3.1, figure 3).

Opponents' nodes: EV = Σ P(action) EV(action) by our beliefs about them, skipping actions with P = 0. Our own nodes: the
maximum (Miximax), or with a temperature the mixture with weights exp(EV/temperature), without actions worth less than
folding (Miximix, as in BRPlayer). Terminal nodes: EV = P(win) · pot − cost.
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
"""Beliefs about all opponents, by position; None for the player."""


@dataclass(frozen=True, slots=True)
class ActionValues:
    """The total payoff expected from each action at a node of the player, in chips; NaN for illegal actions."""

    fold: float
    call: float
    raise_: float
    visited: int
    """How many nodes were visited."""

    def value(self, kind: ActionKind) -> float:
        return (self.fold, self.call, self.raise_)[kind]

    def legal(self) -> dict[ActionKind, float]:
        """The values of the legal actions: first calling, then raising, then folding."""
        order = (ActionKind.CALL, ActionKind.RAISE, ActionKind.FOLD)
        return {kind: self.value(kind) for kind in order if not math.isnan(self.value(kind))}

    def best(self) -> ActionKind:
        """The action with the highest value; among equals the first."""
        legal = self.legal()
        return max(legal, key=lambda kind: legal[kind])

    def soft_max(self, temperature: float) -> dict[ActionKind, float]:
        """Probabilities proportional to exp(EV/temperature), without actions worth less than folding (BRPlayer)."""
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
    """The value of each action of a player whose hand has one fixed rank.

    P(win) is the product, over all active opponents, of the share of their hands in the lowest ``bins_below`` bins,
    those below the player's own (Vytřísal 2016, equation 1). There are no chance nodes.
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
    """The same with any model of the opponents, given as two numbers for each node of the tree.

    These are the frequency of the action that leads to the node and, at a showdown, the player's chance of winning.
    Nodes beyond the end of the arrays have frequency 0 and chance 0. With ``own_given`` the player's own nodes are
    mixed by their frequencies too, so that any strategy can be evaluated (Miximix).
    """
    values = _core.search_tables(betting.tree, frequencies, wins, node, player, temperature, own_given)
    return ActionValues(*values)


@dataclass(frozen=True, slots=True)
class BucketValues:
    """The values of each action for several hands, or classes of hands, at once: [fold call raise, hands]."""

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
    """The same with chance nodes: the hand develops by its outlook, and at their own nodes the player knows how.

    P(win) = Σ_b P(b) Π_i F_i(b) over the bins b of the player's rank on the river, with F_i(b) the share of opponent
    i's hands below b plus half of those in b: true multi-way strength, as far as hands are independent. Opponents'
    actions whose total probability is below ``least_reach`` are skipped.
    """
    values, visited = _core.search_outlook(betting.tree, list(beliefs), node, player, outlook, temperature, least_reach)
    size = next(len(each) for each in values if each is not None)
    missing = np.full(size, np.nan)
    return BucketValues(np.array([missing if each is None else each for each in values]), visited)

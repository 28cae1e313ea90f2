"""Miximax and Miximix for two and more players (Davidson 2002; Vytřísal 2016, §3.1, figure 3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from railbird import _core
from railbird.abstraction import AbstractBetting, Line


@dataclass(frozen=True, slots=True)
class ActionValues:
    """What each action wins in all, in chips, at a node of the player; NaN for what is not legal."""

    fold: float
    call: float
    raise_: float
    visited: int
    """Nodes that were looked at."""

    def value(self, line: Line) -> float:
        return (self.fold, self.call, self.raise_)[line]

    def best(self) -> Line:
        """The action that is worth most. Of equal ones calling comes first, then raising, then folding."""
        order = (Line.CALL, Line.RAISE, Line.FOLD)
        return max(order, key=lambda line: -math.inf if math.isnan(self.value(line)) else self.value(line))


def miximax(
    betting: AbstractBetting,
    models: Sequence[_core.ContextModel | None],
    node: int,
    player: int,
    bins_below: int,
    *,
    temperature: float = 0.0,
) -> ActionValues:
    """The value of each action of a player, with the models of all others by position.

    Others' nodes: EV = Σ P(action) EV(action) by their observed frequencies, those never seen left out. Own nodes: the
    maximum (Miximax), or with a temperature the mixture with the weights exp(EV/temperature) (Miximix). An end:
    EV = P(win) · pot − cost, P(win) being the product over all opponents still in of the share of their hands that lie
    in the ``bins_below`` one's own.
    """
    return ActionValues(*_core.search_contexts(betting.tree, list(models), node, player, bins_below, temperature))

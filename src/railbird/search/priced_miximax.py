"""Miximax over the betting of a real hand, with real chips, where models know betting sequences only (ours).

In a no-limit game there are too many sizes of bets to count what happens after each. So models count in contexts in
which a raise is a raise, whatever its size, separately for each class of prices: at a decision, of its price, the cost
of a call as a share of the pot; at a showdown, of the highest price after the flop, since even the best hands before it
are often beaten on the river. The search itself knows all chips: its root has the real pot, price and stacks, and
several sizes of raises; all later raises have one. A showdown may come before the river, and has side pots.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.game import CALL, FOLD, Action, raise_to
from railbird.models.poki.policy_tables import HIGH_PRICE
from railbird.search.miximax import Beliefs


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceRules:
    """How the sizes of bets matter."""

    prices: tuple[float, ...] = (HIGH_PRICE, 0.65)
    """A higher price, to call / pot, is of the next class. These are the prices of bets of 0.8 and 1.9 pots. Ours."""
    bet: float = 0.75
    """The size of later raises, in pots after the call. Ours."""

    @property
    def classes(self) -> int:
        return len(self.prices) + 1

    def class_of(self, price: float) -> int:
        """The class of a price of bets."""
        return sum(price > each for each in self.prices)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PricedDecision:
    """A decision, and where it is in the contexts of the models."""

    hand: _core.Hand
    """The betting so far; its cards do not matter."""
    node: int
    """Its context."""
    highest: int = 0
    """The highest class of prices after the flop."""
    raises: Sequence[int] = ()
    """The raises to try, as amounts to raise to."""


def priced_miximax(
    betting: AbstractBetting,
    beliefs: Sequence[Beliefs],
    decision: PricedDecision,
    outlook: _core.Outlook,
    *,
    rules: PriceRules,
    temperature: float = 0.0,
    least_reach: float = 0.0,
) -> dict[Action, NDArray[np.float64]]:
    """The total payoff expected from each action, in chips, for each bucket or class of the outlook's first round.

    There are beliefs for each class of prices. If the decision has left its context, since there were more raises than
    contexts know, it is worth what is won when nobody bets any more.
    """
    raises = list(decision.raises)
    values, _ = _core.search_priced(
        decision.hand,
        betting.tree,
        decision.node,
        decision.highest,
        [list(each) for each in beliefs],
        list(rules.prices),
        rules.bet,
        outlook,
        raises,
        temperature,
        least_reach,
    )
    actions = [FOLD, CALL, *(raise_to(amount) for amount in raises)]
    return {action: each for action, each in zip(actions, values, strict=True) if each is not None}

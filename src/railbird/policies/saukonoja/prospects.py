"""Saukonoja's evaluation function: the value of an action, from estimates of how the hand may end (2007, §4.1.3).

A hand ends in one of three ways: at a showdown (w), because all others fold (vf), or because we fold (hf). Each ending
has a probability, an expected final pot ES, which includes our chips, and the amount EB that we expect to put in from
now on. Chips already in the pot are spent: folding now is worth 0.

Formula 15 as printed leaves out the probability of a showdown:

    E = (P_w ES_w − EB_w) + P_vf (ES_vf − EB_vf) − P_hf EB_hf                                        (15)

With P_sd = 1 − P_vf − P_hf it agrees with the scenarios that it is built from (11 to 14):

    E = P_sd (P_w ES_w − EB_w) + P_vf (ES_vf − EB_vf) − P_hf EB_hf                                   (15')
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Prospects(NamedTuple):
    """The parameters of the evaluation function (§4.2), in chips."""

    win: float
    """P_w: the chance of winning a showdown."""
    others_fold: float
    """P_vf: all others fold, now or later."""
    we_fold: float
    """P_hf: we fold later."""
    pot: float
    """ES_w."""
    cost: float
    """EB_w."""
    pot_others_fold: float
    """ES_vf."""
    cost_others_fold: float
    """EB_vf."""
    pot_we_fold: float
    """ES_hf, which the formula does not use."""
    cost_we_fold: float
    """EB_hf."""

    @property
    def showdown(self) -> float:
        """P_sd = 1 − P_vf − P_hf."""
        return 1 - self.others_fold - self.we_fold


def printed_value(given: Prospects) -> float:
    """Formula 15 as printed: the showdown counts in full, however unlikely it is."""
    return (
        showdown_value(given.win, given.pot, given.cost)
        + given.others_fold * (given.pot_others_fold - given.cost_others_fold)
        - given.we_fold * given.cost_we_fold
    )


def corrected_value(given: Prospects) -> float:
    """Formula 15'.

    >>> certain_fold = Prospects(0.5, 1.0, 0.0, 8, 2, 4, 1, 0, 0)
    >>> printed_value(certain_fold), corrected_value(certain_fold)
    (5.0, 3.0)
    """
    return (
        given.showdown * showdown_value(given.win, given.pot, given.cost)
        + given.others_fold * (given.pot_others_fold - given.cost_others_fold)
        - given.we_fold * given.cost_we_fold
    )


def showdown_value(win: float, pot: float, cost: float) -> float:
    """E = P_w (ES − EB) − (1 − P_w) EB = P_w ES − EB (11); pre-flop, with the totals of all rounds, 10."""
    return win * pot - cost


class Scenario(NamedTuple):
    """One way in which a hand may continue."""

    name: str
    probability: float
    value: float
    """What we win if it happens."""


def scenario_sum(scenarios: Iterable[Scenario]) -> float:
    """E = Σ P(s) E(s) (14), with E(s) the value given that scenario s happens."""
    return sum(each.probability * each.value for each in scenarios)


def three_scenarios(given: Prospects) -> tuple[Scenario, ...]:
    """A showdown (11), all others fold (12), we fold (13)."""
    return (
        Scenario("showdown", given.showdown, showdown_value(given.win, given.pot, given.cost)),
        Scenario("others fold", given.others_fold, given.pot_others_fold - given.cost_others_fold),
        Scenario("we fold", given.we_fold, -given.cost_we_fold),
    )


def mixed(first: Prospects, second: Prospects, weight: float) -> Prospects:
    """Interpolate between two estimates: weight 0 is the first, weight 1 the second."""
    return Prospects(*((1 - weight) * one + weight * other for one, other in zip(first, second, strict=True)))

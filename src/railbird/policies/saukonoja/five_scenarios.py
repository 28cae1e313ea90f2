"""Five ways in which a hand may continue, by the kind of hand we hold (Saukonoja 2007, §4.1.2).

1. bet first, and stay to the end;  2. bet first, and all others fold in the end;  3. bet first, be raised, and fold;
4. call first, and stay to the end, or raise later;  5. call first, and fold later.

The source lists the scenarios and the kinds of hands; the probability of each scenario is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import inf

from railbird.agent.situation import Situation
from railbird.game import ActionKind
from railbird.policies.saukonoja.prospects import Prospects, Scenario, showdown_value


@dataclass(frozen=True, slots=True)
class ScenarioShares:
    """Constants of the scenarios. All ours."""

    made: float = 0.5
    """A hand of at least this strength is made."""
    draws: float = 0.15
    """A weaker hand with at least this potential is a draw."""
    hit_wins: float = 0.85
    """How often a draw wins once it has hit."""
    trash_stays: float = 0.25
    """How often a trash hand that has called stays in."""


SCENARIO_SHARES = ScenarioShares()


class HandKind(StrEnum):
    """The kind of a hand."""

    MADE = "made"
    DRAW = "draw"
    TRASH = "trash"


def hand_kind(strength: float, potential: float, shares: ScenarioShares = SCENARIO_SHARES) -> HandKind:
    """Classify a hand: made if it is strong now, a draw if it has potential, else trash."""
    if strength >= shares.made:
        return HandKind.MADE
    return HandKind.DRAW if potential >= shares.draws else HandKind.TRASH


def five_scenarios(
    given: Prospects,
    now: Situation,
    kind: ActionKind,
    strength: float,
    potential: float,
    shares: ScenarioShares = SCENARIO_SHARES,
    *,
    room: float = inf,
) -> tuple[Scenario, ...]:
    """The scenarios of a call or of a raise, with probabilities that sum to 1.

    ``room`` is how much more can be bet after a call.
    """
    shown = showdown_value(given.win, given.pot, given.cost)
    if kind is ActionKind.RAISE:
        return (
            Scenario("bet to the end", given.showdown, shown),
            Scenario("bet, all fold", given.others_fold, given.pot_others_fold - given.cost_others_fold),
            Scenario("bet, raised, fold", given.we_fold, -given.cost_we_fold),
        )
    what = hand_kind(strength, potential, shares)
    later = min(now.later_bets, room)
    if what is HandKind.DRAW and later:
        more = min(now.later_bets / max(now.opponents, 1), room)
        hit = showdown_value(shares.hit_wins, given.pot + 2 * more, given.cost + more)
        return (
            Scenario("call to the end", potential, hit),
            Scenario("call, fold later", 1 - potential, -given.cost_we_fold),
        )
    folds = given.we_fold if what is HandKind.MADE or not later else 1 - shares.trash_stays
    return (
        Scenario("call to the end", 1 - folds, shown),
        Scenario("call, fold later", folds, -given.cost_we_fold),
    )

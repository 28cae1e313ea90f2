"""Bots that always do the same: baselines for every comparison."""

from __future__ import annotations

from typing import ClassVar

from railbird.agent import Bot, Choice, Decision
from railbird.bots.shared.range_policies import RangeDecision, with_any_cards
from railbird.game import CALL, View
from railbird.policies import check_or_fold, raise_or_call

_CALL = Decision(CALL)


class AlwaysCall(Bot):
    """Always checks or calls."""

    source: ClassVar[str] = "Vytřísal 2016, §4.2"
    blind = True

    def act(self, view: View) -> Choice:
        return _CALL

    def policy(self, view: View) -> RangeDecision:
        return with_any_cards(view, [CALL])


class AlwaysRaise(Bot):
    """Always bets or raises the minimum; calls where no raise is allowed."""

    source: ClassVar[str] = "Vytřísal 2016, §4.2"
    blind = True

    def act(self, view: View) -> Choice:
        return raise_or_call(view)

    def policy(self, view: View) -> RangeDecision:
        return with_any_cards(view, [raise_or_call(view)])


class AlwaysFold(Bot):
    """Folds to every bet, and checks where that is free."""

    source: ClassVar[str] = "common baseline"
    blind = True

    def act(self, view: View) -> Choice:
        return check_or_fold(view)

    def policy(self, view: View) -> RangeDecision:
        return with_any_cards(view, [check_or_fold(view)])

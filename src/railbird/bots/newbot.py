"""NewBot: UCT against learned opponents, with the uncertainty of samples in selection and backup.

Van den Broeck, Driessens and Ramon 2009, by the MCTS review, §4.3.4. The settings marked "opentestbed" are those of a
program by the same group.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from railbird.agent import Choice, Decision, Fact, LateFacts, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.model_bot import ModelBot, ModelSettings
from railbird.bots.shared.raise_sizes import ascending_sizes, raises_of
from railbird.bots.simbot import simulation_request
from railbird.game import CALL, Action, ActionKind, View
from railbird.models.poki.policy_tables import HIGH_PRICE
from railbird.models.predictors import PREDICTORS
from railbird.models.predictors.sizing import SizingPredictor
from railbird.search.betting_search import (
    ActionReport,
    BettingBackup,
    BettingRules,
    BettingSearch,
    BettingSearchTree,
    even_shares,
)


class PlayedBy(StrEnum):
    """Which action is played."""

    VALUE = "value"
    """The one with the highest value."""
    BOUND = "bound"
    """The one with the highest lower bound: value − 2 standard errors."""


@dataclass(frozen=True, slots=True)
class NewBotSettings(ModelSettings):
    predictor: str = setting("tree", f"model of opponents' actions: {', '.join(PREDICTORS)}", "opentestbed: trees")
    iterations: int = setting(1000, "iterations of the search at each decision", "ours; opentestbed: 500 to 2000 ms")
    seconds: float = setting(0.0, "search by the clock instead, so many seconds; 0: by iterations", "ours")
    exploration: float = setting(
        0.5, "C of UCT, in standard deviations of what is won", "ours; the source scales by the stakes"
    )
    uncertainty: float = setting(
        0.0, "C2 of UCT+: weight of a child's standard error; 0 is plain UCT", "ours: wins more"
    )
    sampled: int = setting(100, "below this many visits an own node draws from our own policy", "ours; opentestbed: 20")
    backup: BettingBackup = setting(  # noqa: RUF009
        BettingBackup.WEIGHTED,
        "values from below: mean (plain UCT), maximum, weighted (maximum, by predictions)",
        "2009",
    )
    play: PlayedBy = setting(  # noqa: RUF009
        PlayedBy.VALUE,
        "take the action with the highest value, or with the highest bound, value − 2 standard errors",
        "2009",
    )
    bins: int = setting(5, "bins of our strength on a new board", "ours")
    roll_out_bet: float = setting(0.75, "size of raises in roll-outs of no-limit games, in pots", "ours")
    sizes: str = setting("0.5+1+2", "raises to consider in no-limit games, in pots", "ours; opentestbed draws three")

    def __post_init__(self) -> None:
        ModelSettings.__post_init__(self)
        ascending_sizes(self.sizes)
        check_within(
            self,
            iterations=(1, 10_000_000),
            seconds=(0, 3600),
            exploration=(0, 1000),
            uncertainty=(0, 1000),
            sampled=(0, 1_000_000),
            bins=(1, 50),
            roll_out_bet=(0, 100),
        )

    @property
    def pots(self) -> list[float]:
        """The sizes of raises."""
        return ascending_sizes(self.sizes)


class NewBot(ModelBot):
    """Searches the betting of the hand by UCT against predicted opponents, and backs up how uncertain values are."""

    source: ClassVar[str] = "Van den Broeck, Driessens and Ramon 2009, by the MCTS review, §4.3.4"
    by_price = True
    Settings = NewBotSettings
    settings: NewBotSettings

    def __init__(self, settings: NewBotSettings | None = None) -> None:
        super().__init__(settings)
        self.repeatable = self.settings.seconds == 0
        self._rules = BettingRules(
            exploration=self.settings.exploration,
            uncertainty=self.settings.uncertainty,
            sampled=self.settings.sampled,
            backup=self.settings.backup,
            bins=self.settings.bins,
            bets=tuple(self.settings.pots),
        )

    def _make_predictor(self) -> SizingPredictor:
        return SizingPredictor(super()._make_predictor(), self.settings.pots)

    def _predictor(self, player: str) -> SizingPredictor:
        predictor = self._models.predictor(player)
        assert isinstance(predictor, SizingPredictor)
        return predictor

    def _watch(self, view: View) -> None:
        """Learn from all actions since the last call, and from how large raises were."""
        tracker = self._models.tracker
        for step in tracker.follow(view).steps():
            if step.kind is ActionKind.RAISE and step.situation.player != view.position:
                player = view.players[step.situation.player]
                self._predictor(player).sizes.learn(tracker.pots_of_raise(step.situation))
            self._models.see(step, view)
        self._models.catch_up(view)

    def end_hand(self, view: View) -> None:
        self._watch(view)

    def act(self, view: View) -> Choice:
        self._watch(view)
        search = self.search(view)
        tree = search.tree()
        reports = tree.root()
        values = {report.action: report.value for report in reports}
        return Decision(self._move(reports), {}, values, LateFacts(lambda: self._facts(view, search, tree)))

    def search(self, view: View) -> BettingSearch:
        """The search of a decision; the betting must have been watched."""
        mine = self.settings
        request = simulation_request(self._models, view, raises_of(view, mine.sizes), mine.roll_out_bet)
        request = replace(request, high_price=HIGH_PRICE)
        shares = even_shares(len(view.players), self._rules.bets)
        for position in self._others(view):
            shares[position] = self._predictor(view.players[position]).sizes.shares()
        seed = self.streams.number(f"search {self._models.tracker.taken}") % 2**64
        search = BettingSearch(request, self._rules, shares, seed)
        return search.run_for(mine.seconds) if mine.seconds else search.run(mine.iterations)

    def _move(self, reports: list[ActionReport]) -> Action:
        """The best action; among equals the boldest. Without a possible deal nothing is known, and it calls."""
        doubt = 2.0 if self.settings.play is PlayedBy.BOUND else 0.0

        def rank(report: ActionReport) -> tuple[float, int, int]:
            return report.value - doubt * report.error, report.action.kind, report.action.to or 0

        return max(reports, key=rank).action if reports else CALL

    def _facts(self, view: View, search: BettingSearch, tree: BettingSearchTree) -> tuple[Fact, ...]:
        """The root table, the principal variation, and what is predicted of the others."""
        clock = self.settings.seconds > 0
        line = " ".join(
            f"{view.players[step.player]} {step.action} {step.share:.0%}{' /' if step.round_ends else ''}"
            for step in tree.variation()
        )
        return (
            Fact("iterations", search.iterations, private=clock),
            Fact("nodes", len(tree), private=True),
            *(
                Fact(
                    f"search of {report.action}",
                    f"{report.visits} visits, {report.value:+.2f} ± {report.error:.2f} chips",
                    private=True,
                )
                for report in tree.root()
            ),
            Fact("principal variation", line, private=True),
            *self._facts_about(view),
        )

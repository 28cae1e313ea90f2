"""Counter-strategies in small games: frequentist, restricted Nash and data-biased responses, solved by discounted CFR.

Each seat is solved on its own: the player there is free, and the other one is restricted to the model as the method
says. With the reaches of the restricted player

    π(s) = p · π_model(s) + (1 − p) · π_part(s),   σ_part(I) = c(I) · model(I) + (1 − c(I)) · free(I)

restricted Nash responses have c = 0, data-biased ones p = 0. Regrets belong to the free strategy; values and averages
are those of σ_part. The strategy of the free player in an equilibrium of this game is the counter-strategy.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird._core import TabularCfr
from railbird._progress import Progress, part_of, report_nothing
from railbird.errors import GameError
from railbird.extensive import Strategy
from railbird.solve.counter.methods import CounterMethod
from railbird.solve.counter.play_model import PlayModel
from railbird.solve.evaluation import GameLike, sequence_form
from railbird.solve.game_tree import GameTree
from railbird.solve.linear_program import check_two_player_zero_sum
from railbird.solve.schedules import discounted_regrets
from railbird.solve.sequence_form import SequenceForm

TO = 2e-6
"""The gap, as a share of the largest payoff, at which a response is good enough if nothing else is said. Ours."""
MOST_ITERATIONS = 1_000_000
STEP = 1.3
"""The gap is measured when the iterations have grown by this factor. Ours."""


@dataclass(frozen=True, slots=True, eq=False)
class CounterStrategy:
    """A strategy for both seats against a model of the opponent.

    >>> from railbird.solve.counter import RestrictedNashResponse
    >>> tree = GameTree.expand("leduc")
    >>> model = PlayModel.of(tree, tree.uniform())
    >>> counter_strategy(tree, model, RestrictedNashResponse(0.5), to=1e-5)
    CounterStrategy rnr(p=0.5) for leduc: wins 1.845 from the model, exploitable by 0.452
    """

    tree: GameTree = field(repr=False)
    method: str
    rows: NDArray[np.float64] = field(repr=False)
    """The probability of each row of the tree, of both players."""
    wins: float
    """What it wins from the model, mean over both seats, in the unit of the payoffs: above the game's value."""
    exploitability: float
    """What a best response wins from it, mean over both seats."""
    gap: float
    """How much better both players could do in the restricted game, mean over both seats: 0 in its equilibrium."""
    iterations: int

    @property
    def strategy(self) -> Strategy:
        return self.tree.strategy(self.rows)

    def __repr__(self) -> str:
        worth = f"wins {self.wins:.3f} from the model, exploitable by {self.exploitability:.3f}"
        return f"CounterStrategy {self.method} for {self.tree.game}: {worth}"


def counter_strategy(
    game: GameLike,
    model: PlayModel,
    method: CounterMethod,
    *,
    to: float | None = None,
    most_iterations: int = MOST_ITERATIONS,
    progress: Progress = report_nothing,
) -> CounterStrategy:
    """The counter-strategy to a model, in a zero-sum game of two players.

    It ends when the gap of the restricted game is at most ``to``, by default two millionths of the largest
    payoff, or after ``most_iterations``. Where nothing is left free, it is an exact best response.
    """
    form = sequence_form(game)
    check_two_player_zero_sum(form)
    model.check(form.tree)
    if to is not None and not 0 <= to < math.inf:
        raise GameError(f"a gap of {to:g} cannot be reached: give 0 or more")
    wanted = TO * float(np.abs(form.tree.payoffs).max()) if to is None else to
    seats = [
        _RestrictedGame(form, model, method, player).solve(wanted, most_iterations, part_of(progress, player / 2, 0.5))
        for player in (0, 1)
    ]
    rows = np.where(own_rows(form.tree, 0), seats[0][0], seats[1][0])
    gap = (seats[0][1] + seats[1][1]) / 2
    wins, loses = what_it_is_worth(form, rows, model.rows)
    return CounterStrategy(form.tree, str(method), rows, wins, loses, gap, max(each[2] for each in seats))


def what_it_is_worth(
    form: SequenceForm, rows: NDArray[np.float64], against: NDArray[np.float64]
) -> tuple[float, float]:
    """What a strategy wins from another one, and what a best response wins from it; mean over both seats."""
    values, best = form.native.evaluate(rows)
    wins = [
        float(form.native.evaluate(np.where(own_rows(form.tree, player), rows, against))[0][player])
        for player in (0, 1)
    ]
    return sum(wins) / 2, float(best.sum() - values.sum()) / 2


def response_curve(
    game: GameLike,
    model: PlayModel,
    methods: Iterable[CounterMethod],
    *,
    to: float | None = None,
    progress: Progress = report_nothing,
) -> list[CounterStrategy]:
    """Counter-strategies of several methods: how much more they win, and how exploitable they become."""
    form, chosen = sequence_form(game), list(methods)
    return [
        counter_strategy(form, model, method, to=to, progress=part_of(progress, number / len(chosen), 1 / len(chosen)))
        for number, method in enumerate(chosen)
    ]


class _RestrictedGame:
    """The restricted game in which one player is free."""

    def __init__(self, form: SequenceForm, model: PlayModel, method: CounterMethod, player: int) -> None:
        self.form, self.player = form, player
        self.model = model.rows
        self.p = method.p
        self.confidence = method.confidence_of(model.counts)
        self.own = own_rows(form.tree, player)
        theirs = form.tree.set_player == 1 - player
        self.is_fixed = self.p == 1 or bool(np.all(self.confidence[theirs] == 1))

    def solve(self, to: float, most: int, progress: Progress) -> tuple[NDArray[np.float64], float, int]:
        """The rows of the free player, the gap, and the iterations."""
        if self.is_fixed:
            return self.form.native.best_response(self.model, self.player)[1], 0.0, 0
        solver = TabularCfr(self.form.native, 1 - self.player, self.p, self.model, self.confidence)
        first = None
        due = 10
        while True:
            count = min(due, most) - solver.iterations
            t = np.arange(solver.iterations + 1, solver.iterations + count + 1, dtype=np.float64)
            solver.run(*discounted_regrets(t, 1.5, 0, 2), True, False)
            average = self.form.tree.normalized(solver.cumulative())
            gap = self.gap(average)
            first = first or gap
            progress(_share_done(first, gap, to))
            if gap <= to or solver.iterations >= most:
                return average, gap, solver.iterations
            due = math.ceil(due * STEP)

    def gap(self, average: NDArray[np.float64]) -> float:
        """How much both players could gain in the restricted game, halved."""
        native, restricted = self.form.native, 1 - self.player
        reach = self.p * self.form.reach(self.model) + (1 - self.p) * self.form.reach(average)
        profile = np.where(self.own, average, self.form.tree.normalized(reach[1:]))
        best = native.best_response(profile, self.player)[0]
        theirs = native.best_restricted(profile, restricted, self.p, self.model, self.confidence)
        return float(best + theirs) / 2


def own_rows(tree: GameTree, player: int) -> NDArray[np.bool_]:
    """Which rows of a tree are a player's."""
    return np.repeat(tree.set_player == player, np.diff(tree.set_start))


def _share_done(first: float, gap: float, to: float) -> float:
    """How far a gap has come down, by orders of magnitude."""
    if gap <= to:
        return 1.0
    return max(0.0, math.log(first / gap) / math.log(first / to)) if first > to > 0 else 0.0

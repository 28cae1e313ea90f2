"""Equity: the share of the pot that hands or ranges win if all cards are dealt without further betting."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, report_nothing
from railbird._threads import thread_count
from railbird.cards import Card, HoleCards, Range
from railbird.errors import EquityError
from railbird.plots import notebook_table
from railbird.strength.exact import exact_plan, sweep_range
from railbird.strength.problem import EquityProblem
from railbird.strength.sampling import RandomDeals, sample, shares

Method = Literal["auto", "exact", "monte-carlo"]

EXACT_STEPS = 1e10
"""The most work, in steps of about a nanosecond on one core, for which ``auto`` chooses the exact method."""


@dataclass(frozen=True, slots=True)
class PlayerEquity:
    """One player's equity, shares of deals won, tied and lost, and the standard error of the equity (0 if exact).

    >>> hero, _ = equity(["AhKh", "QsQd"]).players
    >>> round(hero.win, 4), round(hero.tie, 4), hero.standard_error
    (0.4602, 0.0039, 0.0)
    """

    range: Range
    equity: float
    win: float
    tie: float
    loss: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class EquityResult:
    """The equities of all players, and the method that computed them.

    An exact result has ``boards``, the number of ways to complete the board from the unknown cards. A Monte Carlo
    result has ``deals``, the number of random deals, and the ``seed`` that repeats them.

    >>> result = equity(["AhKh", "QsQd"], "Kc 7d 2h")
    >>> result.method, result.boards, result.equities.round(3)
    ('exact', 990, array([0.92, 0.08]))
    """

    method: Literal["exact", "monte-carlo"]
    players: tuple[PlayerEquity, ...]
    boards: int | None = None
    deals: int | None = None
    seed: int | None = None

    @property
    def equities(self) -> NDArray[np.float64]:
        """The equity of each player."""
        return np.array([player.equity for player in self.players])

    def _repr_html_(self) -> str:
        rows = [
            (str(each.range), *(f"{share:.2%}" for share in (each.equity, each.win, each.tie, each.loss)))
            for each in self.players
        ]
        how = f"exact, {self.boards:,} boards" if self.deals is None else f"{self.deals:,} random deals"
        error = max(each.standard_error for each in self.players)
        note = f"{how}, standard error {error:.3%}" if error else how
        return notebook_table(("range", "equity", "win", "tie", "loss"), rows, note=note)


def equity(
    ranges: Sequence[str | Range | HoleCards],
    board: str | Iterable[Card] = (),
    dead: str | Iterable[Card] = (),
    *,
    method: Method = "auto",
    deals: int | RandomDeals | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> EquityResult:
    """The equity of two to ten hands or ranges.

    ``auto`` enumerates every deal if that takes seconds at most, and deals at random otherwise. ``deals`` requests
    random deals: a number, or ``RandomDeals`` with a target standard error and a seed. The result depends only on the
    arguments and the seed, not on the number of threads. ``progress`` is called with the share of the work done.

    >>> result = equity(["AhKh", "QsQd"])
    >>> result.boards, round(result.players[0].equity, 8)
    (1712304, 0.46214457)
    >>> round(equity(["AA", "KK", "QQ"], board="2c 7d Jh").players[0].equity, 4)
    0.8295
    >>> equity(["random"] * 3, deals=RandomDeals(standard_error=0.002, seed=1)).deals
    1048576
    """
    problem = EquityProblem.of(ranges, board, dead)
    request = RandomDeals.of(deals)
    if method not in ("auto", "exact", "monte-carlo"):
        raise EquityError(f"method must be auto, exact or monte-carlo, not {method!r}")
    if method == "exact" and request.wanted:
        raise EquityError("the exact method takes no number of deals or standard error: use monte-carlo")
    cores = thread_count(threads)
    report = progress or report_nothing
    if not request.wanted and method != "monte-carlo":
        plan = exact_plan(problem, limit=EXACT_STEPS if method == "auto" else math.inf)
        if plan is not None:
            return EquityResult("exact", _players(problem, plan.run(cores, report)), boards=problem.boards)
    sampled = sample(problem, request, threads=cores, progress=report)
    players = _players(problem, sampled.weights, sampled.standard_errors())
    return EquityResult("monte-carlo", players, deals=sampled.deals, seed=request.seed)


def equity_by_hand(
    villain: str | Range,
    board: str | Iterable[Card] = (),
    dead: str | Iterable[Card] = (),
    *,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """The exact equity of every two-card hand against a range, in the order of ``HoleCards.index``.

    It is NaN for hands that contain a known card, and for those that leave the range no hand.

    >>> equities = equity_by_hand("QQ+, AK", board="Kh 7d 2c")
    >>> round(float(equities[HoleCards.parse("KsKd").index]), 4)
    0.9644
    """
    problem = EquityProblem.of([Range("random"), villain], board, dead)
    win, tie, total = sweep_range(problem, thread_count(threads), progress or report_nothing).T
    with np.errstate(invalid="ignore"):
        return np.asarray((win + tie / 2) / total)


def _players(
    problem: EquityProblem,
    tally: NDArray[np.float64],
    errors: NDArray[np.float64] | None = None,
) -> tuple[PlayerEquity, ...]:
    total = tally.sum()
    share = shares(len(problem.ranges))
    equities = share @ tally / total
    wins = (share == 1) @ tally / total
    ties = ((share > 0) & (share < 1)) @ tally / total
    return tuple(
        PlayerEquity(
            range=given,
            equity=float(equities[player]),
            win=float(wins[player]),
            tie=float(ties[player]),
            loss=float(max(1 - wins[player] - ties[player], 0.0)),
            standard_error=0.0 if errors is None else float(errors[player]),
        )
        for player, given in enumerate(problem.ranges)
    )

"""``solve_game``: stop rules, reports, text of solvers, interruption."""

from __future__ import annotations

import os
import signal

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.extensive import Strategy
from railbird.solve import ConvergencePoint, convergence_chart, parse_solver, solve_game, solver_kinds
from tests.solve.random_games import RandomGame


def test_it_stops_at_the_exploitability_asked_for() -> None:
    solved = solve_game("kuhn", "cfr+", to=0.01)
    assert solved.finished
    assert solved.exploitability <= 0.01 < solved.convergence[-2].exploitability
    short = solve_game("kuhn", "cfr+", to=1e-9, iterations=20)
    assert (short.finished, short.iterations) == (False, 20)


def test_the_convergence_is_data_and_reports_come_as_it_grows() -> None:
    points: list[ConvergencePoint] = []
    shares: list[float] = []
    solved = solve_game("kuhn", "dcfr", iterations=300, report=points.append, progress=shares.append)
    assert points == list(solved.convergence)
    assert [point.iterations for point in points][:4] == [1, 2, 3, 4]
    assert points[-1].iterations == solved.iterations == 300
    assert points[-1].exploitability == solved.exploitability
    assert np.all(np.diff([point.seconds for point in points]) >= 0)
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_both_strategies_have_a_text() -> None:
    solved = solve_game("kuhn", "pcfr+", iterations=5)
    average, current = solved.average, solved.current
    assert average.game == current.game == "kuhn"
    assert average != current
    assert Strategy.parse(str(average)) == average


def test_a_chart_has_a_curve_for_each_solver() -> None:
    chart = convergence_chart(*(solve_game("kuhn", solver, iterations=30) for solver in ("cfr", "cfr+")), seconds=True)
    assert chart.svg.count("<polyline") == 2
    assert "cfr+" in chart.svg
    assert solve_game("kuhn", "cfr", iterations=3).chart().svg.count("<polyline") == 1


def test_ctrl_c_keeps_what_is_solved() -> None:
    def press(point: ConvergencePoint) -> None:
        if point.iterations == 10:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored where the tests run in the background
    try:
        solved = solve_game("kuhn", "cfr+", iterations=10_000_000, report=press)
    finally:
        signal.signal(signal.SIGINT, before)
    assert not solved.finished
    assert 10 <= solved.iterations < 1000
    assert solved.exploitability == solved.convergence[-1].exploitability


@pytest.mark.parametrize("name", solver_kinds())
def test_a_solver_prints_what_it_parses(name: str) -> None:
    spec = parse_solver(name.upper())
    assert str(spec) == name
    assert parse_solver(str(spec)) == spec


def test_settings_change_the_solver() -> None:
    assert str(parse_solver("dcfr(alpha=1.5, beta=0.5, gamma=2)")) == "dcfr(beta=0.5)"
    linear = solve_game("kuhn", "dcfr(alpha=1, beta=1, gamma=1)", iterations=50)
    assert np.array_equal(linear.average_rows, solve_game("kuhn", "lcfr", iterations=50).average_rows)


@pytest.mark.parametrize(
    ("solver", "message"),
    [
        ("cfr++", r"there is no solver 'cfr\+\+': did you mean cfr\+\?"),
        ("dcfr(", "is not a solver: write NAME"),
        ("dcfr(alpha=x)", "alpha must be a number, not 'x'"),
        ("dcfr(alfa=1)", "did you mean alpha"),
        ("dcfr(gamma=-1)", "gamma must be between 0 and 50"),
        ("cfr(alternating)", "write SETTING=VALUE"),
    ],
)
def test_a_wrong_solver_is_explained(solver: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        solve_game("kuhn", solver)


def test_wrong_goals_are_refused() -> None:
    with pytest.raises(GameError, match="0 iterations: a solver does 1 or more"):
        solve_game("kuhn", iterations=0)
    with pytest.raises(GameError, match="cannot be reached"):
        solve_game("kuhn", to=-1)
    with pytest.raises(GameError, match="for zero-sum games of two players: RandomGame has 3 players"):
        solve_game(RandomGame(1, 3, 3), "lp")
    with pytest.raises(GameError, match="payoffs that do not sum to 0"):
        solve_game(RandomGame(1, zero_sum=False), "lp")
    with pytest.raises(GameError, match="more than 100 nodes"):
        solve_game("leduc", most_nodes=100)

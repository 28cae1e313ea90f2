"""Every solver against its plain twin, against OpenSpiel, and against known values of games."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

import numpy as np
import pyspiel
import pytest

from railbird.extensive import RandomStream, State, poker_state
from railbird.solve import GameTree, RegretSolver, SequenceForm, exploitability, parse_solver, solve_game
from tests.reference.cfr import PlainCfr, PlainSampling, PlainSolver, best_response_value
from tests.reference.sequence_cfr import SequenceCfr
from tests.solve.open_spiel_games import rows_of, set_keys, spiel_game, spiel_policy
from tests.solve.random_games import RandomGame

LEDUC_VALUE = -0.085606424078
"""For the first player, as OpenSpiel's linear program gives it."""
DISCOUNTS: Mapping[str, Callable[[int], tuple[float, float, float]]] = {
    "cfr": lambda _: (1, 1, 1),
    "cfr(alternating=off)": lambda _: (1, 1, 1),
    "cfr+": lambda t: (1, 0, t),
    "lcfr": lambda t: (t / (t + 1), t / (t + 1), t),
    "dcfr": lambda t: (t**1.5 / (t**1.5 + 1), 0.5, t**2),
    "dcfr(alpha=2, beta=-0.5, gamma=3)": lambda t: (t**2 / (t**2 + 1), t**-0.5 / (t**-0.5 + 1), t**3),
    "pcfr+": lambda t: (1, 0, t**2),
}
MEASURED = {
    "cfr(alternating=off)": (0.927, 0.173),
    "cfr": (0.889, 0.0957),
    "cfr+": (0.610, 0.0134),
    "lcfr": (0.721, 0.0345),
    "dcfr": (0.779, 0.00776),
    "pcfr+": (0.537, 0.0198),
}
"""Exploitability of Leduc after 10 and 100 iterations, measured with OpenSpiel; PCFR+ with a program of our own."""


@functools.cache
def form(game: str) -> SequenceForm:
    return SequenceForm.of(GameTree.expand(game))


def twin(solver: str, state: State) -> PlainSolver:
    if "sampling" in solver:
        return PlainSampling(state, RandomStream(1), external=solver.startswith("external"))
    return PlainCfr(state, DISCOUNTS[solver], alternating="off" not in solver, predictive=solver.startswith("pcfr"))


def check_against_twin(solver: str, start: State, iterations: int) -> None:
    tree = GameTree.expand(start)
    ours = parse_solver(solver).make(SequenceForm.of(tree))
    plain = twin(solver, start)
    for _ in range(iterations):
        plain.iterate()  # type: ignore[attr-defined]
    ours.run(iterations // 3)
    ours.run(iterations - iterations // 3)
    average = tree.strategy(ours.average())
    current = tree.strategy(ours.current())
    for name, chances in plain.average().items():
        assert list(average[name].values()) == pytest.approx(chances, abs=1e-9)
        assert list(current[name].values()) == pytest.approx(plain.tables[name].policy, abs=1e-9)
    for player in range(tree.players):
        expected = best_response_value(plain.root, plain.average(), player)
        assert ours.form.native.best_response(ours.average(), player)[0] == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("solver", [*DISCOUNTS, "chance-sampling", "external-sampling"])
def test_the_first_hundred_iterations_equal_those_of_the_twin(solver: str) -> None:
    check_against_twin(solver, poker_state("kuhn"), 100)


@pytest.mark.parametrize("solver", ["cfr", "pcfr+", "chance-sampling", "external-sampling"])
def test_three_players_and_payoffs_of_any_sum_equal_the_twin(solver: str) -> None:
    check_against_twin(solver, RandomGame(13, 3, 3, zero_sum=False), 20)


def check_against_sequence_twin(solver: str) -> None:
    ours = parse_solver(solver).make(form("leduc"))
    assert isinstance(ours, RegretSolver)
    schedule = ours.schedule  # its last digits count too; the recursive twin has the factors of the papers

    def discount(t: int) -> tuple[float, float, float]:
        positive, negative, weights = schedule(np.array([float(t)]))
        return float(positive[0]), float(negative[0]), float(weights[0])

    plain = SequenceCfr(ours.form, discount, alternating="off" not in solver, predictive=solver.startswith("pcfr"))
    for iterations in range(1, 101):
        ours.run(1)
        plain.iterate()
        if iterations % 20 == 0:
            assert ours.average() == pytest.approx(plain.average(), abs=1e-9)
            assert ours.current() == pytest.approx(plain.policy, abs=1e-9)


def test_a_hundred_iterations_of_leduc_equal_those_of_the_twin_in_the_same_order() -> None:
    check_against_sequence_twin("cfr+")


@pytest.mark.slow
@pytest.mark.parametrize("solver", [each for each in DISCOUNTS if each != "cfr+"])
def test_a_hundred_iterations_of_leduc_by_any_member_equal_those_of_the_twin_in_the_same_order(solver: str) -> None:
    check_against_sequence_twin(solver)


@pytest.mark.slow
@pytest.mark.parametrize("solver", DISCOUNTS)
def test_leduc_equals_the_recursive_twin_until_rounding_has_grown(solver: str) -> None:
    check_against_twin(solver, poker_state("leduc"), 8)


@pytest.mark.parametrize("solver", MEASURED)
def test_leduc_converges_as_measured_with_open_spiel(solver: str) -> None:
    ours = parse_solver(solver).make(form("leduc"))
    for iterations, expected in zip((10, 100), MEASURED[solver], strict=True):
        ours.run(iterations - ours.iterations)
        assert exploitability(ours.form, ours.average()) == pytest.approx(expected, rel=0.01)


@pytest.mark.parametrize(("ours", "name"), [("cfr", "CFRSolver"), ("cfr+", "CFRPlusSolver")])
@pytest.mark.parametrize(("game", "iterations"), [("kuhn_poker", 100), ("leduc_poker", 8)])
def test_the_strategies_are_those_of_open_spiel(ours: str, name: str, game: str, iterations: int) -> None:
    tree = form(f"openspiel:{game}").tree
    solver = parse_solver(ours).make(form(f"openspiel:{game}"))
    theirs_game = spiel_game(tree)
    theirs = getattr(pyspiel, name)(theirs_game)
    for _ in range(iterations):
        theirs.evaluate_and_update_policy()
    solver.run(iterations)
    keys = set_keys(tree, theirs_game)
    assert solver.average() == pytest.approx(rows_of(keys, theirs.average_policy()), abs=1e-10)
    assert solver.current() == pytest.approx(rows_of(keys, theirs.current_policy()), abs=1e-10)


SOLVERS = (
    "cfr",
    "cfr(alternating=off)",
    "cfr+",
    "lcfr",
    "dcfr",
    "pcfr+",
    "chance-sampling",
    "external-sampling",
    "fictitious-play",
    "lp",
)


@pytest.mark.parametrize("game", ["openspiel:kuhn_poker", "openspiel:leduc_poker", 1, 2, 3])
def test_exploitability_equals_open_spiels_on_the_same_strategy(game: str | int) -> None:
    tree = form(game).tree if isinstance(game, str) else GameTree.expand(RandomGame(game))
    theirs = spiel_game(tree)
    keys = set_keys(tree, theirs)
    for solver in SOLVERS:
        solved = solve_game(SequenceForm.of(tree), solver, iterations=20)
        policy = spiel_policy(tree, keys, solved.average_rows)
        assert solved.evaluation.nash_conv == pytest.approx(pyspiel.nash_conv(theirs, policy), abs=1e-9), solver
        if tree.nodes < 2000:
            values = pyspiel.expected_returns(theirs.new_initial_state(), policy, -1, True)
            assert solved.evaluation.values == pytest.approx(values, abs=1e-9), solver


@pytest.mark.parametrize("solver", ["cfr+", "dcfr", "pcfr+", "lp"])
def test_the_value_of_kuhn_is_minus_an_eighteenth_and_its_equilibria_have_one_parameter(solver: str) -> None:
    solved = solve_game(form("kuhn"), solver, iterations=20_000)
    assert solved.exploitability < 2e-5
    assert solved.evaluation.values[0] == pytest.approx(-1 / 18, abs=1e-5)
    strategy = solved.average
    bluff = strategy["Qs||"]["r"]
    assert -1e-3 < bluff < 1 / 3 + 1e-3
    assert strategy["As||"]["r"] == pytest.approx(3 * bluff, abs=5e-3)
    assert strategy["Ks||"]["r"] == pytest.approx(0, abs=5e-3)
    assert strategy["Ks||cr"]["c"] == pytest.approx(bluff + 1 / 3, abs=5e-3)
    assert strategy["Qs||c"]["r"] == pytest.approx(1 / 3, abs=5e-3)
    assert strategy["Ks||r"]["c"] == pytest.approx(1 / 3, abs=5e-3)
    assert strategy["As||c"]["r"] == pytest.approx(1, abs=5e-3)


def test_the_linear_program_finds_the_known_value_of_leduc() -> None:
    exact = solve_game(form("leduc"), "lp")
    assert exact.evaluation.values[0] == pytest.approx(LEDUC_VALUE, abs=1e-9)
    assert exact.exploitability < 1e-9


@pytest.mark.slow
def test_leduc_can_be_solved_to_a_millionth() -> None:
    solved = solve_game(form("leduc"), "dcfr", to=1e-6)
    assert solved.exploitability <= 1e-6
    assert solved.evaluation.values[0] == pytest.approx(LEDUC_VALUE, abs=1e-6)


@pytest.mark.parametrize(
    ("solver", "iterations", "most"),
    [("fictitious-play", 300, 0.3), ("chance-sampling", 3000, 0.6), ("external-sampling", 20_000, 0.2)],
)
def test_slower_solvers_converge_as_well(solver: str, iterations: int, most: float) -> None:
    solved = solve_game(form("leduc"), solver, iterations=iterations)
    assert solved.exploitability < most
    assert solved.convergence[0].exploitability > 1


def test_several_players_are_solved_and_judged_by_their_exploitability() -> None:
    solved = solve_game("openspiel:kuhn_poker(players=3)", "cfr", iterations=2000)
    assert solved.tree.players == 3
    assert solved.exploitability < 0.005
    assert sum(solved.evaluation.values) == pytest.approx(0)


def test_a_seed_decides_what_sampling_solvers_find() -> None:
    one, same, other = (
        solve_game(form("leduc"), f"external-sampling(seed={seed})", iterations=50).average_rows for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)

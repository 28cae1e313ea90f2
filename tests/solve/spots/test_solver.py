"""The vector solver against a plain twin, the tabular solvers, and answers that are known."""

from __future__ import annotations

import random

import numpy as np
import pytest

from railbird.cards import Card, cards_text
from railbird.errors import GameError
from railbird.solve import evaluate_profile, solve_game
from railbird.solve.schedules import constant_regrets, discounted_regrets
from railbird.solve.spots import SpotSolution, SpotSolver
from railbird.solve.spots.problem import spot_problem
from tests.reference.spot_cfr import SpotTwin
from tests.solve.spots.spot_game import SpotGame, strategy_of

LEDUC_VALUE = -0.085606424078
RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
TURN = "nolimit(blinds=1/2); Kh7d2h5h; pot=20, stacks=30/30"
FLOP = "nolimit(blinds=1/2); KhKd2h; pot=20, stacks=15/15"
SMALL = ("AA, QcJc, 76s:0.5", "KQs, JJ, Ah5h:0.25")


def test_the_first_hundred_iterations_are_those_of_the_twin() -> None:
    """With 64 bits. Hands have different weights, because a regret of exactly 0 would depend on rounding."""
    weights = np.random.default_rng(1).uniform(0.5, 1, (2, 6))
    ranges = (weights[0], weights[1])
    solver, twin = SpotSolver("leduc", ranges, bits=64), SpotTwin(spot_problem("leduc", ranges))
    factors = constant_regrets(np.arange(1.0, 102.0))
    for t in range(1, 101):
        twin.iterate(factors, t)
    solver.run(iterations=100, schedule=constant_regrets)
    evaluation = solver.evaluate()
    assert evaluation.values[0] == pytest.approx(twin.value(0, "profile"), abs=1e-9)
    assert evaluation.best_responses == pytest.approx([twin.value(p, "best") for p in range(2)], abs=1e-9)


@pytest.mark.parametrize(
    ("spot", "menu", "iterations"), [(RIVER, "37%, 90%", 5), (TURN, "50%, a", 3), (FLOP, "none", 1)]
)
@pytest.mark.parametrize("isomorphism", [True, False])
def test_values_and_best_responses_are_those_of_the_twin(
    spot: str, menu: str, iterations: int, isomorphism: bool
) -> None:
    """On boards with symmetric suits; the twin plays out every board and compares every pair of hands."""
    ranges = SMALL if spot != FLOP else ("AA", "QQ, JsTs")
    solver = SpotSolver(spot, ranges, menu, bits=64, isomorphism=isomorphism)
    twin = SpotTwin(spot_problem(spot, ranges, menu))
    factors = discounted_regrets(np.arange(1.0, iterations + 2), 1.5, 0, 2)
    for t in range(1, iterations + 1):
        twin.iterate(factors, t)
    solver.run(iterations=iterations, schedule=lambda t: discounted_regrets(t, 1.5, 0, 2))
    evaluation = solver.evaluate()
    assert evaluation.values[0] == pytest.approx(twin.value(0, "profile"), abs=1e-9)
    assert evaluation.best_responses == pytest.approx([twin.value(p, "best") for p in range(2)], abs=1e-9)


def test_kuhn_and_leduc_have_their_known_values() -> None:
    for game, value in (("kuhn", -1 / 18), ("leduc", LEDUC_VALUE)):
        solver = SpotSolver(game, bits=64)
        evaluation = solver.run(to=1e-5, schedule=lambda t: discounted_regrets(t, 1.5, 0, 2))
        assert evaluation.exploitability <= 1e-5
        assert evaluation.values[0] == pytest.approx(value, abs=1e-6)


RIVERS = [seed if seed < 5 else pytest.param(seed, marks=pytest.mark.slow) for seed in range(50)]


@pytest.mark.parametrize("seed", RIVERS)
def test_a_random_river_has_the_value_of_the_linear_program(seed: int) -> None:
    choose = random.Random(seed)
    cards = choose.sample([Card(number) for number in range(52)], 52)
    board, rest = cards[:5], cards[5:]
    ranges = [random_range(choose, rest) for _ in range(2)]
    pot = choose.randint(2, 60)
    stack = choose.randint(10, 3 * pot + 10)
    spot = f"nolimit(blinds=1/2); {cards_text(board)}; pot={pot}, stacks={stack}/{stack}"
    menu = choose.choice(["50%, a", "33%, 100%; raise a", "a", "75%; raise 3x", "25%, 50%, 150%"])
    problem = spot_problem(spot, ranges, menu)
    solver = SpotSolver(problem, bits=64)
    evaluation = solver.run(to=1e-9, iterations=5_000)
    exact = solve_game(SpotGame(problem), "lp")
    value = exact.evaluation.values[0] + pot / 2
    assert evaluation.values[0] == pytest.approx(value, abs=1e-6 * pot)
    measured = evaluate_profile(SpotGame(problem), strategy_of(SpotSolution(solver)))
    assert measured.exploitability == pytest.approx(evaluation.exploitability, abs=1e-9)


def random_range(choose: random.Random, cards: list[Card]) -> str:
    """At most six holdings with random weights."""
    count = choose.randint(2, 6)
    holdings = {tuple(sorted(choose.sample(cards, 2))) for _ in range(count)}
    return ",".join(f"{cards_text(each)}:{choose.choice(['1', '0.5', '0.25'])}" for each in sorted(holdings))


@pytest.mark.parametrize("size", [0.5, 1.0, 2.0])
def test_bluffs_and_calls_against_a_bluff_catcher_are_the_closed_form(size: float) -> None:
    """Bluffs are s/(1+2s) of the bets, the catcher calls 1/(1+s), the bettor gets (1+2s)/(2+2s) of the pot.

    Of a smaller and a larger size only the larger is used.
    """
    spot = "nolimit(blinds=1/2); AcKd7h4s2c; pot=100, stacks=1000/1000"
    menu = f"p1 none; p2 {size * 50:g}%, {size * 100:g}%; raises 1"
    solver = SpotSolver(spot, ("QdQh", "AhAs, JsTs"), menu, bits=64)
    solver.run(to=1e-5, iterations=20_000)
    solution = SpotSolution(solver)
    bets = solution.node("c")
    nuts, air = bets.hand_index(1, "AhAs"), bets.hand_index(1, "JsTs")
    assert bets.strategy[:, 1].max() < 1e-3
    bluffs, value_bets = bets.strategy[air, 2], bets.strategy[nuts, 2]
    assert bluffs / (bluffs + value_bets) == pytest.approx(size / (1 + 2 * size), abs=1e-3)
    assert solution.node(f"c r{round(size * 100)}").strategy[0, 1] == pytest.approx(1 / (1 + size), abs=2e-3)
    assert bets.value(1) / 100 == pytest.approx((1 + 2 * size) / (2 + 2 * size), abs=1e-4)


def test_precision_symmetry_and_threads_do_not_change_the_answer() -> None:
    ranges = ("22+, A2s+, KTo+", "77-22, A9s-A2s, QJs, T9s, 65s")
    values = []
    for options in ({}, {"isomorphism": False}, {"bits": 16}, {"bits": 64}):
        solver = SpotSolver(TURN, ranges, "60%", **options)
        evaluation = solver.run(to=0.002)
        assert evaluation.of_pot <= 0.002
        values.append(evaluation.values[0])
    assert max(values) - min(values) < 2 * 0.002 * 20


def test_the_number_of_threads_changes_no_bit() -> None:
    ranges = ("22+, A2s+, KTo+", "77-22, A9s-A2s, QJs, T9s, 65s")
    memories = []
    for threads in (1, 2, 3):
        solver = SpotSolver(TURN, ranges, "60%")
        assert solver.size.entries > 100_000
        solver.run(iterations=5, threads=threads)
        memories.append([part.tobytes() for part in solver.native.memory()])
    assert memories[0] == memories[1] == memories[2]


def test_against_a_player_locked_to_calls_the_other_gets_the_best_response() -> None:
    free = SpotSolver(RIVER, SMALL, "50%, a", bits=64)
    tree = free.problem.tree
    lines = [tree.line_of(node) for node in range(len(tree)) if tree.kind[node] == 0 and tree.actor[node] == 1]
    locks = {}
    for line in lines:
        actions = [tree.edge_text(edge) for edge in tree.edges(tree.node_of(line))]
        locks[line] = [float(action == "c") for action in actions]
    solver = SpotSolver(RIVER, SMALL, "50%, a", bits=64, locks=locks)
    evaluation = solver.run(to=1e-5, iterations=5000)
    assert evaluation.values[0] == pytest.approx(evaluation.best_responses[0], abs=1e-4 * 20)
    assert evaluation.best_responses[1] == pytest.approx(evaluation.values[1], abs=1e-9)
    node = SpotSolution(solver).node("c")
    assert node.strategy[:, node.actions.index("c")].min() == 1
    assert free.run(to=1e-4).values[0] < evaluation.values[0]


def test_a_board_with_exchanged_suits_has_the_exchanged_solution() -> None:
    """The turns 3c and 3s are the same but for suits: AcKc on the one is AsKs on the other."""
    solver = SpotSolver("nolimit(blinds=1/2); Kh7d2h; pot=20, stacks=20/20", ("AKs, 76s", "QQ, JTs"), "a")
    solver.run(iterations=20)
    solution = SpotSolution(solver)
    clubs, spades = solution.node("c c 3c"), solution.node("c c 3s")
    one, two = clubs.hand_index(0, "AcKc"), spades.hand_index(0, "AsKs")
    assert clubs.strategy[one] == pytest.approx(spades.strategy[two], abs=1e-6)
    assert clubs.values[0][one] == pytest.approx(spades.values[0][two], abs=1e-4)
    assert np.isnan(clubs.values[0][clubs.hand_index(0, "AcKc")]) == np.isnan(spades.values[0][two])
    river = solution.node("c c 3s c c 9c")
    assert river.value(0) + river.value(1) == pytest.approx(20, abs=1e-3)
    assert river.reach[0][river.hand_index(0, "7s6s")] > 0
    assert river.board == spades.board + river.board[-1:]


def test_values_at_a_node_are_what_its_actions_bring() -> None:
    solver = SpotSolver(RIVER, SMALL, "50%, a", bits=64)
    solver.run(iterations=200)
    node = SpotSolution(solver).node("c r10")
    assert node.pot == 30
    mixed = (node.strategy * node.action_values).sum(axis=1)
    assert mixed == pytest.approx(node.values[0], abs=1e-9)
    fold = node.actions.index("f")
    assert node.action_values[:, fold] == pytest.approx(0, abs=1e-9)
    assert node.value(0) + node.value(1) == pytest.approx(30, abs=1e-9)


def test_rake_takes_from_the_values_and_is_measured_for_each_player() -> None:
    spot = "nolimit(blinds=1/2, rake=5%); Kh7d2c5s9s; pot=200, stacks=500/500"
    solver = SpotSolver(spot, SMALL, "50%, a", bits=64)
    evaluation = solver.run(to=1e-4, iterations=5000)
    assert 190 > sum(evaluation.values) > 100
    assert evaluation.exploitability >= 0


@pytest.mark.parametrize(
    ("spot", "ranges", "menu", "message"),
    [
        (RIVER, ("KhKd", "JJ"), "a", "the range of player 1 has no hand left on the board Kh7d2c5s9s: 'KhKd'"),
        (RIVER, ("AsAd", "AsAd"), "a", "no two hands of the ranges can be dealt together"),
        (RIVER, ("AA",), "a", "there are two ranges, one for each player, not 1"),
        (RIVER, (np.ones(3), "AA"), "a", r"range 1 has the shape \(3,\): expected 1326 weights"),
        ("leduc", ("AA", "AA"), None, "needs two hole cards and the full deck"),
    ],
)
def test_a_problem_that_cannot_be_solved_is_refused(
    spot: str, ranges: tuple[object, ...], menu: str | None, message: str
) -> None:
    with pytest.raises(GameError, match=message):
        SpotSolver(spot, ranges, menu)  # type: ignore[arg-type]


def test_a_lock_that_does_not_fit_is_refused() -> None:
    for locks, message in (
        ({"c": [1.0]}, "expected 3 probabilities"),
        ({"c": [0.5, 0.2, 0.1]}, "with the sum 0.8"),
        ({"c c": [1.0]}, "nobody decides after 'c c'"),
        ({"r7": [1.0]}, "it is not in the tree"),
    ):
        with pytest.raises(GameError, match=message):
            SpotSolver(RIVER, SMALL, "50%, a", locks=locks)


def test_a_spot_that_is_too_large_is_refused_with_its_size() -> None:
    solver = SpotSolver("limit; Kh7d2c; pot=40", None, None)
    assert 35e9 < solver.size.bytes < 50e9
    with pytest.raises(GameError, match=r"the solver needs 4\d\.\d GB of memory, and 2 GB may be used: try 16 bits"):
        solver.allocate(2e9)

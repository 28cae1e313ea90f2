"""Every exact method against brute force over phevaluator, and against each other."""

import _thread
import math
import signal
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest

from railbird import Card, _core
from railbird.strength.exact import (
    ExactPlan,
    _matchups_plan,
    _showdowns_plan,
    _sweep_plan,
    exact_plan,
    sweep_range,
)
from railbird.strength.problem import EquityProblem
from tests.strength.problems import random_problem, reference_tally


def silent(_: float) -> None:
    pass


def plans_for(problem: EquityProblem) -> list[ExactPlan]:
    plans = [_showdowns_plan(problem)]
    if len(problem.ranges) == 2:
        plans.append(_sweep_plan(problem))
    if not problem.board and (matchups := _matchups_plan(problem)):
        plans.append(matchups)
    return plans


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(50))
def test_exact_methods_equal_brute_force_on_random_problems(seed: int) -> None:
    problem = random_problem(seed)
    expected = np.array(reference_tally(problem))
    for plan in plans_for(problem):
        result = plan.run(1, silent)
        np.testing.assert_allclose(result / result.sum(), expected / expected.sum(), atol=1e-13, err_msg=plan.name)


# Whole ranks are dead: the rest is symmetric in all suits, and small enough for brute force.
ONLY_TEN_UP = "".join(rank + suit for rank in "23456789" for suit in "cdhs")


@pytest.mark.slow
@pytest.mark.parametrize("ranges", [("AKs", "QQ"), ("AA", "KQo"), ("KJs", "AQs", "TT")])
def test_exchanges_of_suits_are_counted_right(ranges: tuple[str, ...]) -> None:
    problem = EquityProblem.of(ranges, dead=ONLY_TEN_UP)
    assert _core.suit_symmetry(problem.weights, 0, problem.dead_mask) == [0, 0, 0, 0]
    expected = np.array(reference_tally(problem))
    for plan in plans_for(problem):
        np.testing.assert_allclose(plan.run(2, silent), expected, rtol=1e-12, err_msg=plan.name)


@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (("JJ, AKs, 76s:0.3", "QQ, AhKd"), "", ""),
        (("AKs", "QJs+, 99"), "", "2c 2d"),
        (("TT+", "AKo", "T9s"), "", ""),
        (("TT+, AKs", "random"), "Kh 7h 2h", ""),
        (("15%", "22+, A2s+"), "Kh 7d 2c", "As"),
    ],
)
def test_methods_agree_on_larger_problems(ranges: tuple[str, ...], board: str, dead: str) -> None:
    problem = EquityProblem.of(ranges, board, dead)
    result = [plan.run(2, silent) for plan in plans_for(problem)]
    assert len(result) > 1
    for other in result[1:]:
        np.testing.assert_allclose(result[0], other, rtol=1e-11)


def test_results_do_not_depend_on_the_number_of_threads() -> None:
    for ranges, board in [
        (("22+, AT+, 76s:0.3", "random:0.7, AA"), "Kh 7h 2c"),
        (("TT+:0.1", "A2s+:0.3"), ""),
        (("TT+:0.1", "A2s+:0.3", "76s:0.9"), "Kh 7h 2c"),
    ]:
        for plan in plans_for(EquityProblem.of(ranges, board)):
            assert plan.run(1, silent).tobytes() == plan.run(3, silent).tobytes(), plan.name


def test_boards_are_counted_once_and_all() -> None:
    everything = np.ones((2, 1326))
    assert _core.count_boards(everything, 0, 0) == (134459, 2598960)
    for seed in range(20):
        problem = random_problem(seed)
        distinct, all_boards = _core.count_boards(problem.weights, problem.board_mask, problem.dead_mask)
        unknown = 52 - len(problem.board) - len(problem.dead)
        assert distinct <= all_boards == math.comb(unknown, 5 - len(problem.board))


def test_few_hands_preflop_use_matchups_and_wide_ranges_a_sweep() -> None:
    chosen = {}
    for ranges in [("AhKh", "QsQd"), ("AKs", "QQ"), ("22+, AT+", "15%"), ("random", "random")]:
        plan = exact_plan(EquityProblem.of(ranges))
        assert plan is not None
        chosen[ranges] = plan.name
    assert list(chosen.values()) == ["matchups", "matchups", "sweep", "sweep"]


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 5, 10])
@pytest.mark.parametrize("board", ["", "Kh 7d 2c", "Kh 7d 2c 5s", "Kh 7d 2c 5s 5d"])
@pytest.mark.parametrize("text", ["random", "50%", "22+, A2+"])
def test_problems_beyond_the_limit_have_no_plan(players: int, board: str, text: str) -> None:
    problem = EquityProblem.of([text] * players, board)
    assert exact_plan(problem, limit=1e10) is None or (len(board) > 10 and players == 4)
    assert all(plan.steps > 0 for plan in plans_for(problem))


@pytest.fixture
def ctrl_c_works() -> Iterator[None]:
    """Enable Ctrl-C, which programs started in the background (perhaps these tests) ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("work", ["showdowns", "monte-carlo"])
def test_ctrl_c_stops_long_work_at_once(work: str, ctrl_c_works: None) -> None:
    def interrupt() -> None:
        time.sleep(0.3)
        _thread.interrupt_main()

    problem = EquityProblem.of(["random"] * 4)
    plan, table = _showdowns_plan(problem), _core.MonteCarlo(problem.weights, 0, 0)
    long_work = (lambda: plan.run(2, silent)) if work == "showdowns" else (lambda: table.run(0, 0, 2**28, 2))
    threading.Thread(target=interrupt).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        long_work()
    assert time.monotonic() - start < 10


def test_progress_rises_to_one() -> None:
    reports: list[float] = []
    _sweep_plan(EquityProblem.of(["random", "22+"], dead="2c 3c 4c 5c 6c 7c 8c 9c Tc Jc")).run(2, reports.append)
    assert reports == sorted(reports)
    assert len(reports) > 3
    assert reports[-1] == 1


class TestTheNativeCoreDefendsItself:
    """The native core rejects bad arguments itself, though the Python checks never let them through."""

    def test_hands_that_touch_known_cards_are_left_out(self) -> None:
        everything = np.ones(1326)
        board = 0b11111
        sweep = _core.RangeSweep(everything, everything, board, 0)
        sweep.run(0, 64, 1)
        clean = EquityProblem.of(["random", "random"], map(Card, range(5)))
        assert sweep.results().tolist() == sweep_range(clean, 1, silent).tolist()
        showdowns = _core.Showdowns(np.ones((2, 1326)), board, 0)
        showdowns.run(0, 64, 1)
        assert showdowns.tally().sum() == 47 * 46 / 2 * 45 * 44 / 2

    @pytest.mark.parametrize("weight", [-1.0, math.nan, math.inf])
    def test_wrong_weights_are_refused(self, weight: float) -> None:
        weights = np.full((2, 1326), weight)
        with pytest.raises(ValueError, match="weight"):
            _core.Showdowns(weights, 0, 0)

    @pytest.mark.parametrize(("board", "dead"), [(1 << 52, 0), (1, 1), (0b111111, 0), (0, (1 << 45) - 1)])
    def test_impossible_cards_are_refused(self, board: int, dead: int) -> None:
        with pytest.raises(ValueError):  # noqa: PT011
            _core.MonteCarlo(np.ones((2, 1326)), board, dead)

    @pytest.mark.parametrize("players", [0, 1, 11])
    def test_impossible_numbers_of_players_are_refused(self, players: int) -> None:
        with pytest.raises(ValueError, match="players"):
            _core.Matchups(np.ones((players, 1326)), 0, 10)

    @pytest.mark.parametrize(("first", "last", "threads"), [(-1, 3, 1), (0, 65, 1), (5, 4, 1), (0, 64, -1)])
    def test_impossible_blocks_are_refused(self, first: int, last: int, threads: int) -> None:
        sweep = _core.RangeSweep(np.ones(1326), np.ones(1326), 0b11111, 0)
        with pytest.raises(ValueError):  # noqa: PT011
            sweep.run(first, last, threads)

    def test_arrays_of_the_wrong_shape_are_refused(self) -> None:
        with pytest.raises(TypeError):
            _core.Showdowns(np.ones((2, 1325)), 0, 0)

"""Search with one tree: identities, UCT's formula, and what each variant changes."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from railbird.errors import GameError, RailbirdError
from railbird.extensive import NOBODY, RandomStream, State, play_actions
from railbird.extensive.logarithm import log_of
from railbird.extensive.poker import poker_state
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.search.mcts import (
    PUCT,
    RAVE,
    UCB1,
    Budget,
    Expansion,
    LengthWeightedBackup,
    Node,
    PolicyRollOut,
    RandomRollOut,
    ShortRollOut,
    TreeSearch,
    UCB1Tuned,
    decisive_move,
    decisive_roll_out,
    rows,
)
from railbird.search.mcts.selection import EXPAND, PayoffRange
from railbird.search.mcts.tree import LOGS
from tests.search.mcts.trees import Branch, ExplicitTree, check_visits, nodes_of

UNIT = PayoffRange(0.0, 1.0)


def centre(state: State, action: int) -> float:
    """Cells near the middle of tic-tac-toe look better."""
    return 1 - (abs(action % 3 - 1) + abs(action // 3 - 1)) / 2


def priors(state: State) -> dict[int, float]:
    actions = state.legal_actions()
    weights = [1 + centre(state, action) for action in actions]
    return {action: weight / sum(weights) for action, weight in zip(actions, weights, strict=True)}


VARIANTS: dict[str, TreeSearch] = {
    "uct": TreeSearch(),
    "greedy": TreeSearch(selection=UCB1(c=0)),
    "first-play urgency": TreeSearch(selection=UCB1(first_play=0.6)),
    "tuned": TreeSearch(selection=UCB1Tuned()),
    "rave": TreeSearch(selection=RAVE()),
    "puct": TreeSearch(selection=PUCT(), expansion=Expansion(priors=priors)),
    "weighted expansion": TreeSearch(expansion=Expansion(weight=centre)),
    "width": TreeSearch(expansion=Expansion(width=3)),
    "weighted width": TreeSearch(expansion=Expansion(width=3, weight=centre)),
    "virtual wins": TreeSearch(expansion=Expansion(virtual_wins=lambda state, action: (5, centre(state, action)))),
    "progressive bias": TreeSearch(expansion=Expansion(bias=centre)),
    "depth": TreeSearch(depth=2, leaf_value=lambda state: (0.1, -0.1)),
    "decisive": TreeSearch(roll_out=decisive_roll_out()),
    "rules": TreeSearch(roll_out=PolicyRollOut(decisive_move, epsilon=0.3)),
    "short": TreeSearch(roll_out=ShortRollOut(lambda state: (0.0, 0.0), length=2)),
    "length-weighted": TreeSearch(backup=LengthWeightedBackup()),
}


def rules(variant: str, iterations: int) -> TreeSearch:
    return replace(VARIANTS[variant], budget=Budget(iterations), native=False)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("iterations", [1, 7, 150])
def test_mcts_review_5_visits_of_a_node_are_one_more_than_those_of_its_edges(variant: str, iterations: int) -> None:
    result = rules(variant, iterations).search(TicTacToe(), RandomStream(iterations))
    if variant == "depth":  # nodes at the depth limit are never expanded
        assert result.tree.visits == sum(result.tree.visits_of) == iterations
        assert max(row.depth for row in rows(result.tree)) <= 2
        return
    check_visits(result.tree, iterations)
    assert result.iterations == iterations
    assert result.nodes == len(list(nodes_of(result.tree)))
    assert sum(each.visits for each in result.statistics) == iterations


@pytest.mark.parametrize("variant", VARIANTS)
def test_same_seed_same_tree(variant: str) -> None:
    results = [rules(variant, 60).search(TicTacToe(), RandomStream(seed)) for seed in (5, 5, 6)]
    trees = [list(rows(result.tree)) for result in results]
    assert trees[0] == trees[1] != trees[2]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_takes_the_win_and_stops_the_loss(variant: str) -> None:
    state = TicTacToe()
    play_actions(state, "b2 a1 c1 a2")  # X wins with a3; O threatens a3
    if variant in ("width", "weighted width"):
        pytest.skip("may leave the winning move out")
    result = rules(variant, 600).search(state, RandomStream(1))
    assert state.action_text(result.action) == "a3"


def test_chance_nodes_obey_the_identities_and_are_weighted_by_probability() -> None:
    game = ExplicitTree([([1.0, 1.0], [1.0, 1.0], [-1.0, -1.0]), (-0.5, -0.5)])
    result = TreeSearch(budget=Budget(3000)).search(game, RandomStream(2))
    check_visits(result.tree, 3000)
    best = result.statistics[0]
    assert best.action == 0
    assert best.value == pytest.approx(1 / 3, abs=0.06)


def test_a_locked_tree_keeps_the_first_outcome_of_each_chance_node() -> None:
    game = ExplicitTree([(1.0, -1.0), (1.0, -1.0)])
    locked = TreeSearch(budget=Budget(200), lock_chance=True).search(game, RandomStream(2)).tree
    assert [len(child.actions) for child in locked.children] == [1, 1]
    free = TreeSearch(budget=Budget(200)).search(game, RandomStream(2)).tree
    assert [len(child.actions) for child in free.children] == [2, 2]


def node_with(visits: list[int], totals: list[float]) -> Node:
    node = Node(0)
    for index, (count, total) in enumerate(zip(visits, totals, strict=True)):
        node.add_edge(index)
        node.visits_of[index], node.totals[index] = count, total
    node.visits = sum(visits)
    node.untried = []
    LOGS.up_to(node.visits)
    return node


@pytest.mark.parametrize("c", [0.0, 0.3, 1.0, 1.5, 5.0])
def test_mcts_review_6_uct_takes_the_largest_mean_plus_exploration(c: float) -> None:
    visits, totals = [10, 3, 40, 1], [6.0, 2.0, 21.0, 0.2]
    scores = [w / n + c * math.sqrt(math.log(54) / n) for w, n in zip(totals, visits, strict=True)]
    assert UCB1(c).choose(node_with(visits, totals), UNIT) == scores.index(max(scores))


def test_mcts_review_6_without_exploration_uct_is_greedy() -> None:
    assert UCB1(0).choose(node_with([100, 1, 1], [60.0, 0.59, 0.0]), UNIT) == 0
    assert UCB1(0).choose(node_with([100, 1, 1], [60.0, 0.61, 0.0]), UNIT) == 1


def test_the_exploration_constant_is_scaled_by_the_payoff_range() -> None:
    small, large = node_with([10, 2], [6.0, 0.9]), node_with([10, 2], [600.0, 90.0])
    for c in (0.05, 0.1, 0.2, 0.5):
        assert UCB1(c).choose(small, UNIT) == UCB1(c).choose(large, PayoffRange(0.0, 100.0))


def test_untried_actions_come_first_unless_first_play_urgency_is_lower_than_a_good_edge() -> None:
    node = node_with([2, 2], [1.9, 0.1])
    node.untried = [2, 3]
    assert UCB1(1.0).choose(node, UNIT) == EXPAND
    assert UCB1(0.1, first_play=0.5).choose(node, UNIT) == 0
    assert UCB1(0.1, first_play=1.5).choose(node, UNIT) == EXPAND


def test_ucb1_tuned_explores_the_more_variable_of_two_equal_means() -> None:
    node = node_with([1000, 1000], [500.0, 500.0])
    node.squares = [250.0, 500.0]  # the second edge's returns are 0 or 1, the first one's always 1/2
    assert UCB1Tuned().choose(node, UNIT) == 1


def test_puct_prefers_a_large_prior_and_needs_one() -> None:
    node = node_with([4, 4], [2.0, 2.0])
    with pytest.raises(RailbirdError, match="PUCT needs priors"):
        PUCT().choose(node, UNIT)
    node.priors = {0: 0.2, 1: 0.8}
    assert PUCT().choose(node, UNIT) == 1
    assert PUCT(c=0.0).choose(node_with_priors([5, 4], [4.0, 2.0]), UNIT) == 0


def node_with_priors(visits: list[int], totals: list[float]) -> Node:
    node = node_with(visits, totals)
    node.priors = dict.fromkeys(range(len(visits)), 1 / len(visits))
    return node


def trap() -> ExplicitTree:
    """Move 0 looks good on average, but one of its twenty replies refutes it; move 1 is a small sure win."""
    return ExplicitTree([[1.0] * 19 + [-1.0], [0.2] * 20])


def test_mcts_review_6_uct_finds_the_refuting_reply_where_random_averages_fail() -> None:
    result = TreeSearch(budget=Budget(2000), selection=UCB1(0.3)).search(trap(), RandomStream(3))
    assert result.action == 1
    flat = TreeSearch(budget=Budget(2000), selection=UCB1(0.3), depth=1).search(trap(), RandomStream(3))
    assert flat.action == 0


def test_mcts_review_7_amaf_counts_are_at_least_the_visits_and_the_weight_decays() -> None:
    result = rules("rave", 400).search(TicTacToe(), RandomStream(1))
    more = 0
    for node in nodes_of(result.tree):
        for action, visits in zip(node.actions, node.visits_of, strict=True):
            assert node.amaf is not None
            assert node.amaf[action][0] >= visits
            more += node.amaf[action][0] > visits
    assert more > 100
    rave = RAVE(k=500)
    assert rave.weight(0) == 1
    assert rave.weight(500) == pytest.approx(0.5)
    assert rave.weight(10**6) < 0.02


def test_mcts_review_8_a_decisive_roll_out_always_takes_a_winning_move() -> None:
    state = TicTacToe()
    play_actions(state, "b2 a1 c1 a2")
    for seed in range(30):
        after, moves = state.clone(), list[tuple[int, int]]()
        decisive_roll_out()(after, RandomStream(seed), moves)
        assert moves == [(0, 6)]
        assert after.turn == NOBODY


def test_mcts_review_8_an_anti_decisive_roll_out_stops_the_opponents_win() -> None:
    state = TicTacToe()
    play_actions(state, "a1 b2 b1")  # X threatens c1
    for seed in range(30):
        moves: list[tuple[int, int]] = []
        decisive_roll_out()(state.clone(), RandomStream(seed), moves)
        assert moves[0] == (1, 2)


@pytest.mark.parametrize("game", [TicTacToe, UltimateTicTacToe])
def test_mcts_review_8_decisive_moves_shorten_roll_outs(game: Callable[[], State]) -> None:
    def mean_length(anti: bool | None) -> float:
        lengths = []
        for seed in range(150):
            moves: list[tuple[int, int]] = []
            roll_out = RandomRollOut() if anti is None else decisive_roll_out(anti=anti)
            roll_out(game(), RandomStream(seed), moves)
            lengths.append(len(moves))
        return sum(lengths) / len(lengths)

    assert mean_length(False) < mean_length(None) - 0.5


def test_mcts_review_8_shorter_wins_count_more() -> None:
    backup = LengthWeightedBackup(decay=0.9)
    wins = [backup((1.0, -1.0), length, PayoffRange(-1.0, 1.0))[0] for length in (1, 5, 20)]
    assert wins == sorted(wins, reverse=True)
    assert wins[0] == pytest.approx(0.9)
    assert backup((100.0, 0.0), 1, PayoffRange(0.0, 100.0)) == pytest.approx([95.0, 5.0])
    long_win: Branch = [[[1.0]], 1.0]
    result = TreeSearch(budget=Budget(200), backup=backup).search(ExplicitTree(long_win), RandomStream(1))
    assert result.action == 1


def test_mcts_review_12_virtual_wins_guide_the_search_and_are_not_backed_up() -> None:
    def favoured(state: State, action: int) -> tuple[float, float]:
        return (20.0, 1.0) if action == 1 else (0.0, 0.0)

    game = ExplicitTree([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    result = TreeSearch(budget=Budget(60), expansion=Expansion(virtual_wins=favoured)).search(game, RandomStream(1))
    check_visits(result.tree, 60)
    assert result.action == 1
    assert all(value == 0 for node in nodes_of(result.tree) for value in node.totals)


def test_mcts_review_12_the_weight_of_knowledge_decays_to_zero() -> None:
    def misleading(state: State, action: int) -> float:
        return 5.0 if action == 0 and len(getattr(state, "path", ())) == 0 else 0.0

    game = ExplicitTree([0.1, 0.3])
    search = TreeSearch(selection=UCB1(0.05), expansion=Expansion(bias=misleading))
    shares = []
    for iterations in (20, 200, 2000):
        root = replace(search, budget=Budget(iterations)).search(game, RandomStream(1)).tree
        shares.append(root.visits_of[root.actions.index(0)] / iterations)
    assert shares[0] > 0.8
    assert shares == sorted(shares, reverse=True)
    assert shares[2] < 0.1


def test_a_width_limit_keeps_the_best_actions() -> None:
    result = rules("weighted width", 300).search(TicTacToe(), RandomStream(1))
    assert all(len(node.actions) <= 3 for node in nodes_of(result.tree))
    assert 4 in result.tree.actions


def test_a_tree_can_be_grown_further() -> None:
    state, search = TicTacToe(), TreeSearch(budget=Budget(150))
    first = search.search(state, RandomStream(1))
    state.apply(first.action)
    child = first.tree.children[first.tree.actions.index(first.action)]
    before = child.visits
    again = search.search(state, RandomStream(2), root=child)
    assert again.tree.visits == before + 150
    assert again.iterations == 150


def test_a_time_budget_ends_the_search_in_time() -> None:
    for native in (False, True):
        began = time.perf_counter()
        result = TreeSearch(budget=Budget(None, 0.05), native=native).search(UltimateTicTacToe(), RandomStream(1))
        assert result.iterations >= 1
        assert time.perf_counter() - began < 2
        assert not result.interrupted


@pytest.fixture
def default_ctrl_c() -> Iterator[None]:
    """Ctrl-C as in a program; workers of the test runner ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.usefixtures("default_ctrl_c")
def test_ctrl_c_gives_the_best_move_so_far(native: bool) -> None:
    timer = threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    result = TreeSearch(budget=Budget(None, 20.0), native=native).search(UltimateTicTacToe(), RandomStream(1))
    timer.join()
    assert result.interrupted
    assert result.seconds < 15
    assert result.iterations == sum(each.visits for each in result.statistics) > 0
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Budget(0), "1 iteration or more, not 0"),
        (lambda: Budget(None, None), "needs iterations or seconds"),
        (lambda: Budget(None, 0.0), "more than 0 seconds"),
        (lambda: Budget(None, math.nan), "more than 0 seconds"),
        (lambda: UCB1(-1), "exploration constant must be 0 or more"),
        (lambda: Expansion(width=0), "width must be 1 or more"),
        (lambda: LengthWeightedBackup(0), "decay must be above 0"),
    ],
)
def test_impossible_settings_are_refused(make: Callable[[], object], message: str) -> None:
    with pytest.raises(RailbirdError, match=message):
        make()


def test_games_that_are_over_or_hidden_or_at_chance_are_refused() -> None:
    state = TicTacToe()
    play_actions(state, "a1 b1 a2 b2 a3")
    with pytest.raises(GameError, match="the game is over"):
        TreeSearch().search(state, RandomStream(1))
    with pytest.raises(GameError, match="turn of chance"):
        TreeSearch().search(poker_state("kuhn"), RandomStream(1))
    hidden = poker_state("kuhn")
    play_actions(hidden, "Ks As")
    with pytest.raises(GameError, match="PokerState has hidden information"):
        TreeSearch().search(hidden, RandomStream(1))
    assert TreeSearch(cheats=True).search(hidden, RandomStream(1)).iterations == 1000


class Broken(TicTacToe):
    """Breaks the protocol after the first move."""

    def __init__(self, how: str) -> None:
        super().__init__()
        self.how = how

    def clone(self) -> Broken:
        return Broken(self.how)

    def apply(self, action: int) -> None:
        if self.how == "apply":
            raise ZeroDivisionError("oops")
        super().apply(action)
        if self.how == "turn":
            self.turn = 7

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.how == "actions" and self._history else super().legal_actions()

    def returns(self) -> tuple[float, float]:
        return (0.0,) if self.how == "returns" else (0.0, 0.0)  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("how", "problem"),
    [
        ("apply", r"apply\(\d\) raised ZeroDivisionError: oops"),
        ("turn", "turn is 7, but there are 2 players"),
        ("returns", r"returns\(\) has 1 entries for 2 players"),
    ],
)
def test_a_state_that_breaks_the_protocol_is_named(how: str, problem: str) -> None:
    with pytest.raises(GameError, match=f"Broken breaks the State protocol: {problem}"):
        TreeSearch(budget=Budget(50)).search(Broken(how), RandomStream(1))


def test_logarithms_are_exact_to_the_last_bits() -> None:
    for count in [*range(1, 300), 10**6, 2**31, 10**12 + 7]:
        assert log_of(count) == pytest.approx(math.log(count), rel=4e-16, abs=1e-300)

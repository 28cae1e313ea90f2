"""Native loops: the same trees as the Python loops, from the same seed."""

from __future__ import annotations

import threading
from typing import cast

import pytest

from railbird import _core
from railbird._interruption import CtrlC
from railbird.extensive import CHANCE, RandomStream, State, sample_chance
from railbird.extensive.poker import PokerState, poker_state
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.search.mcts import UCB1, Budget, InformationSetSearch, Node, TreeSearch, rows
from railbird.search.mcts.information_set import InformationSetRun
from railbird.search.mcts.native import grow, native_information_sets, native_tree, to_nodes
from tests.search.mcts.trees import check_visits


def ultimate_after(moves: int, seed: int) -> UltimateTicTacToe:
    """A position after random moves, or the last one before the game is over."""
    state, random = UltimateTicTacToe(), RandomStream(seed)
    for _ in range(moves):
        actions = state.legal_actions()
        before = state.clone()
        state.apply(actions[random.below(len(actions))])
        if state.turn < 0:
            return before
    return state


@pytest.mark.parametrize("seed", range(12))
def test_native_uct_grows_the_same_tree(seed: int) -> None:
    state = ultimate_after(5 * seed, seed)
    selection = UCB1([0.0, 0.5, 1.0, 2.0][seed % 4])
    trees = []
    for native in (False, True):
        random = RandomStream(seed, 9)
        result = TreeSearch(budget=Budget(700), selection=selection, native=native).search(state, random)
        trees.append((list(rows(result.tree)), result.statistics, result.variation, result.nodes, random.below(2**60)))
        check_visits(result.tree, 700)
    assert trees[0] == trees[1]


def hand_after(game: str, actions: int, seed: int) -> PokerState:
    """A hand with random cards and random actions that do not end it."""
    state, random = poker_state(game), RandomStream(seed)
    while actions or state.turn == CHANCE:
        before = state.clone()
        if state.turn == CHANCE:
            state.apply(sample_chance(state, random))
            continue
        legal = state.legal_actions()
        state.apply(legal[random.below(len(legal))])
        actions -= 1
        if state.turn < 0 and state.turn != CHANCE:
            return before
    return state


def contents(nodes: list[Node]) -> list[tuple[object, ...]]:
    return [(node.player, node.visits, node.actions, node.visits_of, node.totals) for node in nodes]


@pytest.mark.parametrize("game", ["kuhn", "leduc", "limit", "limit(players=3)", "rezai"])
@pytest.mark.parametrize("seed", range(6))
def test_native_ismcts_has_the_same_information_sets(game: str, seed: int) -> None:
    state = hand_after(game, seed, seed)
    if state.turn < 0:
        pytest.skip("the hand ended in an all-in")
    search = InformationSetSearch(budget=Budget(800), selection=UCB1(0.5 + seed / 4))
    python, native = RandomStream(seed, 1), RandomStream(seed, 1)
    run = InformationSetRun(search, state, python)
    run.grow(CtrlC())
    fast = native_information_sets(state)
    assert fast is not None
    low, high = state.payoff_range
    grow(fast, search.budget, search.selection.c * (high - low), native, CtrlC())
    assert contents(to_nodes(fast)) == contents(list(run.nodes.values()))
    assert python.below(2**60) == native.below(2**60)


def test_the_native_search_ignores_what_is_hidden() -> None:
    state, other = poker_state("limit"), poker_state("limit")
    for each, cards in ((state, "Ah Kd 2c 2d"), (other, "Ah Kd Qs Qc")):
        for card in cards.split():
            each.apply(next(action for action in each.legal_actions() if each.action_text(action) == card))
        each.apply(1)
    assert state.turn == other.turn == 0
    search = InformationSetSearch(budget=Budget(500))
    results = [search.search(each, RandomStream(4)) for each in (state, other)]
    assert results[0].statistics == results[1].statistics
    assert results[0].nodes == results[1].nodes


def test_only_games_with_a_native_twin_are_searched_natively() -> None:
    class OwnRules(UltimateTicTacToe):
        pass

    assert native_tree(UltimateTicTacToe()) is not None
    assert native_tree(cast(State, OwnRules())) is None
    assert native_information_sets(hand_after("nolimit", 0, 1)) is None


CELLS = [0] * 18


@pytest.mark.parametrize(
    ("cells", "board", "turn", "message"),
    [
        (CELLS[1:], 9, 0, "18 sets of cells"),
        ([512, *CELLS[1:]], 9, 0, "from 0 to 511"),
        ([-1, *CELLS[1:]], 9, 0, "from 0 to 511"),
        ([1, *[0] * 8, 1, *[0] * 8], 9, 0, "hold the same cell"),
        ([7, *[0] * 8, 56, *[0] * 8], 9, 0, "won the same board"),
        (CELLS, 10, 0, "the board is 0 to 8"),
        (CELLS, -1, 0, "the board is 0 to 8"),
        (CELLS, 9, 2, "the turn is 0 or 1"),
        (CELLS, 9, -2, "the turn is 0 or 1"),
        ([7, *[0] * 17], 0, 0, "is decided"),
        ([7, 7, 7, *[0] * 15], 9, 0, "the game is over"),
    ],
)
def test_impossible_positions_are_refused(cells: list[int], board: int, turn: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        _core.UltimateSearch(cells, board, turn)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"player": 1}, "turn of the searching player"),
        ({"hole_cards": b"\x00"}, "all hole cards"),
        ({"hole_cards": b"\x00\x00"}, "different cards of the deck"),
        ({"hole_cards": b"\x00\x34"}, "different cards of the deck"),
        ({"board": b"\x05"}, "all cards of the round"),
    ],
)
def test_impossible_hands_are_refused(changes: dict[str, object], message: str) -> None:
    seen = hand_after("limit", 1, 3).seen_by(0)
    good = {"hand": seen.betting, "player": 0, "hole_cards": seen.hole_cards, "board": seen.board}
    _core.PokerSearch(**good)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=message):
        _core.PokerSearch(**{**good, **changes})  # type: ignore[arg-type]


def test_hands_that_are_over_and_no_limit_hands_are_refused() -> None:
    over = hand_after("kuhn", 1, 1).seen_by(0).betting
    while not over.over:
        over.call()
    with pytest.raises(ValueError, match="the hand is over"):
        _core.PokerSearch(over, 0, b"\x00", b"")
    seen = hand_after("nolimit", 0, 1).seen_by(1)
    with pytest.raises(ValueError, match="limit games only"):
        _core.PokerSearch(seen.betting, 1, seen.hole_cards, seen.board)


@pytest.mark.parametrize(("iterations", "scale"), [(0, 1.0), (-1, 1.0), (2**31, 1.0), (1, -1.0), (1, float("nan"))])
def test_impossible_runs_are_refused(iterations: int, scale: float) -> None:
    search = native_tree(UltimateTicTacToe())
    assert search is not None
    with pytest.raises(ValueError, match="must be"):
        search.run(RandomStream(1), iterations, scale)
    assert (search.visits, search.nodes) == (0, 1)


def test_a_search_used_by_two_threads_is_refused_or_waits() -> None:
    search, failures = native_tree(UltimateTicTacToe()), list[Exception]()
    assert search is not None

    def run() -> None:
        try:
            search.run(RandomStream(1), 3000, 2.0)
        except RuntimeError as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert search.visits == 3000 * (4 - len(failures))


def test_memory_is_stated() -> None:
    search = native_tree(UltimateTicTacToe())
    assert search is not None
    search.run(RandomStream(1), 20_000, 2.0)
    assert search.nodes == 20_001
    assert 16 < search.memory / search.nodes < 400

"""Searches as players: what they choose, and how a tree is kept from move to move."""

from __future__ import annotations

import pytest

from railbird.errors import RailbirdError
from railbird.extensive import RandomStream, parse_extensive_game, play_actions
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.search.mcts import Budget, InformationSetSearch, TreeSearch
from railbird.search.minimax import alpha_beta
from railbird.search.players import MinimaxPlayer, Searcher, parse_player, roll_out_evaluation


def searcher(iterations: int, *, reuse: bool) -> Searcher:
    return Searcher(TreeSearch(budget=Budget(iterations=iterations)), reuse=reuse)


@pytest.mark.parametrize("reply", ["a1", "c2"])
def test_a_reused_tree_has_the_visits_of_the_moves_that_were_played(reply: str) -> None:
    player, state, random = searcher(300, reuse=True), TicTacToe(), RandomStream(3)
    player.start(0, 0)
    state.apply(player.choose(state.clone(), random))
    assert player.last is not None
    tree = player.last.tree
    after = tree.children[tree.actions.index(player.last.action)]
    play_actions(state, reply)
    move = next(action for action in after.actions if action not in state.legal_actions())
    child = after.children[after.actions.index(move)]
    before = child.visits
    assert before > 1
    player.choose(state.clone(), random)
    assert player.last.tree is child
    assert child.visits == before + 300
    assert player.last.iterations == 300
    assert player.steps == 600


def test_without_reuse_each_search_starts_anew() -> None:
    player, state, random = searcher(100, reuse=False), TicTacToe(), RandomStream(3)
    player.start(0, 0)
    state.apply(player.choose(state.clone(), random))
    state.apply(state.legal_actions()[0])
    player.choose(state.clone(), random)
    assert player.last is not None
    assert player.last.tree.visits == 100


def test_a_new_game_forgets_the_tree() -> None:
    player, random = searcher(50, reuse=True), RandomStream(3)
    player.start(0, 0)
    player.choose(TicTacToe(), random)
    player.start(0, 1)
    assert (player.steps, player.last) == (0, None)
    player.choose(TicTacToe(), random)
    assert player.last is not None
    assert player.last.tree.visits == 50


def test_a_position_that_the_tree_does_not_have_starts_anew() -> None:
    player, state, random = searcher(1, reuse=True), TicTacToe(), RandomStream(3)
    player.start(0, 0)
    state.apply(player.choose(state.clone(), random))
    state.apply(state.legal_actions()[0])
    player.choose(state.clone(), random)
    assert player.last is not None
    assert player.last.tree.visits == 1


def test_a_tree_is_reused_across_chance_and_several_turns_of_one_player() -> None:
    state, random = parse_extensive_game("pig(goal=30)").start(), RandomStream(1)
    player = searcher(400, reuse=True)
    player.start(0, 0)
    assert state.action_text(player.choose(state.clone(), random)) == "roll"
    play_actions(state, "roll 5")
    player.choose(state.clone(), random)
    assert player.last is not None
    assert player.last.tree.visits > 400


def test_information_sets_cannot_be_reused() -> None:
    with pytest.raises(RailbirdError, match="only a search with one tree can reuse it"):
        Searcher(InformationSetSearch(), reuse=True)
    assert "cannot be reused" in str(
        parse_player("cheating-uct(reuse=on)").make().refusal(parse_extensive_game("kuhn").start())
    )


def test_native_and_python_searchers_choose_the_same() -> None:
    start = parse_extensive_game("ultimate-tic-tac-toe").start()
    choices = [
        parse_player(f"uct(iterations=200, native={native})").make().choose(start.clone(), RandomStream(7))
        for native in ("on", "off")
    ]
    assert choices[0] == choices[1]


def test_equal_moves_are_chosen_at_random_unless_shuffling_is_off() -> None:
    def choices(text: str) -> set[int]:
        return {parse_player(text).make().choose(TicTacToe(), RandomStream(seed)) for seed in range(30)}

    assert len(choices("alphabeta(depth=1)")) > 5
    assert choices("alphabeta(depth=1, shuffle=off)") == {0}


def test_roll_outs_tell_a_better_position_from_a_worse_one() -> None:
    state = TicTacToe()
    play_actions(state, "b2")
    centre = roll_out_evaluation(300, RandomStream(1))(state)
    edge_state = TicTacToe()
    play_actions(edge_state, "a2")
    edge = roll_out_evaluation(300, RandomStream(1))(edge_state)
    assert centre[0] > edge[0] > 0
    assert centre[0] == -centre[1]


def test_a_player_who_searches_to_a_depth_counts_nodes() -> None:
    player = MinimaxPlayer(lambda state, _: alpha_beta(state, depth=2))
    player.start(0, 0)
    player.choose(TicTacToe(), RandomStream(1))
    assert player.last is not None
    assert player.steps == player.last.nodes > 9

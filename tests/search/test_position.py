"""One position, searched and shown."""

from __future__ import annotations

import pytest

from railbird.errors import GameError
from railbird.extensive import parse_extensive_game
from railbird.search.position import search_position


def test_the_table_holds_all_actions_and_their_shares() -> None:
    found = search_position("tic-tac-toe", "b2", "uct(iterations=300)", seed=2)
    assert {each.action for each in found.actions} == {
        parse_extensive_game("tic-tac-toe").start().action_text(cell) for cell in range(9)
    } - {"b2"}
    assert sum(each.visits or 0 for each in found.actions) == 300
    assert sum(each.share or 0 for each in found.actions) == pytest.approx(1)
    assert found.action == found.actions[0].action == found.variation[0]
    assert found.turn == 1


def test_the_tree_is_as_wide_and_deep_as_wanted_and_counts_the_rest() -> None:
    found = search_position("tic-tac-toe", "", "uct(iterations=300)", tree_width=3, tree_depth=1)
    assert len(found.picture.children) == 3
    assert found.picture.hidden == 6
    assert all(not child.children for child in found.picture.children)
    assert "+6 more" in found.tree(width=3, depth=1)
    assert "<svg" in found.plot().svg


def test_the_same_seed_gives_the_same_answer() -> None:
    first, again = (search_position("leduc", "", "ismcts(iterations=100)", seed=5).to_json() for _ in range(2))
    del first["effort"], again["effort"]
    assert first == again


def test_hidden_cards_do_not_change_what_is_found() -> None:
    """Player 0 holds the same card; the opponent's differs."""
    start = parse_extensive_game("leduc").start()
    own = start.action_text(start.legal_actions()[0])
    start.apply(start.legal_actions()[0])
    answers = []
    for outcome in start.legal_actions():
        found = search_position("leduc", f"{own} {start.action_text(outcome)}", "ismcts(iterations=60)", seed=1)
        answers.append([(each.action, each.visits, each.value) for each in found.actions])
    assert len(answers) == 5
    assert all(answer == answers[0] for answer in answers)


def test_a_position_where_nobody_acts_is_refused() -> None:
    with pytest.raises(GameError, match="the game is over"):
        search_position("tic-tac-toe", "a1 b1 a2 b2 a3")


@pytest.mark.parametrize(
    "player", ["determinized(trees=10, iterations=1000)", "ismcts", "so-ismcts", "chance-uct", "cheating-uct"]
)
def test_trees_of_every_search_of_hidden_information_can_be_shown(player: str) -> None:
    for seed in range(3):
        found = search_position("leduc", "Kh As c r", player, seed=seed, tree_depth=6, tree_width=9)
        assert found.action in found.tree(depth=6, width=9)

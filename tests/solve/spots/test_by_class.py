"""Sums and means over classes of hands."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.cards import CLASS_OF_HAND
from railbird.errors import GameError
from railbird.solve.spots import HandsByClass, SpotNode, SpotSolution, SpotSolver

RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"


@pytest.fixture(scope="module")
def node() -> SpotNode:
    solver = SpotSolver(RIVER, ("QQ+, 76s:0.5, AK", "JJ+, KQs, 98s"), "75%, a")
    solver.run(iterations=100)
    return SpotSolution(solver).node("c")


def test_weights_are_those_of_the_range(node: SpotNode) -> None:
    for player in range(2):
        table = HandsByClass(node, player)
        assert np.allclose(np.bincount(CLASS_OF_HAND[node.hands(player)], node.reach[player], 169), table.weights)
        assert table.possible.sum() == 47 * 46 / 2
        assert table.fractions.max() <= 1


def test_means_weigh_hands_by_their_probability(node: SpotNode) -> None:
    table = HandsByClass(node, 1)
    chances = node.chances(1)
    by_class = np.bincount(CLASS_OF_HAND[node.hands(1)], chances, 169)
    there = by_class > 0
    assert np.isnan(table.values[~there]).all()
    assert by_class[there] @ table.values[there] == pytest.approx(node.value(1))
    assert by_class[there] @ table.equities[there] == pytest.approx(node.equity(1))
    assert by_class[there] @ table.frequencies[there] == pytest.approx(node.frequencies)
    kings = CLASS_OF_HAND[node.hands(1)] == table.names.index("KK")
    mean = chances[kings] @ node.action_values[kings] / chances[kings].sum()
    assert table.action_values[table.names.index("KK")] == pytest.approx(mean)


def test_only_who_acts_has_actions(node: SpotNode) -> None:
    with pytest.raises(GameError, match="player 1 does not act here"):
        _ = HandsByClass(node, 0).frequencies


def test_a_class_with_one_hole_card_is_a_rank() -> None:
    solver = SpotSolver("leduc")
    solver.run(iterations=300)
    table = HandsByClass(SpotSolution(solver).node("r r"), 0)
    assert [name for name, weight in zip(table.names, table.possible, strict=True) if weight] == ["A", "K", "Q"]
    assert table.frequencies[0, 0] < 0.001, "the best card never folds"
    with pytest.raises(GameError, match="full deck"):
        _ = table.equities


def test_a_notebook_shows_figures_and_the_picture(node: SpotNode) -> None:
    html = node._repr_html_()
    assert "Kh7d2c5s9s after 'c': player 2 acts, pot 20" in html.replace("&#x27;", "'")
    assert "EV of player 1" in html
    assert "<svg" in html
    assert "nobody acts" in node.after("c")._repr_html_()

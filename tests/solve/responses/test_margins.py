"""Players who never look at cards: what a hand is worth against them depends on its margin alone."""

from __future__ import annotations

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import Spot, public_tree
from railbird.cards import evaluate
from railbird.gallery import parse_bot
from railbird.gallery.policies import node_policy
from railbird.game import Game, limit
from railbird.game.holdings import holdings
from railbird.solve.responses.margins import margin_table
from railbird.solve.responses.node_policy import OneRow
from tests.reference.best_response import best_response_value
from tests.solve.responses.policies import random_policy, small_holdem
from tests.solve.responses.test_policy_response import won


def blind_policy(game: Game | str, seed: int) -> OneRow:
    """Random probabilities, the same for all cards."""
    rows = random_policy(game, seed, never=0.3)
    shares = {node: rows.table(node, b"")[0] for node in np.flatnonzero(rows.tree.kind == 0).tolist()}
    return OneRow(rows.tree, shares)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game", ["kuhn", "leduc", small_holdem()], ids=["kuhn", "leduc", "small hold'em"])
def test_a_best_response_to_a_blind_player_is_that_of_the_plain_recursion(game: Game | str, player: int) -> None:
    policy = blind_policy(game, seed=2)
    slow = best_response_value(policy.tree, lambda node, board, holding: policy.table(node, board)[0].tolist(), player)
    assert won(policy, player) == pytest.approx(slow, abs=1e-9)
    policy.blind = False  # as if it looked at cards
    assert won(policy, player) == pytest.approx(slow, abs=1e-9)


def test_margins_are_counted_over_all_hands_without_a_common_card() -> None:
    every = holdings(limit())
    board = bytes([0, 5, 17, 30, 51])
    table = np.arange(-990, 991, dtype=np.float64)[:, None]
    found = np.zeros((len(every), 1))
    images = np.arange(len(every), dtype=np.int32)[None]
    _core.Margins(every.masks).add(sum(1 << card for card in board), table, images, found)
    hands = [set(cards) for cards in every.cards.tolist()]
    ranks = [0 if hand & set(board) else int(evaluate(bytes((*hand, *board)))) for hand in hands]
    for index in np.flatnonzero(ranks)[::7].tolist():  # some of them
        others = [rank for rank, hand in zip(ranks, hands, strict=True) if rank and not hand & hands[index]]
        assert found[index, 0] == sum((rank < ranks[index]) - (rank > ranks[index]) for rank in others)
    assert not found[np.equal(ranks, 0)].any()


def test_a_table_has_a_row_for_each_margin() -> None:
    tree = public_tree(Spot(limit()))
    policy = node_policy(parse_bot("always-call"), limit())
    root = int(tree.children[tree.child_start[np.flatnonzero((tree.kind == 1) & (tree.round == 3))[0]]])
    table = margin_table(policy, 0, np.array([root], dtype=np.int32))
    assert table.shape == (2 * 990 + 1, 1)
    assert (np.diff(table[:, 0]) > 0).all()  # the better the hand, the more it wins
    assert table[990, 0] == pytest.approx(0, abs=1e-9)


def test_a_table_with_too_few_margins_is_refused() -> None:
    every = holdings(limit())
    images, values = np.arange(1326, dtype=np.int32)[None], np.zeros((1326, 1))
    with pytest.raises(ValueError, match="too few margins"):
        _core.Margins(every.masks).add(0b11111, np.zeros((3, 1)), images, values)

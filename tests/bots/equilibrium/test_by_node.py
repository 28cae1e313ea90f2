"""The policy of equilibrium bots by node is the one that they state at the table."""

from __future__ import annotations

import random

import numpy as np
import pytest

from railbird.abstraction import PublicTree, Spot, public_tree
from railbird.abstraction.public_tree import CALL, DECISION, FOLD, RAISE
from railbird.bots.equilibrium.by_node import StoredPolicy
from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.gallery import parse_bot
from railbird.game import ActionKind
from railbird.game.dealing import deck
from railbird.game.holdings import holdings
from railbird.solve.stated_policy import public_hand

KINDS = {ActionKind.FOLD: FOLD, ActionKind.CALL: CALL, ActionKind.RAISE: RAISE}


@pytest.fixture(scope="module")
def tree() -> PublicTree:
    return public_tree(Spot("limit"))


@pytest.mark.parametrize("name", ["kestrel", "psopti"])
def test_what_is_stored_by_node_is_what_the_bot_states(name: str, tree: PublicTree) -> None:
    bot = parse_bot(name).make()
    assert isinstance(bot, EquilibriumBot)
    stored, choose, game = StoredPolicy(bot, tree), random.Random(1), tree.spot.game
    for node in choose.sample(np.flatnonzero(tree.kind == DECISION).tolist(), 40):
        cards = bytes(choose.sample(deck(game), 5))
        hand = public_hand(game, cards)
        hand.play(tree.line_of(node).replace("/", " "))
        number = int(tree.round[node])
        board = cards[: sum(game.board_cards[: number + 1])]
        actions, stated = bot.policy(hand.view(hand.actor))
        kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
        expected = np.zeros((len(stated), len(kinds)))
        for column, action in zip(stated.T, actions, strict=True):
            expected[:, kinds.index(KINDS[action.kind])] += column
        found = stored.table(node, board)[stored.rows(int(stored.part[node]), board, number)]
        possible = holdings(game).apart_from(board)
        assert found[possible] == pytest.approx(expected[possible], abs=1e-12)

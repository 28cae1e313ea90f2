"""The policy of any bot that states it for all hands, asked board by board."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import CALL, FOLD, RAISE, PublicTree
from railbird.errors import BotError
from railbird.game import ActionKind
from railbird.game.holdings import holdings
from railbird.solve.responses.node_policy import NodePolicy
from railbird.solve.stated_policy import StatedPolicy, public_hand

EDGES = {ActionKind.FOLD: FOLD, ActionKind.CALL: CALL, ActionKind.RAISE: RAISE}
"""The kind of edge of each kind of action."""
MOST_KNOWN = 4_000
"""Answers that are remembered: more than those of one board of limit hold'em; about 30 kB each. Ours."""


class StatedRows(NodePolicy):
    """A policy in which each holding has a row of its own, from a bot that is asked at each node on each board.

    Raises BotError if the bot plays an action that the tree does not have.
    """

    fixed = False

    def __init__(self, tree: PublicTree, bot: StatedPolicy) -> None:
        self.tree = tree
        self.part = np.zeros(len(tree), dtype=np.int32)
        self._bot = bot
        self._rows = np.arange(len(holdings(tree.spot.game)), dtype=np.int32)
        self._ask = lru_cache(maxsize=MOST_KNOWN)(self._asked)

    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        return self._rows

    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        return self._ask(node, board)

    def _asked(self, node: int, board: bytes) -> NDArray[np.float64]:
        tree, hand = self.tree, public_hand(self.tree.spot.game, board)
        hand.play(tree.line_of(node).replace("/", " "))
        actions, shares = self._bot.ask(hand)
        kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
        result: NDArray[np.float64] = np.zeros((len(shares), len(kinds)))
        for action, column in zip(actions, shares.T, strict=True):
            if EDGES[action.kind] in kinds:
                result[:, kinds.index(EDGES[action.kind])] += column
            elif column[holdings(tree.spot.game).apart_from(board)].any():
                raise BotError(f"{self._bot.name} plays {action}, which the tree does not have, in {hand}")
        result[~holdings(tree.spot.game).apart_from(board)] = 0
        return result

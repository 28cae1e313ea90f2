"""The policy of any bot that states it for all hands, asked board by board."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import CALL, DECISION, FOLD, RAISE, PublicTree
from railbird.cards import Card
from railbird.errors import BotError
from railbird.game import ActionKind, Hand
from railbird.game.holdings import holdings
from railbird.solve.responses.boards import board_classes
from railbird.solve.responses.node_policy import NodePolicy, fingerprint_of
from railbird.solve.stated_policy import StatedPolicy, public_hand

EDGES = {ActionKind.FOLD: FOLD, ActionKind.CALL: CALL, ActionKind.RAISE: RAISE}
"""The kind of edge of each kind of action."""
MOST_KNOWN = 4_000
"""Answers that are remembered: more than those of one board of limit hold'em; about 30 kB each. Ours."""
MOST_UNLIKE = 1e-6
"""How far the probabilities of two hands that are the same up to suits may differ. Ours."""
QUESTIONS = 46
"""Questions by which a policy is checked and recognized: two for each exchange of four suits. Ours."""


class StatedRows(NodePolicy):
    """A policy in which each holding has a row of its own, from a bot that is asked at each node on each board.

    Raises BotError if the bot plays an action that the tree does not have.
    """

    fixed = False

    def __init__(self, tree: PublicTree, bot: StatedPolicy, state: str = "") -> None:
        """``state`` tells the code of the bot from other code; empty if nothing does."""
        self.tree = tree
        self.part = np.zeros(len(tree), dtype=np.int32)
        self._bot = bot
        self._state = state
        self._rows = np.arange(len(holdings(tree.spot.game)), dtype=np.int32)
        self._ask = lru_cache(maxsize=MOST_KNOWN)(self._asked)

    @property
    def fingerprint(self) -> str:
        if not self._state:
            return ""
        answers = [self.table(node, board).tobytes() for node, board in self._questions()]
        return fingerprint_of("stated", [self._bot.name.encode(), self._state.encode(), *answers])

    def rows(self, part: int, board: bytes, round_number: int) -> NDArray[np.int32]:
        return self._rows

    def table(self, node: int, board: bytes) -> NDArray[np.float64]:
        return self._ask(node, board)

    def check_suits(self) -> None:
        """Raise BotError if the policy treats one suit unlike another, as far as some questions show."""
        boards, every = board_classes(self.tree.spot.game), holdings(self.tree.spot.game)
        if boards.exchange_count == 1:
            return
        for number, (node, board) in enumerate(self._questions()):
            plain = self.table(node, board)
            exchange = 1 + number % (boards.exchange_count - 1)
            exchanged = self.table(node, boards.exchanged(exchange, board))
            images = boards.images(exchange)
            wrong = np.abs(exchanged[images] - plain).max(axis=1) > MOST_UNLIKE
            if wrong.any():
                cards = "".join(str(Card(card)) for card in every.cards[np.flatnonzero(wrong)[0]].tolist())
                hand = public_hand(self.tree.spot.game, board)
                hand.play(self.tree.line_of(node).replace("/", " "))
                raise BotError(
                    f"{self._bot.name} does not treat all suits alike, without which a best response cannot be "
                    f"computed: it plays {cards} otherwise than the same hand in other suits, in {hand}"
                )

    def _questions(self) -> list[tuple[int, bytes]]:
        """Some nodes, each with a board."""
        game, tree = self.tree.spot.game, self.tree
        generator = np.random.default_rng(0)
        nodes = generator.choice(np.flatnonzero(tree.kind == DECISION), QUESTIONS).tolist()
        cards = [generator.permutation(holdings(game).deck).tolist() for _ in nodes]
        sizes = [sum(game.board_cards[: int(tree.round[node]) + 1]) for node in nodes]
        return [(node, bytes(dealt[:size])) for node, dealt, size in zip(nodes, cards, sizes, strict=True)]

    def _asked(self, node: int, board: bytes) -> NDArray[np.float64]:
        hand = public_hand(self.tree.spot.game, board)
        hand.play(self.tree.line_of(node).replace("/", " "))
        return by_edge(self.tree, node, hand, self._bot)


def by_edge(tree: PublicTree, node: int, hand: Hand, bot: StatedPolicy) -> NDArray[np.float64]:
    """[holdings, edges of a node]: what a bot plays in a hand; 0 for holdings that share a card with the board."""
    actions, shares = bot.ask(hand)
    apart = holdings(tree.spot.game).apart_from(hand.board_bytes)
    kinds = [int(tree.edge_kind[edge]) for edge in tree.edges(node)]
    result: NDArray[np.float64] = np.zeros((len(shares), len(kinds)))
    for action, column in zip(actions, shares.T, strict=True):
        if EDGES[action.kind] in kinds:
            result[:, kinds.index(EDGES[action.kind])] += column
        elif column[apart].any():
            raise BotError(f"{bot.name} plays {action}, which the tree does not have, in {hand}")
    result[~apart] = 0
    return result

"""The decisions of a public tree as hands of the engine, whose hole cards nobody knows."""

from __future__ import annotations

from collections.abc import Iterator

from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.game import Hand
from railbird.game.dealing import deck
from railbird.solve.stated_policy import public_hand


def public_decisions(tree: PublicTree) -> Iterator[tuple[int, Hand]]:
    """Each decision with a hand in which it comes up, on some board.

    >>> from railbird.abstraction import Spot, public_tree
    >>> [(node, hand.actor) for node, hand in public_decisions(public_tree(Spot("kuhn")))]
    [(0, 0), (6, 1), (1, 1), (3, 0)]
    """
    game = tree.spot.game
    waiting = [(0, public_hand(game, bytes(deck(game)[: sum(game.board_cards)])))]
    while waiting:
        node, hand = waiting.pop()
        if tree.kind[node] == DECISION:
            yield node, hand
        for edge in tree.edges(node):
            after = hand
            if tree.kind[node] == DECISION:
                after = hand.clone()
                after.act(tree.edge_text(edge))
            waiting.append((int(tree.children[edge]), after))

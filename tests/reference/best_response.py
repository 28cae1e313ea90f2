"""A best response to a policy, by plain recursion: every board, every pair of holdings, no vectors, no symmetry."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import comb

from railbird.abstraction.public_tree import DEAL, FOLDED, LOSS, SHOWDOWN, TIE, WIN, PublicTree
from railbird.cards import evaluate
from railbird.game.holdings import holdings

Policy = Callable[[int, bytes, int], list[float]]
"""The probabilities of a node's actions, on a board, with a holding."""
ByHolding = dict[int, float]


def best_response_value(tree: PublicTree, policy: Policy, player: int) -> float:
    """What the best response of a player wins, in chips a hand."""
    game, every = tree.spot.game, [frozenset(row) for row in holdings(tree.spot.game).cards.tolist()]
    deck, apart = holdings(game).deck, [[not (a & b) for b in every] for a in every]
    kinds, actors, payoffs = tree.kind.tolist(), tree.actor.tolist(), tree.payoffs()[:, player].tolist()
    children = [[int(tree.children[edge]) for edge in tree.edges(node)] for node in range(len(tree))]

    @cache
    def left(board: bytes) -> list[int]:
        """The holdings that a board leaves."""
        return [h for h, cards in enumerate(every) if not cards & set(board)]

    @cache
    def rank(holding: int, board: bytes) -> int:
        return int(evaluate(bytes((*every[holding], *board))))

    def won(node: int, own: int, other: int, board: bytes) -> float:
        results: list[float] = payoffs[node]
        if kinds[node] == FOLDED or rank(own, board) > rank(other, board):
            return results[WIN]
        return results[LOSS if rank(own, board) < rank(other, board) else TIE]

    def values(node: int, board: bytes, reach: ByHolding) -> ByHolding:
        """The value of each holding, against the other's reach."""
        mine = left(board)
        if kinds[node] in (FOLDED, SHOWDOWN):
            return {
                own: sum(weight * won(node, own, other, board) for other, weight in reach.items() if apart[own][other])
                for own in mine
            }
        if kinds[node] == DEAL:
            count, result = game.board_cards[tree.round[node]], dict.fromkeys(mine, 0.0)
            ways = comb(len(deck) - 2 * game.hole_cards - len(board), count)
            for new in combinations([card for card in deck if card not in board], count):
                possible = {h: weight for h, weight in reach.items() if not every[h] & set(new)}
                for h, value in values(children[node][0], board + bytes(new), possible).items():
                    result[h] += value / ways
            return result
        if actors[node] == player:
            found = [values(child, board, reach) for child in children[node]]
            return {h: max(each[h] for each in found) for h in mine}
        result, shares = dict.fromkeys(mine, 0.0), {h: policy(node, board, h) for h in reach}
        for action, child in enumerate(children[node]):
            after = {h: weight * shares[h][action] for h, weight in reach.items()}
            for h, value in values(child, board, after).items():
                result[h] += value
        return result

    total = sum(values(0, b"", dict.fromkeys(range(len(every)), 1.0)).values())
    return total / sum(map(sum, apart)) - tree.pot / 2

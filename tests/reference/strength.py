"""Hand strength and potential, written plainly: every opposing hand on every board, evaluated by phevaluator."""

from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from railbird.cards import ALL_HOLE_CARDS, Card, HoleCards


def standing(mine: int, other: int) -> int:
    """0 ahead, 1 tied, 2 behind; phevaluator's values are lower for better hands."""
    return 0 if mine < other else 1 if mine == other else 2


def potential_table(
    hand: HoleCards, board: tuple[Card, ...], weights: NDArray[np.float64], cards_ahead: int
) -> NDArray[np.float64]:
    """T(now, later): the weights of all opposing hands and completions of the board."""
    table = np.zeros((3, 3))
    mine = [int(hand.low), int(hand.high)]
    known = {*mine, *map(int, board)}
    for other in ALL_HOLE_CARDS:
        theirs = [int(other.low), int(other.high)]
        weight = weights[other.index]
        if weight == 0 or known & set(theirs):
            continue
        now = standing(evaluate_cards(*mine, *board), evaluate_cards(*theirs, *board))
        unseen = [card for card in range(52) if card not in known and card not in theirs]
        for more in combinations(unseen, cards_ahead):
            later = standing(evaluate_cards(*mine, *board, *more), evaluate_cards(*theirs, *board, *more))
            table[now, later] += weight
    return table

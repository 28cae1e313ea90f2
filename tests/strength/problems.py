"""Small random equity problems, and their solutions by brute force."""

import random

import numpy as np

from railbird import Card, HoleCards, Range
from railbird.errors import EquityError
from railbird.strength.problem import EquityProblem
from tests.reference import equity as reference


def random_problem(seed: int) -> EquityProblem:
    """Two to four players with one to six weighted hands each, and few enough cards left for brute force."""
    choose = random.Random(seed)
    while True:
        players = choose.choice([2, 2, 2, 3, 3, 4])
        street = choose.choice([0, 0, 3, 4, 5])
        deck = choose.sample(range(52), 52)
        board = deck[:street]
        live = deck[street : street + choose.randint(2 * players + 5 - street, 18 if street < 4 else 47)]
        dead = deck[street + len(live) :]
        ranges = []
        for _ in range(players):
            weights = np.zeros(1326)
            for _ in range(choose.randint(1, 6)):
                pool = live if choose.random() < 0.9 else deck
                hand = HoleCards(*map(Card, choose.sample(pool, 2)))
                weights[hand.index] = choose.choice([1.0, 0.5, choose.random()])
            ranges.append(Range.from_weights(weights))
        try:
            return EquityProblem.of(ranges, map(Card, board), map(Card, dead))
        except EquityError:
            continue


def reference_tally(problem: EquityProblem) -> list[float]:
    """The solution by brute force."""
    ranges = [{(int(hand.high), int(hand.low)): weight for hand, weight in given.hands()} for given in problem.ranges]
    return reference.tally(ranges, [int(card) for card in problem.board], [int(card) for card in problem.dead])

"""Random calls of the strength kernels: unusual boards, ranges and hands, each result checked by counting.

Run from the project's root: python -m tests.strength.questions [NUMBER] [SEED]
"""

import random
import sys
import time
from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.cards import ALL_HOLE_CARDS, DECK, HAND_MASKS, Card, HoleCards, Range, card_mask, evaluate_array
from railbird.strength import negative_potential, positive_potential, potential_tables, standings

Array = NDArray[np.float64]
HANDS = np.array([(hand.low, hand.high) for hand in ALL_HOLE_CARDS], dtype=np.uint8)


def random_board(choose: random.Random, cards: int) -> tuple[Card, ...]:
    """Any board, one with few ranks, or one of a single suit."""
    kind = choose.random()
    deck = list(DECK)
    if kind < 0.25:
        ranks = choose.sample(range(13), 2)
        deck = [card for card in DECK if card.rank in ranks]
    elif kind < 0.5:
        suit = choose.randrange(4)
        deck = [card for card in DECK if card.suit == suit]
    return tuple(choose.sample(deck, cards))


def random_range(choose: random.Random) -> Range:
    """All hands, a few, one, those with one card, or weights of all sizes."""
    kind = choose.randrange(6)
    if kind == 0:
        return Range("random")
    if kind == 1:
        card = choose.choice(DECK)
        return Range.from_hands(hand for hand in ALL_HOLE_CARDS if card in (hand.high, hand.low))
    few = choose.sample(range(1326), choose.choice([1, 2, 20, 200, 1326]))
    weights = np.zeros(1326)
    weights[few] = [choose.random() if kind < 4 else 10 ** -choose.uniform(0, 12) for _ in few]
    return Range.from_weights(weights)


def counted_table(hand: HoleCards, board: tuple[Card, ...], weights: Array, ahead: int) -> Array:
    """T(now, later) of one hand, from arrays of all opposing hands on all boards."""
    known = card_mask((hand.high, hand.low, *board))
    others = np.flatnonzero((HAND_MASKS & np.uint64(known) == 0) & (weights > 0))
    unseen = [card for card in DECK if not known >> card & 1]
    more = np.array(list(combinations(unseen, ahead)), dtype=np.uint8).reshape(comb(len(unseen), ahead), ahead)
    own = np.array([*board, hand.low, hand.high], dtype=np.uint8)
    mine_now = int(evaluate_array(own[None])[0])
    mine_later = evaluate_array(np.column_stack([np.tile(own, (len(more), 1)), more]))
    new = np.bitwise_or.reduce(np.uint64(1) << more.astype(np.uint64), axis=1) if ahead else np.zeros(1, np.uint64)
    table = np.zeros((3, 3))
    for other in others:
        theirs = np.array([*board, *HANDS[other]], dtype=np.uint8)
        now = _standing(mine_now, int(evaluate_array(theirs[None])[0]))
        possible = HAND_MASKS[other] & new == 0
        theirs_later = evaluate_array(np.column_stack([np.tile(theirs, (int(possible.sum()), 1)), more[possible]]))
        ahead_of, tied = (mine_later[possible] > theirs_later).sum(), (mine_later[possible] == theirs_later).sum()
        table[now] += weights[other] * np.array([ahead_of, tied, possible.sum() - ahead_of - tied])
    return table


def _standing(mine: int, other: int) -> int:
    return 0 if mine > other else 1 if mine == other else 2


def check_question(choose: random.Random) -> str:
    """Compute all hands, some and one, and check one of them by counting."""
    cards = choose.choice([3, 4, 5])
    board, versus = random_board(choose, cards), random_range(choose)
    ahead = choose.choice([0, 0, 1, 1, 2][: 2 * (6 - cards) - 1])
    weights = versus.without(board).weights
    if not weights.any():
        return "no hand left"
    tables = potential_tables(board, versus, cards_ahead=ahead, threads=choose.choice([1, 2]))
    later = standings(board, versus, cards_ahead=ahead)
    scale = weights.max()
    assert (tables >= 0).all()
    np.testing.assert_allclose(tables.sum(axis=1), later, rtol=1e-9, atol=1e-9 * scale)
    live = [each for each in ALL_HOLE_CARDS if not {each.high, each.low} & set(board)]
    asked = choose.sample(live, 6)
    if choose.random() < 0.5:  # the best hand and the worst, which have no potential
        values = evaluate_array(np.array([[*board, each.low, each.high] for each in live], dtype=np.uint8))
        asked[0] = live[choose.choice([int(values.argmax()), int(values.argmin())])]
    some = potential_tables(board, versus, cards_ahead=ahead, hands=Range.from_hands(asked))
    one = potential_tables(board, versus, cards_ahead=ahead, hands=asked[0])
    assert {*np.flatnonzero(some.any(axis=(1, 2)))} <= {hand.index for hand in asked}
    for hand in asked:
        np.testing.assert_allclose(some[hand.index], tables[hand.index], rtol=1e-9, atol=1e-9 * scale)
    expected = counted_table(asked[0], board, weights, ahead)
    for result in (tables, some, one):
        np.testing.assert_allclose(result[asked[0].index], expected, rtol=1e-9, atol=1e-9 * scale)
        for potential in (positive_potential, negative_potential):
            np.testing.assert_allclose(potential(result[asked[0].index]), potential(expected), rtol=0, atol=1e-9)
    return f"{cards} cards, {ahead} ahead"


def main(count: int = 1000, seed: int = 0) -> None:
    choose = random.Random(seed)
    start = time.perf_counter()
    outcomes = Counter(check_question(choose) for _ in range(count))
    print(f"{count} questions in {time.perf_counter() - start:.0f} s: {dict(outcomes)}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""The value of a hand by the rules of poker: the best of all choices of five cards."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations


def hand_value(cards: Sequence[int]) -> tuple[int, ...]:
    """A value that orders hands; only hands with the same number of cards can be compared."""
    if len(cards) <= 5:
        return five_card_value(cards)
    return max(five_card_value(five) for five in combinations(cards, 5))


def five_card_value(cards: Sequence[int]) -> tuple[int, ...]:
    """The category, then the ranks, most frequent first. Straights and flushes need five cards."""
    ranks = [card // 4 for card in cards]
    groups = sorted(Counter(ranks).items(), key=lambda group: (group[1], group[0]), reverse=True)
    order = [rank for rank, _ in groups]
    counts = [count for _, count in groups]
    flush = len(cards) == 5 and len({card % 4 for card in cards}) == 1
    straight = len(cards) == 5 and len(order) == 5 and order[0] - order[4] == 4
    if len(cards) == 5 and order == [12, 3, 2, 1, 0]:
        straight, order = True, [3, 2, 1, 0, -1]
    if straight and flush:
        category = 8
    elif counts[0] == 4:
        category = 7
    elif counts[:2] == [3, 2]:
        category = 6
    elif flush:
        category = 5
    elif straight:
        category = 4
    elif counts[0] == 3:
        category = 3
    elif counts[:2] == [2, 2]:
        category = 2
    elif counts[0] == 2:
        category = 1
    else:
        category = 0
    return (category, *order)

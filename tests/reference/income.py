"""Income rates by roll-out, written plainly."""

import random
from collections.abc import Callable

from railbird.cards import Card, HandClass, HoleCards, evaluate


def roll_out(
    players: int, plays: Callable[[HandClass], float], dead_money: float, deals: int, choose: random.Random
) -> dict[str, list[float]]:
    """The incomes of each class whenever it was dealt, as if it had been played, in small bets."""
    incomes: dict[str, list[float]] = {}
    for _ in range(deals):
        cards = [Card(card) for card in choose.sample(range(52), 5 + 2 * players)]
        board = tuple(cards[:5])
        hands = [HoleCards(*sorted(cards[5 + 2 * i : 7 + 2 * i], reverse=True)) for i in range(players)]
        values = [evaluate((hand.high, hand.low, *board)) for hand in hands]
        in_play = [choose.random() < plays(HandClass.of(hand)) for hand in hands]
        for hero, hand in enumerate(hands):
            others = [values[player] for player in range(players) if in_play[player] and player != hero]
            income = -1.0
            if values[hero] >= max(others, default=0):
                income += (len(others) + 1 + dead_money) / (1 + others.count(values[hero]))
            incomes.setdefault(str(HandClass.of(hand)), []).append(income)
    return incomes

"""Numbers of deals and buckets of hands per second, on deals that were not seen before."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Contestant, Task
from railbird.abstraction.cards import CardAbstraction
from railbird.abstraction.cards.deal_index import deal_index
from railbird.bots.equilibrium.strategies import DATA, loaded
from railbird.game import limit

DEALS = 200_000
"""Deals at once, for the index."""
HANDS, BOARDS = 2_000, 50
STREETS = {"flop": 5, "turn": 6, "river": 7}
"""Cards of a deal."""


def abstractions() -> Iterator[Task]:
    for street, (name, cards) in enumerate(STREETS.items(), start=1):
        yield from _index(street, name, cards)
    for bot in ("kestrel", "psopti"):
        part = next(iter(loaded(bot, DATA / f"{bot}.strategy").values()))
        for name, cards in STREETS.items():
            yield _one_hand(bot, part.cards, name, cards)
            yield _whole_board(bot, part.cards, name, cards)


def _index(street: int, name: str, cards: int) -> Iterator[Task]:
    index, deals = deal_index(limit()), _deals(DEALS, cards)
    numbers = index.numbers(street, deals)
    ways = {
        f"Numbers of {name} deals": lambda: index.numbers(street, deals),
        f"Deals of {name} numbers": lambda: index.deals(street, numbers),
    }
    for title, work in ways.items():
        ours = Contestant("railbird", work, units=DEALS, ours=True)
        yield Task(f"{title}, {DEALS:,} at once, one core", [ours], unit="deals/s", per_second=True)


def _one_hand(bot: str, buckets: CardAbstraction, name: str, cards: int) -> Task:
    deals = [(row[:2].tobytes(), row[2:].tobytes()) for row in _deals(HANDS, cards)]

    def look_up() -> None:
        for hole, board in deals:
            buckets.path(hole, board)

    title = f"Buckets of {bot} for one hand on all streets up to the {name}, fresh deals, one core"
    return Task(title, [Contestant("railbird", look_up, units=HANDS, ours=True)], unit="hands/s", per_second=True)


def _whole_board(bot: str, buckets: CardAbstraction, name: str, cards: int) -> Task:
    boards = [row[2:].tobytes() for row in _deals(BOARDS, cards)]

    def look_up() -> None:
        for board in boards:
            buckets.of_board(board)

    title = f"Buckets of {bot} for all hands on all streets up to the {name}, fresh boards, one core"
    return Task(title, [Contestant("railbird", look_up, units=BOARDS, ours=True)], unit="boards/s", per_second=True)


def _deals(count: int, cards: int) -> NDArray[np.uint8]:
    """Random deals: [count, cards]."""
    generator = np.random.default_rng(1)
    return np.argsort(generator.random((count, 52)), axis=1)[:, :cards].astype(np.uint8)

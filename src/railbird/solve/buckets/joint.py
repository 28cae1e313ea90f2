"""Joint tables: how often the buckets of two players meet on the last street, and who wins.

They are what chance does in an abstract game with perfect recall. Small games are counted over all boards. In hold'em
boards are drawn at random, and on each of them all pairs of hands are counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import accumulate, combinations, islice
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird._threads import thread_count
from railbird.abstraction.cards import CardAbstraction
from railbird.errors import GameError
from railbird.game import Game
from railbird.game.dealing import deck
from railbird.game.holdings import holdings

BOARDS = 20_000
"""How many boards are drawn if nothing else is said. Ours."""
MOST_EXACT = 30_000
"""Games with at most this many boards are counted over all of them. Ours."""
BLOCK = 50
"""Boards of one block, which one thread counts. Ours."""

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class JointTables:
    """What chance does to the buckets of two players."""

    meetings: Array
    """[buckets of player 0, buckets of player 1] on the last street: the probability that they are dealt these."""
    wins: Array
    """The same shape: the probability that player 0 wins, minus the probability that player 1 does."""
    boards: int
    """How many boards were counted."""
    exact: bool
    """Whether those were all boards."""


class JointCounter:
    """Counts joint tables, block by block, so that the work can be stopped and go on later.

    ``weights`` are the weights of all holdings in the ranges of both players, 1 by default. The result does not depend
    on the number of threads.
    """

    def __init__(
        self, cards: CardAbstraction, boards: int = BOARDS, seed: int = 1, weights: Sequence[Array] | None = None
    ) -> None:
        if boards < 1:
            raise GameError(f"joint tables are counted over one or more boards, not {boards}")
        self.cards = cards
        self.seed = seed
        self.exact = count_boards(cards.game) <= MOST_EXACT
        self.boards = count_boards(cards.game) if self.exact else boards
        self.done = 0
        """Boards counted so far."""
        size = cards.counts[-1]
        self.meetings, self.wins = np.zeros((size, size)), np.zeros((size, size))
        self._masks = holdings(cards.game).masks
        self._weights = np.ones((2, len(self._masks))) if weights is None else np.stack(list(weights))
        self._every = all_boards(cards.game) if self.exact else None

    def run(self, threads: int | None = None, progress: Progress = report_nothing, most: int | None = None) -> None:
        """Count the remaining boards, or at most ``most`` of them, rounded up to whole rounds of blocks."""
        workers = thread_count(threads)
        last = self.boards if most is None else min(self.boards, self.done + most)
        with ThreadPoolExecutor(workers) as pool:
            while self.done < last:
                blocks = [self._next_block(number) for number in range(workers)]
                for meetings, wins in pool.map(self._count, [block for block in blocks if block]):
                    self.meetings += meetings
                    self.wins += wins
                self.done += sum(map(len, blocks))
                progress(self.done / self.boards)

    def skip(self, boards: int) -> None:
        """Go on after this many boards, whose counts have been filled in."""
        self.done = boards
        if self._every is not None:
            self._every = islice(all_boards(self.cards.game), boards, None)

    def tables(self) -> JointTables:
        """The tables as probabilities."""
        total = self.meetings.sum()
        if total <= 0:
            raise GameError("no two hands of these ranges can be dealt together")
        return JointTables(self.meetings / total, self.wins / total, self.done, self.exact)

    def _next_block(self, number: int) -> list[bytes]:
        """The boards of a block that comes after those done."""
        first = self.done + number * BLOCK
        size = max(0, min(BLOCK, self.boards - first))
        if self._every is not None:
            return list(islice(self._every, size))
        return [random_board(self.cards.game, _core.RandomStream(self.seed, first + each)) for each in range(size)]

    def _count(self, boards: list[bytes]) -> tuple[Array, Array]:
        meetings, wins = np.zeros_like(self.meetings), np.zeros_like(self.wins)
        for board in boards:
            buckets = np.ascontiguousarray(self.cards.of_board(board)[-1])
            mask = sum(1 << card for card in board)
            _core.add_board(self._masks, buckets, self._weights, mask, meetings, wins)
        return meetings, wins


def joint_tables(
    cards: CardAbstraction,
    *,
    boards: int = BOARDS,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress = report_nothing,
) -> JointTables:
    """Count the joint tables of an abstraction with perfect recall.

    >>> from railbird.abstraction.cards import build_abstraction
    >>> from railbird.game import leduc
    >>> tables = joint_tables(build_abstraction(leduc(), "buckets(preflop=3, flop=2, by=ehs)"))
    >>> tables.exact, tables.boards, tables.meetings.shape, round(float(tables.wins.sum()), 12)
    (True, 6, (6, 6), 0.0)
    """
    counter = JointCounter(cards, boards, seed)
    counter.run(threads, progress)
    return counter.tables()


def count_boards(game: Game) -> int:
    """The number of boards, with the street on which each card comes."""
    left, total = len(deck(game)), 1
    for cards in game.board_cards:
        total *= comb(left, cards)
        left -= cards
    return total


def all_boards(game: Game) -> Iterator[bytes]:
    """All boards, street by street."""

    def deals(before: bytes, streets: Sequence[int]) -> Iterator[bytes]:
        if not streets:
            yield before
            return
        for cards in combinations([card for card in deck(game) if card not in before], streets[0]):
            yield from deals(before + bytes(cards), streets[1:])

    return deals(b"", [cards for cards in game.board_cards if cards])


def random_board(game: Game, random: _core.RandomStream) -> bytes:
    """A random board."""
    left = list(deck(game))
    return bytes(left.pop(random.below(len(left))) for _ in range(list(accumulate(game.board_cards))[-1]))

"""Boards that may come, up to an exchange of suits that leaves the board before as it is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird.game import Game
from railbird.game.dealing import deck
from railbird.game.holdings import holdings

MOST_KNOWN = 200
"""Boards whose next streets are remembered: those of a flop and a few more. Ours."""
Streets = tuple[bytes, ...]
"""A board, street by street: of each street with cards, the cards in ascending order."""


@dataclass(frozen=True, eq=False, slots=True)
class NextBoard:
    """A board that may come. It stands for all boards that an exchange of suits makes of it."""

    streets: Streets
    exchanges: tuple[int, ...]
    """One exchange of suits for each of these boards; the first changes nothing."""

    @property
    def cards(self) -> bytes:
        return b"".join(self.streets)

    @property
    def ways(self) -> int:
        """How many boards it stands for."""
        return len(self.exchanges)


class BoardClasses:
    """The boards of a game, street by street.

    >>> from railbird.game import limit
    >>> boards = BoardClasses(limit())
    >>> flops = boards.after(())
    >>> len(flops), sum(flop.ways for flop in flops)
    (1755, 22100)
    >>> turns = boards.after(flops[-1].streets)
    >>> len(turns), sum(turn.ways for turn in turns)
    (25, 49)
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cards = tuple(deck(game))
        suits = sorted({card % 4 for card in self.cards})
        self._exchanges = [_exchange(dict(zip(suits, new, strict=True))) for new in permutations(suits)]
        self._all = holdings(game)
        self._street_cards = [cards for cards in game.board_cards if cards]
        self._after = lru_cache(maxsize=MOST_KNOWN)(self._found_after)
        self._below = lru_cache(maxsize=MOST_KNOWN)(self.below)
        self._together = lru_cache(maxsize=MOST_KNOWN)(self._images_of)
        self._images: dict[int, NDArray[np.int32]] = {}

    def after(self, streets: Streets) -> list[NextBoard]:
        """The boards with one street more, in the order of their cards."""
        return self._after(streets)

    def _found_after(self, streets: Streets) -> list[NextBoard]:
        kept = [number for number in range(len(self._exchanges)) if self._keeps(number, streets)]
        before = frozenset(b"".join(streets))
        rest = [card for card in self.cards if card not in before]
        found, seen = [], set[bytes]()
        for new in combinations(rest, self._street_cards[len(streets)]):
            if bytes(new) in seen:
                continue
            images: dict[bytes, int] = {}
            for number in kept:
                images.setdefault(self._moved(number, bytes(new)), number)
            seen |= images.keys()
            found.append(NextBoard((*streets, bytes(new)), tuple(images.values())))
        return found

    def chance(self, streets: Streets) -> float:
        """The probability of each board after this one, given the holdings of two players."""
        left = len(self.cards) - 2 * self.game.hole_cards - sum(map(len, streets))
        return 1 / comb(left, self._street_cards[len(streets)])

    def images(self, exchange: int) -> NDArray[np.int32]:
        """[holdings]: where an exchange of suits takes each holding."""
        if exchange not in self._images:
            table = np.array(self._exchanges[exchange], dtype=np.uint8)
            places = [self._all.index(row.tobytes()) for row in table[self._all.cards]]
            self._images[exchange] = np.array(places, dtype=np.int32)
        return self._images[exchange]

    def all_images(self, exchanges: tuple[int, ...]) -> NDArray[np.int32]:
        """[exchanges, holdings]: the same for several exchanges."""
        return self._together(exchanges)

    def _images_of(self, exchanges: tuple[int, ...]) -> NDArray[np.int32]:
        return np.array([self.images(exchange) for exchange in exchanges])

    def below(self, flop: Streets, streets: int) -> dict[Streets, int]:
        """The boards of this many streets after a flop, each with its number."""
        row = [flop]
        while len(row[0]) < streets:
            row = [board.streets for before in row for board in self.after(before)]
        return {board: number for number, board in enumerate(row)}

    def number_below(self, streets: Streets) -> int | None:
        """The number of a board among those after its flop; None if another board stands for it."""
        return self._below(streets[:1], len(streets)).get(streets)

    @property
    def exchange_count(self) -> int:
        """How many exchanges of suits there are; the first changes nothing, and the last turns their order round."""
        return len(self._exchanges)

    def exchanged(self, exchange: int, cards: bytes) -> bytes:
        """Cards after an exchange of suits, in the same order."""
        table = self._exchanges[exchange]
        return bytes(table[card] for card in cards)

    def _keeps(self, exchange: int, streets: Streets) -> bool:
        return all(self._moved(exchange, street) == street for street in streets)

    def _moved(self, exchange: int, cards: bytes) -> bytes:
        return bytes(sorted(self.exchanged(exchange, cards)))


def _exchange(new_suit: dict[int, int]) -> tuple[int, ...]:
    """The new number of each card."""
    return tuple(card - card % 4 + new_suit.get(card % 4, card % 4) for card in range(52))


@lru_cache(maxsize=4)
def board_classes(game: Game) -> BoardClasses:
    """The boards of a game; computed once."""
    return BoardClasses(game)

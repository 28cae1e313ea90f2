"""Where the cards of a hand come from.

A deal is a ``bytes`` object of card numbers in dealing order: the hole cards of each position, then the whole board,
whether or not the hand will get that far. ``UNKNOWN_CARD`` stands for an unknown card, as in hands from histories:
either all hole cards of a player, or the board cards of a round and of all later rounds.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from typing import Protocol

import numpy as np

from railbird import _core
from railbird.cards import Card, parse_cards
from railbird.errors import GameError, quoted
from railbird.game.definition import Game

UNKNOWN_CARD = 0xFF
"""The number of an unknown card in a deal."""


class Dealing(Protocol):
    """Deals the hands of a match, numbered from 0."""

    def deal(self, game: Game, hand: int) -> bytes: ...


class SeededDealing:
    """Deals from a seed. Hand k is the same on every machine, and does not depend on the hands before it.

    >>> from railbird.game import limit
    >>> SeededDealing(7).deal(limit(), 12) == SeededDealing(7).deal(limit(), 12)
    True
    """

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int) or not 0 <= seed < 2**64:
            raise GameError(f"a seed must be a whole number between 0 and 2^64 - 1, not {quoted(str(seed))}")
        self.seed = seed

    def deal(self, game: Game, hand: int) -> bytes:
        return _core.deal_cards(game.native, self.seed, _checked(hand))


@dataclass(frozen=True, slots=True)
class Flop:
    """A flop that is dealt more or less often than others.

    >>> str(Flop.parse("AhKd2c:0.5")), str(Flop.parse("AhKd2c"))
    ('AhKd2c:0.5', 'AhKd2c')
    """

    cards: bytes
    weight: float = 1.0

    @classmethod
    def parse(cls, text: str) -> Flop:
        """Parse cards, and after a colon a weight. Raises GameError or CardError."""
        cards, colon, weight = text.partition(":")
        try:
            number = float(weight) if colon else 1.0
        except ValueError:
            number = 0.0
        if not 0 < number < math.inf:
            raise GameError(f"the weight of a flop is a number above 0, as in AhKd2c:0.5, not {quoted(text)}")
        return cls(bytes(map(int, parse_cards(cards))), number)

    def __str__(self) -> str:
        cards = "".join(str(Card(card)) for card in self.cards)
        return cards if self.weight == 1 else f"{cards}:{self.weight!r}"


class FlopDealing:
    """Deals from a seed, with only some flops, in suits that are exchanged at random.

    A flop comes as often as its weight says. All other cards are as likely as ever, given the flop. In games with other
    streets, the flop is the first cards of the board.

    >>> from railbird.game import limit
    >>> deal = FlopDealing(7, [Flop.parse("AhKh2h")]).deal(limit(), 12)
    >>> len({card % 4 for card in deal[4:7]}), sorted(card // 4 for card in deal[4:7])
    (1, [0, 11, 12])
    """

    def __init__(self, seed: int, flops: Sequence[Flop]) -> None:
        self._dealing = SeededDealing(seed)
        self._flops = [flop.cards for flop in flops]
        self._up_to = list(accumulate(flop.weight for flop in flops))

    def deal(self, game: Game, hand: int) -> bytes:
        start = game.players * game.hole_cards
        flop_cards = next(cards for cards in game.board_cards if cards)
        generator = random.Random(f"{self._dealing.seed} {_checked(hand)}")
        suits = sorted({card % 4 for card in deck(game)})
        exchange = dict(zip(suits, generator.sample(suits, len(suits)), strict=True))
        flop = [
            card - card % 4 + exchange[card % 4] for card in generator.choices(self._flops, cum_weights=self._up_to)[0]
        ]
        rest = [card for card in deck(game) if card not in flop]
        others = generator.sample(rest, game.cards_needed - flop_cards)
        return bytes([*others[:start], *flop, *others[start:]])


class EntropyDealing:
    """Deals cards that nobody can predict or repeat, for tables with people."""

    def deal(self, game: Game, hand: int) -> bytes:
        _checked(hand)
        return bytes(random.SystemRandom().sample(deck(game), game.cards_needed))


class AcpcDealing:
    """Deals like the ACPC dealer, so its matches can be dealt again from their seeds.

    The dealer draws all hands from one Mersenne Twister (MT19937), so each hand depends on those before it. Dealing in
    order is fast; going back starts again from the first hand.
    """

    def __init__(self, seed: int) -> None:
        if not isinstance(seed, int) or not 0 <= seed < 2**32:
            raise GameError(f"a seed of the ACPC dealer must be between 0 and 2^32 - 1, not {quoted(str(seed))}")
        self.seed = seed
        self._restart()

    def _restart(self) -> None:
        self._generator = np.random.RandomState(self.seed)
        self._next = 0

    def deal(self, game: Game, hand: int) -> bytes:
        if _checked(hand) < self._next:
            self._restart()
        while True:
            dealt = self._deal_next(game)
            if self._next > hand:
                return dealt

    def _deal_next(self, game: Game) -> bytes:
        """Draw from the deck (sorted by suit, then rank); the last card of the deck replaces each drawn card."""
        left = sorted(deck(game), key=lambda card: (card % 4, card))
        words = self._generator.randint(0, 2**32, size=game.cards_needed, dtype=np.uint32)
        dealt = bytearray()
        for word in words.tolist():
            index = word % len(left)
            dealt.append(left[index])
            left[index] = left[-1]
            left.pop()
        self._next += 1
        return bytes(dealt)


def deck(game: Game) -> list[int]:
    """The cards of a game's deck. A short deck keeps the highest ranks and the last suits."""
    return list(deck_of(game.ranks, game.suits))


@lru_cache(maxsize=16)
def deck_of(ranks: int, suits: int) -> tuple[int, ...]:
    """The cards of a deck with so many ranks and suits, ascending."""
    return tuple(4 * rank + suit for rank in range(13 - ranks, 13) for suit in range(4 - suits, 4))


def _checked(hand: int) -> int:
    if not 0 <= hand < 2**64:
        raise GameError(f"the number of a hand must be between 0 and 2^64 - 1, not {hand}")
    return hand

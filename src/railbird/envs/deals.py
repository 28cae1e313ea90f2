"""The hands of one table with fixed seats: hand after hand from one seed, while the button moves."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from railbird.agent import HandDriver
from railbird.envs.batch import checked_deal, checked_seeds
from railbird.envs.encoding import Encoding
from railbird.errors import GameError
from railbird.game import Hand, SeededDealing

DEALS = "deal"
"""The option of ``reset`` that gives the cards of the hand. Others are ignored, as PettingZoo wants it."""


class HandSequence:
    """Deals one hand after another. In hand h, seat s has the position ``(s - h) % players``."""

    def __init__(self, encoding: Encoding, names: tuple[str, ...]) -> None:
        self.encoding = encoding
        self.names = names
        """Player ids, by seat."""
        self.seed: int | None = None
        self.number = -1
        """The number of the hand that was dealt last."""
        if Hand(encoding.game, SeededDealing(0).deal(encoding.game, 0)).over:
            raise GameError(f"{encoding.game}: nobody has a decision in this game: the blinds take all chips")

    def begin(self, seed: int | None) -> bool:
        """Start again with a seed, or with a random one if there was none yet. Returns whether it did."""
        if seed is None and self.seed is not None:
            return False
        self.seed = secrets.randbits(63) if seed is None else int(checked_seeds([seed], 1)[0])
        self.number = -1
        return True

    def deal(self, options: Mapping[str, Any] | None = None) -> HandDriver:
        """Deal the next hand."""
        cards = (options or {}).get(DEALS)
        game = self.encoding.game
        assert self.seed is not None
        number = self.number + 1
        deal = SeededDealing(self.seed).deal(game, number) if cards is None else checked_deal(game, cards)
        self.number = number
        players = [self.names[self.seat(position)] for position in range(game.players)]
        return HandDriver(game, deal, players=players)

    def seat(self, position: int) -> int:
        """The seat at a position in this hand."""
        return (position + self.number) % len(self.names)

    def position(self, seat: int) -> int:
        """The position of a seat in this hand."""
        return (seat - self.number) % len(self.names)

    def payoffs(self, driver: HandDriver) -> list[float]:
        """What each seat won, in units of reward."""
        parts = driver.finished().payoff_parts()
        whole = 2520 * self.encoding.unit
        return [parts[self.position(seat)] / whole for seat in range(len(self.names))]

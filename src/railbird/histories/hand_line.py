"""How the store writes a hand: one line ``BETTING:CARDS:PAYOFFS``, by position.

Betting and cards are written as in ACPC logs. Payoffs are exact; a split chip is a fraction such as ``11/2``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from railbird.game import Game, Hand
from railbird.game.events import ChipAmount
from railbird.histories.acpc import replayed


class HandLine(NamedTuple):
    """A stored hand, parsed as far as possible without the rules of its game."""

    betting: str
    cards: str
    payoffs: tuple[ChipAmount, ...]

    @classmethod
    def parse(cls, text: str) -> HandLine:
        """Parse a line. Raises ValueError if it is malformed.

        >>> HandLine.parse("rf:|AhKh:-10|10").payoffs
        (-10, 10)
        """
        betting, cards, amounts = text.split(":")
        return cls(betting, cards, tuple([chip_amount(amount) for amount in amounts.split("|")]))

    def hand(self, game: Game, players: Sequence[str]) -> Hand:
        """Replay the hand by the rules of a game."""
        return replayed(game, self.betting, self.cards, players)


def hand_line(hand: Hand, payoffs: Sequence[ChipAmount]) -> str:
    """The line of a finished hand.

    >>> from railbird.game import limit
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c r f")
    >>> hand_line(hand, hand.payoffs)
    'crf:AhKh|QsQd:10|-10'
    """
    return f"{hand.acpc_text()}:{'|'.join(map(str, payoffs))}"


def chip_amount(text: str) -> ChipAmount:
    """Parse chips as the store writes them: ``-20`` or ``11/2``."""
    return Fraction(text) if "/" in text else int(text)

"""The line in which the store has a hand that was played: ``BETTING:CARDS:PAYOFFS``, by position.

Betting and cards are as in the ACPC's logs; payoffs are exact, a split chip being a fraction such as ``11/2``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from railbird.game import Game, Hand
from railbird.game.events import ChipAmount
from railbird.histories.acpc import replayed


class HandLine(NamedTuple):
    """A stored hand, read as far as that needs no rules."""

    betting: str
    cards: str
    payoffs: tuple[ChipAmount, ...]

    @classmethod
    def parse(cls, text: str) -> HandLine:
        """Read a line. Raises ValueError if it is malformed.

        >>> HandLine.parse("rf:|AhKh:-10|10").payoffs
        (-10, 10)
        """
        betting, cards, amounts = text.split(":")
        return cls(betting, cards, tuple([chip_amount(amount) for amount in amounts.split("|")]))

    def hand(self, game: Game, players: Sequence[str]) -> Hand:
        """The hand, played again by the rules of a game."""
        return replayed(game, self.betting, self.cards, players)


def hand_line(hand: Hand, payoffs: Sequence[ChipAmount]) -> str:
    """The line of a hand that is over.

    >>> from railbird.game import limit
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c r f")
    >>> hand_line(hand, hand.payoffs)
    'crf:AhKh|QsQd:10|-10'
    """
    return f"{hand.acpc_text()}:{'|'.join(map(str, payoffs))}"


def chip_amount(text: str) -> ChipAmount:
    """Chips as the store has them: ``-20`` or ``11/2``."""
    return Fraction(text) if "/" in text else int(text)

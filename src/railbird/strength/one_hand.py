"""One hand against any hand, as fast as a bot can ask: strength and potential in some microseconds."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from railbird import _core
from railbird.cards import Card, HoleCards, card_mask
from railbird.errors import CardError, StrengthError
from railbird.strength.potential import effective_hand_strength, hand_strength, negative_potential, positive_potential
from railbird.strength.standing import dealt_board

QUESTIONS_IN_MEMORY = 4096


@dataclass(frozen=True, slots=True)
class OneHand:
    """HS, PPot and NPot of one hand against any hand; see ``potential`` for the formulas."""

    hs: float
    ppot: float
    npot: float
    table: tuple[tuple[int, int, int], ...]
    """T(now, later) over ahead, tied and behind: opposing hands times boards that may come."""

    @property
    def ehs(self) -> float:
        """HS + (1 − HS) · PPot."""
        return float(effective_hand_strength(self.hs, self.ppot))

    @property
    def win_probability(self) -> float:
        """HS · (1 − NPot) + (1 − HS) · PPot."""
        return float(effective_hand_strength(self.hs, self.ppot, self.npot))


def one_hand(
    hand: str | HoleCards | Iterable[Card], board: str | Iterable[Card], *, cards_ahead: int | None = None
) -> OneHand:
    """Strength and potential of a hand against one that may be any: with the next card, or with two.

    On the river nothing changes any more. What was asked before is remembered.

    >>> found = one_hand("AdQc", "Jh4c3h")
    >>> [round(each, 4) for each in (found.hs, found.ppot, found.npot)]
    [0.5851, 0.1083, 0.1454]
    """
    if isinstance(hand, (str, HoleCards)):
        hole = HoleCards.parse(hand) if isinstance(hand, str) else hand
        mine: tuple[Card, ...] = (hole.high, hole.low)
    else:
        mine = tuple(map(Card, hand))
    cards = dealt_board(board)
    if len({*mine, *cards}) < len(mine) + len(cards):
        raise StrengthError(f"the hand {''.join(map(str, mine))} shares a card with the board, or has one twice")
    if len(mine) != 2:
        raise CardError(f"a hand has two cards, not {len(mine)}")
    most = 5 - len(cards)
    ahead = min(1, most) if cards_ahead is None else operator.index(cards_ahead)
    if not 0 <= ahead <= most:
        raise StrengthError(f"a board of {len(cards)} cards has 0 to {most} cards to come, not {ahead}")
    return _one_hand(card_mask(mine), card_mask(cards), ahead)


@lru_cache(maxsize=QUESTIONS_IN_MEMORY)
def _one_hand(hand: int, board: int, cards_ahead: int) -> OneHand:
    cells = _core.hand_potential(hand, board, cards_ahead)
    table = (cells[0:3], cells[3:6], cells[6:9])
    now = [sum(row) for row in table]
    return OneHand(float(hand_strength(now)), float(positive_potential(table)), float(negative_potential(table)), table)

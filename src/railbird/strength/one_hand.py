"""One hand against an opponent with any hand, fast enough for bots: strength and potential in microseconds."""

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
    """HS, PPot and NPot of one hand against an opponent with any hand; ``potential`` has the formulas.

    >>> round(one_hand("AdQc", "3h4cJh").hs, 3)
    0.585
    """

    hs: float
    ppot: float
    npot: float
    table: tuple[tuple[int, int, int], ...]
    """T(now, later) over ahead, tied and behind: opposing hands times possible boards."""

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
    """Strength and potential of a hand against an opponent with any hand, one card ahead by default, or two.

    On the river nothing changes any more. Results are cached.

    >>> result = one_hand("AdQc", "Jh4c3h")
    >>> [round(each, 4) for each in (result.hs, result.ppot, result.npot)]
    [0.5851, 0.1083, 0.1454]
    """
    if isinstance(hand, (str, HoleCards)):
        hole = HoleCards.parse(hand) if isinstance(hand, str) else hand
        mine: tuple[Card, ...] = (hole.high, hole.low)
    else:
        mine = tuple(map(Card, hand))
    cards = dealt_board(board)
    if len({*mine, *cards}) < len(mine) + len(cards):
        raise StrengthError(f"the hand {''.join(map(str, mine))} shares a card with the board, or has a card twice")
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

"""Where hands stand against a range, ahead, tied or behind: now, and when one or two more board cards have come.

Every function answers for all 1326 hands at once, or for the hands that are asked for; the cards of a hand and of the
board are taken out of the range that it meets. Numbers are sums of the range's weights, so that against a uniform range
they count hands, and hands times boards when cards are to come.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird._threads import thread_count
from railbird.cards import HAND_MASKS, HANDS, Card, HoleCards, Range, card_mask, parse_cards
from railbird.cards.card import check_board, check_different
from railbird.errors import StrengthError
from railbird.strength.exact import run_blocks

Array = NDArray[np.float64]

AHEAD, TIED, BEHIND = 0, 1, 2

# What a hand costs on one board, in nanoseconds on one core of a 2.1 GHz Xeon.
STEPS_PER_HAND = 30
STEPS_PER_HAND_OF_A_TABLE = 150


def standings(
    board: str | Iterable[Card],
    versus: str | Range = "random",
    *,
    cards_ahead: int = 0,
    hands: HoleCards | Range | None = None,
    threads: int | None = 1,
    progress: Progress = report_nothing,
) -> Array:
    """For each hand the weight of opposing hands that it beats, ties and loses to, as an array [1326, 3].

    With ``cards_ahead``, summed over all boards with one or two more cards. Rows of hands that are not asked for, or
    that share a card with the board, are 0.

    >>> standings("Jh4c3h")[HoleCards.parse("AdQc").index]
    array([628.,   9., 444.])
    """
    work, steps = _problem(board, versus, cards_ahead, hands, tables=False)
    run_blocks(work, steps, thread_count(threads), progress)
    return work.later()


def potential_tables(
    board: str | Iterable[Card],
    versus: str | Range = "random",
    *,
    cards_ahead: int,
    hands: HoleCards | Range | None = None,
    threads: int | None = 1,
    progress: Progress = report_nothing,
) -> Array:
    """For each hand the 3×3 table T(now, later) over ahead, tied and behind, as an array [1326, 3, 3].

    >>> potential_tables("Jh4c3h", cards_ahead=2)[HoleCards.parse("AdQc").index]
    array([[449005.,   3211., 169504.],
           [     0.,   8370.,    540.],
           [ 91981.,   1036., 346543.]])
    """
    work, steps = _problem(board, versus, cards_ahead, hands, tables=True)
    run_blocks(work, steps, thread_count(threads), progress)
    return work.tables().reshape(HANDS, 3, 3)


def _problem(
    board: str | Iterable[Card],
    versus: str | Range,
    cards_ahead: int,
    hands: HoleCards | Range | None,
    *,
    tables: bool,
) -> tuple[_core.Strength, float]:
    cards = parse_cards(board) if isinstance(board, str) else tuple(map(Card, board))
    check_board(cards)
    check_different(cards, "on the board")
    if len(cards) < 3:
        raise StrengthError("strength and potential are questions about a board of three to five cards")
    if not 0 <= cards_ahead <= 5 - len(cards):
        raise StrengthError(f"a board of {len(cards)} cards has 0 to {5 - len(cards)} cards to come, not {cards_ahead}")
    villain = versus if isinstance(versus, Range) else Range(versus)
    weights = villain.without(cards).weights
    if not weights.any():
        raise StrengthError(f"the range {str(villain)!r:.60} has no hand left without the board")
    asked = _asked(hands, cards)
    work = _core.Strength(asked, weights, card_mask(cards), cards_ahead, tables)
    boards = math.comb(52 - len(cards), cards_ahead)
    per_hand = STEPS_PER_HAND_OF_A_TABLE if tables else STEPS_PER_HAND
    return work, float(boards * np.count_nonzero(weights) * per_hand)


def _asked(hands: HoleCards | Range | None, board: tuple[Card, ...]) -> Array:
    if hands is None:
        return np.ones(HANDS)
    if isinstance(hands, HoleCards):
        if HAND_MASKS[hands.index] & np.uint64(card_mask(board)):
            raise StrengthError(f"the hand {hands} shares a card with the board")
        asked = np.zeros(HANDS)
        asked[hands.index] = 1
        return asked
    return (hands.weights > 0).astype(np.float64)

"""Standings of hands against a range (ahead, tied or behind), now and after one or two more board cards.

Every function computes all 1326 hands at once, or only the requested ones; opposing hands that share a card with the
hand or the board are removed. Numbers are sums of the range's weights: against a uniform range they count hands, or
hands times boards if cards are to come. With a range for each of several opponents, the first axis of the array is the
opponent.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, part_of, report_nothing
from railbird._threads import thread_count
from railbird.cards import HAND_MASKS, HANDS, Card, HoleCards, Range, card_mask
from railbird.cards.card import to_board
from railbird.errors import StrengthError, quoted
from railbird.strength.exact import run_blocks

Array = NDArray[np.float64]

Ranges = str | Range | HoleCards | Sequence[str | Range | HoleCards]
"""One range, or one for each opponent."""

AHEAD, TIED, BEHIND = 0, 1, 2
STANDINGS = ("ahead", "tied", "behind")

# The cost of a hand on one board, in nanoseconds on one core of a 2.1 GHz Xeon.
STEPS_PER_HAND = 30
STEPS_PER_HAND_OF_A_TABLE = 150


def standings(
    board: str | Iterable[Card],
    versus: Ranges = "random",
    *,
    cards_ahead: int = 0,
    hands: str | Range | HoleCards | None = None,
    threads: int | None = 1,
    progress: Progress = report_nothing,
) -> Array:
    """[1326, 3]: for each hand, the weight of opposing hands that it beats, ties and loses to.

    With ``cards_ahead``, it is summed over all boards with that many more cards. Rows of hands that are not in
    ``hands``, or that share a card with the board, are 0. The default is one thread, because most calls take a few
    milliseconds and bots run in parallel; None uses every core.

    >>> standings("Jh4c3h")[HoleCards.parse("AdQc").index]
    array([628.,   9., 444.])
    """
    results = [
        work.later() for work in _run(board, to_ranges(versus), cards_ahead, hands, threads, progress, tables=False)
    ]
    return results[0] if isinstance(versus, (str, Range, HoleCards)) else np.stack(results)


def potential_tables(
    board: str | Iterable[Card],
    versus: Ranges = "random",
    *,
    cards_ahead: int,
    hands: str | Range | HoleCards | None = None,
    threads: int | None = 1,
    progress: Progress = report_nothing,
) -> Array:
    """[1326, 3, 3]: for each hand, the table T(now, later) over ahead, tied and behind.

    >>> potential_tables("Jh4c3h", cards_ahead=2)[HoleCards.parse("AdQc").index]
    array([[449005.,   3211., 169504.],
           [     0.,   8370.,    540.],
           [ 91981.,   1036., 346543.]])
    """
    results = [
        work.tables().reshape(HANDS, 3, 3)
        for work in _run(board, to_ranges(versus), cards_ahead, hands, threads, progress, tables=True)
    ]
    return results[0] if isinstance(versus, (str, Range, HoleCards)) else np.stack(results)


def to_range(given: str | Range | HoleCards) -> Range:
    """Convert a range, text or a single hand to a range."""
    if isinstance(given, HoleCards):
        return Range.from_hands([given])
    if not isinstance(given, (str, Range)):
        raise StrengthError(f"a range must be a Range or text such as '22+, AKs', not {quoted(str(given))}")
    return given if isinstance(given, Range) else Range(given)


def to_ranges(versus: Ranges) -> tuple[Range, ...]:
    """The ranges of one or more opponents."""
    if isinstance(versus, str) or not isinstance(versus, Sequence):
        return (to_range(versus),)
    given = tuple(versus)
    if not given:
        raise StrengthError("there is no opponent: give one range or more")
    return tuple(map(to_range, given))


def dealt_board(board: str | Iterable[Card]) -> tuple[Card, ...]:
    """Convert to a board of three to five cards. Raises StrengthError pre-flop."""
    cards = to_board(board)
    if not cards:
        raise StrengthError("strength and potential need a board of three to five cards")
    return cards


def _run(
    board: str | Iterable[Card],
    ranges: tuple[Range, ...],
    cards_ahead: int,
    hands: str | Range | HoleCards | None,
    threads: int | None,
    progress: Progress,
    *,
    tables: bool,
) -> Iterator[_core.Strength]:
    """Run the computation for each opponent's range and yield it."""
    cards = dealt_board(board)
    to_come = 5 - len(cards)
    if cards_ahead not in range(to_come + 1):
        most = "no cards" if to_come == 0 else "0 or 1 cards" if to_come == 1 else "0 to 2 cards"
        raise StrengthError(f"a board of {len(cards)} cards has {most} to come, not {cards_ahead}")
    asked = _asked(hands, cards)
    per_hand = STEPS_PER_HAND_OF_A_TABLE if tables else STEPS_PER_HAND
    for number, villain in enumerate(ranges):
        weights = villain.without(cards).weights
        if not weights.any():
            raise StrengthError(f"the range {quoted(str(villain))} has no hand left without the board")
        work = _core.Strength(asked, weights, card_mask(cards), int(cards_ahead), tables)
        steps = math.comb(52 - len(cards), int(cards_ahead)) * np.count_nonzero(weights) * per_hand
        share = part_of(progress, number / len(ranges), 1 / len(ranges))
        run_blocks(work, float(steps), thread_count(threads), share)
        yield work


def _asked(hands: str | Range | HoleCards | None, board: tuple[Card, ...]) -> Array:
    if hands is None:
        return np.ones(HANDS)
    if isinstance(hands, HoleCards) and HAND_MASKS[hands.index] & np.uint64(card_mask(board)):
        raise StrengthError(f"the hand {hands} shares a card with the board")
    return (to_range(hands).weights > 0).astype(np.float64)

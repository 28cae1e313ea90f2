"""Units of win rates in limit games: small bets per hand (sb/h), and the older big bets per 100 hands (bigbet/100)."""

from __future__ import annotations

import math

HANDS_PER_UNIT = 100
SMALL_BETS_PER_BIG_BET = 2


def bigbets_per_100(small_bets_per_hand: float) -> float:
    """Convert sb/h to bigbet/100: x sb/h are 50 x bigbet/100 (Saukonoja 2007, §3.4.3).

    >>> bigbets_per_100(0.24)
    12.0
    """
    return small_bets_per_hand * HANDS_PER_UNIT / SMALL_BETS_PER_BIG_BET


def small_bets_per_hand(bigbets_per_100: float) -> float:
    """Convert bigbet/100 to sb/h.

    >>> small_bets_per_hand(12)
    0.24
    """
    return bigbets_per_100 * SMALL_BETS_PER_BIG_BET / HANDS_PER_UNIT


HANDS_PER_HOUR = 40
"""The pace at a table with a human dealer (Heidenreich 2008, §6)."""


def dollars_per_hour(
    small_bets_per_hand: float, hands_per_hour: float = HANDS_PER_HOUR, small_bet: float = 10
) -> float:
    """Convert a win rate to money: sb/h · hands per hour · small bet (Heidenreich 2008, §6).

    The source's example is a $10/$20 game: small bets of 10, 40 hands per hour, +0.05 small bets per hand.

    >>> dollars_per_hour(0.05)
    20.0
    """
    return small_bets_per_hand * hands_per_hour * small_bet


def rough_error(hands: int) -> float:
    """The approximate standard error of a heads-up limit match without duplicate dealing, in sb/h: 6/√hands.

    Saukonoja 2007, formula 8, where it is taken for the whole interval. The standard deviation of a hand is 6 small
    bets between strong players, and less between tight ones.

    >>> rough_error(2500), rough_error(10_000)
    (0.12, 0.06)
    """
    return 6 / math.sqrt(hands)

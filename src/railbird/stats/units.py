"""Win rates in limit games: small bets per hand (sb/h), and the older big bets per 100 hands (bigbet/100)."""

from __future__ import annotations

import math

HANDS_PER_UNIT = 100
SMALL_BETS_PER_BIG_BET = 2


def bigbets_per_100(small_bets_per_hand: float) -> float:
    """x sb/h are 50 x bigbet/100 (Saukonoja 2007, §3.4.3).

    >>> bigbets_per_100(0.24)
    12.0
    """
    return small_bets_per_hand * HANDS_PER_UNIT / SMALL_BETS_PER_BIG_BET


def small_bets_per_hand(bigbets_per_100: float) -> float:
    """The other way round.

    >>> small_bets_per_hand(12)
    0.24
    """
    return bigbets_per_100 * SMALL_BETS_PER_BIG_BET / HANDS_PER_UNIT


HANDS_PER_HOUR = 40
"""At a table with a dealer (Heidenreich 2008, §6)."""


def dollars_per_hour(
    small_bets_per_hand: float, hands_per_hour: float = HANDS_PER_HOUR, small_bet: float = 10
) -> float:
    """What a win rate is worth in money: sb/h · hands an hour · the small bet (Heidenreich 2008, §6).

    The source's example is a $10/$20 game: small bets of 10, 40 hands an hour, +0.05 small bets a hand.

    >>> dollars_per_hour(0.05)
    20.0
    """
    return small_bets_per_hand * hands_per_hour * small_bet


def rough_error(hands: int) -> float:
    """The standard error that so many hands of heads-up limit have without duplicate dealing, in sb/h: 6/√hands.

    Saukonoja 2007, formula 8, who takes it for the whole interval; a hand's standard deviation is 6 small bets among
    strong players, and less among tight ones.

    >>> rough_error(2500), rough_error(10_000)
    (0.12, 0.06)
    """
    return 6 / math.sqrt(hands)

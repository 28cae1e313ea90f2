"""Wilson's score interval for a share, such as the share of games won."""

from __future__ import annotations

import math

from railbird.errors import RailbirdError
from railbird.stats.bounded import Bounds
from railbird.stats.win_rate import Z


def wilson_interval(score: float, games: int, z: float = Z) -> Bounds:
    """The interval of all shares p with |score/n - p| ≤ z √(p (1 - p) / n); 95 % by default (Wilson 1927):

        (p̂ + z²/2n ± z √(p̂ (1 - p̂)/n + z²/4n²)) / (1 + z²/n),   p̂ = score/n

    ``score`` is the number of wins plus half the draws. It assumes the variance p (1 - p) of games without draws, which
    is the largest that results between 0 and 1 can have, so with draws it is wider than necessary.

    >>> [round(end, 4) for end in wilson_interval(81, 263)]
    [0.2553, 0.3662]
    """
    if not 0 <= score <= games:
        raise RailbirdError(f"a score of {games} games lies between 0 and {games}, not {score:g}")
    if games == 0:
        return 0.0, 1.0
    share, square = score / games, z * z / games
    middle, half = share + square / 2, math.sqrt(square * share * (1 - share) + square * square / 4)
    return max((middle - half) / (1 + square), 0.0), min((middle + half) / (1 + square), 1.0)

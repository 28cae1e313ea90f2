"""Win rates and what they are measured in."""

from railbird.stats.units import bigbets_per_100, small_bets_per_hand

__all__ = ["bigbets_per_100", "small_bets_per_hand"]

"""Win rates, their units and their confidence intervals."""

from railbird.stats.units import bigbets_per_100, dollars_per_hour, rough_error, small_bets_per_hand
from railbird.stats.wilson import wilson_interval
from railbird.stats.win_rate import (
    CHIPS_OF,
    Unit,
    WinRate,
    converted,
    finite,
    interval_text,
    mean_of,
    mean_text,
    unit_of,
    units_per_chip,
    win_rate,
)

__all__ = [
    "CHIPS_OF",
    "Unit",
    "WinRate",
    "bigbets_per_100",
    "converted",
    "dollars_per_hour",
    "finite",
    "interval_text",
    "mean_of",
    "mean_text",
    "rough_error",
    "small_bets_per_hand",
    "unit_of",
    "units_per_chip",
    "wilson_interval",
    "win_rate",
]

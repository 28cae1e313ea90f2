"""Win rates in the terminal."""

from __future__ import annotations

import numpy as np

from railbird.stats import WinRate


def rate_text(rate: WinRate, digits: int = 3) -> str:
    """A win rate with its interval; empty if there is none."""
    if not np.isfinite(rate.mean):
        return ""
    return rate.text(digits)


def rate_style(rate: WinRate) -> str:
    """Green if the interval is above 0, red if it is below."""
    low, high = rate.interval
    return "green" if rate.sure and low > 0 else "red" if rate.sure and high < 0 else "dim"

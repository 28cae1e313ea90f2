"""Win rates as the terminal shows them."""

from __future__ import annotations

import numpy as np

from railbird.stats import WinRate


def rate_text(rate: WinRate, digits: int = 3) -> str:
    """A rate with its interval."""
    if not np.isfinite(rate.mean):
        return ""
    return rate.text(digits)


def rate_style(rate: WinRate) -> str:
    """Green for what certainly wins, red for what certainly loses."""
    low, high = rate.interval
    return "green" if rate.sure and low > 0 else "red" if rate.sure and high < 0 else "dim"

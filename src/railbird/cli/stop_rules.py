"""``--until`` and ``--better-than``: when a match ends early."""

from __future__ import annotations

import re

from railbird.errors import MatchError
from railbird.stats.sequential import BetterThan, Precision, StopRule


def stop_rule(until: str | None, better_than: float | None, error: float) -> StopRule | None:
    """The rule that the options ask for; None if there is none."""
    if until is not None and better_than is not None:
        raise MatchError("give --until or --better-than, not both")
    if better_than is not None:
        return BetterThan(better_than, error)
    if until is None:
        return None
    try:
        return Precision(float(re.sub(r"^\s*(±|\+-|\+/-)", "", until)))
    except ValueError:
        raise MatchError(f"--until takes a half width such as ±0.02, not {until!r:.60}") from None

"""Time limits, and the time that each player has used."""

from __future__ import annotations

from dataclasses import dataclass, fields

from railbird.errors import AcpcError

MOST_MILLISECONDS = 2 * 10**9
"""Three weeks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeLimits:
    """In milliseconds; the defaults are the reference dealer's."""

    response: int = 600_000
    """For one action."""
    hand: int = 600_000
    """For all actions of a hand."""
    per_hand: int = 7_000
    """For all actions of the match, on average over its hands."""
    start: int = -1
    """For everybody to connect; below 0 for no limit."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value, least = getattr(self, field.name), -1 if field.name == "start" else 1
            if not least <= value <= MOST_MILLISECONDS:
                raise AcpcError(f"a time limit is {least} to {MOST_MILLISECONDS:,} milliseconds, not {value}")


class UsedTime:
    """What one player has used, in seconds."""

    def __init__(self, limits: TimeLimits, hands: int) -> None:
        self._limits = limits
        self._most_match = limits.per_hand * hands / 1000
        self.match = 0.0
        self._hand = 0.0

    def next_hand(self) -> None:
        """A new hand begins."""
        self._hand = 0.0

    def add(self, seconds: float) -> bool:
        """Note that an answer took so long. Returns whether it came in time."""
        seconds = max(seconds, 0.0)  # clocks may be set back
        self._hand += seconds
        self.match += seconds
        return (
            seconds <= self._limits.response / 1000
            and self._hand <= self._limits.hand / 1000
            and self.match <= self._most_match
        )

    def left(self) -> float:
        """Seconds that the next answer may take."""
        response, hand = self._limits.response / 1000, self._limits.hand / 1000 - self._hand
        return max(min(response, hand, self._most_match - self.match), 0.0)

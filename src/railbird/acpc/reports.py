"""What a dealer tells about a match while it is played."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from railbird.errors import AcpcError

REPORT_EVERY = 100
"""Hands between reports of the time that players have used."""


class FailedMatchError(AcpcError):
    """A player, or a file, has ended the match: there is no score."""

    def __init__(self, message: str, details: str = "") -> None:
        super().__init__(message)
        self.details = details
        """More about it, on another line."""


class DealerReports:
    """Hears nothing; a subclass overrides what it wants to hear."""

    def started(self, title: str) -> None:
        """The ports are open; this is the beginning of the log."""

    def begins(self) -> None:
        """Everybody has come."""

    def sent(self, seat: int, when: float, line: str) -> None: ...

    def received(self, seat: int, when: float, line: str) -> None: ...

    def warning(self, text: str) -> None:
        """A line of a player was ignored or corrected."""

    def error(self, text: str) -> None: ...

    def hand_over(self, number: int, seconds: Sequence[float]) -> None:
        """A hand is over; the seconds are those that each player has used in the match."""

    def ended(self, score: str) -> None: ...


class Transcript(DealerReports):
    """Writes what the reference dealer writes to standard error; ``quiet`` leaves out the messages."""

    def __init__(self, write: Callable[[str], None], *, quiet: bool = False) -> None:
        self._write, self._quiet = write, quiet

    def started(self, title: str) -> None:
        self._write(title.rstrip("\n"))

    def begins(self) -> None:
        if not self._quiet:
            self._write(f"STARTED at {time.time():.6f}")

    def sent(self, seat: int, when: float, line: str) -> None:
        if not self._quiet:
            self._write(f"TO {seat + 1} at {when:.6f} {line}")

    def received(self, seat: int, when: float, line: str) -> None:
        if not self._quiet:
            self._write(f"FROM {seat + 1} at {when:.6f} {line}")

    def warning(self, text: str) -> None:
        self._write(f"WARNING: {text}")

    def error(self, text: str) -> None:
        self._write(f"ERROR: {text}")

    def hand_over(self, number: int, seconds: Sequence[float]) -> None:
        if not self._quiet and number % REPORT_EVERY == 0:
            for seat, used in enumerate(seconds):
                self._write(f"Seconds cumulatively spent in match for seat {seat}: {int(used)}")

    def ended(self, score: str) -> None:
        if not self._quiet:
            self._write(f"FINISHED at {time.time():.6f}")
        self._write(score)

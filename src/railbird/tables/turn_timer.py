"""The time of the person to act: seconds for the decision, and beyond them their time bank."""

from __future__ import annotations

import time
from typing import Any


class TurnTimer:
    """Runs while a person is to act."""

    def __init__(self) -> None:
        self._until: tuple[float, float] | None = None
        """When the time ends: without the bank, and with it."""

    def start(self, seconds: float, bank: float) -> None:
        """It is somebody's turn."""
        now = time.monotonic()
        self._until = (now + seconds, now + seconds + bank)

    def stop(self) -> float:
        """They have acted. Returns the seconds that they used of their bank."""
        until, self._until = self._until, None
        return 0.0 if until is None else max(time.monotonic() - until[0], 0.0)

    def to_json(self) -> dict[str, Any]:
        """How long the person to act has left; None if it is nobody's turn, or if they have all the time."""
        if self._until is None:
            return {"time_left": None}
        seconds, with_bank = (max(until - time.monotonic(), 0.0) for until in self._until)
        return {"time_left": {"seconds": round(seconds, 2), "with_bank": round(with_bank, 2)}}

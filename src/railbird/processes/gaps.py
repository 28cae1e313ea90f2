"""Says once what an isolated bot can do on this system all the same."""

from __future__ import annotations

import warnings

from railbird.errors import IsolationWarning
from railbird.processes.barriers import barriers_here

_said: set[str] = set()


def say_gaps() -> None:
    """Say once what an isolated bot can do on this system all the same, if there is anything."""
    gaps = barriers_here().gaps
    if gaps:
        say_once(f"this system isolates bots only in part: they could {listed(gaps)}")


def say_once(text: str) -> None:
    """Warn, once in this process."""
    if text not in _said:
        _said.add(text)
        warnings.warn(text, IsolationWarning, stacklevel=3)


def listed(gaps: tuple[str, ...]) -> str:
    return gaps[0] if len(gaps) == 1 else f"{', '.join(gaps[:-1])} and {gaps[-1]}"

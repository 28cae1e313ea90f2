"""Progress reports of long work."""

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called from time to time with the share of work done, from 0 to 1."""


def report_nothing(_: float) -> None:
    """Ignore progress reports; the default."""


def part_of(progress: Progress, start: float, share: float) -> Progress:
    """Progress of a part of the work, which starts at ``start`` and is ``share`` of the whole."""
    return lambda done: progress(start + share * done)


def duration_text(seconds: float) -> str:
    """A rough duration in words.

    >>> [duration_text(seconds) for seconds in (0.4, 42, 100, 3000, 9000, 40_000)]
    ['a moment', '40 s', '2 min', '50 min', '2.5 h', '11 h']
    """
    if seconds < 1:
        return "a moment"
    if seconds < 60:
        return f"{_round(seconds):.0f} s"
    if seconds < 3_570:
        return f"{_round(seconds / 60):.0f} min"
    hours = seconds / 3600
    return f"{hours:.0f} h" if hours >= 5 else f"{round(2 * hours) / 2:g} h"


def _round(number: float) -> float:
    """Round roughly: 4 stays, 42 becomes 40, 47 becomes 45."""
    return round(number) if number < 20 else 5 * round(number / 5)

"""Reports of progress from long work."""

from collections.abc import Callable

Progress = Callable[[float], None]
"""Called now and then with the share of the work that is done, from 0 to 1."""


def report_nothing(_: float) -> None:
    """For those who do not ask."""


def part_of(progress: Progress, start: float, share: float) -> Progress:
    """Reports of a part of the work, as reports of the whole: it begins at ``start`` and is ``share`` of it."""
    return lambda done: progress(start + share * done)

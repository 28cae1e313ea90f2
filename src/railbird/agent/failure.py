"""Text for an exception that a bot raised. It may be of any class: even ``str(error)`` may raise."""

from __future__ import annotations

import traceback

from railbird.agent.clock import OutOfTime, StopNow

LONGEST = 500
"""Most characters of a message."""
LONGEST_TRACE = 4000
MOST_FRAMES = 30
"""How many of the innermost frames are shown; a deep recursion may have millions."""


class ReportedError(Exception):
    """An exception that was raised in another process, with its text and its traceback from there."""

    def __init__(self, text: str, trace: str = "") -> None:
        super().__init__(text)
        self.text, self.trace = text, trace


def failure_text(error: BaseException) -> str:
    """Class and text of an exception on one line, in characters that every file can hold.

    This runs code of the exception, which may never return: call it only while a clock is running.
    """
    if type(error) is ReportedError:
        return plain(error.text)[:LONGEST]
    name = type.__getattribute__(type(error), "__name__")
    try:
        text = str(error)
    except (OutOfTime, StopNow):
        raise
    except BaseException:
        text = "(its text cannot be read)"
    return plain(f"{name}: {text}")[:LONGEST]


def failure_trace(error: BaseException) -> str:
    """The innermost frames of an exception's traceback, followed by ``failure_text``."""
    if type(error) is ReportedError:
        return plain(error.trace, lines=True)[-LONGEST_TRACE:] or failure_text(error)
    frames = plain("".join(traceback.format_tb(error.__traceback__, limit=-MOST_FRAMES)), lines=True)[-LONGEST_TRACE:]
    return f"Traceback (most recent call last):\n{frames}{failure_text(error)}"


def plain(text: str, *, lines: bool = False) -> str:
    """Text that every file and terminal can hold; joined to one line unless ``lines``."""
    written = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return written.replace("\0", "\\0") if lines else " ".join(written.replace("\0", "\\0").split())

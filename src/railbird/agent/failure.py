"""What a bot did wrong, in words. An exception of a bot may be anything: even its text may fail."""

from __future__ import annotations

import traceback

from railbird.agent.clock import OutOfTime, StopNow

LONGEST = 500
"""Characters of a message."""
LONGEST_TRACE = 4000
MOST_FRAMES = 30
"""The innermost frames of a traceback; one of a deep recursion may have millions."""


def failure_text(error: BaseException) -> str:
    """The kind of an exception and its text, on one line, in characters that every file can hold.

    It runs code of the exception, which may take for ever: call it where a clock is running.
    """
    name = type.__getattribute__(type(error), "__name__")
    try:
        text = str(error)
    except (OutOfTime, StopNow):
        raise
    except BaseException:
        text = "(its text cannot be read)"
    return plain(f"{name}: {text}")[:LONGEST]


def failure_trace(error: BaseException) -> str:
    """Where an exception was raised: the innermost frames of its traceback, and ``failure_text``."""
    frames = plain("".join(traceback.format_tb(error.__traceback__, limit=-MOST_FRAMES)), lines=True)[-LONGEST_TRACE:]
    return f"Traceback (most recent call last):\n{frames}{failure_text(error)}"


def plain(text: str, *, lines: bool = False) -> str:
    """Text that every file and terminal can hold; on one line unless ``lines``."""
    written = text.encode("utf-8", "backslashreplace").decode("utf-8")
    return written.replace("\0", "\\0") if lines else " ".join(written.replace("\0", "\\0").split())

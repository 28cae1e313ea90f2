"""Flops as users name them: a list, or the file of a saved response."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import MatchError, quoted

LONGEST = 60
"""Characters of a flop with its weight."""


def flops_of(text: str) -> tuple[str, ...]:
    """The flops of a text such as ``AhKd2c, 7h7d2c:2``, or those of a file. Raises MatchError if there are none.

    >>> flops_of("AhKd2c, 7h7d2c:2")
    ('AhKd2c', '7h7d2c:2')
    """
    if _is_file(text):
        from railbird.solve.responses.saved import SavedResponse  # half a second of imports that few matches need

        return SavedResponse.load(Path(text)).flops
    listed = tuple(part.strip() for part in text.split(",") if part.strip())
    if not listed or any("/" in part or len(part) > LONGEST for part in listed):
        raise MatchError(f"--flops needs flops such as AhKd2c, or the file of a saved response, not {quoted(text)}")
    return listed


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):  # a long list of flops is no name of a file
        return False

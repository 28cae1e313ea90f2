"""Flops as users name them: a list, or the file of a saved response."""

from __future__ import annotations

from pathlib import Path

from railbird.errors import MatchError, quoted
from railbird.solve.responses.saved import SavedResponse


def flops_of(text: str) -> tuple[str, ...]:
    """The flops of a text such as ``AhKd2c, 7h7d2c``, or those of a file. Raises MatchError if there are none.

    >>> flops_of("AhKd2c, 7h7d2c")
    ('AhKd2c', '7h7d2c')
    """
    if Path(text).is_file():
        return SavedResponse.load(Path(text)).flops
    listed = tuple(part.strip() for part in text.split(",") if part.strip())
    if not listed:
        raise MatchError(f"--flops needs flops such as AhKd2c, or the file of a saved response, not {quoted(text)}")
    return listed

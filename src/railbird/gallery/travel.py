"""Files that bots need, on their way to another machine: by content, so that they need not exist there."""

from __future__ import annotations

from collections.abc import Iterable

from railbird.errors import BotError
from railbird.gallery.spec import files_of


def packed(bots: Iterable[str]) -> dict[str, bytes]:
    """The contents of all files that the specs of some bots name, by path. Raises BotError if one cannot be read."""
    packed: dict[str, bytes] = {}
    for path in sorted({path for bot in bots for path in files_of(bot)}):
        try:
            packed[str(path)] = packed[str(path.absolute())] = path.read_bytes()
        except OSError as error:
            raise BotError(f"{path} cannot be read: {error.strerror}") from None
    return packed

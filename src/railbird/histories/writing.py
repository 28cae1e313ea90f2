"""Write hands in any format that can be written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO

from railbird.errors import HistoryError, quoted
from railbird.histories.acpc_log import acpc_log
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.phh_writer import phhs_text
from railbird.histories.playing import PlayedHand
from railbird.histories.pokerstars_writer import pokerstars_texts

Writer = Callable[[Iterable[PlayedHand]], Iterator[str]]
_WRITERS: dict[str, Writer] = {
    "phh": phhs_text,
    "acpc": acpc_log,
    "pokerstars": pokerstars_texts,
    "ohh": lambda hands: map(ohh_text, hands),
}
WRITABLE = tuple(_WRITERS)


def write_hands(file: IO[str], hands: Iterable[PlayedHand], name: str) -> None:
    """Write hands one after the other to an open text file, in the format with a name of ``WRITABLE``.

    Raises HistoryError if the format cannot have one of them.

    >>> import sys
    >>> from railbird.game import Hand
    >>> from railbird.histories import told_hand
    >>> write_hands(sys.stdout, [told_hand(Hand.parse("limit; AhKh QsQd; r f"))], "acpc")
    # game limit
    STATE:0:rf:AhKh|QsQd:-10|10:p1|p2
    SCORE:-10|10:p1|p2
    """
    for part in _WRITERS[check_format(name)](hands):
        file.write(part)


def refusal(played: PlayedHand, name: str) -> str:
    """Why a format cannot have a hand; empty if it can."""
    try:
        for _ in _WRITERS[check_format(name)]([played]):
            pass
    except HistoryError as error:
        return str(error)
    return ""


def check_format(name: str) -> str:
    """The name of a format, if hands can be written in it. Raises HistoryError otherwise."""
    if name not in _WRITERS:
        raise HistoryError(f"hands can be written as {', '.join(WRITABLE)}, not as {quoted(name)}")
    return name

"""The files of a match: its log, and the transactions from which an interrupted match can be continued."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Literal, NamedTuple, TextIO

from railbird.acpc.limits import TimeLimits
from railbird.errors import AcpcError, quoted
from railbird.game import Game, Hand
from railbird.histories.acpc import amount_text, state_line
from railbird.histories.acpc_log import GAME_COMMENT

_TRANSACTION = re.compile(r"(f|c|r[0-9]{0,15}) ([0-9]{1,10}) ([0-9]{1,12}\.[0-9]{6}) ([0-9]{1,12}\.[0-9]{6})")


class MatchTitle(NamedTuple):
    """What the first line of a log says about a match."""

    name: str
    game_file: str
    hands: int
    seed: str

    def lines(self, game: Game, limits: TimeLimits) -> str:
        """The beginning of a log. The last line, with the game, is ours: to other programs it is a comment."""
        return (
            f"# name/game/hands/seed {self.name} {self.game_file} {self.hands} {self.seed}\n"
            f"#--t_response {limits.response}\n#--t_hand {limits.hand}\n#--t_per_hand {limits.per_hand}\n"
            f"{GAME_COMMENT}{game}\n"
        )


def score_line(totals: Sequence[Fraction], names: Sequence[str]) -> str:
    """The last line of a match: what each player has won, by seat.

    >>> score_line([Fraction(21571, 2), Fraction(-21571, 2)], ["Ann", "Bob"])
    'SCORE:10785.5|-10785.5:Ann|Bob'
    """
    return f"SCORE:{'|'.join(map(amount_text, totals))}:{'|'.join(names)}"


class MatchLog:
    """Writes a log, line by line, so that it is whole after every hand."""

    def __init__(self, path: Path | None, *, append: bool = False) -> None:
        self._path, self._mode = path, _mode(append)
        self._file: TextIO | None = None
        self.written = 0
        """The number of hands that the log has."""
        if path is not None and append and path.exists():
            _drop_partial_line(path)
            with path.open(encoding="utf-8", errors="replace") as lines:
                self.written = sum(line.startswith("STATE:") for line in lines)

    def open(self) -> None:
        """Open the file: without ``append``, what was in it is gone."""
        if self._path is not None:
            self._file = self._path.open(self._mode, encoding="utf-8", newline="\n")

    def write(self, text: str) -> None:
        """Write lines."""
        if self._file is not None:
            self._file.write(text)
            self._file.flush()

    def hand(self, hand: Hand, number: int) -> None:
        """Write a finished hand, unless the log has it already."""
        if number >= self.written:
            self.write(f"{state_line(hand, number)}\n")
            self.written = number + 1

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


class Transaction(NamedTuple):
    """One action, with the times when its player was asked and when they answered."""

    action: str
    """As the protocol writes it."""
    hand: int
    sent: float
    received: float

    def __str__(self) -> str:
        return f"{self.action} {self.hand} {self.sent:.6f} {self.received:.6f}"

    @classmethod
    def parse(cls, line: str) -> Transaction:
        """Parse a line. Raises AcpcError."""
        match = _TRANSACTION.fullmatch(line)
        if not match:
            raise AcpcError(f"a transaction is ACTION HAND SENT RECEIVED, not {quoted(line)}")
        return cls(match[1], int(match[2]), float(match[3]), float(match[4]))


class TransactionLog:
    """Writes every action as it is taken; with ``append``, first reads those that are there already."""

    def __init__(self, path: Path | None, *, append: bool = False) -> None:
        self._path, self._mode = path, _mode(append)
        self._earlier = path if append and path is not None and path.exists() else None
        self._file: TextIO | None = None

    def open(self) -> None:
        """Open the file: without ``append``, what was in it is gone."""
        if self._earlier is not None:
            _drop_partial_line(self._earlier)
        if self._path is not None:
            self._file = self._path.open(self._mode, encoding="utf-8", newline="\n")

    def earlier(self) -> Iterator[Transaction]:
        """The actions that were there at the beginning. Raises AcpcError for anything else."""
        if self._earlier is None:
            return
        for number, line in enumerate(self._earlier.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            try:
                yield Transaction.parse(line)
            except AcpcError as error:
                raise AcpcError(f"{self._earlier}, line {number}: {error}") from None

    def add(self, transaction: Transaction) -> None:
        if self._file is not None:
            self._file.write(f"{transaction}\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _mode(append: bool) -> Literal["a", "w"]:
    return "a" if append else "w"


def _drop_partial_line(path: Path) -> None:
    """Remove what a dealer that was killed had begun to write."""
    with path.open("rb+") as file:
        content = file.read()
        file.truncate(content.rfind(b"\n") + 1)

"""Read hands of any known format: the format is found by looking at the content, and hands are streamed.

A hand that cannot be read, or that does not add up when the engine plays it, is reported with file, line and reason,
and the rest goes on.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from typing import IO

from railbird.errors import HistoryError, RailbirdError
from railbird.game import Game, Rules
from railbird.histories.acpc_log import AcpcLog
from railbird.histories.irc import read_irc
from railbird.histories.ohh import read_ohh
from railbird.histories.phh import read_phh_lines
from railbird.histories.phh_fields import TABLE_HEADING
from railbird.histories.playing import PlayedHand, play_record
from railbird.histories.poker_academy import ACADEMY_HEADING, read_academy
from railbird.histories.pokerstars import HEADING, read_pokerstars
from railbird.histories.record import CASINO, HandRecord
from railbird.histories.source import (
    Block,
    blocks_at,
    bytes_read,
    is_too_long,
    json_objects,
    lines_of,
    next_part,
    open_text,
    single_lines,
)

SAMPLE = 65536
KEPT_PROBLEMS = 1000
_SIGNS = {
    "acpc": re.compile(r"^(?:STATE:[0-9]+:|SCORE:|# name/game/hands/seed )", re.MULTILINE),
    "pokerstars": re.compile(r"^\ufeff?PokerStars [^#\n]{0,40}#[0-9]+:", re.MULTILINE),
    "poker-academy": re.compile(r"^\ufeff?Poker (?:Academy|Genius)[^#\n]{0,40}#[0-9]", re.MULTILINE),
    "phh": re.compile(r"^\ufeff?[\"']?variant[\"']?\s*=", re.MULTILINE),
    "ohh": re.compile(r'"(?:ohh|spec_version)"\s*:'),
    "irc": re.compile(r"^ *[0-9]{6,10} +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+/[0-9]+ ", re.MULTILINE),
}
FORMATS = tuple(_SIGNS)
_ERRORS = (ValueError, TypeError, ArithmeticError)
"""Of a hand: HistoryError, which is a ValueError, and what no reader foresees, which must not end an import either."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Why a hand of a file could not be read."""

    path: str
    line: int
    """The line where the hand begins; 0 if it is the whole file."""
    reason: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.reason}" if self.line else f"{self.path}: {self.reason}"


def format_of(sample: str) -> str | None:
    """The format of a text by its beginning; None if no format is recognised.

    >>> format_of("STATE:0:rf:AhKh|QsQd:-10|10:a|b"), format_of("variant = 'NT'"), format_of("Dear Ann,")
    ('acpc', 'phh', None)
    """
    found = [(match.start(), name) for name, sign in _SIGNS.items() if (match := sign.search(sample))]
    return min(found)[1] if found else None


class HistoryReader(Iterator[PlayedHand]):
    """Iterates over the hands of files; made by ``read_hands``."""

    def __init__(
        self,
        paths: Iterable[Path],
        *,
        rules: Rules = CASINO,
        game: Game | None = None,
        strict: bool = False,
        report: Callable[[Problem], None] | None = None,
    ) -> None:
        self.hands = 0
        """How many hands were read so far."""
        self.path: Path | None = None
        """The file of the last hand."""
        self.problem_count = 0
        self.problems: list[Problem] = []
        """The first problems; ``report`` gets all of them."""
        self._rules, self._game, self._strict, self._report = rules, game, strict, report
        self._paths = tuple(paths)
        self._finished = 0
        self._open: io.TextIOWrapper | None = None
        self._played = self._all()

    def __next__(self) -> PlayedHand:
        played = next(self._played)
        self.hands += 1
        return played

    @cached_property
    def size(self) -> int:
        """The bytes of all files."""
        return sum(_size(each) for path in self._paths for each in (_files(path) if path.is_dir() else [path]))

    @property
    def bytes_read(self) -> int:
        """The bytes that were read so far."""
        return self._finished + (0 if self._open is None else bytes_read(self._open))

    def _all(self) -> Iterator[PlayedHand]:
        for path in self._paths:
            if not path.is_dir():
                yield from self._file(path)
                self._finished += _size(path)
                continue
            for each in _files(path, partial(self._unreadable, path)):
                try:
                    yield from self._file(each)
                except HistoryError as error:
                    self._refuse(Problem(str(each), 0, str(error).removeprefix(f"{each} ")))
                self._finished += _size(each)

    def _file(self, path: Path) -> Iterator[PlayedHand]:
        self.path = path
        with open_text(path) as file:
            name = format_of(next_part(file, SAMPLE))
        if name is None:
            raise HistoryError(f"{path} has none of the known formats ({', '.join(FORMATS)})")
        if name == "irc":
            for number, read in read_irc(path, self._rules):
                yield from self._attempt(path, number, read)
            return
        blocks, read_block = self._reader(name, path)
        with open_text(path) as file:
            self._open = file
            try:
                for number, block in blocks(file):
                    if is_too_long(block):
                        self._refuse(Problem(str(path), number, "this is too long for one hand"))
                        continue
                    try:
                        played = read_block(block)
                    except _ERRORS as error:
                        self._refuse(Problem(str(path), number, _reason(error)))
                    else:
                        if played is not None:
                            yield played
            finally:
                self._open = None

    def _attempt(self, path: Path, number: int, read: Callable[[], HandRecord]) -> Iterator[PlayedHand]:
        try:
            played = play_record(read())
        except _ERRORS as error:
            self._refuse(Problem(str(path), number, _reason(error)))
        else:
            yield played

    def _reader(
        self, name: str, path: Path
    ) -> tuple[Callable[[IO[str]], Iterator[Block]], Callable[[list[str]], PlayedHand | None]]:
        """How to cut a file of a format into hands, and how to read one."""
        rules = self._rules

        def played(read: Callable[[list[str]], HandRecord]) -> Callable[[list[str]], PlayedHand]:
            return lambda block: play_record(read(block))

        match name:
            case "acpc":
                log = AcpcLog(self._game, path.parent)
                return lambda file: single_lines(lines_of(file)), lambda block: log.read(block[0])
            case "pokerstars":
                return partial(blocks_at, heading=HEADING), played(lambda block: read_pokerstars(block, rules))
            case "poker-academy":
                return partial(blocks_at, heading=ACADEMY_HEADING), played(lambda block: read_academy(block, rules))
            case "phh":
                return partial(blocks_at, heading=TABLE_HEADING), played(read_phh_lines)
        return lambda file: json_objects(lines_of(file)), played(
            lambda block: read_ohh("\n".join(block).strip(" \t\n,[]\ufeff"), rules)
        )

    def _unreadable(self, named: Path, error: OSError) -> None:
        """A folder that cannot be read is a problem, and an error if it is the one that was named."""
        folder = str(error.filename)
        reason = f"cannot be read: {error.strerror or error}; give yourself the right to read and enter the folder"
        if folder == str(named):
            raise HistoryError(f"{named} {reason}") from None
        self._refuse(Problem(folder, 0, reason))

    def _refuse(self, problem: Problem) -> None:
        if self._strict:
            raise HistoryError(str(problem))
        self.problem_count += 1
        if len(self.problems) < KEPT_PROBLEMS:
            self.problems.append(problem)
        if self._report is not None:
            self._report(problem)


def _reason(error: Exception) -> str:
    """Why a hand cannot be read, on one line."""
    if isinstance(error, RailbirdError):
        return str(error)
    return str(HistoryError(f"the hand cannot be read, because of an error of Railbird's: {error!r}; please report it"))


def _files(folder: Path, refuse: Callable[[OSError], None] | None = None) -> Iterator[Path]:
    """The files of a folder and its folders, in order. ``refuse`` gets the errors of folders that cannot be read."""
    for each, folders, names in os.walk(folder, onerror=refuse):
        folders.sort()
        if "hdb" in names:  # of the IRC database, whose other files have no hands of their own
            folders[:] = [name for name in folders if name != "pdb"]
            names = ["hdb"]
        yield from (Path(each) / name for name in sorted(names))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def read_hands(
    *paths: str | Path,
    rules: Rules = CASINO,
    game: Game | None = None,
    strict: bool = False,
    report: Callable[[Problem], None] | None = None,
) -> HistoryReader:
    """Read the hands of files and folders, one after the other, each played through the engine.

    ``rules`` are for formats that do not say by which rules was played, ``game`` is for ACPC logs. Hands that cannot be
    read are counted and kept in ``problems``, and passed to ``report``; with ``strict`` the first one raises
    HistoryError. So does a file that cannot be opened, or has none of the known formats, unless it is in a folder.
    """
    return HistoryReader(map(Path, paths), rules=rules, game=game, strict=strict, report=report)

"""Import hands of other programs into the store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from railbird._interruption import CtrlC
from railbird._progress import Progress, report_nothing
from railbird.errors import RailbirdError
from railbird.game import Game, Rules
from railbird.histories import PlayedHand, Problem, read_hands
from railbird.histories.kept_text import fingerprint, kept_text
from railbird.histories.record import CASINO
from railbird.store.imports import NewHand
from railbird.store.store import Store

BATCH = 1000
"""Hands that are written at once; so many are read again at most after the power fails."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did."""

    session: int | None
    """The number of its session; None if no hand was new."""
    read: int
    """Hands that could be read."""
    new: int
    """Hands that the store did not have."""
    problems: tuple[Problem, ...]
    """The first hands that could not be read."""
    problem_count: int
    interrupted: bool
    """Whether Ctrl-C ended it; the same import again goes on."""

    @property
    def known(self) -> int:
        """Hands that the store had already."""
        return self.read - self.new

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "import": self.session,
            "hands": self.read,
            "new": self.new,
            "known": self.known,
            "refused": self.problem_count,
            "problems": [{"file": each.path, "line": each.line, "reason": each.reason} for each in self.problems],
            "interrupted": self.interrupted,
        }


def import_hands(
    store: Store,
    *paths: str | Path,
    rules: Rules = CASINO,
    game: Game | None = None,
    strict: bool = False,
    report: Callable[[Problem], None] | None = None,
    progress: Progress = report_nothing,
) -> Imported:
    """Import the hands of files and folders. A hand that the store has already is not imported again.

    The arguments are those of ``read_hands``. Hands are kept as they are read, a thousand at once: whatever ends the
    import, what was read until then stays, and the same import again adds the rest.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/matches.db") as store:
    ...     log = Path(folder, "match.log")
    ...     _ = log.write_text("# game limit\\nSTATE:0:rf:|AhKh:-10|10:Ann|Bob\\n")
    ...     [import_hands(store, log).new for _ in range(2)]
    [1, 0]
    """
    reader = read_hands(*paths, rules=rules, game=game, strict=strict, report=report)
    importer = _Importer(store, [str(Path(path).absolute()) for path in paths])
    ending = "it was stopped"
    try:
        with CtrlC() as ctrl_c, closing(importer):
            for played in _unless(ctrl_c, reader):
                importer.add(played, reader.path)
                if reader.hands % BATCH == 0:
                    progress(min(reader.bytes_read / max(reader.size, 1), 1.0))
        ending = "interrupted" if ctrl_c.pressed else "all files were read"
    except RailbirdError as error:
        ending = str(error)
        raise
    finally:
        importer.kept.end(ending)
    progress(1.0)
    return Imported(
        importer.kept.number,
        reader.hands,
        importer.new,
        tuple(reader.problems),
        reader.problem_count,
        ctrl_c.pressed,
    )


def _unless(ctrl_c: CtrlC, hands: Iterable[PlayedHand]) -> Iterable[PlayedHand]:
    for played in hands:
        yield played
        if ctrl_c.pressed:
            break


class _Importer:
    """Collects hands, and keeps them in batches."""

    def __init__(self, store: Store, files: list[str]) -> None:
        self.kept = store.begin_import({"files": files})
        self.new = 0
        self._batch: list[NewHand] = []
        self._file: Path | None = None
        self._seen: Counter[bytes] = Counter()
        """How often hands without numbers of their own were in this file so far."""

    def add(self, played: PlayedHand, file: Path | None) -> None:
        """Import a hand of a file."""
        if file is not self._file:  # an object of its own whenever a file is opened, also the same one again
            self._file = file
            self._seen.clear()
        text = kept_text(played)
        mark, origin = fingerprint(text), played.record.origin
        # text that must have a number has 0 for none; logs of the ACPC count from 0
        if not origin.hand_id or (origin.hand_id == "0" and origin.format != "acpc"):
            self._seen[mark] += 1
            if self._seen[mark] > 1:
                mark = fingerprint(text, self._seen[mark])
        date = None if origin.date is None else origin.date.isoformat(timespec="seconds")
        self._batch.append(NewHand(text, mark, date))
        if len(self._batch) >= BATCH:
            self.close()

    def close(self) -> None:
        """Keep what is left."""
        batch, self._batch = self._batch, []
        self.new += self.kept.add(batch)

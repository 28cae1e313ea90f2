"""``railbird export``: stored hands as files for other programs."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from railbird._files import writing_whole
from railbird.arena.stored_hands import StoredHand
from railbird.cli.hand_filters import (
    BettingName,
    Players,
    Pot,
    Seats,
    Showdown,
    Since,
    Sources,
    Street,
    Until,
    Won,
    chosen_hands,
    chosen_sources,
    hand_filter,
)
from railbird.cli.options import StorePath
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import open_store
from railbird.errors import HistoryError
from railbird.histories import WRITABLE, PlayedHand, write_hands
from railbird.histories.playing import as_seen_by
from railbird.histories.writing import check_format, refusal

SUFFIXES = {".phh": "phh", ".phhs": "phh", ".log": "acpc", ".txt": "pokerstars", ".ohh": "ohh", ".json": "ohh"}
"""The format of a file by its name."""
DEFAULT = "phh"


def command(
    context: typer.Context,
    sources: Sources = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The file to write.", show_default="standard output"),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--format",
            "-f",
            metavar="|".join(WRITABLE),
            help="The format.",
            show_default=f"by the name of the file, otherwise {DEFAULT}",
        ),
    ] = None,
    seen_by: Annotated[
        str | None,
        typer.Option("--seen-by", metavar="NAME", help="Write only the cards that this player could see."),
    ] = None,
    skip: Annotated[
        bool, typer.Option("--skip", help="Leave out hands that the format cannot have, instead of stopping.")
    ] = False,
    players: Players = None,
    betting: BettingName = None,
    seats: Seats = None,
    since: Since = None,
    until: Until = None,
    street: Street = "preflop",
    showdown: Showdown = False,
    pot: Pot = 0.0,
    won: Won = None,
    store: StorePath = None,
) -> None:
    """Export stored hands of matches, tables and imports to files for other programs.

    Without --seen-by all known cards are written, also those that nobody showed.

    Examples:

      railbird export last -o match.phhs

      railbird export tables --seen-by Ann -o evening.txt

      railbird export imports --player Hero --pot 50 --lost -o costly.phhs

      railbird export 3 --format acpc
    """
    wanted = hand_filter(context.params, also=seen_by)
    opened = open_store(store)
    export = _Export(to or _format_of(output), seen_by, skip)
    with ProgressBar("exporting") as progress:
        hands = export.hands(chosen_hands(opened, chosen_sources(opened, sources), wanted, progress))
        try:
            _write(hands, export.format, output)
        except HistoryError as error:
            raise HistoryError(f"hand {export.last}: {error}; --skip leaves such hands out") from None
    left = f", {export.skipped:,} left out" if export.skipped else ""
    where = "" if output is None else f" to {output}"
    typer.echo(f"wrote {export.written:,} hands as {export.format}{where}{left}", err=True)


class _Export:
    """Prepares stored hands for a writer."""

    def __init__(self, name: str, seen_by: str | None, skip: bool) -> None:
        self.format = check_format(name)
        self.written = self.skipped = 0
        self.last = ""
        """The hand that is being written."""
        self._seen_by, self._skip = seen_by, skip

    def hands(self, stored: Iterator[StoredHand]) -> Iterator[PlayedHand]:
        """The hands to write."""
        for each in stored:
            played = each.played if self._seen_by is None else as_seen_by(each.played, self._seen_by)
            if self._skip and refusal(played, self.format):
                self.skipped += 1
                continue
            self.last = each.name
            yield played
            self.written += 1


def _write(hands: Iterator[PlayedHand], name: str, output: Path | None) -> None:
    if output is None:
        write_hands(sys.stdout, hands, name)
        return
    with writing_whole(output) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        write_hands(text, hands, name)
        text.flush()
        text.detach()


def _format_of(output: Path | None) -> str:
    if output is None:
        return DEFAULT
    return SUFFIXES.get(output.suffix.lower(), DEFAULT)

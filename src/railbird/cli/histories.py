"""``railbird show`` for imported hands and tables: results, styles and leaks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from railbird.arena.hand_filter import HandFilter
from railbird.arena.hand_report import hand_report
from railbird.arena.stored_hands import HandSource
from railbird.cli.hand_filters import chosen_hands
from railbird.cli.options import was_given
from railbird.cli.render.grid import display
from railbird.cli.render.hand_report import report_parts
from railbird.cli.render.progress import ProgressBar
from railbird.errors import RailbirdError, quoted

if TYPE_CHECKING:
    from railbird.store import Store

FOR_MATCHES = ("adjust", "learning", "hourly", "report")
"""Options that only matches have."""


def refuse_for_histories(context: typer.Context, reference: str) -> None:
    """Raise an error if options were given that are for matches alone."""
    given = [f"--{name}" for name in FOR_MATCHES if was_given(context, name)]
    if given:
        raise RailbirdError(f"{', '.join(given)}: for matches only, not for {reference}")


def show_histories(
    store: Store, sources: Sequence[HandSource], *, players: Sequence[str], style: bool, leaks: bool, as_json: bool
) -> None:
    """Show what the hands of imports or tables say about their players."""
    with ProgressBar("counting") as progress:
        report = hand_report(chosen_hands(store, sources, HandFilter(), progress), leaks=leaks)
    there = {result.player: None for section in report.sections for result in section.results}
    for player in players:
        if player not in there:
            most = ", ".join(list(there)[:5])
            raise RailbirdError(f"{quoted(player)} played none of these hands; these players did most: {most}")
    shown = report.of_players(players) if players else report
    if as_json:
        typer.echo(json.dumps(shown.to_json(), indent=2))
    else:
        display(*report_parts(shown, alone=bool(players), style=style, leaks=leaks))

"""``railbird matches``: list the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from railbird.cli.options import Json, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.match_list import match_list, series_command, series_list
from railbird.cli.stores import open_store

if TYPE_CHECKING:
    from railbird.store import StoredMatch, StoredTournament


def command(
    every: Annotated[
        bool, typer.Option("--all", help="Include the tables of tournaments, comparisons and ratings.")
    ] = False,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """List stored matches, tournaments, comparisons and ratings, newest first.

    railbird show MATCH shows one: MATCH is its number, its name, or last.
    """
    opened = open_store(store)
    matches, series = opened.matches(), opened.tournaments()
    shown = [each for each in matches if every or each.tournament is None]
    if as_json:
        rows = [_match_json(each) for each in shown]
        typer.echo(json.dumps({"matches": rows, "tournaments": [_series_json(each) for each in series]}, indent=2))
        return
    if not matches and not series:
        typer.echo(f"there are no matches in {opened.path} yet")
    parts: list[RenderableType] = []
    if shown:
        parts.append(match_list(shown, {each.id: series_command(each) for each in series} if every else {}))
    if series:
        parts += [*([""] if shown else []), series_list(series, matches)]
    if parts:
        display(*parts)


def _match_json(each: StoredMatch) -> dict[str, Any]:
    return {
        "match": each.id,
        "name": each.name,
        "created": each.created,
        "railbird": each.railbird,
        "hands": each.hands,
        "hands_played": each.done,
        "finished": each.finished,
        "verdict": each.verdict,
        "tournament": each.tournament,
        "definition": each.definition,
    }


def _series_json(each: StoredTournament) -> dict[str, Any]:
    return {
        "tournament": each.id,
        "name": each.name,
        "command": series_command(each),
        "created": each.created,
        "railbird": each.railbird,
        "definition": each.definition,
    }

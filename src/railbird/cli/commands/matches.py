"""``railbird matches``: list the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from railbird.cli.options import Json, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.match_list import match_list, series_command, series_list, session_list
from railbird.cli.stores import open_store

if TYPE_CHECKING:
    from railbird.store import StoredMatch, StoredSession, StoredTournament


def command(
    every: Annotated[
        bool, typer.Option("--all", help="Include the tables of tournaments, comparisons and ratings.")
    ] = False,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """List stored matches, tournaments, comparisons, ratings, tables and imports, newest first.

    railbird show MATCH shows one: MATCH is its number, its name, or last.
    """
    opened = open_store(store)
    matches, series, sessions = opened.matches(), opened.tournaments(), opened.sessions.all()
    shown = [each for each in matches if every or each.tournament is None]
    if as_json:
        rows = [_match_json(each) for each in shown]
        more = {
            "tournaments": [_series_json(each) for each in series],
            "sessions": [_session_json(each) for each in sessions],
        }
        typer.echo(json.dumps({"matches": rows, **more}, indent=2))
        return
    if not matches and not series and not sessions:
        typer.echo(f"there are no matches in {opened.address} yet")
    parts: list[RenderableType] = []
    if shown:
        parts.append(match_list(shown, {each.id: series_command(each) for each in series} if every else {}))
    if series:
        parts += [*([""] if shown else []), series_list(series, matches)]
    if sessions:
        parts += [*([""] if parts else []), session_list(sessions)]
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


def _session_json(each: StoredSession) -> dict[str, Any]:
    return {
        "session": f"{each.kind}:{each.id}",
        "created": each.created,
        "railbird": each.railbird,
        "hands": each.hands,
        "ending": each.ending,
        "definition": each.definition,
    }

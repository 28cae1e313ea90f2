"""``railbird matches``: what is in the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import RenderableType

from railbird.cli.options import Json, StorePath
from railbird.cli.render.grid import Grid, display
from railbird.cli.stores import COMMAND_OF, open_store

if TYPE_CHECKING:
    from railbird.store import StoredMatch, StoredTournament


def command(
    every: Annotated[
        bool, typer.Option("--all", help="Each table of tournaments, comparisons and ratings as well.")
    ] = False,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """List the matches of the store, and what tournament, compare and rate played, the newest first.

    Each has a number; railbird show takes it, or its name, or last.
    """
    opened = open_store(store)
    matches, series = opened.matches(), opened.tournaments()
    shown = [each for each in matches if every or each.tournament is None]
    if as_json:
        rows = [_match_json(each) for each in shown]
        typer.echo(json.dumps({"matches": rows, "tournaments": [_series_json(each) for each in series]}, indent=2))
        return
    if not matches and not series:
        typer.echo(f"no match is kept in {opened.path} yet")
    parts: list[RenderableType] = []
    if shown:
        parts.append(_matches(shown, {each.id: _command(each) for each in series} if every else {}))
    if series:
        parts += [*([""] if shown else []), _series(series, matches)]
    if parts:
        display(*parts)


def _matches(shown: list[StoredMatch], played_by: dict[int, str]) -> Grid:
    table = Grid()
    named = any(each.name for each in shown)
    table.labels("match", *(["name"] if named else []))
    table.numbers("when", right=False)
    table.text("bots", "game")
    table.numbers("hands")
    if played_by:
        table.numbers("table of", right=False)
    for each in shown:
        hands = f"{each.done:,}" if each.finished else f"{each.done:,} of {each.hands:,}"
        cells = [str(each.id), *([each.name or ""] if named else []), _when(each), _bots(each)]
        cells += [str(each.definition["game"]), hands]
        if played_by:
            cells.append("" if each.tournament is None else f"{played_by[each.tournament]} {each.tournament}")
        table.row(*cells)
    return table


def _series(series: list[StoredTournament], matches: list[StoredMatch]) -> Grid:
    table = Grid(caption="railbird COMMAND --resume NUMBER shows one again, railbird show one of its matches")
    named = any(each.name for each in series)
    table.labels("number", *(["name"] if named else []))
    table.numbers("when", right=False)
    table.labels("command")
    table.text("bots", "game")
    table.numbers("hands")
    table.numbers("its matches", right=False)
    for each in series:
        tables = [match for match in matches if match.tournament == each.id]
        hands = f"{sum(match.done for match in tables):,}"
        if not all(match.finished for match in tables):
            hands += f" of {sum(match.hands for match in tables):,}"
        numbers = sorted(match.id for match in tables)
        spread = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers))
        cells = [str(each.id), *([each.name or ""] if named else []), _when(each), _command(each), _bots(each)]
        table.row(*cells, str(each.definition["game"]), hands, spread)
    return table


def _when(each: StoredMatch | StoredTournament) -> str:
    return each.created[:16].replace("T", " ")


def _bots(each: StoredMatch | StoredTournament) -> str:
    return ", ".join(player["bot"] for player in each.definition["players"])


def _command(each: StoredTournament) -> str:
    """The command that played a series."""
    return COMMAND_OF.get(str(each.definition.get("kind", "")), "?")


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
        "command": _command(each),
        "created": each.created,
        "railbird": each.railbird,
        "definition": each.definition,
    }

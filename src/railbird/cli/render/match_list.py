"""Tables of the matches of a store and of the series they belong to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from railbird.cli.render.grid import Grid
from railbird.cli.stores import COMMAND_OF

if TYPE_CHECKING:
    from railbird.store import StoredMatch, StoredSession, StoredTournament


def match_list(shown: list[StoredMatch], played_by: dict[int, str]) -> Grid:
    """A table of matches; ``played_by`` names the command of each series."""
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


def series_list(series: list[StoredTournament], matches: list[StoredMatch]) -> Grid:
    """A table of tournaments, comparisons and ratings."""
    table = Grid(
        caption="show one again: railbird COMMAND --resume NUMBER; show one of its matches: railbird show MATCH"
    )
    named = any(each.name for each in series)
    table.labels("number", *(["name"] if named else []))
    table.numbers("when", right=False)
    table.labels("command")
    table.text("bots", "game")
    table.numbers("hands")
    table.numbers("matches", right=False)
    for each in series:
        tables = [match for match in matches if match.tournament == each.id]
        hands = f"{sum(match.done for match in tables):,}"
        if not all(match.finished for match in tables):
            hands += f" of {sum(match.hands for match in tables):,}"
        numbers = sorted(match.id for match in tables)
        spread = f"{numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else "".join(map(str, numbers))
        cells = [str(each.id), *([each.name or ""] if named else []), _when(each), series_command(each), _bots(each)]
        table.row(*cells, str(each.definition["game"]), hands, spread)
    return table


def session_list(sessions: list[StoredSession]) -> Grid:
    """A table of tables and imports."""
    table = Grid()
    table.labels("hands of")
    table.numbers("when", right=False)
    table.text("what")
    table.numbers("hands")
    for each in sessions:
        files = [str(name) for name in each.definition.get("files", ())]
        what = f"{files[0]}{f' and {len(files) - 1} more' if len(files) > 1 else ''}" if files else ""
        what = what or f"{each.definition.get('title', '')}, {each.definition.get('game', '')}"
        table.row(f"{each.kind}:{each.id}", _when(each), what, f"{each.hands:,}")
    return table


def _when(each: StoredMatch | StoredSession | StoredTournament) -> str:
    return each.created[:16].replace("T", " ")


def _bots(each: StoredMatch | StoredTournament) -> str:
    return ", ".join(player["bot"] for player in each.definition["players"])


def series_command(each: StoredTournament) -> str:
    """The command that played a series."""
    return COMMAND_OF.get(str(each.definition.get("kind", "")), "?")

"""Games, players, searched positions and matches of other games, as tables."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.agent.settings import settings_of
from railbird.arena.game_results import GameMatchResult, result_row
from railbird.cli.render.grid import Grid
from railbird.extensive.games import game_summaries
from railbird.extensive.open_spiel import FAMILIAR, open_spiel_names
from railbird.search.players import PlayerKind, player_kinds
from railbird.search.position import SearchedPosition, numbers

BAR = 20
"""Characters of a bar that stands for all visits."""


def games_and_players() -> Group:
    """All games and players with a line each."""
    games = Grid()
    games.labels("game")
    games.text("what it is")
    for name, summary in game_summaries().items():
        games.row(name, summary)
    known = ", ".join(name.replace("_", "-") for name in FAMILIAR)
    count = len(open_spiel_names())
    more = f"and the turn-based ones of its {count} games" if count else "they need open_spiel: pip install open_spiel"
    games.row("from OpenSpiel", f"{known}; {more}")
    players = Grid()
    players.labels("player")
    players.text("how they play")
    for kind in player_kinds().values():
        players.row(kind.name, kind.summary)
    return Group(games, "", players, "", Text("settings of a player: railbird search uct --list", style="dim"))


def player_settings(kind: PlayerKind) -> Group:
    """A player's settings."""
    table = Grid()
    table.labels("setting")
    table.text("default", "meaning", "origin")
    for each in settings_of(kind.settings):
        table.row(each.name, each.write(each.default), each.meaning, each.origin)
    return Group(Text(f"{kind.name}: {kind.summary}", style="bold"), table)


def position_summary(found: SearchedPosition, width: int, depth: int) -> Group:
    """The position, the root table, the principal variation and the tree."""
    parts: list[RenderableType] = []
    if found.drawn:
        parts.append(Text(f"chance drew: {' '.join(found.drawn)}", style="dim"))
    parts += [Text(found.board), "", Text(f"{found.player} for player {found.turn}: {found.effort}", style="bold")]
    if found.actions:
        table = Grid()
        table.labels("action")
        table.numbers("visits", "value")
        table.text("share of visits")
        for each in found.actions:
            share = each.share or 0.0
            bar = f"{'█' * round(BAR * share):{BAR}} {share:.1%}" if each.share is not None else ""
            best = "bold" if each.action == found.action else ""
            table.row(each.action, *numbers(each), bar, style=best)
        parts.append(table)
    parts += ["", Text(f"best: {found.action}; principal variation: {' '.join(found.variation)}")]
    parts += ["", Text(found.tree(width=width, depth=depth)), ""]
    parts.append(Text("visits and values of the tree: each for the player who makes that move", style="dim"))
    if found.interrupted:
        parts.append(Text("interrupted: this is the best answer so far", style="yellow"))
    return Group(*parts)


def game_match_summary(result: GameMatchResult) -> Group:
    """Scores, and how the match was played."""
    player, *rest = result.head
    table = Grid()
    table.labels(player)
    table.numbers(*rest)
    for each in result.players:
        table.row(*result_row(each))
    seats = Grid()
    seats.labels("won-drawn-lost as")
    seats.numbers(*(f"player {seat}" for seat in range(len(result.names))))
    for each in result.players:
        seats.row(each.player, *map(str, each.by_seat))
    note = f"{result.note}\n{result.seconds:.1f} s; a draw counts as half a win, or as 1/k of one between k players"
    return Group(table, "", seats, "", Text(note, style="dim"))

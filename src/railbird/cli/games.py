"""Games as users name them: one line of text, or a game file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from railbird.errors import GameError, quoted
from railbird.game import Game, parse_game, parse_game_for, read_acpc_game

GAME_HELP = "A game such as limit(players=3), nolimit(stack=200bb) or kuhn, or the path of an ACPC .game file."
GameText = Annotated[str, typer.Argument(metavar="GAME", help=GAME_HELP, show_default=False)]


def load_game(text: str) -> Game:
    """Return the game that a text or a ``.game`` file describes; notes about the file go to standard error."""
    if not text.lower().endswith(".game"):
        return parse_game(text)
    try:
        content = Path(text).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "not a path"
        raise GameError(f"the game file {quoted(text)} cannot be read: {reason}") from None
    try:
        file = read_acpc_game(content)
    except GameError as error:
        raise GameError(f"{quoted(Path(text).name)}: {error}") from None
    for note in file.notes:
        typer.echo(f"railbird: note: {note}", err=True)
    return file.game


def game_for(text: str | None, players: int) -> Game:
    """The game of a text or of a ``.game`` file. One that does not say how many players it has gets ``players``."""
    if text is not None and text.lower().endswith(".game"):
        return load_game(text)
    return parse_game_for(text or "limit", players)

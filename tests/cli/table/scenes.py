"""A hand at a table of three or two players, and consoles that print to a string."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import StringIO
from typing import Literal

from rich.console import Console

from railbird.cli.table.screen import Screen
from railbird.game import Game, Hand, limit

PLAYERS = ("you", "poki", "rezai")
CARDS = "AhKc QsQd 7c7d / Kd9d2h / 9s / 4d"
ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07]*\x07|.)")
CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
"""A printed card, unlike AKs or J4o, which are hand classes."""


def hand_after(actions: str, game: Game | None = None) -> Hand:
    """The hand after some actions, by default in a limit game."""
    game = game or limit(3)
    holes, board = CARDS.split(" / ", maxsplit=1)
    cards = " ".join(holes.split()[: game.players])
    hand = Hand(game, f"{cards} / {board}", players=PLAYERS[: game.players])
    hand.play(actions)
    return hand


def printed(
    show: Callable[[Screen], object], width: int = 80, colours: Literal["standard", "truecolor"] | None = None
) -> str:
    """The output on a screen of this width, with or without colours."""
    file = StringIO()
    console = Console(file=file, width=width, highlight=False, force_terminal=bool(colours), color_system=colours)
    show(Screen(console))
    return file.getvalue()


def cards_in(text: str) -> set[str]:
    """The cards that a text names."""
    return set(CARD.findall(ESCAPE.sub("", text)))

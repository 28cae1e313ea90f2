"""The 13×13 grid of hand classes with the actions of each, in the terminal.

A cell has the name of its class, and below it a bar of letters: as many of each action as its share. The letters make
it legible without colours.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from railbird.cli.render.solve import on_colour
from railbird.solve.spots.actions import ShownAction
from railbird.solve.spots.by_class import ClassesOfHands

NARROWEST, WIDEST = 6, 9
"""Characters of a cell with the space after it: 13 of 6 fit into 80 columns. Ours."""
ABSENT = "·"
GRID_NOTE = "letters: parts of a class; ¾ ½ ¼ ˙: how much of it gets here, beside the likeliest"


class ActionGrid:
    """What each class does that the player to act may hold; suited hands above the diagonal."""

    def __init__(self, table: ClassesOfHands, actions: Sequence[ShownAction]) -> None:
        self._table = table
        self._actions = actions
        largest = float(table.fractions.max())
        self._relative = table.fractions / largest if largest > 0 else table.fractions

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        width = min(max(options.max_width // 13, NARROWEST), WIDEST)
        coloured = console.color_system is not None and not console.no_color
        for row in range(13):
            names, bars = Text(), Text()
            for index in range(13 * row, 13 * row + 13):
                name, bar = self._cell(index, width - 1, coloured)
                space = "" if index % 13 == 12 else " "
                names.append_text(name).append(space)
                bars.append_text(bar).append(space)
            yield names
            yield bars

    def _cell(self, index: int, width: int, coloured: bool) -> tuple[Text, Text]:
        weight = float(self._relative[index])
        name = self._table.names[index]
        if weight <= 0 or np.isnan(self._table.frequencies[index]).any():
            return Text(f"{name if coloured else ABSENT:<{width}}", style="dim"), Text(" " * width)
        bar = Text()
        for action, count in zip(self._actions, letters_by_share(self._table.frequencies[index], width), strict=True):
            bar.append(action.letter * count, style=on_colour(action.colour))
        return Text(f"{name:<{width - 1}}{weight_mark(weight)}", style="bold"), bar


def weight_mark(weight: float) -> str:
    """How much of a class gets here, in one character; a space for all of it.

    >>> [weight_mark(weight) for weight in (1, 0.7, 0.5, 0.3, 0.01)]
    [' ', '¾', '½', '¼', '˙']
    """
    return "˙¼½¾ "[min(math.floor(4 * weight + 0.5), 4)]


def letters_by_share(shares: Sequence[float] | NDArray[np.float64], count: int) -> list[int]:
    """How many of so many letters each share gets: by largest remainder, so that their number is exact.

    >>> letters_by_share([0.5, 0.3, 0.2], 5), letters_by_share([0.96, 0.04], 5)
    ([3, 1, 1], [5, 0])
    """
    exact = [count * float(share) / float(sum(shares)) for share in shares]
    whole = [math.floor(each + 1e-9) for each in exact]
    by_rest = sorted(range(len(exact)), key=lambda index: (whole[index] - exact[index], index))
    for index in by_rest[: count - sum(whole)]:
        whole[index] += 1
    return whole

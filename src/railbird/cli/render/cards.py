"""Cards and ranges in the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group
from rich.text import Text

from railbird.cards import CLASSES, SUITS, Card, Range

_SUIT_STYLES = dict(zip(SUITS, ("green", "blue", "red", "default"), strict=True))


def cards_markup(cards: Iterable[Card]) -> Text:
    """Cards in the four colours of online tables."""
    return Text(" ").join(Text(str(card), style=f"bold {_SUIT_STYLES[str(card)[1]]}") for card in cards)


def range_grid(shown: Range, *, coloured: bool) -> Text:
    """The 13×13 grid, each class shaded by its weight; without colours, the same as ``Range.table``."""
    if not coloured:
        return Text(shown.table())
    rows = []
    for row, weights in enumerate(shown.square()):
        cells = []
        for column, weight in enumerate(weights):
            name = str(CLASSES[13 * row + column])
            cells.append(Text(f" {name:<3} ", style=_shade(float(weight), pair=row == column)))
        rows.append(Text("").join(cells))
    return Text("\n").join(rows)


def _shade(weight: float, *, pair: bool) -> str:
    if weight == 0:
        return "grey42 on grey15" if pair else "grey35 on grey11"
    share = 0.25 + 0.75 * weight
    red, green, blue = (round(c * share) for c in (46, 160, 90))
    return f"bold white on rgb({red},{green},{blue})"


def range_summary(shown: Range, *, coloured: bool) -> Group:
    """The 13×13 grid, the canonical text and the size of a range."""
    size = f"{shown.combos:g} of 1326 hands, {shown.fraction:.1%}; suited above the diagonal, offsuit below"
    return Group(range_grid(shown, coloured=coloured), "", Text(str(shown), style="bold"), Text(size, style="dim"))

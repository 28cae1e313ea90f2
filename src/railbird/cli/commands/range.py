"""``railbird range``: show the hands of a range."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console

from railbird.cards import CLASSES, Range, parse_cards
from railbird.cli.options import Json
from railbird.cli.render.cards import range_summary


def command(
    text: Annotated[
        str, typer.Argument(metavar="RANGE", help="A range, such as 'TT+, AKs, 76s:0.5'.", show_default=False)
    ],
    without: Annotated[
        str, typer.Option("--without", "-w", help="Known cards; hands that contain them are removed.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Show a range: its canonical text, its number of hands, and its 13×13 grid (suited above the diagonal).

    Items, separated by commas or spaces:

      AhKh one hand · AKs suited · AKo offsuit · AK both · TT a pair

      TT+ and higher pairs · T8s+ higher kickers (T8s, T9s) · QJs+ higher connectors (QJs, KQs, AKs)

      77-44 · A5s-A2s · JTs-76s · random · 15% the strongest by equity · 76s:0.5 with a weight · !AA excluded

    Examples:

      railbird range "TT+, AKs, AQs:0.5"

      railbird range "15%, !AA" --without "Kh 7d 2c"
    """
    shown = Range(text).without(parse_cards(without))
    if as_json:
        weights = shown.square().ravel().tolist()
        data = {
            "range": str(shown),
            "combos": shown.combos,
            "fraction": shown.fraction,
            "classes": {str(name): weight for name, weight in zip(CLASSES, weights, strict=True) if weight > 0},
            "hands": {str(hand): weight for hand, weight in shown.hands()},
        }
        typer.echo(json.dumps(data, indent=2))
        return
    console = Console()
    console.print(range_summary(shown, coloured=console.color_system is not None), soft_wrap=True)

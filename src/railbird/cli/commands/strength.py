"""``railbird strength``: how strong a hand is now, and its potential."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cli.options import GivenSeed, Json
from railbird.cli.render.grid import display
from railbird.cli.render.progress import ProgressBar
from railbird.cli.render.strength import strength_summary
from railbird.errors import RailbirdError
from railbird.strength import RandomDeals, strength_report
from railbird.strength.several import DEALS


def command(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Your two cards, such as AdQc.", show_default=False)],
    board: Annotated[str, typer.Option("--board", "-b", help="Three to five board cards, such as Jh4c3h.")],
    versus: Annotated[
        list[str] | None,
        typer.Option(
            "--versus",
            "-v",
            help="The opponents' range; repeat it to give each opponent their own.",
            show_default="random",
        ),
    ] = None,
    opponents: Annotated[int | None, typer.Option("--opponents", "-n", help="Number of opponents.")] = None,
    deals: Annotated[
        int | None, typer.Option(help="Number of random deals against several opponents.", show_default=str(DEALS))
    ] = None,
    seed: GivenSeed = None,
    as_json: Json = False,
) -> None:
    """Show hand strength (HS), potential to get ahead (PPot) or behind (NPot), and effective strength (EHS).

    Examples:

      railbird strength AdQc --board Jh4c3h

      railbird strength AdQc --board Jh4c3h --opponents 5 --versus "22+, ATs+"

      railbird strength 9s8s --board "Ts 7d 2s Kh" --versus "TT+, AK" --versus 20%
    """
    if max(opponents or 1, len(versus or ())) < 2 and (deals, seed) != (None, None):
        raise RailbirdError("against one opponent the result is exact: --deals and --seed are for several")
    with ProgressBar("random deals") as bar:
        report = strength_report(
            hand,
            board,
            versus or "random",
            opponents=opponents,
            deals=RandomDeals(count=DEALS if deals is None else deals, seed=seed or 0),
            progress=bar,
        )
    if as_json:
        typer.echo(json.dumps(report.to_json(), indent=2))
        return
    display(strength_summary(report))

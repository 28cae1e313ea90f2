"""``railbird equity``: how often each hand or range wins."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from railbird.cards import cards_text, parse_cards
from railbird.cli.options import Board, Dead, Json, Seed, Threads
from railbird.cli.render.equity import equity_table
from railbird.cli.render.grid import display
from railbird.cli.render.progress import ProgressBar
from railbird.strength import EquityResult, RandomDeals, equity


class MethodChoice(StrEnum):
    """The values of ``--method``."""

    AUTO = "auto"
    EXACT = "exact"
    MONTE_CARLO = "monte-carlo"


def command(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="HAND...",
            help="Two to ten hands or ranges: AhKh, AKs, TT+, A5s-A2s, 15%, random, '76s:0.5, TT+', 'random, !AA'.",
            show_default=False,
        ),
    ],
    board: Board = "",
    dead: Dead = "",
    method: Annotated[
        MethodChoice,
        typer.Option("--method", "-m", help="auto is exact if that takes only seconds, otherwise monte-carlo."),
    ] = MethodChoice.AUTO,
    deals: Annotated[
        int | None,
        typer.Option("--deals", "-n", help="Number of random deals.", show_default="10,000,000 for monte-carlo"),
    ] = None,
    standard_error: Annotated[
        float | None,
        typer.Option("--standard-error", "-e", help="Deal at random until every standard error is at most this."),
    ] = None,
    seed: Seed = 0,
    threads: Threads = None,
    as_json: Json = False,
) -> None:
    """Compute the equity of hands and ranges: the share of the pot each wins if nobody bets any more.

    Examples:

      railbird equity AhKh QsQd

      railbird equity AKs QQ --board "Kh 7d 2c"

      railbird equity "22+, AT+, KQs" 15% random --standard-error 0.0002
    """
    with ProgressBar("dealing") as progress:
        result = equity(
            players,
            board,
            dead,
            method=method.value,
            deals=RandomDeals(count=deals, standard_error=standard_error, seed=seed),
            threads=threads,
            progress=progress,
        )
    if as_json:
        typer.echo(json.dumps(as_data(result, board, dead), indent=2))
    else:
        display(equity_table(result, board))


def as_data(result: EquityResult, board: str, dead: str) -> dict[str, object]:
    """The result as plain data: method, boards or deals, and one entry for each player."""
    exact = result.method == "exact"
    return {
        "method": result.method,
        **({"boards": result.boards} if exact else {"deals": result.deals, "seed": result.seed}),
        "board": cards_text(parse_cards(board)),
        "dead": cards_text(parse_cards(dead)),
        "players": [
            {
                "range": str(player.range),
                "equity": player.equity,
                "win": player.win,
                "tie": player.tie,
                "loss": player.loss,
                "standard_error": player.standard_error,
            }
            for player in result.players
        ],
    }

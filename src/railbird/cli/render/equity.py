"""Equities as a table."""

from __future__ import annotations

from rich.console import Group
from rich.text import Text

from railbird.cards import parse_cards
from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.strength import EquityResult


def equity_table(result: EquityResult, board: str) -> Group:
    """The result as a table, with the board above and the method below."""
    exact = result.method == "exact"
    rows = Grid()
    rows.labels("", style="dim", right=True)
    rows.labels("hand or range")
    rows.numbers("equity", style="bold")
    rows.numbers(*(() if exact else ("std. error",)), "win", "tie", "loss")
    best = max(result.equities)
    for number, player in enumerate(result.players, start=1):
        rows.row(
            str(number),
            str(player.range),
            f"{player.equity:.3%}",
            *([] if exact else [f"{player.standard_error:.3%}"]),
            *(f"{share:.3%}" for share in (player.win, player.tie, player.loss)),
            style="green" if player.equity == best else "",
        )
    if exact:
        how = f"exact, {result.boards:,} board{'s' if result.boards != 1 else ''}"
    else:
        how = f"{result.deals:,} random deals, seed {result.seed}"
    above = [Text("board ") + cards_markup(parse_cards(board))] if board else []
    return Group(*above, rows, Text(how, style="dim"))

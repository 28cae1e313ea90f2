"""``railbird evaluate``: what hands are, and which one wins."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.cards import cards_text, category, describe_value, evaluate, parse_cards
from railbird.cli.options import Board, Json
from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid, display
from railbird.errors import CardError, quoted


def command(
    hands: Annotated[
        list[str],
        typer.Argument(metavar="HAND...", help="Hands of one to seven cards, including the board.", show_default=False),
    ],
    board: Board = "",
    as_json: Json = False,
) -> None:
    """Evaluate hands: description and value (higher wins; 7462 is a royal flush).

    Examples:

      railbird evaluate KhKd7s7cAh3d2c

      railbird evaluate AhKh QsQd --board "Qh Jh Th 2c 2d"
    """
    shared = parse_cards(board)
    rows = []
    for text in hands:
        cards = parse_cards(text) + shared
        if not 1 <= len(cards) <= 7:
            raise CardError(f"a hand has 1 to 7 cards including the board, not {len(cards)} ({cards_text(cards)})")
        if len(set(cards)) < len(cards):
            raise CardError(f"a card of {quoted(text)} is also on the board {cards_text(shared)}")
        rows.append((cards, evaluate(cards)))
    if as_json:
        data = [
            {
                "cards": cards_text(cards),
                "value": value,
                "category": str(category(value, cards=len(cards))),
                "description": describe_value(value, cards=len(cards)),
            }
            for cards, value in rows
        ]
        typer.echo(json.dumps(data, indent=2))
        return
    table = Grid()
    table.labels("cards")
    table.numbers("value")
    table.text("hand")
    best = max(value for _, value in rows)
    comparable = len({len(cards) for cards, _ in rows}) == 1 and len(rows) > 1
    for cards, value in rows:
        wins = comparable and value == best
        table.row(
            cards_markup(cards),
            str(value),
            describe_value(value, cards=len(cards)),
            style="green" if wins else "",
        )
    display(table)

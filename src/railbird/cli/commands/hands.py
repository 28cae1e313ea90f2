"""``railbird hands``: find stored hands."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

from railbird.arena.hand_filter import payoff_of_player, pot_of
from railbird.arena.stored_hands import StoredHand
from railbird.cli.hand_filters import (
    BettingName,
    Players,
    Pot,
    Seats,
    Showdown,
    Since,
    Sources,
    Street,
    Until,
    Won,
    chosen_hands,
    chosen_sources,
    hand_filter,
)
from railbird.cli.options import Json, StorePath
from railbird.cli.render.grid import display
from railbird.cli.render.hand_list import hand_list
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import open_store, store_option
from railbird.errors import RailbirdError


class Order(StrEnum):
    """Which hands come first."""

    NEWEST = "newest"
    POT = "pot"
    WON = "won"
    LOST = "lost"


def command(
    context: typer.Context,
    sources: Sources = None,
    sort: Annotated[
        Order, typer.Option(help="What comes first: the newest, the largest pot, or what the player won or lost most.")
    ] = Order.NEWEST,
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="Show so many hands; 0 shows all.")] = 20,
    players: Players = None,
    betting: BettingName = None,
    seats: Seats = None,
    since: Since = None,
    until: Until = None,
    street: Street = "preflop",
    showdown: Showdown = False,
    pot: Pot = 0.0,
    won: Won = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Find stored hands of matches, tables and imports.

    railbird hand shows one of them: give it what stands in the first column.

    Examples:

      railbird hands --player Hero --sort lost

      railbird hands import:2 --street river --pot 30 --showdown

      railbird hands last --limit 5 && railbird hand last 17
    """
    wanted = hand_filter(context.params)
    if sort in (Order.WON, Order.LOST) and not wanted.players:
        raise RailbirdError(f"--sort {sort.value} needs a player: --player NAME")
    opened = open_store(store)
    with ProgressBar("searching") as progress:
        found = _Found(chosen_hands(opened, chosen_sources(opened, sources), wanted, progress))
        shown = _first(found, sort, limit, wanted.players[0] if wanted.players else "")
    if as_json:
        rows = [_json(each, wanted.players) for each in shown]
        typer.echo(json.dumps({"found": found.count, "hands": rows}, indent=2))
    elif not shown:
        typer.echo("no hand was found")
    else:
        display(hand_list(shown, wanted.players[0] if wanted.players else None))
        rest = f"{len(shown):,} of {found.count:,} hands" if found.count > len(shown) else f"{found.count:,} hands"
        typer.echo(f"{rest}; railbird hand {shown[0].name}{store_option(opened.address)} shows the first")


class _Found(Iterator[StoredHand]):
    """Counts hands as they go by."""

    def __init__(self, hands: Iterator[StoredHand]) -> None:
        self._hands = hands
        self.count = 0

    def __next__(self) -> StoredHand:
        stored = next(self._hands)
        self.count += 1
        return stored


def _first(found: Iterable[StoredHand], sort: Order, limit: int, player: str) -> list[StoredHand]:
    """The hands that come first, in order."""

    def newness(numbered: tuple[int, StoredHand]) -> tuple[float | str, int]:
        number, stored = numbered
        return stored.date, number

    def size(numbered: tuple[int, StoredHand]) -> tuple[float | str, int]:
        number, stored = numbered
        hand = stored.played.hand
        chips = pot_of(hand) if sort is Order.POT else payoff_of_player(stored.played, player) or 0.0
        return (-chips if sort is Order.LOST else chips) / (hand.game.big_blind or 1), -number

    key = newness if sort is Order.NEWEST else size
    numbered = enumerate(found)
    first = heapq.nlargest(limit, numbered, key=key) if limit else sorted(numbered, key=key, reverse=True)
    return [stored for _, stored in first]


def _json(stored: StoredHand, players: tuple[str, ...]) -> dict[str, object]:
    played = stored.played
    return {
        "source": str(stored.source),
        "number": stored.number,
        "leg": stored.leg,
        "date": stored.date,
        "hand": str(played.hand),
        "pot": pot_of(played.hand),
        "payoffs": None if played.payoffs is None else [float(each) for each in played.payoffs],
        "won": {player: payoff_of_player(played, player) for player in players},
    }

"""``railbird preflop``: what starting hands are worth, as a 13×13 heat map."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from rich.console import Console, Group
from rich.text import Text

from railbird.cards import CLASSES
from railbird.cli.options import GivenSeed, Json
from railbird.cli.render.heat_map import HeatMap, income_rate_map
from railbird.cli.render.pictures import check_picture
from railbird.cli.render.progress import ProgressBar
from railbird.strength import (
    GroupVersion,
    IncomeRates,
    class_hand_ranks,
    income_rates,
    iterated_income_rates,
    known_income_rates,
    sklansky_groups,
)
from railbird.strength.income import NOISE

app = typer.Typer(
    no_args_is_help=True,
    help="""
Show what the 169 starting hands are worth: income rates, hand ranks, Sklansky's groups.

Try:

  railbird preflop income-rates --players 10

  railbird preflop ranks
""",
)


Players = Annotated[int, typer.Option("--players", "-n", help="Number of players dealt in: 2 to 10.")]


Deals = Annotated[
    int | None,
    typer.Option("--deals", help="Roll out this many deals instead of using the stored table.", show_default=False),
]


DEALS = 1_000_000
"""Deals of a roll-out if only its seed is given."""


Plot = Annotated[
    Path | None,
    typer.Option(
        "--plot",
        metavar="FILE",
        help="Plot the heat map to a .png, .svg or .pdf file.",
        callback=check_picture,
    ),
]


@app.command("income-rates")
def _income_rates(
    players: Players = 10, deals: Deals = None, seed: GivenSeed = None, plot: Plot = None, as_json: Json = False
) -> None:
    """Income rates in milli-bets: what each hand wins if everybody calls one bet and all cards are dealt."""
    if deals is None and seed is None:
        rates = known_income_rates(players)
    else:
        with ProgressBar("roll-out") as bar:
            rates = income_rates(players, deals=DEALS if deals is None else deals, seed=seed or 0, progress=bar)
    _show(income_rate_map(f"Income rates for {players} players", rates), _rates_json(rates), plot, as_json)


@app.command("iterated")
def _iterated(
    players: Players = 10,
    noise: Annotated[float, typer.Option(help="Probability of playing a losing hand anyway: 0 to 1.")] = 0.0,
    deals: Deals = None,
    seed: GivenSeed = None,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Iterated income rates: losing hands are folded, round after round, until nothing changes."""
    if deals is None and seed is None and noise in (0.0, NOISE if players == 10 else 0.0):
        rates = known_income_rates(players, iterated=True, noise=noise)
    else:
        with ProgressBar("roll-out") as bar:
            rates = iterated_income_rates(
                players, noise=noise, deals=DEALS if deals is None else deals, seed=seed or 0, progress=bar
            )
    title = f"Iterated income rates for {players} players, noise {noise:g}"
    _show(income_rate_map(title, rates), _rates_json(rates), plot, as_json)


@app.command("ranks")
def _ranks(plot: Plot = None, as_json: Json = False) -> None:
    """Hand ranks: how often each hand beats a random one over all boards, ties counting half."""
    ranks = class_hand_ranks()
    cells = [f"{100 * rank:.1f}" for rank in ranks]
    shown = HeatMap("Hand ranks against one random hand", ranks, cells, 0.5, "percent of pots won, exact")
    _show(shown, {str(each): ranks[each.index] for each in CLASSES}, plot, as_json)


@app.command("groups")
def _groups(
    version: Annotated[GroupVersion, typer.Option(help="The source of the table.")] = GroupVersion.HEIDENREICH,
    plot: Plot = None,
    as_json: Json = False,
) -> None:
    """Sklansky's groups, 1 (best) to 8, as printed by two of the sources."""
    groups = sklansky_groups(version)
    values = np.array([9.0 - groups.get(each, 9) for each in CLASSES])
    cells = [str(groups.get(each, "")) for each in CLASSES]
    note = "hands without a number are below group 8"
    shown = HeatMap(f"Sklansky's groups as {version.title()} prints them", values, cells, 0, note)
    _show(shown, {str(each): group for each, group in groups.items()}, plot, as_json)


def _rates_json(rates: IncomeRates) -> dict[str, Any]:
    return {
        "players": rates.players,
        "deals": rates.deals,
        "seed": rates.seed,
        "dead_money": rates.dead_money,
        "noise": rates.noise,
        "rounds": rates.rounds,
        "settled": rates.settled,
        "rates": {str(each): rates.rates[each.index] for each in CLASSES},
        "standard_errors": {str(each): rates.standard_errors[each.index] for each in CLASSES},
    }


def _show(shown: HeatMap, data: dict[str, Any], plot: Path | None, as_json: bool) -> None:
    if plot is not None:
        shown.save(plot)
    if as_json:
        typer.echo(json.dumps(data, indent=2))
        return
    Console(highlight=False).print(Group(shown.text(), "", Text(shown.note, style="dim")), soft_wrap=True)

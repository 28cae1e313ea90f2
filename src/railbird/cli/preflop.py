"""``railbird preflop``: what starting hands are worth, as a 13×13 heat map."""

from __future__ import annotations

import json
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console, Group
from rich.text import Text

from railbird.cards import CLASSES
from railbird.cli.options import Json, Seed
from railbird.cli.progress import ProgressBar
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

Array = NDArray[np.float64]

app = typer.Typer(
    no_args_is_help=True,
    help="""
What the 169 starting hands are worth: income rates, hand ranks, Sklansky's groups.

Try:

  railbird preflop income-rates --players 10

  railbird preflop ranks
""",
)

Players = Annotated[int, typer.Option("--players", "-n", min=2, max=10, help="How many players are dealt in.")]
Deals = Annotated[
    int | None, typer.Option("--deals", min=1000, help="Roll out this many deals in place of reading the table.")
]


@app.command("income-rates")
def _income_rates(players: Players = 10, deals: Deals = None, seed: Seed = 0, as_json: Json = False) -> None:
    """Income rates in milli-bets: what each hand wins when everybody calls one bet and all cards are dealt."""
    if deals is None:
        rates = known_income_rates(players)
    else:
        with ProgressBar("roll-out") as bar:
            rates = income_rates(players, deals=deals, seed=seed, progress=bar)
    _show_rates(rates, as_json)


@app.command("iterated")
def _iterated(
    players: Players = 10,
    noise: Annotated[float, typer.Option(min=0, max=1, help="How often losing hands are played all the same.")] = 0.0,
    deals: Deals = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Iterated income rates: hands that lose are folded, again and again, until nothing changes."""
    if deals is None and players == 10 and noise in (0.0, NOISE):
        rates = known_income_rates(players, iterated=True, noise=noise)
    else:
        with ProgressBar("roll-out") as bar:
            rates = iterated_income_rates(players, noise=noise, deals=deals or 1_000_000, seed=seed, progress=bar)
    _show_rates(rates, as_json)


@app.command("ranks")
def _ranks(as_json: Json = False) -> None:
    """Hand ranks: how often each hand beats a random one over all boards, ties counting half."""
    ranks = class_hand_ranks()
    if as_json:
        typer.echo(json.dumps({str(each): ranks[each.index] for each in CLASSES}, indent=2))
        return
    _print(heat_map(ranks, [f"{100 * rank:.1f}" for rank in ranks], middle=0.5), "percent of pots won, exact")


@app.command("groups")
def _groups(
    version: Annotated[GroupVersion, typer.Option(help="Whose print of the table.")] = GroupVersion.HEIDENREICH,
    as_json: Json = False,
) -> None:
    """Sklansky's groups, 1 (best) to 8, as two of the sources print them."""
    groups = sklansky_groups(version)
    if as_json:
        typer.echo(json.dumps({str(each): group for each, group in groups.items()}, indent=2))
        return
    values = np.array([9.0 - groups.get(each, 9) for each in CLASSES])
    cells = [str(groups.get(each, "")) for each in CLASSES]
    _print(heat_map(values, cells, middle=0), "hands without a number are below group 8")


def _show_rates(rates: IncomeRates, as_json: bool) -> None:
    if as_json:
        data = {
            "players": rates.players,
            "deals": rates.deals,
            "seed": rates.seed,
            "dead_money": rates.dead_money,
            "rounds": rates.rounds,
            "settled": rates.settled,
            "rates": {str(each): rates.rates[each.index] for each in CLASSES},
            "standard_errors": {str(each): rates.standard_errors[each.index] for each in CLASSES},
        }
        typer.echo(json.dumps(data, indent=2))
        return
    worst = float(np.max(rates.standard_errors))
    note = f"milli-bets, {rates.players} players, {rates.deals:,} deals, standard errors up to {worst:.1f}"
    if rates.dead_money:
        won = sum(each.combos for each in rates.played) / 1326
        note += f"; {rates.dead_money:g} small bets of blinds in the pot; {won:.1%} of hands win"
    if rates.rounds:
        note += f"; {rates.rounds} rounds{'' if rates.settled else ', not settled'}"
    _print(heat_map(rates.rates, [f"{rate:+.0f}" for rate in rates.rates], middle=0), note)


def heat_map(values: Array, cells: list[str], *, middle: float) -> Text:
    """The square of classes, suited above the diagonal; green above the middle, red below."""
    above = max(float(values.max()) - middle, 1e-9)
    below = max(middle - float(values.min()), 1e-9)
    rows = []
    for row in range(13):
        names, numbers = Text(), Text()
        for hand_class in CLASSES[13 * row : 13 * row + 13]:
            value = float(values[hand_class.index]) - middle
            style = _shade(value / above if value >= 0 else value / below)
            names.append(f" {hand_class!s:<5}", style=style)
            numbers.append(f" {cells[hand_class.index]:<5}", style=style)
        rows += [names, numbers]
    return Text("\n").join(rows)


def _shade(share: float) -> str:
    strength = round(40 + 130 * abs(share) ** 0.5)
    return f"white on rgb(20,{strength},60)" if share > 0 else f"white on rgb({strength},30,40)"


def _print(picture: Text, note: str) -> None:
    Console(highlight=False).print(Group(picture, "", Text(note, style="dim")), soft_wrap=True)

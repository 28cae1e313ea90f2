"""A number for each of the 169 hand classes as a 13×13 grid, in the terminal or in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.text import Text

from railbird.cards import CLASSES, RANKS
from railbird.cli.render.pictures import pyplot, save_figure
from railbird.strength import IncomeRates


@dataclass(frozen=True, slots=True, eq=False)
class HeatMap:
    """The grid of hand classes, suited above the diagonal; green above the middle, red below."""

    title: str
    values: NDArray[np.float64]
    cells: list[str]
    """The text in each cell."""
    middle: float
    note: str

    def text(self) -> Text:
        """The heat map for the terminal."""
        above = max(float(self.values.max()) - self.middle, 1e-9)
        below = max(self.middle - float(self.values.min()), 1e-9)
        rows = []
        for row in range(13):
            names, numbers = Text(), Text()
            for hand_class in CLASSES[13 * row : 13 * row + 13]:
                value = float(self.values[hand_class.index]) - self.middle
                style = _shade(value / above if value >= 0 else value / below)
                names.append(f" {hand_class!s:<5}", style=style)
                numbers.append(f" {self.cells[hand_class.index]:<5}", style=style)
            rows += [names, numbers]
        return Text("\n").join(rows)

    def save(self, path: Path) -> None:
        """Save the heat map as a picture."""
        figure, axes = pyplot().subplots(figsize=(9.6, 9.2), layout="constrained")
        from matplotlib.colors import TwoSlopeNorm

        low, high = float(self.values.min()), float(self.values.max())
        scale = TwoSlopeNorm(self.middle, min(low, self.middle - 1e-9), max(high, self.middle + 1e-9))
        image = axes.imshow(self.values.reshape(13, 13), cmap="RdYlGn", norm=scale)
        for each in CLASSES:
            row, column = divmod(each.index, 13)
            axes.text(column, row - 0.12, str(each), ha="center", va="center", fontsize=10, fontweight="bold")
            axes.text(column, row + 0.24, self.cells[each.index], ha="center", va="center", fontsize=8)
        axes.set_xticks(range(13), labels=RANKS[::-1])
        axes.set_yticks(range(13), labels=RANKS[::-1])
        axes.set_xticks(np.arange(-0.5, 13), minor=True)
        axes.set_yticks(np.arange(-0.5, 13), minor=True)
        axes.tick_params(which="both", length=0)
        axes.grid(which="minor", color="white", linewidth=1.5)
        for side in axes.spines.values():
            side.set_visible(False)
        axes.set_title(self.title, fontsize=14, loc="left")
        axes.set_xlabel(self.note, fontsize=9, color="dimgray", loc="left", wrap=True)
        figure.colorbar(image, ax=axes, shrink=0.6, aspect=30)
        save_figure(figure, path)


def _shade(share: float) -> str:
    strength = round(40 + 130 * abs(share) ** 0.5)
    return f"white on rgb(20,{strength},60)" if share > 0 else f"white on rgb({strength},30,40)"


def income_rate_map(title: str, rates: IncomeRates) -> HeatMap:
    """A heat map of income rates, with a note on how they were computed."""
    worst = float(np.max(rates.standard_errors))
    how = f"{rates.deals:,} deals, standard errors up to {worst:.1f}" if rates.deals else "exact"
    note = f"milli-bets, {rates.players} players, {how}"
    if rates.dead_money:
        winning = sum(each.combos for each in rates.played) / 1326
        note += f"; {rates.dead_money:g} small bets of blinds in the pot; {winning:.1%} of hands win"
    if rates.rounds:
        note += f"; {rates.rounds} rounds{'' if rates.settled else ', not settled'}"
    return HeatMap(title, rates.rates, [f"{rate:+.0f}" for rate in rates.rates], 0, note)

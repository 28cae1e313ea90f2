"""Regenerate src/railbird/strength/data/income_rates.csv: income rates for 2 to 10 players, and iterated ones.

Run from the project's root: python tools/income_rates.py [DEALS]
"""

import sys
from pathlib import Path

from rich.progress import track

from railbird.cards import CLASSES
from railbird.strength import income_rates, iterated_income_rates
from railbird.strength.income import COLUMNS, Column, IncomeRates

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "strength" / "data" / "income_rates.csv"


def computed(column: Column, deals: int) -> IncomeRates:
    if not column.iterated:
        return income_rates(column.players, deals=deals, seed=column.players)
    return iterated_income_rates(column.players, noise=column.noise, deals=deals // 4, seed=column.players)


def main(deals: int = 100_000_000) -> None:
    found = [computed(column, deals) for column in track(COLUMNS, "income rates")]
    lines = [f"# roll-outs of {deals} deals, iterated ones of {deals // 4}; milli-bets and standard errors"]
    lines.append(",".join(["class", *(name for column in COLUMNS for name in (column.name, f"{column.name} error"))]))
    for hand_class in CLASSES:
        cells = [str(hand_class)]
        for rates in found:
            place = hand_class.index
            cells += [f"{rates.rates[place]:.1f}", f"{rates.standard_errors[place]:.1f}"]
        lines.append(",".join(cells))
    TARGET.write_text("\n".join(lines) + "\n", encoding="ascii")
    for column, rates in zip(COLUMNS, found, strict=True):
        if column.iterated:
            print(f"{column.name}: {rates.rounds} rounds, settled: {rates.settled}")
    print(f"wrote {len(COLUMNS)} columns to {TARGET}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

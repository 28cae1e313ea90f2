"""Which convention for blinds and noise brings iterated roll-outs nearest to Heidenreich's figure 3?

Prints the table of docs/reproductions.md. Run from the project's root: python tools/iterated_conventions.py [DEALS]
"""

import sys

import numpy as np
from rich.progress import track

from railbird.papers.incomes import rank_correlation
from railbird.papers.published import read_table
from railbird.strength import iterated_income_rates

DEAD_MONEY = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
NOISE = (0.0, 0.05, 0.1, 0.2, 0.5)


def main(deals: int = 1_000_000) -> None:
    published = read_table("heidenreich-figure-3").values["iterated"]
    print("| dead money | noise | hands that win | rank correlation | root mean square difference | AA | JTs | 66 |")
    print("|---:|---:|---:|---:|---:|---:|---:|---:|")
    for dead_money, noise in track([(dead, noise) for dead in DEAD_MONEY for noise in NOISE], "conventions"):
        found = iterated_income_rates(10, noise=noise, dead_money=dead_money, deals=deals)
        ours = np.array([found[name] for name in published])
        distance = float(np.sqrt(np.mean((ours - np.array(list(published.values()))) ** 2)))
        played = sum(each.combos for each in found.played) / 1326
        rates = " | ".join(f"{found[name]:.0f}" for name in ("AA", "JTs", "66"))
        correlation = rank_correlation(list(published.values()), list(ours))
        print(f"| {dead_money:g} | {noise:g} | {played:.0%} | {correlation:.3f} | {distance:.0f} | {rates} |", flush=True)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

"""Regenerate src/railbird/strength/data/income_rates.json: income rates for 3 to 10 players, plain and iterated.

Run from the project's root: python tools/income_rates.py [DEALS]
"""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import track

from railbird.strength import IncomeRates, income_rates, iterated_income_rates
from railbird.strength.income import NOISE

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "strength" / "data" / "income_rates.json"


def plain(rates: IncomeRates) -> dict[str, Any]:
    """Income rates as JSON, rounded to the meaningful digits."""
    digits = {"rates": 1, "standard_errors": 2, "play": 4}
    return {
        key: np.round(value, digits[key]).tolist() if key in digits else value for key, value in asdict(rates).items()
    }


def main(deals: int = 100_000_000) -> None:
    tables = [income_rates(players, deals=deals, seed=players) for players in track(range(3, 11), "income rates")]
    wanted = [*((players, 0.0) for players in range(3, 11)), (10, NOISE)]
    for players, noise in track(wanted, "iterated income rates"):
        tables.append(iterated_income_rates(players, noise=noise, deals=deals // 4, seed=players))
    lines = ",\n".join(json.dumps(plain(rates), separators=(",", ":")) for rates in tables)
    TARGET.write_text(f"[\n{lines}\n]\n", encoding="ascii")
    for rates in tables:
        if rates.rounds:
            what = f"iterated, {rates.players} players, noise {rates.noise:g}"
            print(f"{what}: {rates.rounds} rounds, settled: {rates.settled}")
    print(f"wrote {len(tables)} tables to {TARGET}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

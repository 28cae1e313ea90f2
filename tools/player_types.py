"""Count what bots of the gallery do with which hands, and write the types of players that ship with Railbird.

Run from the project's root: ``python tools/player_types.py`` (10 min on two cores). Bots that play each other are drawn
anew for each table, with two to ten players.
"""

from __future__ import annotations

import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.cli.prediction_scores import hands_of
from railbird.models.reading.counting import count_actions, no_counts
from railbird.models.reading.types import SHIPPED, fit_types

OUTPUT = Path(__file__).parent.parent / "src/railbird/models/reading" / SHIPPED
TYPES = (
    *("simple", "simple(bluff=off)", "basic-rules", "advanced-rules", "jag", "rezai"),
    *(f"style(hands={hands},aggression={aggression})" for hands in (0.15, 0.4) for aggression in (0.2, 0.8)),
    *("poki", "lain", "chump", "random", "always-call", "always-raise", "ehs"),
)
HEADS_UP = ("vexbot", "kestrel")
"""These join in tables of two."""
TABLES, HANDS = 200, 500
PLAYERS = (2, 2, 2, 3, 3, 4, 6, 6, 10)
"""Drawn for each table; fuller ones play half as many hands."""
SEED = "train"


class Table(NamedTuple):
    bots: tuple[str, ...]
    seed: int
    hands: int


def tables() -> list[Table]:
    """Who plays whom."""
    chance, result = random.Random(SEED), []
    for _ in range(TABLES):
        players = chance.choice(PLAYERS)
        bots = chance.sample([*TYPES, *HEADS_UP] if players == 2 else list(TYPES), players)
        result.append(Table(tuple(bots), chance.randrange(10**9), HANDS if players < 6 else HANDS // 2))
    return result


def counted(table: Table) -> dict[str, NDArray[np.float64]]:
    """The actions of each bot at a table."""
    with tempfile.TemporaryDirectory() as folder:
        store = rb.Store(Path(folder) / "hands.db")
        game = f"limit(players={len(table.bots)})"
        result = rb.play_match(list(table.bots), hands=table.hands, game=game, seed=table.seed, store=store, workers=1)
        hands = hands_of(str(result.match), 1, store.path)
    by_name: dict[str, NDArray[np.float64]] = {}
    count_actions(hands, by_name)
    names = hands[0].players
    return {bot: by_name[name] for bot, name in zip(table.bots, names, strict=True) if name in by_name}


def main() -> None:
    """Play, count, fit and write."""
    counts: dict[str, NDArray[np.float64]] = {}
    with ProcessPoolExecutor() as pool:
        for number, found in enumerate(pool.map(counted, tables()), start=1):
            print(f"\r{number} of {TABLES} tables", end="", flush=True)
            for bot, each in found.items():
                counts[bot] = counts.get(bot, no_counts()) + each
    types = fit_types({bot: counts[bot] for bot in (*TYPES, *HEADS_UP)})
    OUTPUT.parent.mkdir(exist_ok=True)
    OUTPUT.write_bytes(types.to_bytes())
    actions = sum(int(each.sum()) for each in counts.values())
    print(f"\nwrote {OUTPUT.name}: {len(types)} types from {actions:,} actions, {OUTPUT.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

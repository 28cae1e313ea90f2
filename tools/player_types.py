"""Count what bots of the gallery do with which hands, and write the types of players that ship with Railbird.

Run from the project's root: ``python tools/player_types.py [limit] [nolimit]`` (10 min each on two cores). Bots that
play each other are drawn anew for each table, with two to ten players.
"""

from __future__ import annotations

import random
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.cli.prediction_scores import hands_of
from railbird.gallery import parse_bot
from railbird.models.reading.counting import count_actions, no_counts
from railbird.models.reading.types import FOLDER, fit_types

OUTPUT = Path(__file__).parent.parent / "src/railbird/models/reading" / FOLDER
TYPES = (
    *("simple", "simple(bluff=off)", "basic-rules", "advanced-rules", "jag", "rezai"),
    *(f"style(hands={hands},aggression={aggression})" for hands in (0.15, 0.4) for aggression in (0.2, 0.8)),
    *("poki", "lain", "chump", "random", "always-call", "always-raise", "ehs"),
)
HEADS_UP = ("vexbot", "kestrel")
"""These join in tables of two."""
TABLES, HANDS = 200, 500
STACKS = ("20bb", "50bb", "100bb", "100bb", "200bb")
"""Drawn for each table of no-limit games."""
PLAYERS = (2, 2, 2, 3, 3, 4, 6, 6, 10)
"""Drawn for each table; fuller ones play half as many hands."""
SEED = "train"


class Table(NamedTuple):
    game: str
    bots: tuple[str, ...]
    seed: int
    hands: int


def tables(betting: str) -> list[Table]:
    """Who plays whom."""
    chance, result = random.Random(SEED), []
    for _ in range(TABLES):
        players = chance.choice(PLAYERS)
        bots = chance.sample(bots_for(betting, players), players)
        seed = chance.randrange(10**9)
        stack = f", stack={chance.choice(STACKS)}" if betting == "nolimit" else ""
        game = f"{betting}(players={players}{stack})"
        result.append(Table(game, tuple(bots), seed, HANDS if players < 6 else HANDS // 2))
    return result


def bots_for(betting: str, players: int) -> list[str]:
    """The bots that play such a game."""
    game = rb.parse_game(f"{betting}(players={players})")
    return [bot for bot in (*TYPES, *HEADS_UP) if parse_bot(bot).refusal(game) is None]


def counted(table: Table) -> dict[str, NDArray[np.float64]]:
    """The actions of each bot at a table."""
    with tempfile.TemporaryDirectory() as folder:
        store = rb.Store(Path(folder) / "hands.db")
        result = rb.play_match(
            list(table.bots), hands=table.hands, game=table.game, seed=table.seed, store=store, workers=1
        )
        hands = hands_of(str(result.match), 1, str(store.path))
    by_name: dict[str, NDArray[np.float64]] = {}
    count_actions(hands, by_name)
    names = hands[0].players
    return {bot: by_name[name] for bot, name in zip(table.bots, names, strict=True) if name in by_name}


def main() -> None:
    """Play, count, fit and write."""
    for betting in sys.argv[1:] or ("limit", "nolimit"):
        counts: dict[str, NDArray[np.float64]] = {}
        with ProcessPoolExecutor() as pool:
            for number, found in enumerate(pool.map(counted, tables(betting)), start=1):
                print(f"\r{number} of {TABLES} tables", end="", flush=True)
                for bot, each in found.items():
                    counts[bot] = counts.get(bot, no_counts()) + each
        types = fit_types({bot: counts[bot] for bot in (*TYPES, *HEADS_UP) if bot in counts})
        output = OUTPUT / f"{betting}.types"
        OUTPUT.mkdir(exist_ok=True)
        output.write_bytes(types.to_bytes())
        actions = sum(int(each.sum()) for each in counts.values())
        print(f"\nwrote {output.name}: {len(types)} types from {actions:,} actions, {output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()

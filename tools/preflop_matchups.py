"""Regenerate src/railbird/strength/data/preflop_matchups.npz: wins, ties and losses of each pair of classes.

Run from the project's root: python tools/preflop_matchups.py
"""

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from rich.progress import track

from railbird import _core
from railbird.cards import CLASSES, HandClass, Range

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "strength" / "data" / "preflop_matchups.npz"
MOST_CHOICES = 10**6


def count(pair: tuple[HandClass, HandClass]) -> tuple[int, int, int]:
    """The deals that the first class wins, ties and loses, over all pairs of hands without a common card and boards."""
    weights = np.array([Range(str(each)).weights for each in pair])
    matchups = _core.Matchups(weights, 0, MOST_CHOICES)
    assert matchups.complete
    matchups.run(0, matchups.blocks, 0)
    _, win, loss, tie = matchups.tally()
    assert win == round(win)
    return round(win), round(tie), round(loss)


def main() -> None:
    start = time.perf_counter()
    pairs = [(a, b) for i, a in enumerate(CLASSES) for b in CLASSES[i:]]
    with ThreadPoolExecutor() as pool:
        counts = list(track(pool.map(count, pairs), "class against class", len(pairs)))
    table = np.array(counts, dtype=np.int32)
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(TARGET, counts=table)
    print(f"wrote {len(pairs):,} pairs of classes to {TARGET} in {time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main()

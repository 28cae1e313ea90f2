"""Regenerate src/railbird/abstraction/data/outlook.npz: how the strength of a hand changes from round to round.

Run from the project's root: python tools/outlook.py [FLOPS FOR EACH CLASS]
"""

import sys
from pathlib import Path

import numpy as np
from rich.progress import track

from railbird import _core
from railbird.abstraction.outlook import FINE, FINE_RIVER, bucket_of
from railbird.cards import CLASS_OF_HAND

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "abstraction" / "data" / "outlook.npz"
OTHERS = 256
"""Hands that each board of a flop is compared with."""
TURNS = 2
"""Turn cards of each flop that are followed to the river."""


def main(flops: int = 1500) -> None:
    chance = np.random.default_rng(2016)
    preflop = np.zeros((169, FINE), dtype=np.int64)
    flop = np.zeros((FINE, FINE), dtype=np.int64)
    turn = np.zeros((FINE, FINE_RIVER), dtype=np.int64)
    hands = [(high, low) for high in range(52) for low in range(high)]
    for number in track(range(169), "classes"):
        combos = [hands[index] for index in np.flatnonzero(number == CLASS_OF_HAND)]
        for _ in range(flops):
            hole = combos[chance.integers(len(combos))]
            board = chance.choice([card for card in range(52) if card not in hole], 3, replace=False)
            mine, table = (sum(1 << int(card) for card in cards) for cards in (hole, board))
            left = [card for card in range(52) if not (mine | table) >> card & 1]
            means = _core.turn_means(mine, table, OTHERS)
            now, then = int(bucket_of(means.mean(), FINE)), bucket_of(means, FINE)
            preflop[number, now] += 1
            flop[now] += len(combos) * np.bincount(then, minlength=FINE)
            for card in chance.choice(len(left), TURNS, replace=False):
                ranks = _core.river_ranks(mine, table | 1 << left[card])
                turn[bucket_of(ranks.mean(), FINE)] += len(combos) * np.bincount(
                    bucket_of(ranks, FINE_RIVER), minlength=FINE_RIVER
                )
    TARGET.parent.mkdir(exist_ok=True)
    np.savez_compressed(
        TARGET, preflop=preflop.astype(np.int32), flop=flop.astype(np.int32), turn=turn.astype(np.int32)
    )
    print(f"wrote {TARGET}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

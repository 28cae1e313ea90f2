"""Regenerate src/railbird/stats/data/preflop_shares.npz: the all-in equity of each hand against each class, pre-flop.

Run from the project's root: python tools/preflop_shares.py
"""

from __future__ import annotations

import math
from itertools import permutations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._threads import thread_count
from railbird.cards import CLASSES, HAND_MASKS, HANDS, HoleCards
from railbird.cards.hole_cards import ALL_HOLE_CARDS
from railbird.cards.suits import exchanged, hands_after, to_canonical

TARGET = Path(__file__).parent.parent / "src" / "railbird" / "stats" / "data" / "preflop_shares.npz"
BOARDS = math.comb(48, 5)


def table() -> NDArray[np.int32]:
    """[169, 1326]: half pots that each hand wins on all boards against the hand of each class with canonical suits.

    It is -1 for hands that share a card with the other one.
    """
    hands = [(hand.high, hand.low) for hand in (ALL_HOLE_CARDS[each.hands[0]] for each in CLASSES)]
    alike = [HoleCards(*exchanged(cards, to_canonical(cards))).index for cards in hands]
    mine, other = np.tile(np.arange(HANDS), len(CLASSES)), np.repeat(alike, HANDS)
    possible = (HAND_MASKS[mine] & HAND_MASKS[other]) == 0
    counts = np.full(len(mine), -1, dtype=np.int32)
    counts[possible] = np.rint(2 * BOARDS * heads_up_shares(mine[possible], other[possible]))
    return counts.reshape(len(CLASSES), HANDS)


def heads_up_shares(mine: NDArray[np.intp], other: NDArray[np.intp]) -> NDArray[np.float64]:
    """The all-in equity of one hand against another, computed once for equivalent pairs.

    Pairs are equivalent if an exchange of suits turns one into the other, in either order: 47,008 of 207,025 remain.
    """
    rows = np.arange(len(mine))
    exchanges = np.array([hands_after((c, d, h, s)) for c, d, h, s in permutations(range(4))])
    low, high = np.minimum(exchanges[:, mine], exchanges[:, other]), np.maximum(exchanges[:, mine], exchanges[:, other])
    names = low * HANDS + high
    best = names.argmin(axis=0)
    pairs, numbers = np.unique(names[best, rows], return_inverse=True)
    second = exchanges[best, mine] > exchanges[best, other]
    cards = np.array([(hand.high, hand.low) for hand in ALL_HOLE_CARDS], dtype=np.uint8)
    count = len(pairs)
    shares = _core.all_in_shares(
        cards[np.stack([pairs // HANDS, pairs % HANDS], axis=1)],
        np.full(count, 3, dtype=np.uint16),
        np.zeros((count, 5), dtype=np.uint8),
        np.zeros(count, dtype=np.uint8),
        thread_count(None),
    )
    return np.asarray(shares[numbers, second.astype(np.intp)])


if __name__ == "__main__":
    np.savez_compressed(TARGET, counts=table())
    print(f"wrote {TARGET}")

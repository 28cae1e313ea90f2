"""Pre-flop matchups: every hand class against every other, over all boards.

The counts are exact; ``tools/preflop_matchups.py`` computes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird.cards import CLASS_OF_HAND, CLASSES, HandClass

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Matchup:
    """How often one class beats, ties and loses to another, in deals of two disjoint hands and a board."""

    win: int
    tie: int
    loss: int

    @property
    def deals(self) -> int:
        return self.win + self.tie + self.loss

    @property
    def equity(self) -> float:
        return (self.win + self.tie / 2) / self.deals


def preflop_matchup(hero: str | HandClass, villain: str | HandClass) -> Matchup:
    """The matchup of one class against another.

    >>> round(preflop_matchup("AKs", "QQ").equity, 4)
    0.4605
    """
    a, b = (each if isinstance(each, HandClass) else HandClass.parse(each) for each in (hero, villain))
    win, tie, loss = preflop_matchups()[a.index, b.index].tolist()
    return Matchup(win, tie, loss)


@cache
def preflop_matchups() -> NDArray[np.int64]:
    """[169, 169, 3]: wins, ties and losses of each class against each other.

    >>> from railbird.cards import HandClass
    >>> wins, ties, losses = preflop_matchups()[HandClass.parse("AA").index, HandClass.parse("KK").index]
    >>> round(float(wins / (wins + ties + losses)), 3)
    0.817
    """
    with files("railbird.strength").joinpath("data", "preflop_matchups.npz").open("rb") as file:
        counts = np.load(file)["counts"].astype(np.int64)
    table = np.zeros((len(CLASSES), len(CLASSES), 3), dtype=np.int64)
    upper = np.triu_indices(len(CLASSES))
    table[upper] = counts
    table[upper[1], upper[0]] = counts[:, ::-1]
    table.flags.writeable = False
    return table


@cache
def class_hand_ranks() -> Array:
    """The hand rank of each of the 169 classes: HR = (win + tie/2) / (win + tie + loss) against any hand.

    LAIN's pre-flop table (Vytřísal 2016, §3.2.1); all boards and all opposing hands are equally likely.

    >>> [f"{hr:.4f}" for hr in class_hand_ranks()[[HandClass.parse("AA").index, HandClass.parse("32o").index]]]
    ['0.8520', '0.3230']
    """
    win, tie, loss = preflop_matchups().sum(axis=1).T
    ranks: Array = (win + tie / 2) / (win + tie + loss)
    ranks.flags.writeable = False
    return ranks


@cache
def preflop_hand_ranks() -> Array:
    """The hand rank of each of the 1326 hands; see ``class_hand_ranks``."""
    ranks = class_hand_ranks()[CLASS_OF_HAND]
    ranks.flags.writeable = False
    return ranks


@cache
def start_hand_order() -> tuple[HandClass, ...]:
    """The 169 classes from best to worst against one random hand.

    >>> " ".join(map(str, start_hand_order()[:8]))
    'AA KK QQ JJ TT 99 88 AKs'
    """
    return tuple(CLASSES[i] for i in np.argsort(-class_hand_ranks(), kind="stable"))

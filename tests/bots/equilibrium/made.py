"""Strategies at random over buckets that are made up, for bots to play: real ones take hours to solve."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import numpy as np

from railbird.abstraction import BucketStrategy, PublicTree, Spot, public_tree, rows_needed, save_strategies
from railbird.abstraction.cards import BucketSpec, CardAbstraction, build_abstraction, deal_index
from railbird.abstraction.cards.level_cuts import LevelCuts
from railbird.abstraction.cards.street_buckets import ClassTable, RuledStreet
from railbird.abstraction.preflop_sequences import SEQUENCES
from railbird.bots.equilibrium.psopti import PREFLOP
from railbird.game import limit

MENU = "50%, 100%, a; raises 2; flop 75%, a; turn 75%, a; river 75%, a"
FLOP = "2c3c4c"
"""Trees have no cards: any flop stands for all."""


@cache
def holdem_cards() -> CardAbstraction:
    """Three buckets pre-flop, and two a street; the flop's are runs of classes, which take few bytes."""
    classes = deal_index(limit()).counts[1]
    return CardAbstraction(
        limit(),
        BucketSpec.parse("buckets(preflop=3, flop=2, turn=2, river=2, recall=imperfect)"),
        [
            ClassTable((np.arange(169) % 3).astype(np.uint8), 3, None),
            ClassTable((np.arange(classes) * 8 // classes % 2).astype(np.uint8), 2, None),
            RuledStreet(LevelCuts(("ehs2",), (np.array([[20_000]], dtype=np.uint16),)), False),
            RuledStreet(LevelCuts(("ehs",), (np.array([[900]], dtype=np.uint16),)), False),
        ],
    )


def at_random(tree: PublicTree, cards: CardAbstraction, seed: int = 1) -> BucketStrategy:
    """A strategy that mixes its actions at random; some have the probability 0."""
    rows = np.random.default_rng(seed).gamma(0.5, size=rows_needed(tree, cards))
    return BucketStrategy(tree, cards, np.floor(40 * rows).astype(np.float32))


def write_limit(path: Path) -> Path:
    save_strategies(path, {"whole": at_random(public_tree(Spot("limit(cap=3)")), holdem_cards())})
    return path


def write_nolimit(path: Path) -> Path:
    tree = public_tree(Spot("nolimit(stack=100bb)"), MENU)
    save_strategies(path, {"whole": at_random(tree, holdem_cards())})
    return path


def write_leduc(path: Path) -> Path:
    cards = build_abstraction("leduc", "buckets(preflop=3, flop=2, by=ehs)")
    save_strategies(path, {"whole": at_random(public_tree(Spot("leduc")), cards)})
    return path


def write_psopti(path: Path) -> Path:
    """The models of psopti, with trees of three bets a round and the pots of the real pre-flop betting."""
    parts = {PREFLOP: at_random(public_tree(Spot("limit(cap=3)")), holdem_cards())}
    for number, name in enumerate(SEQUENCES):
        pot = 20 * (1 + name.count("r"))
        spot = Spot("limit(cap=3)", FLOP, pot=pot)
        parts[name] = at_random(public_tree(spot), holdem_cards(), number)
    save_strategies(path, parts)
    return path

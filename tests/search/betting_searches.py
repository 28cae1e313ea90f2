"""Requests to the native search over betting, fixed and random; the same trees come from plain Python.

Run from the project's root: python -m tests.fuzz betting-search [NUMBER OF REQUESTS] [SEED]
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from railbird import _core
from railbird.search.betting_search import BettingBackup, BettingRules, BettingSearch, BettingSearchTree, even_shares
from tests.reference.betting_search import Node, PlainBettingSearch
from tests.reference.simulation import Array, PlainSimulation
from tests.search.simulations import SPOILED as SPOILED_SIMULATIONS
from tests.search.simulations import arguments as simulation_arguments
from tests.search.simulations import random_question, request_of


def searched(
    asked: PlainSimulation, rules: BettingRules, iterations: int, *, seed: int = 0, shares: Array | None = None
) -> BettingSearchTree:
    """The tree of the native core."""
    return search_of(asked, rules, seed=seed, shares=shares).run(iterations).tree()


def search_of(
    asked: PlainSimulation, rules: BettingRules, *, seed: int = 0, shares: Array | None = None
) -> BettingSearch:
    return BettingSearch(
        request_of(asked), rules, even_shares(asked.hand.game.players, rules.bets) if shares is None else shares, seed
    )


def same_tree(tree: BettingSearchTree, plain: PlainBettingSearch) -> None:
    """Both have the same nodes, visits and actions, and values that are the same but for rounding."""
    assert len(tree) == len(plain.nodes)
    pairs = list(_pairs(tree, plain.root))
    assert len(pairs) == len(tree)
    scale = max(1.0, max(abs(sample) for sample in plain.root.samples) if plain.root.samples else 1.0)
    for index, node in pairs:
        assert tree.kind[index] == node.kind
        assert tree.player[index] == node.player
        assert tree.visits[index] == len(node.samples)
        assert math.isclose(tree.value[index], node.value, rel_tol=1e-9, abs_tol=1e-9 * scale)
        assert math.isclose(tree.variance[index], node.variance, rel_tol=1e-7, abs_tol=1e-9 * scale**2)
        for edge, expected in zip(tree.edges(index), node.edges, strict=True):
            if expected.action:
                assert tree.action_of(edge) == expected.action
                assert math.isclose(tree.predicted[edge], math.fsum(expected.predicted), abs_tol=1e-9)
            assert (tree.child[edge] >= 0) == (expected.child is not None)


def _pairs(tree: BettingSearchTree, root: Node) -> Iterator[tuple[int, Node]]:
    waiting = [(0, root)]
    while waiting:
        index, node = waiting.pop()
        yield index, node
        for edge, expected in zip(tree.edges(index), node.edges, strict=True):
            if expected.child:
                waiting.append((int(tree.child[edge]), expected.child))


def random_rules(choose: random.Random) -> BettingRules:
    bets = sorted(choose.sample([0.0, 0.25, 0.5, 1.0, 2.0, 7.5, 1000.0], choose.randint(1, 4)))
    return BettingRules(
        exploration=choose.choice([0.0, 0.1, 1.0, 30.0]),
        uncertainty=choose.choice([0.0, 1.0, 2.5]),
        sampled=choose.choice([0, 1, 5, 20]),
        backup=choose.choice(list(BettingBackup)),
        bins=choose.choice([1, 2, 5, 50]),
        bets=tuple(bets),
    )


def random_shares(choose: random.Random, players: int, sizes: int) -> Array:
    return np.random.default_rng(choose.randrange(2**32)).dirichlet(np.full(sizes, 0.5), players)


def arguments(asked: PlainSimulation, rules: BettingRules, shares: Array) -> dict[str, Any]:
    """The arguments for the native core."""
    same = simulation_arguments(asked)
    bet = same.pop("bet")
    return {
        **same,
        "exploration": rules.exploration,
        "uncertainty": rules.uncertainty,
        "sampled": rules.sampled,
        "backup": list(BettingBackup).index(rules.backup),
        "bins": rules.bins,
        "bets": list(rules.bets),
        "shares": shares,
        "roll_out_bet": bet,
        "high_price": asked.high_price,
    }


SPOILED: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    **{what: spoil for what, spoil in SPOILED_SIMULATIONS.items() if "bets" not in what},
    "exploration below 0": lambda _: {"exploration": -0.1},
    "exploration that is not a number": lambda _: {"exploration": math.nan},
    "endless exploration": lambda _: {"exploration": math.inf},
    "uncertainty below 0": lambda _: {"uncertainty": -1.0},
    "uncertainty that is not a number": lambda _: {"uncertainty": math.nan},
    "sampled visits below 0": lambda _: {"sampled": -1},
    "too many sampled visits": lambda _: {"sampled": 2**40},
    "a backup below 0": lambda _: {"backup": -1},
    "an unknown backup": lambda _: {"backup": 3},
    "no bins": lambda _: {"bins": 0},
    "too many bins": lambda _: {"bins": 51},
    "no sizes": lambda _: {"bets": []},
    "nine sizes": lambda _: {"bets": [0.5] * 9},
    "a size below 0": lambda _: {"bets": [-0.5]},
    "a size that is not a number": lambda _: {"bets": [math.nan]},
    "a size that is too large": lambda _: {"bets": [1001.0]},
    "sizes that descend": lambda _: {"bets": [1.0, 0.5]},
    "sizes that are a text": lambda _: {"bets": "pot"},
    "shares of fewer players": lambda good: {"shares": good["shares"][1:]},
    "shares of fewer sizes": lambda good: {"shares": good["shares"][:, 1:]},
    "shares that are not numbers": lambda good: {"shares": np.full_like(good["shares"], math.nan)},
    "shares below 0": lambda good: {"shares": good["shares"] - 1},
    "shares that sum to more": lambda good: {"shares": good["shares"] * 1.01},
    "shares in one row": lambda good: {"shares": good["shares"][0]},
    "a price below 0": lambda _: {"high_price": -0.1},
    "a price above the pot": lambda _: {"high_price": 1.1},
    "a price that is not a number": lambda _: {"high_price": math.nan},
    "a roll-out bet below 0": lambda _: {"roll_out_bet": -0.5},
    "a roll-out bet that is not a number": lambda _: {"roll_out_bet": math.nan},
}
"""Invalid requests: what is wrong, and how to make it from a valid one."""


def refused(spoiled: dict[str, Any]) -> bool:
    try:
        _core.BettingUct(**spoiled)
    except (TypeError, ValueError):
        return True
    return False


def check_betting_search(choose: random.Random) -> str:
    """Check one random request; returns what happened."""
    asked = random_question(choose)
    if asked is None:
        return "no decision"
    asked = replace(asked, high_price=choose.choice([0.0, 0.3, 0.45, 1.0]))
    rules, text = random_rules(choose), str(asked.hand)
    shares = random_shares(choose, asked.hand.game.players, len(rules.bets))
    good = arguments(asked, rules, shares)
    if not all(asked.tables.values()):
        assert refused(good), text
        return "a player without a hand"
    if choose.random() < 0.3:
        wrong = choose.choice(list(SPOILED))
        assert refused({**good, **SPOILED[wrong](good)}), (wrong, text)
        return "refused"
    seed = choose.randrange(2**64)
    large = search_of(asked, rules, seed=seed, shares=shares).run(choose.choice([1, 50, 1000])).tree()
    actor, stacks = asked.hand.actor, asked.hand.stacks
    least, most = -stacks[actor], asked.hand.pot + sum(stacks) - stacks[actor]
    assert (large.variance >= 0).all(), text
    if rules.backup is BettingBackup.MEAN:
        assert ((large.value >= least - 1e-6) & (large.value <= most + 1e-6)).all(), text
    few = choose.choice([1, 10]) if asked.policies.shape[-2] > 1 else choose.choice([1, 10, 60])
    native = search_of(asked, rules, seed=seed, shares=shares).run(few)
    plain = PlainBettingSearch(asked, rules, shares).run(range(few), seed)
    assert native.thrown_away == plain.thrown_away, text
    same_tree(native.tree(), plain)
    return "searched"

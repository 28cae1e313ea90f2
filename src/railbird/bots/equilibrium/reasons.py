"""The facts behind a decision of an equilibrium bot: bucket, mixed strategy, own reach, and translated bets."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from railbird._core import LETTERS
from railbird.abstraction.tree_actions import NodeActions
from railbird.abstraction.tree_tracker import TreeStep
from railbird.agent import Fact
from railbird.bots.equilibrium.strategies import StrategyPart


def reasons(part: StrategyPart, cards: tuple[bytes, bytes], node: int, steps: tuple[TreeStep, ...]) -> tuple[Fact, ...]:
    """The facts of a decision at a node, with hole cards and board, after the steps that lead there."""
    tree, now = part.strategy.tree, part.tree.at(node)
    path = part.cards.path(*cards)
    own = [
        part.strategy.row(step.node, path[int(tree.round[step.node])])[step.action]
        for step in steps
        if step.player == now.player
    ]
    return (
        Fact("bucket", _bucket_text(part, path, now.round), private=True),
        Fact("strategy", _mixed(now, part.strategy.row(node, path[now.round])), private=True),
        Fact("own reach", float(prod(own)), private=True),
        Fact("betting in its tree", tree.line_of(node) or "none yet"),
        *translations(steps),
    )


def translations(steps: Sequence[TreeStep]) -> list[Fact]:
    """The bets that were taken for another size, in pots."""
    return [
        Fact("bet taken for another", f"{step.share:.2g} pot for {f'{step.taken:.2g} pot' if step.taken else 'none'}")
        for step in steps
        if step.translation is not None
    ]


def _mixed(now: NodeActions, shares: Sequence[float]) -> str:
    sizes = [f" {size:.2g} pot" if size else "" for size in now.shares]
    listed = zip(now.kinds, sizes, shares, strict=True)
    return ", ".join(f"{LETTERS[kind]}{size} {100 * share:.0f} %" for kind, size, share in listed)


def _bucket_text(part: StrategyPart, path: tuple[int, ...], number: int) -> str:
    """A bucket as people count: from 1, within the buckets of the streets before if these are remembered."""
    numbers: list[tuple[int, int]] = []
    for street in range(number + 1):
        parents = part.cards.parents[street]
        if parents is None:
            numbers = [(path[street], part.cards.counts[street])]
        else:
            siblings = np.flatnonzero(parents == path[street - 1]).tolist()
            numbers.append((siblings.index(path[street]), len(siblings)))
    return ", ".join(f"{index + 1} of {count}" for index, count in numbers)

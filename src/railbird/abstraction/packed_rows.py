"""Strategies in few bytes: probabilities in steps, and nothing for rows that the strategy itself never reaches.

A row is rounded to whole steps, such as fifteenths, that sum to 1: every probability is rounded down, and the steps
that are left go to the largest remainders. Then a player's own reach of a row is the product of their own rounded
probabilities that lead to it. A row with a reach of 0, or below a stated one, cannot matter much; it becomes a copy of
the row of the bucket before it, or a check or call in the first bucket, which takes hardly any bytes.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.bucket_strategy import BucketStrategy, actions_by_row, row_starts
from railbird.abstraction.cards.card_abstraction import CardAbstraction
from railbird.abstraction.public_tree import CALL, DECISION, PublicTree
from railbird.errors import GameError

MOST_STEPS = 255
"""A byte for each probability."""


def in_steps(shares: NDArray[np.float64], steps: int) -> NDArray[np.uint8]:
    """Round probabilities [rows, actions] to whole steps that sum to ``steps`` in each row.

    >>> in_steps(np.array([[0.5, 0.3, 0.2], [0.01, 0.99, 0]]), 15).tolist()
    [[8, 4, 3], [0, 15, 0]]
    """
    exact = shares * steps
    whole = np.floor(exact + 1e-6)
    missing = (steps - whole.sum(axis=1)).astype(np.int64)
    order = np.argsort(whole - exact, axis=1, kind="stable")
    ranks = np.argsort(order, axis=1, kind="stable")
    return np.asarray(whole + (ranks < missing[:, None])).astype(np.uint8)


def pack_rows(strategy: BucketStrategy, steps: int = MOST_STEPS, least_reach: float = 0.0) -> NDArray[np.uint8]:
    """The rows in steps, without the last action: of each node [actions - 1, buckets], in one flat array."""
    if not 1 <= steps <= MOST_STEPS:
        raise GameError(f"probabilities have 1 to {MOST_STEPS} steps, not {steps}")
    tree = strategy.tree
    packed: list[NDArray[np.uint8]] = []
    rounded = _rounded(strategy, steps)
    walk = own_reach(tree, strategy.abstraction)
    node, reach = next(walk)
    while True:
        rows = rounded[strategy.start[node] : strategy.start[node + 1]].reshape(-1, len(tree.edges(node)))
        calls = [tree.edge_kind[edge] == CALL for edge in tree.edges(node)]
        _drop(rows, (reach <= 0) | (reach < least_reach), np.array(calls) * np.uint8(steps))
        packed.append(rows.T[:-1].reshape(-1))
        try:
            node, reach = walk.send(rows / np.float64(steps))
        except StopIteration:
            return np.concatenate(packed)


def _rounded(strategy: BucketStrategy, steps: int) -> NDArray[np.uint8]:
    """All rows in steps."""
    shares, actions = strategy.probabilities(), actions_by_row(strategy.tree, strategy.abstraction)
    result = np.empty(len(shares), np.uint8)
    for width in np.unique(actions).tolist():
        of_width = np.repeat(actions == width, actions)
        result[of_width] = in_steps(shares[of_width].reshape(-1, width), steps).ravel()
    return result


def unpack_rows(tree: PublicTree, cards: CardAbstraction, packed: NDArray[np.uint8], steps: int) -> NDArray[np.uint8]:
    """The rows of ``pack_rows``, with all actions. Raises GameError if they are not those of this tree."""
    start = row_starts(tree, cards)
    decisions = np.flatnonzero(tree.kind == DECISION)
    actions = np.diff(tree.child_start)[decisions]
    buckets = np.diff(start)[decisions] // actions
    if packed.shape != (int((buckets * (actions - 1)).sum()),) or packed.dtype != np.uint8:
        raise GameError("its probabilities do not match its betting and its buckets")
    rows = np.empty(int(start[-1]), dtype=np.uint8)
    first = 0
    for node, count, width in zip(decisions.tolist(), buckets.tolist(), actions.tolist(), strict=True):
        block = rows[start[node] : start[node + 1]].reshape(count, width)
        last = first + count * (width - 1)
        block[:, :-1] = packed[first:last].reshape(width - 1, count).T
        given = block[:, :-1].sum(axis=1, dtype=np.int64)
        if given.max(initial=0) > steps:
            raise GameError("its probabilities sum to more than 1")
        block[:, -1] = steps - given
        first = last
    return rows


Walk = Generator[tuple[int, NDArray[np.float64]], NDArray[np.float64], None]


def own_reach(tree: PublicTree, cards: CardAbstraction) -> Walk:
    """Yield each decision node, in order, with its player's own reach [buckets]; send its probabilities back.

    With imperfect recall it is an upper bound: on a new street all buckets have the reach of the bucket that is most
    likely to come there.
    """
    street = int(tree.round[0])
    waiting = [(0, street, (np.ones(cards.counts[street]), np.ones(cards.counts[street])))]
    while waiting:
        node, street, reach = waiting.pop()
        if tree.kind[node] != DECISION:
            waiting += [(int(tree.children[edge]), street, reach) for edge in tree.edges(node)]
            continue
        for each in range(street + 1, int(tree.round[node]) + 1):
            reach = (_dealt(cards, each, reach[0]), _dealt(cards, each, reach[1]))
        actor = int(tree.actor[node])
        shares = yield node, reach[actor]
        for action, edge in reversed(list(enumerate(tree.edges(node)))):
            own = reach[actor] * shares[:, action]
            after = (own, reach[1]) if actor == 0 else (reach[0], own)
            waiting.append((int(tree.children[edge]), int(tree.round[node]), after))


def _dealt(cards: CardAbstraction, street: int, reach: NDArray[np.float64]) -> NDArray[np.float64]:
    """The reach of the buckets of a street, from that of the buckets of the street before."""
    parents = cards.parents[street]
    return np.full(cards.counts[street], reach.max()) if parents is None else reach[parents]


def _drop(rows: NDArray[np.uint8], dropped: NDArray[np.bool_], passive: NDArray[np.uint8]) -> None:
    """Replace rows by the last one before them that is kept, or by a check or call if there is none."""
    if not dropped.any():
        return
    sources = np.maximum.accumulate(np.where(dropped, -1, np.arange(len(rows))))
    rows[:] = np.where(sources[:, None] >= 0, rows[sources], passive)

"""How large a plan is, before anything is built: decisions, memory, disk, and roughly the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from railbird._memory import available_memory, gigabytes
from railbird._threads import thread_count
from railbird.abstraction.cards.bucket_counts import bucket_counts
from railbird.abstraction.cards.estimate import estimate_abstraction
from railbird.abstraction.public_tree import FOLDED, SHOWDOWN, PublicTree
from railbird.errors import GameError
from railbird.game.holdings import holdings
from railbird.solve.buckets.abstract_solver import SMALL, USABLE
from railbird.solve.buckets.joint import MOST_EXACT, count_boards
from railbird.solve.buckets.plan import SAMPLED, SELF_PLAY, EquilibriumPart, EquilibriumPlan
from railbird.solve.buckets.sampled import sampled_size
from railbird.solve.buckets.self_play import EPISODES, self_play_size
from railbird.solve.buckets.solver import vector_size

OPERATIONS_PER_SECOND = 7e9
"""Floating point operations of one thread, as measured on a core of 2020 or later."""
TYPICAL_ITERATIONS = 200
"""Iterations until a few thousandths of a big blind. Ours, from the plans of the bots."""
BOARD_SECONDS = 0.007
"""Seconds of one core to count a board of hold'em."""
HOLDEM_HANDS = 1326
HAND_SECONDS = 7e-9
"""Seconds of one core for a hand at a node in an iteration on a sampled board. Ours, measured on limit hold'em."""
EPISODE_SECONDS = 1e-6
"""Seconds of one core for an episode of self-play. Ours, measured on limit hold'em."""


@dataclass(frozen=True, slots=True)
class PartSize:
    """The size of one part."""

    name: str
    spot: str
    buckets: tuple[int, ...]
    """Buckets on each street of the game."""
    decisions: int
    entries: int
    """Pairs of a bucket and an action."""
    memory: int
    """Bytes at the peak of counting, solving and writing checkpoints."""
    checkpoint: int
    """Bytes of a checkpoint, at most."""
    iteration_seconds: float
    seconds: float
    """Of joint tables, if there are any, and of all or a typical number of iterations, roughly."""


@dataclass(frozen=True, slots=True)
class PlanSize:
    """The size of a plan. ``str`` prints it as one line.

    >>> from railbird.solve.buckets import parse_plan
    >>> size = plan_size(parse_plan("leduc; buckets(preflop=3, flop=2); to=1mb"), threads=1)
    >>> size.parts[0].buckets, size.decisions, size.entries
    ((3, 6), 36, 462)
    """

    parts: tuple[PartSize, ...]
    buckets_seconds: float
    """Of the card abstractions that are not in the cache."""
    buckets_memory: int

    @property
    def decisions(self) -> int:
        return sum(part.decisions for part in self.parts)

    @property
    def entries(self) -> int:
        """Pairs of a bucket and an action."""
        return sum(part.entries for part in self.parts)

    @property
    def memory(self) -> int:
        """Bytes at the peak."""
        return max(self.buckets_memory, *(part.memory for part in self.parts))

    @property
    def disk(self) -> int:
        """Bytes, at most: two checkpoints while one replaces the other, and a byte for each pair in three files."""
        return 2 * max(part.checkpoint for part in self.parts) + 3 * self.entries + 4_000_000

    @property
    def seconds(self) -> float:
        """Roughly."""
        return self.buckets_seconds + sum(part.seconds for part in self.parts)

    def __str__(self) -> str:
        return (
            f"{self.decisions:,} decisions, {self.entries:,} pairs of a bucket and an action, "
            f"{gigabytes(self.memory)} of memory, at most {gigabytes(self.disk)} of disk"
        )

    def check_memory(self) -> None:
        """Raise GameError if there is too little free memory."""
        free = available_memory() * USABLE
        if self.memory > free:
            raise GameError(
                f"the build needs {gigabytes(self.memory)} of memory, and {gigabytes(free)} may be used: "
                "try fewer buckets or fewer bet sizes"
            )


def plan_size(plan: EquilibriumPlan, threads: int | None = None) -> PlanSize:
    """The size of a plan. Raises GameError if it cannot be built."""
    count = thread_count(threads)
    parts = tuple(_part_size(part, plan, count) for part in plan.parts)
    games = {part.buckets: part.game for part in plan.parts}
    estimates = [estimate_abstraction(game, spec, threads=count) for spec, game in games.items()]
    return PlanSize(parts, sum(each.seconds for each in estimates), max(each.memory for each in estimates))


def _part_size(part: EquilibriumPart, plan: EquilibriumPlan, threads: int) -> PartSize:
    tree = part.tree
    game = tree.spot.game
    counts = bucket_counts(game, part.buckets)
    sampled = plan.method == SAMPLED
    if plan.method in SELF_PLAY:
        size, iteration = self_play_size(tree, counts), EPISODES * EPISODE_SECONDS
    else:
        size = sampled_size(tree, counts, threads=threads) if sampled else vector_size(tree, counts)
        iteration = _sampled_seconds(tree) if sampled else _vector_seconds(tree, counts)
        iteration /= threads if size.entries > SMALL else 1
    table, counting = 0, 0.0
    if plan.to is not None or plan.needs_tables:
        table = counts[-1] ** 2
        boards = min(count_boards(game), plan.boards) if count_boards(game) > MOST_EXACT else count_boards(game)
        counting = boards * BOARD_SECONDS * len(holdings(game)) / HOLDEM_HANDS / threads
    measuring = vector_size(tree, counts).bytes if sampled and table else 0
    reached = plan.to is not None and plan.method not in SELF_PLAY  # self-play hardly ever comes so near
    iterations = min(plan.iterations, TYPICAL_ITERATIONS) if reached else plan.iterations
    return PartSize(
        part.name,
        str(tree.spot),
        counts,
        size.decisions,
        size.entries,
        size.bytes + measuring + 16 * table * (2 + threads) + 12 * size.entries,
        (16 if plan.method in SELF_PLAY else 8) * size.entries + 16 * table,
        iteration,
        counting + iteration * iterations,
    )


def _vector_seconds(tree: PublicTree, counts: Sequence[int]) -> float:
    """An iteration multiplies the reach of both players by two tables at each end: 2·2·buckets² operations a player."""
    ends = np.bincount(tree.round[(tree.kind == FOLDED) | (tree.kind == SHOWDOWN)], minlength=len(counts))
    operations = 2 * 2 * 2 * sum(int(end) * count**2 for end, count in zip(ends, counts, strict=True))
    return operations / OPERATIONS_PER_SECOND


def _sampled_seconds(tree: PublicTree) -> float:
    """An iteration visits all nodes with all hands, after the buckets of a board were looked up."""
    hands = len(holdings(tree.spot.game))
    return hands * (len(tree) * HAND_SECONDS + BOARD_SECONDS / HOLDEM_HANDS)

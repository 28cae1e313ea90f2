"""``EquilibriumBuild``: from a plan to strategies, with checkpoints that survive a kill.

Each part is an abstraction (cached on disk), joint tables unless nothing measures by them, and iterations. A checkpoint
holds the strategies of the finished parts, rounded to 255 steps, and the tables and the solver's memory of the one at
work. A build that goes on
from it gives the same result, to the last bit, as one that was never stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird._interruption import CtrlC
from railbird._progress import Progress
from railbird.abstraction import BucketStrategy, load_strategies, save_strategies
from railbird.abstraction.cards import CardAbstraction, build_abstraction
from railbird.abstraction.cards.bucket_spec import to_spec
from railbird.abstraction.public_tree import DECISION, PublicTree
from railbird.errors import GameError
from railbird.extensive import SmoothUct, plain_uct
from railbird.game.holdings import holdings
from railbird.solve.buckets.abstract_solver import BucketPoint
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.joint import JointCounter
from railbird.solve.buckets.plan import SAMPLED, SELF_PLAY, UCT, EquilibriumPart, EquilibriumPlan
from railbird.solve.buckets.sampled import SampledSolver
from railbird.solve.buckets.self_play import SelfPlayBuckets
from railbird.solve.buckets.solver import BucketGameSolver
from railbird.solve.buckets.strategy_game import keep_tables

BUCKET_C = 0.5
"""The exploration of self-play, as a share of the range of payoffs. With 0.1 it stays at poor strategies. Ours."""
EVERY = 60.0
"""Seconds between two checkpoints. Ours."""
BOARDS_AT_ONCE = 1000
"""Boards between two looks at the clock. Ours."""
_FILE = ArrayFile("railbird checkpoint", 1, "railbird equilibrium build writes them", preset=None)
"""Regrets hardly get smaller, and compressing them would take as long as iterations."""


@dataclass(frozen=True, slots=True)
class BuildStep:
    """Where a build is."""

    part: str
    number: int
    """Which part, from 1."""
    parts: int
    stage: str
    """``buckets``, ``tables`` or ``solving``."""
    share: float
    """How much of the stage is done; of ``solving`` it is known if it ends after some iterations, else 0."""
    iterations: int = 0
    """How many iterations of this part are done."""
    point: BucketPoint | None = None
    """The latest measurement."""


Report = Callable[[BuildStep], None]
Solver = BucketGameSolver | SampledSolver | SelfPlayBuckets


class _StoppedEarlyError(Exception):
    """Ctrl-C during buckets or tables."""


@dataclass
class EquilibriumBuild:
    """Builds the strategies of a plan, and writes them to a file.

    Beside it, ``FILE.part`` is the checkpoint while the build is under way, and ``FILE.parts-done`` holds the finished
    ones of several parts; Ctrl-C writes a checkpoint too.
    """

    plan: EquilibriumPlan
    path: Path
    threads: int | None = None
    report: Report = field(default=lambda step: None)
    every: float = EVERY

    def __post_init__(self) -> None:
        self.done: dict[str, BucketStrategy] = {}
        self.points: dict[str, list[BucketPoint]] = {}
        self.interrupted = False
        self._saved = time.monotonic()

    @property
    def checkpoint(self) -> Path:
        return self.path.with_name(f"{self.path.name}.part")

    def run(self) -> dict[str, BucketStrategy]:
        """Build what is left. Raises GameError if there is a checkpoint of another plan.

        After Ctrl-C ``interrupted`` is true, and a further build goes on from the checkpoint.
        """
        head, arrays = self._read()
        with CtrlC() as ctrl_c:
            for number, part in enumerate(self.plan.parts, start=1):
                if part.name in self.done:
                    continue
                at_work = arrays if head.get("part") == part.name else {}
                solver = self._solve(part, number, head if at_work else {}, at_work, lambda: ctrl_c.pressed)
                if solver is None:
                    self.interrupted = True
                    return self.done
                self.points[part.name] = solver.points
                strategy = solver.strategy()
                if self.plan.keep_tables and isinstance(solver, BucketGameSolver):
                    keep_tables(strategy, solver.game.tables)
                save_strategies(self._finished_file(), self.done | {part.name: strategy})
                self.done = load_strategies(self._finished_file())
                self._write({}, {})
        save_strategies(self.path, self.done, steps=self.plan.steps)
        self.checkpoint.unlink(missing_ok=True)
        self._finished_file().unlink(missing_ok=True)
        return self.done

    def _solve(
        self,
        part: EquilibriumPart,
        number: int,
        head: dict[str, Any],
        arrays: dict[str, NDArray[Any]],
        stopped: Callable[[], bool],
    ) -> Solver | None:
        """Solve one part; None if that was interrupted, after writing a checkpoint."""

        def step(stage: str, share: float) -> None:
            self.report(BuildStep(part.name, number, len(self.plan.parts), stage, share))
            if stopped():
                raise _StoppedEarlyError

        tree = part.tree
        try:
            step("buckets", 0.0)
            cards = self._abstraction(part, tree, lambda share: step("buckets", share))
        except _StoppedEarlyError:
            self._write({}, {})
            return None
        counter = None
        if self.plan.to is not None or self.plan.needs_tables:
            counter = JointCounter(cards, self.plan.boards, self.plan.seed, self._weights(part))
            if not self._count(part, counter, (head, arrays), lambda share: step("tables", share)):
                return None
        solver = self._solver(tree, cards, counter)
        if "memory0" in arrays:
            with self._restoring():
                solver.restore(int(head["iterations"]), float(head["seconds"]), head["points"], _memory(arrays))

        def write() -> None:
            self._write(self._state(part, counter, solver), _tables(counter) | _kept(solver))

        def after_each() -> None:
            if self._is_time():
                write()
            report()

        def report() -> None:
            point = solver.points[-1] if solver.points else None
            share = solver.iterations / self.plan.iterations if self.plan.to is None else 0.0
            self.report(BuildStep(part.name, number, len(self.plan.parts), "solving", share, solver.iterations, point))

        report()
        left = self.plan.iterations - solver.iterations
        target = None if self.plan.to is None else self.plan.to * (tree.spot.game.big_blind or 1) / 1000
        if left > 0 and not (target is not None and solver.points and solver.points[-1].exploitability <= target):
            solver.run(
                to=target,
                iterations=left,
                threads=self.threads,
                report=lambda point: report(),
                after_each=after_each,
                stopped=stopped,
            )
        if stopped():
            write()
            return None
        return solver

    def _count(
        self,
        part: EquilibriumPart,
        counter: JointCounter,
        kept: tuple[dict[str, Any], dict[str, NDArray[Any]]],
        progress: Progress,
    ) -> bool:
        """Count joint tables; False if that was interrupted, after writing a checkpoint."""
        with self._restoring():
            _fill(counter, *kept)
        try:
            while counter.done < counter.boards:
                counter.run(self.threads, progress, most=BOARDS_AT_ONCE)
                if self._is_time():
                    self._write(self._state(part, counter, None), _tables(counter))
        except _StoppedEarlyError:
            self._write(self._state(part, counter, None), _tables(counter))
            return False
        return True

    def _solver(self, tree: PublicTree, cards: CardAbstraction, counter: JointCounter | None) -> Solver:
        tables = None if counter is None else counter.tables()
        if self.plan.method == SAMPLED:
            return SampledSolver(tree, cards, tables=tables, seed=self.plan.seed)
        assert tables is not None
        game = BucketGame(tree, cards, tables)
        if self.plan.method in SELF_PLAY:
            rule = plain_uct(BUCKET_C) if self.plan.method == UCT else SmoothUct(c=BUCKET_C)
            return SelfPlayBuckets(game, rule, seed=self.plan.seed)
        return BucketGameSolver(game)

    def _abstraction(self, part: EquilibriumPart, tree: PublicTree, progress: Progress) -> CardAbstraction:
        """That of a finished part with the same buckets, so that the file has it once, or a new one."""
        game, spec = tree.spot.game, to_spec(part.buckets)
        for each in self.done.values():
            if each.abstraction.spec == spec and each.abstraction.fits(game):
                return each.abstraction
        return build_abstraction(game, spec, progress=progress, threads=self.threads)

    def _weights(self, part: EquilibriumPart) -> list[NDArray[np.float64]] | None:
        """The hands that both players bring from an earlier part."""
        if part.before is None:
            return None
        name, line = part.before
        return reached_hands(self.done[name], line)

    def _is_time(self) -> bool:
        return time.monotonic() - self._saved >= self.every

    def _state(self, part: EquilibriumPart, counter: JointCounter | None, solver: Solver | None) -> dict[str, Any]:
        state: dict[str, Any] = {"part": part.name}
        if counter is not None:
            state["boards"] = counter.done
        if solver is not None:
            points = [list(point) for point in solver.points]
            state |= {"iterations": solver.iterations, "seconds": solver.seconds, "points": points}
        return state

    def _finished_file(self) -> Path:
        return self.path.with_name(f"{self.path.name}.parts-done")

    def _write(self, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
        _FILE.write(self.checkpoint, {"plan": self.plan.text, "finished": list(self.done), **head}, arrays)
        self._saved = time.monotonic()

    def _read(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        if not self.checkpoint.exists():
            return {}, {}
        with self._restoring():
            head, arrays = _FILE.read(self.checkpoint)
        if head.get("plan") != self.plan.text:
            raise GameError(f"{self.checkpoint} belongs to another build: delete it, or write to another file")
        with self._restoring():
            if head["finished"]:
                kept = load_strategies(self._finished_file())
                self.done = {name: kept[name] for name in head["finished"]}
        return head, arrays

    @contextmanager
    def _restoring(self) -> Iterator[None]:
        """Errors of checkpoints say how to get rid of them."""
        try:
            yield
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            reason = error if isinstance(error, GameError) else f"{self.checkpoint} does not match its plan"
            raise GameError(f"{reason}; delete {self.checkpoint} to build from the start") from None


def _fill(counter: JointCounter, head: dict[str, Any], arrays: dict[str, NDArray[Any]]) -> None:
    """Go on with the counts of a checkpoint."""
    if not arrays:
        return
    boards = int(head["boards"])
    if arrays["meetings"].shape != counter.meetings.shape or not 0 <= boards <= counter.boards:
        raise ValueError(boards)
    counter.meetings[:], counter.wins[:] = arrays["meetings"], arrays["wins"]
    counter.skip(boards)


def reached_hands(strategy: BucketStrategy, line: str) -> list[NDArray[np.float64]]:
    """[holdings] of each player: the probability that they play their part of a pre-flop line with each holding."""
    tree, cards = strategy.tree, strategy.abstraction
    buckets = cards.of_board(b"")[0]
    weights = [np.ones(len(holdings(tree.spot.game))) for _ in range(2)]
    node = 0
    for word in line.split():
        edges = list(tree.edges(node))
        texts = [tree.edge_text(edge)[0] for edge in edges]
        if tree.kind[node] != DECISION or word not in texts:
            raise GameError(f"{line!r} is not a pre-flop line of {tree.spot}")
        chosen = texts.index(word)
        weights[int(tree.actor[node])] *= strategy.at(node)[buckets, chosen]
        node = int(tree.children[edges[chosen]])
    return weights


def _memory(arrays: dict[str, NDArray[Any]]) -> list[NDArray[np.uint8]]:
    return [arrays[name] for name in sorted(arrays) if name.startswith("memory")]


def _tables(counter: JointCounter | None) -> dict[str, NDArray[Any]]:
    return {} if counter is None else {"meetings": counter.meetings, "wins": counter.wins}


def _kept(solver: Solver) -> dict[str, NDArray[Any]]:
    return {f"memory{number}": part for number, part in enumerate(solver.memory())}

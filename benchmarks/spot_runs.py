"""Runs of the spot solver in processes of their own, so that each has its own peak of memory. Results are cached."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import resource
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.kept import BUILD, here_and_now, kept
from railbird.solve.spots import SpotPoint, SpotSolution, SpotSolver

CACHE = BUILD / "solver_tables"


@dataclass(frozen=True, kw_only=True)
class SpotRun:
    """A spot to be solved to some targets, one after the other."""

    spot: str
    ranges: tuple[str, str] | None = None
    menu: str | None = None
    targets: tuple[float, ...]
    """Exploitabilities, as shares of the pot, descending."""
    bits: int = 32
    threads: int = 2
    isomorphism: bool = True

    def solver(self) -> SpotSolver:
        return SpotSolver(self.spot, self.ranges, self.menu, bits=self.bits, isomorphism=self.isomorphism)

    @property
    def file(self) -> Path:
        """Where the results are kept."""
        return CACHE / f"{hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:16]}.json"


@dataclass(frozen=True, kw_only=True)
class SpotResult:
    """What a run has at one of its targets."""

    target: float
    iterations: int
    of_pot: float
    """The exploitability that was reached, as a share of the pot."""
    seconds: float
    """Seconds of iterations."""
    seconds_in_all: float
    """Seconds with building the tree, taking memory and measuring the exploitability."""
    peak_bytes: int
    """The largest resident memory of the process so far."""
    solver_bytes: int
    nodes: int
    """Nodes of the public tree of betting."""
    decisions: int
    entries: int
    values: tuple[float, float]
    equity: float
    """Of the first player's range, at the start."""
    bets: float
    """How often the player who begins bets."""
    where: str
    """The date, the machine and the version."""


def results_of(run: SpotRun) -> list[SpotResult]:
    """The results of a run, computed in a new process or read from the cache."""

    def work() -> list[dict[str, Any]]:
        print(f"solving {run.spot}: {run.bits} bits, {run.threads} threads", file=sys.stderr, flush=True)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            return [asdict(each) for each in pool.apply(_solve, (run,))]

    rows: list[dict[str, Any]] = kept(run.file, work)
    return [SpotResult(**{**row, "values": tuple(row["values"])}) for row in rows]


def _solve(run: SpotRun) -> list[SpotResult]:
    start, apart = time.perf_counter(), 0.0
    solver = run.solver()
    solver.allocate()
    results = []
    where = here_and_now()
    for target in run.targets:
        evaluation = solver.run(to=target, threads=run.threads, report=_show)
        if evaluation.of_pot > target:
            raise KeyboardInterrupt
        now = time.perf_counter()
        root = SpotSolution(solver).node()
        bets = sum(
            share for name, share in zip(root.actions, root.frequencies.tolist(), strict=True) if name.startswith("r")
        )
        results.append(
            SpotResult(
                target=target,
                iterations=solver.iterations,
                of_pot=evaluation.of_pot,
                seconds=solver.seconds,
                seconds_in_all=now - start - apart,
                peak_bytes=peak_memory(),
                solver_bytes=solver.size.bytes,
                nodes=len(solver.problem.tree),
                decisions=solver.size.decisions,
                entries=solver.size.entries,
                values=evaluation.values,
                equity=root.equity(0),
                bets=bets,
                where=where,
            )
        )
        apart += time.perf_counter() - now
    return results


def _show(point: SpotPoint) -> None:
    shown = f"{point.iterations:,} iterations, {point.seconds:.1f} s, {100 * point.of_pot:.3f} % of the pot"
    print(f"  {shown}", file=sys.stderr, flush=True)


def peak_memory() -> int:
    """The largest resident memory that this process has had, in bytes."""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most

"""Builds of the shipped strategies from the start, in processes of their own: their time and memory. Kept, resumed."""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import shutil
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.kept import BUILD, here_and_now, kept
from benchmarks.spot_runs import peak_memory
from railbird._files import write_whole
from railbird._threads import thread_count
from railbird.bots.equilibrium.strategies import DATA
from railbird.solve.buckets import BuildStep, EquilibriumBuild, parse_plan

CACHE = BUILD / "equilibrium_tables"
EVERY = 10.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True, kw_only=True)
class BuildRun:
    """A build of a plan by name, such as kestrel."""

    plan: str
    threads: int

    @property
    def folder(self) -> Path:
        """Where it is built: checkpoints, card abstractions of its own, and the time so far."""
        return CACHE / f"build-{self.plan}-{self.threads}"

    @property
    def file(self) -> Path:
        """Where the result is kept: another plan has another one."""
        text = parse_plan(self.plan).text
        return CACHE / f"build-{self.plan}-{self.threads}-{hashlib.sha256(text.encode()).hexdigest()[:16]}.json"


@dataclass(frozen=True, kw_only=True)
class BuildResult:
    """What a build took, with buckets, tables, solving, measuring and checkpoints."""

    seconds: float
    cpu_seconds: float
    """Of all threads and processes."""
    peak_bytes: int
    """The largest resident memory of the process."""
    same: bool
    """Whether it gave the shipped file, byte for byte."""
    where: str
    """The date, the machine and the version."""


def build_result(run: BuildRun) -> BuildResult:
    """The result of a build: read from the cache, or built to the end, from where it was stopped."""

    def work() -> dict[str, Any]:
        print(f"building {run.plan}: {run.threads} threads", file=sys.stderr, flush=True)
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            result = asdict(pool.apply(_build, (run,)))
        shutil.rmtree(run.folder)
        return result

    return BuildResult(**kept(run.file, work))


def known_builds(plan: str) -> list[tuple[BuildRun, BuildResult]]:
    """The builds of this plan that were run to their end."""
    runs = [BuildRun(plan=plan, threads=threads) for threads in range(1, thread_count(None) + 1)]
    return [(run, build_result(run)) for run in runs if run.file.exists()]


def forget_builds(plan: str) -> None:
    """Delete what is kept of all builds of this name."""
    for path in CACHE.glob(f"build-{plan}-*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _build(run: BuildRun) -> BuildResult:
    run.folder.mkdir(parents=True, exist_ok=True)
    os.environ["RAILBIRD_CACHE"] = str(run.folder / "cache")  # buckets are made anew, and count
    timer = _Timer(run.folder / "time.json")
    work = EquilibriumBuild(parse_plan(run.plan), run.folder / "new.strategy", run.threads, timer)
    work.run()
    if work.interrupted:
        raise KeyboardInterrupt
    seconds, cpu_seconds, peak = timer.save()
    shipped = DATA / f"{run.plan}.strategy"
    return BuildResult(
        seconds=seconds,
        cpu_seconds=cpu_seconds,
        peak_bytes=int(peak),
        same=shipped.is_file() and shipped.read_bytes() == work.path.read_bytes(),
        where=here_and_now(),
    )


class _Timer:
    """Adds up the time of a build over all its starts, and shows where it is."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._before: list[float] = json.loads(file.read_bytes()) if file.exists() else [0.0, 0.0, 0.0]
        self._start = self._shown = time.perf_counter()
        self._cpu_start = _cpu_seconds()

    def __call__(self, step: BuildStep) -> None:
        if time.perf_counter() - self._shown < EVERY:
            return
        self._shown = time.perf_counter()
        seconds, _, _ = self.save()
        point = "" if step.point is None else f", {step.point.mbb:.2f} mb/g after {step.point.iterations:,}"
        done = f"{step.iterations:,} iterations{point}" if step.stage == "solving" else f"{step.share:.0%}"
        shown = f"part {step.number} of {step.parts}, {step.stage}, {done}, {seconds:,.0f} s"
        print(f"  {shown}", file=sys.stderr, flush=True)

    def save(self) -> list[float]:
        """Write and return the seconds, the CPU seconds and the peak of memory so far."""
        now = [
            self._before[0] + time.perf_counter() - self._start,
            self._before[1] + _cpu_seconds() - self._cpu_start,
            max(self._before[2], peak_memory()),
        ]
        write_whole(self._file, json.dumps(now).encode())
        return now


def _cpu_seconds() -> float:
    """CPU seconds of this process and its children so far."""
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system

"""Equilibria that experiments build: kept in the cache, so that each is built once, and goes on after a kill."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from railbird._disk_cache import cache_folder
from railbird._files import write_whole
from railbird._progress import Progress
from railbird._version import __version__
from railbird.solve.buckets import BucketPoint, BuildStep, EquilibriumBuild, EquilibriumPlan, parse_plan
from railbird.store import default_store, folder_beside

FOLDER = "equilibria"
STAGES = {"buckets": (0.0, 0.1), "tables": (0.1, 0.2), "solving": (0.3, 0.7)}
"""Where each stage of a build begins in the whole, and its share. Ours."""


class BuildPoint(NamedTuple):
    """The exploitability inside the abstraction after some iterations."""

    iterations: int
    seconds: float
    """Seconds of iterations so far."""
    mb: float
    """Thousandths of a big blind a game; of a chip in games without blinds."""


@dataclass(frozen=True, slots=True)
class BuiltEquilibrium:
    """The equilibrium of a plan in one part."""

    plan: EquilibriumPlan
    path: Path
    """The file of its strategy."""
    points: tuple[BuildPoint, ...]


def built(text: str, progress: Progress) -> BuiltEquilibrium:
    """The equilibrium of a plan: from the cache, or built, which goes on where an earlier build was stopped."""
    plan = parse_plan(text)
    folder = (cache_folder() or folder_beside(default_store())) / FOLDER
    path = folder / f"{sha256(f'{__version__} {plan.text}'.encode()).hexdigest()[:16]}.strategy"
    measured = path.with_suffix(".json")
    if not (path.is_file() and measured.is_file()):
        folder.mkdir(parents=True, exist_ok=True)
        work = EquilibriumBuild(plan, path, report=_BuildReport(plan, progress))
        work.run()
        if work.interrupted:
            raise KeyboardInterrupt
        (points,) = work.points.values()
        write_whole(measured, json.dumps([_measured(plan, point) for point in points]).encode())
    progress(1.0)
    return BuiltEquilibrium(plan, path, tuple(BuildPoint(*each) for each in json.loads(measured.read_bytes())))


def _measured(plan: EquilibriumPlan, point: BucketPoint) -> BuildPoint:
    (part,) = plan.parts
    return BuildPoint(point.iterations, point.seconds, 1000 * point.exploitability / (part.game.big_blind or 1))


class _BuildReport:
    """Progress of a build; that of solving by the logarithm of the exploitability on its way to the plan's."""

    def __init__(self, plan: EquilibriumPlan, progress: Progress) -> None:
        self.plan, self.progress = plan, progress
        self.first, self.most = 0.0, 0.0

    def __call__(self, step: BuildStep) -> None:
        done = step.share
        if step.point is not None and self.plan.to is not None:
            now, to = _measured(self.plan, step.point).mb, max(self.plan.to, 1e-9)
            self.first = self.first or now
            done = min(math.log(self.first / max(now, to)) / math.log(max(self.first / to, 1.01)), 1.0)
        start, share = STAGES[step.stage]
        self.most = max(self.most, start + share * done)
        self.progress(self.most)

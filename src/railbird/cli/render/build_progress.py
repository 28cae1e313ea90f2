"""Progress of the building of an equilibrium: the part, its stage, and the time left."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType

from railbird.cli.render.progress import ProgressBar
from railbird.cli.render.solve import of_pot_text
from railbird.cli.render.solve_progress import Goal, SolveProgress
from railbird.solve.buckets import BuildStep, EquilibriumPlan
from railbird.solve.spots.forecast import Measured

STAGES = {"buckets": "buckets of hands", "tables": "joint tables", "solving": "solving"}


class BuildProgress:
    """Call it with each step of a build. On a terminal it shows a bar for each stage of each part."""

    def __init__(self, plan: EquilibriumPlan) -> None:
        self._plan = plan
        self._stage = ("", "")
        self._shown = ExitStack()
        self._share: Callable[[float], None] | None = None
        self._solving: SolveProgress | None = None
        self._iterations = 0
        self._measured = 0

    def __call__(self, step: BuildStep) -> None:
        self._iterations = step.iterations
        if (step.part, step.stage) != self._stage:
            self._begin(step)
        if self._share is not None:
            self._share(step.share)
        if self._solving is not None and step.point is not None and step.point.iterations != self._measured:
            self._measured = step.point.iterations
            self._solving(step.point)

    def _begin(self, step: BuildStep) -> None:
        self._shown.close()
        self._stage, self._measured = (step.part, step.stage), 0
        self._share = self._solving = None
        title = stage_title(step)
        if step.stage != "solving":
            self._share = self._shown.enter_context(ProgressBar(title))
            return
        unit = self._plan.parts[step.number - 1].game.big_blind
        left = step.parts - step.number
        more = f"   then {left} more part{'s' * (left > 1)}" if left else ""

        def figures(point: Measured | None) -> str:
            found = "" if point is None else f"   {of_pot_text(point.exploitability, pot=0, big_blind=unit)}"
            return f"{found} inside the abstraction{more}" if found else more

        bounded = self._plan.iterations != EquilibriumPlan.iterations  # the default is no forecast of the time
        most = self._plan.iterations - step.iterations if bounded else None
        target = None if self._plan.to is None else self._plan.to * (unit or 1) / 1000
        goal = Goal(target, most)
        self._solving = self._shown.enter_context(SolveProgress(goal, lambda: self._iterations, figures, title))

    def __enter__(self) -> BuildProgress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._shown.close()


def stage_title(step: BuildStep) -> str:
    """What is done now, with the part if there are several.

    >>> stage_title(BuildStep("cc", 2, 8, "tables", 0.5))
    'part 2 of 8 (cc): joint tables'
    """
    stage = STAGES[step.stage]
    return stage if step.parts == 1 else f"part {step.number} of {step.parts} ({step.part}): {stage}"

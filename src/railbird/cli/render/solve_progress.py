"""Progress of a solver: iteration, exploitability and time left."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar as Bar
from rich.table import Table
from rich.text import Text

from railbird._progress import duration_text
from railbird.cli.render.progress import MINUTE
from railbird.solve.spots.forecast import Measured, iterations_left

PATIENCE = 0.5
"""Seconds before anything is shown."""
FIRST_FORECAST = 10.0
"""Seconds of work before its length is announced where no bar can be shown. Ours."""


@dataclass(frozen=True, slots=True)
class Goal:
    """Where a solver ends: whatever comes first."""

    exploitability: float | None = None
    """In chips."""
    iterations: int | None = None
    """Of this run."""
    seconds: float = math.inf


class SolveProgress:
    """Call it with each measurement. On a terminal it shows a bar and the figures on standard error.

    Elsewhere it says once how long the work will take, if that is over a minute.
    """

    def __init__(
        self,
        goal: Goal,
        iterations: Callable[[], int],
        figures: Callable[[Measured | None], str],
        title: str = "solving",
    ) -> None:
        """``iterations`` tells how many are done, ``figures`` describes the last measurement."""
        self._title = title
        self._goal, self._iterations, self._figures = goal, iterations, figures
        self._points: list[Measured] = []
        self._first = iterations()
        self._started = time.monotonic()
        self._said = False
        self._console = Console(stderr=True, highlight=False)
        self._live = Live(
            get_renderable=self._shown,
            console=self._console,
            transient=True,
            refresh_per_second=5,
            redirect_stdout=False,
        )
        self._starter = threading.Timer(PATIENCE, self._live.start)
        self._starter.daemon = True

    def __call__(self, point: Measured) -> None:
        self._points.append(point)
        left, taken = self.seconds_left(), time.monotonic() - self._started
        if self._console.is_terminal or self._said or left is None or taken < FIRST_FORECAST:
            return
        if left > MINUTE:
            self._console.print(f"this takes about {duration_text(left)} more")
        self._said = True

    def seconds_left(self) -> float | None:
        """About how many seconds this will still take; None if that cannot be told yet."""
        done, taken = self._iterations() - self._first, time.monotonic() - self._started
        estimates = [] if self._goal.seconds == math.inf else [self._goal.seconds - taken]
        if done:
            each = taken / done
            if self._goal.iterations is not None:
                estimates.append((self._goal.iterations - done) * each)
            if self._goal.exploitability is not None:
                more = iterations_left(self._points, self._goal.exploitability)
                if more is not None and self._points:
                    since = self._iterations() - self._points[-1].iterations
                    estimates.append(max(more - since, 0) * each)
        return max(min(estimates), 0.0) if estimates else None

    def _shown(self) -> RenderableType:
        left, taken = self.seconds_left(), time.monotonic() - self._started
        share = 0.0 if left is None else taken / (taken + left)
        row = Table.grid(padding=(0, 2, 0, 0))
        row.add_row(
            Text(self._title),
            Bar(total=1.0, completed=share, width=28, pulse=left is None),
            Text(f"{duration_text(taken)} so far"),
            Text("time left not known yet" if left is None else f"about {duration_text(left)} left"),
        )
        last = self._points[-1] if self._points else None
        return Group(row, Text(f"iteration {self._iterations():,}{self._figures(last)}", style="dim"))

    def __enter__(self) -> SolveProgress:
        if self._console.is_terminal:
            self._starter.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._starter.cancel()
        if self._starter.is_alive() and self._starter is not threading.current_thread():
            self._starter.join()
        self._live.stop()

"""A progress bar that appears only if the work takes a while."""

from __future__ import annotations

import threading
import time
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from railbird._progress import duration_text

MINUTE = 60.0
"""In seconds; work that takes longer is announced."""
FIRST_LOOK = 2.0
"""Seconds of work before the total time is estimated."""


class Forecast:
    """Says once on standard error how long the work will take, if that is over a minute by the first seconds."""

    def __init__(self, console: Console, *, at_most: bool = False) -> None:
        """``at_most``: the work may end early."""
        self._console, self._at_most = console, at_most
        self._started = time.monotonic()
        self._first: tuple[float, float] | None = None
        self._said = False

    def __call__(self, share: float) -> None:
        """Report the share of work done. Work before the first call, as in a resumed match, took no time."""
        now = time.monotonic()
        if self._first is None:
            self._first = (now, share)
        began, before = self._first
        if self._said or now - began < FIRST_LOOK or share <= before:
            return
        whole = now - self._started + (1 - share) * (now - began) / (share - before)
        if whole > MINUTE:
            self._said = True
            most = "at most " * self._at_most
            self._console.print(f"this takes {most}about {duration_text(whole)}", highlight=False)


class ProgressBar:
    """Call it with the share of work done. Shows a bar on standard error once the work takes a moment."""

    def __init__(self, title: str, patience: float = 0.5, *, forecast: bool = True) -> None:
        """With ``forecast``, it also announces work that takes over a minute."""
        console = Console(stderr=True)
        self._forecast = Forecast(console) if forecast else None
        self._bar = Progress(
            TextColumn(title),
            BarColumn(),
            TaskProgressColumn(),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task(title, total=1.0)
        self._starter = threading.Timer(patience, self._bar.start)
        self._starter.daemon = True

    def __call__(self, share: float) -> None:
        self._bar.update(self._task, completed=share)
        if self._forecast is not None:
            self._forecast(share)

    def __enter__(self) -> ProgressBar:
        self._starter.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._starter.cancel()
        self._bar.stop()

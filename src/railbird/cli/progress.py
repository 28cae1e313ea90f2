"""A progress bar that appears only when there is something to wait for."""

from __future__ import annotations

import threading
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn


class ProgressBar:
    """Called with the share of the work done; shows a bar on standard error once the work has lasted a moment."""

    def __init__(self, title: str, patience: float = 0.5) -> None:
        console = Console(stderr=True)
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
        self._appears = threading.Timer(patience, self._bar.start)
        self._appears.daemon = True

    def __call__(self, share: float) -> None:
        self._bar.update(self._task, completed=share)

    def __enter__(self) -> ProgressBar:
        self._appears.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._appears.cancel()
        self._bar.stop()

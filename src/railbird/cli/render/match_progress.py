"""Live progress of a match."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from railbird.agent.decision import number_text
from railbird.arena import MatchDefinition
from railbird.arena.definition import StackRule
from railbird.arena.results import Payoffs
from railbird.cli.render.progress import Forecast
from railbird.stats import WinRate, win_rate

UPDATE_SECONDS = 0.5
"""Seconds between updates."""


class LiveTable:
    """A progress bar with hands per second, time left, and the leading player."""

    def __init__(self, definition: MatchDefinition, before: int, *, hidden: bool) -> None:
        console = Console(stderr=True)
        self._definition = definition
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f} hands"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=hidden or not console.is_terminal,
        )
        self._task = self._bar.add_task("match", total=definition.total_hands, speed="")
        may_end_early = definition.stop is not None or definition.stacks is StackRule.KEPT
        self._forecast = Forecast(console, at_most=may_end_early)
        self._started = time.monotonic()
        self._shown = 0.0
        self._before = before
        self.payoffs: Payoffs | None = None
        self.seconds = 0.0

    def report(self, payoffs: Payoffs) -> None:
        self.payoffs = payoffs
        now = time.monotonic()
        self.seconds = now - self._started
        self._forecast(payoffs.hands / self._definition.total_hands)
        if self._bar.disable or now - self._shown < UPDATE_SECONDS:
            return
        self._shown = now
        samples = payoffs.samples(by_replicate=False)
        best = int(np.argmax(samples.mean(axis=0))) if len(samples) else 0
        rate = win_rate(samples[:, best])
        if self._definition.stacks is StackRule.KEPT:  # its interval takes too long to compute here
            rate = replace(rate, standard_error=float("nan"))
        self._bar.update(
            self._task,
            completed=payoffs.hands,
            speed=f"{(payoffs.hands - self._before) / max(self.seconds, 0.01):,.0f}/s",
            description=f"{self._definition.entrants[best].player} {_short(rate)}" if len(samples) else "match",
        )

    def __enter__(self) -> LiveTable:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def _short(rate: WinRate) -> str:
    mean = number_text(float(f"{rate.mean:.3g}"), sign=True)
    return f"{mean} ± {number_text(float(f'{rate.half:.2g}'))}" if rate.sure else mean

"""What takes long says so beforehand."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from railbird.cli.render import progress
from railbird.cli.render.progress import Forecast


class Clock:
    """Seconds that pass when somebody says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def _said(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _work(clock: Clock, seconds: float, *, done: float = 0.0, at_most: bool = False) -> list[str]:
    """Work that takes so long in all, of which a part is done already: what is said after each second."""
    console = Console(file=StringIO(), width=80)
    forecast = Forecast(console, at_most=at_most)
    said = []
    for second in range(12):
        forecast(done + (1 - done) * min(second / seconds, 1))
        said.append(_said(console))
        clock.now += 1
    return said


def test_what_takes_over_a_minute_says_so_once_after_two_seconds(clock: Clock) -> None:
    said = _work(clock, 600)
    assert said[:2] == ["", ""]
    assert said[2] == said[-1] == "this takes about 10 min\n"


def test_what_takes_less_says_nothing(clock: Clock) -> None:
    assert set(_work(clock, 50)) == {""}


def test_what_was_done_before_is_not_counted(clock: Clock) -> None:
    assert _work(clock, 600, done=0.5)[-1] == "this takes about 10 min\n"


def test_what_may_end_early_takes_at_most_so_long(clock: Clock) -> None:
    assert _work(clock, 7200, at_most=True)[-1] == "this takes at most about 2 h\n"

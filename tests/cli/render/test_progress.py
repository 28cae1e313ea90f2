"""Long work is announced."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console

from railbird.cli.render import progress
from railbird.cli.render.progress import Forecast


class Clock:
    """A clock that advances only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def _output(console: Console) -> str:
    assert isinstance(console.file, StringIO)
    return console.file.getvalue()


def _work(clock: Clock, seconds: float, *, done: float = 0.0, at_most: bool = False) -> list[str]:
    """Work of this length, part of which is done already: the output after each second."""
    console = Console(file=StringIO(), width=80)
    forecast = Forecast(console, at_most=at_most)
    output = []
    for second in range(12):
        forecast(done + (1 - done) * min(second / seconds, 1))
        output.append(_output(console))
        clock.now += 1
    return output


def test_work_over_a_minute_is_announced_once_after_two_seconds(clock: Clock) -> None:
    output = _work(clock, 600)
    assert output[:2] == ["", ""]
    assert output[2] == output[-1] == "this takes about 10 min\n"


def test_shorter_work_is_not_announced(clock: Clock) -> None:
    assert set(_work(clock, 50)) == {""}


def test_work_done_before_is_not_counted(clock: Clock) -> None:
    assert _work(clock, 600, done=0.5)[-1] == "this takes about 10 min\n"


def test_work_that_may_end_early_takes_at_most_this_long(clock: Clock) -> None:
    assert _work(clock, 7200, at_most=True)[-1] == "this takes at most about 2 h\n"

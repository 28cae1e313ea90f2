"""Parallel work in processes."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable

import pytest

from railbird._child import Child
from railbird.arena.parallel import parallel_map
from railbird.errors import RailbirdError


@pytest.mark.parametrize("workers", [1, 2, 3, 8])
def test_results_are_in_order_on_any_number_of_workers(workers: int) -> None:
    items = [5, 3, 8, 1, 0]
    assert parallel_map(math.factorial, items, workers=workers) == [120, 6, 40320, 1, 1]


def test_an_empty_list_gives_an_empty_list() -> None:
    assert parallel_map(math.factorial, [], workers=3) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_progress_goes_up_to_one(workers: int) -> None:
    shares: list[float] = []
    parallel_map(math.factorial, [1, 2, 3, 4], workers=workers, progress=shares.append)
    assert shares == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.parametrize("workers", [1, 2])
def test_errors_of_the_function_are_raised(workers: int) -> None:
    with pytest.raises(ValueError, match="not defined for negative values"):
        parallel_map(math.factorial, [3, -1, 4], workers=workers)


def test_a_worker_that_dies_is_reported_with_how_it_ended() -> None:
    with pytest.raises(RailbirdError, match=r"has ended \(exit code 3\)"):
        parallel_map(os._exit, [3, 3], workers=2)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[Child]:
    """The child processes that were closed."""
    children: list[Child] = []
    close: Callable[[Child], None] = Child.close

    def ended(self: Child) -> None:
        children.append(self)
        close(self)

    monkeypatch.setattr(Child, "close", ended)
    return children


def test_ctrl_c_ends_all_workers_at_once(closed: list[Child]) -> None:
    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        parallel_map(time.sleep, [0.0, 60.0, 60.0], workers=2, progress=interrupt)
    assert len(closed) == 2
    assert time.monotonic() - started < 30

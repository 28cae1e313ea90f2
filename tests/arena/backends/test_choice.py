"""How many workers, and where."""

from __future__ import annotations

import sys

import pytest

from railbird.arena.backends import Workers, check_workers, using, workers_of
from railbird.arena.parallel import parallel_map
from railbird.errors import RailbirdError


def test_workers_are_a_number_or_a_cluster() -> None:
    assert Workers.parse("3") == workers_of(3) == Workers(3)
    assert Workers.parse("ray") == workers_of("ray") == Workers(ray="")
    assert Workers.parse("2", "head:6379") == Workers(2, "head:6379")
    assert Workers(2, "head:6379").remote
    assert not Workers(2).remote


@pytest.mark.parametrize("text", ["", "-1", "1.5", "rays", "ray:", "²", "9" * 11])
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(RailbirdError, match="the workers are a number of processes, or ray, not"):
        Workers.parse(text)


def test_no_workers_are_refused() -> None:
    with pytest.raises(RailbirdError, match="must be 1 or more, not 0"):
        Workers.parse("0")


def test_the_usual_workers_are_those_in_use_then_those_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_WORKERS", "3")
    assert workers_of(None) == Workers(3)
    with using(Workers(2)):
        assert workers_of(None) == Workers(2)
        assert workers_of(5) == Workers(5)
    monkeypatch.setenv("RAILBIRD_WORKERS", "many")
    with pytest.raises(RailbirdError, match="RAILBIRD_WORKERS must be a number of processes, or ray, not 'many'"):
        workers_of(None)
    monkeypatch.delenv("RAILBIRD_WORKERS")
    monkeypatch.setenv("RAILBIRD_THREADS", "1")
    assert workers_of(None).alone


def test_there_are_no_more_workers_than_tasks() -> None:
    assert Workers(8).at_most(3) == Workers(3)
    assert Workers(ray="").at_most(3) == Workers(3, "")
    assert Workers(2, "").at_most(3) == Workers(2, "")


def test_without_ray_a_cluster_is_refused_with_the_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for use in (lambda: check_workers(Workers(ray="")), lambda: parallel_map(abs, [1], workers="ray")):
        with pytest.raises(RailbirdError, match=r'need Ray: pip install "railbird\[ray\]"'):
            use()

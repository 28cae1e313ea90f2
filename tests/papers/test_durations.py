"""Every experiment has a duration."""

from __future__ import annotations

from railbird.papers.durations import DURATIONS
from railbird.papers.experiments import EXPERIMENTS, LONG


def test_every_experiment_has_a_duration() -> None:
    assert DURATIONS.keys() == EXPERIMENTS.keys()
    for name, takes in DURATIONS.items():
        assert 0 < takes.quick <= takes.full, name
        assert (takes.share < 1) == (name in LONG), name

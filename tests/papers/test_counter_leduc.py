"""The experiment on counter-strategies in Leduc, in small."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.papers.counter_leduc import DBR, FBR, TARGET, _Leduc, _watched, counter_leduc
from railbird.papers.published import read_table


def test_a_small_run_holds_and_has_all_its_tables() -> None:
    shares: list[float] = []
    found = counter_leduc(read_table("counter-leduc"), True, shares.append, hands=(100, 400), replicates=3)
    assert all(each.agrees for each in found.comparisons)
    assert [claim.holds for claim in found.claims[:4]] == [True] * 4
    assert len(found.findings[0].rows) == 11
    assert [row[0] for row in found.findings[1].rows] == ["100", "400"]
    assert shares[-1] == 1
    assert shares == sorted(shares)


def test_watched_hands_are_those_of_independent_play() -> None:
    world = _Leduc()
    target = world.opponents[TARGET]
    model = world.watch(target, 200_000, np.random.default_rng(1))
    first = int(world.tree.set_start[world.tree.names.index("As||")])
    assert model.counts[world.tree.names.index("As||")] == pytest.approx(200_000 / 2 / 6, rel=0.05)
    assert model.rows[first : first + 2] == pytest.approx(target[first : first + 2], abs=0.02)


def test_opponents_are_strategies_that_lose_to_an_equilibrium() -> None:
    world = _Leduc()
    for rows in world.opponents.values():
        world.tree.check_rows(rows)
        assert world.wins(world.equilibrium, rows) > 0


def test_more_hands_lose_less_to_what_was_not_seen() -> None:
    world = _Leduc()
    few, many = (_watched(world, hands, 2, lambda: None) for hands in (100, 2000))
    assert many.rate(FBR).mean > few.rate(FBR).mean
    assert few.rate(DBR, lost=True).mean < few.rate(FBR, lost=True).mean

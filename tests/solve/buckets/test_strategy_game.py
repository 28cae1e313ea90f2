"""Strategies that bring their abstract game with them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import load_strategies, save_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.errors import GameError
from railbird.solve.buckets import BucketGameSolver, EquilibriumBuild, parse_plan
from railbird.solve.buckets.solver import set_averages
from railbird.solve.buckets.strategy_game import game_of_strategy

PLAN = "leduc; buckets(by=class); to=1mb, keep_tables=on"


def test_a_build_keeps_the_tables_if_the_plan_says_so(tmp_path: Path) -> None:
    EquilibriumBuild(parse_plan(PLAN), tmp_path / "with").run()
    strategy = load_strategies(tmp_path / "with")[WHOLE]
    solver = BucketGameSolver(game_of_strategy(strategy))
    set_averages(solver, strategy)
    assert solver.evaluate().exploitability < 0.01  # 255 steps are a little coarser than the solution
    EquilibriumBuild(parse_plan(PLAN.replace(", keep_tables=on", "")), tmp_path / "without").run()
    with pytest.raises(GameError, match="comes without joint tables"):
        game_of_strategy(load_strategies(tmp_path / "without")[WHOLE])


@pytest.mark.parametrize("name", ["meetings", "wins", "boards"])
def test_tables_that_do_not_fit_are_refused(tmp_path: Path, name: str) -> None:
    EquilibriumBuild(parse_plan(PLAN), tmp_path / "file").run()
    parts = load_strategies(tmp_path / "file")
    parts[WHOLE].extras[name] = np.full(parts[WHOLE].extras[name].shape, -1.0) if name != "boards" else np.ones(3)
    save_strategies(tmp_path / "file", parts)
    with pytest.raises(GameError, match="joint tables"):
        game_of_strategy(load_strategies(tmp_path / "file")[WHOLE])


def test_plans_say_whether_tables_are_kept() -> None:
    assert "keep_tables=on" in str(parse_plan(PLAN))
    assert parse_plan(str(parse_plan(PLAN))) == parse_plan(PLAN)
    with pytest.raises(GameError, match="write on or off"):
        parse_plan("leduc; buckets(by=class); keep_tables=maybe")
    with pytest.raises(GameError, match="no joint tables are kept"):
        parse_plan("leduc; buckets(preflop=3, flop=2, recall=imperfect); iterations=10, keep_tables=on")

"""The page of a solved spot: its numbers are those of the solution, and it loads nothing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.reports import solution_page, solution_walk
from railbird.solve.spots import SpotSolution, SpotSolver, hands_chart, spot_convergence_chart

RIVER = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
RANGES = ("QQ+, 76s:0.5", "JJ, KQs")


@pytest.fixture(scope="module")
def solution() -> SpotSolution:
    solver = SpotSolver(RIVER, RANGES, "75%, a")
    solver.run(to=0.001)
    return SpotSolution(solver)


def _page(folder: Path, solution: SpotSolution, line: str = "") -> tuple[str, Any]:
    solution_page(folder / "page.html", solution, line)
    page = (folder / "page.html").read_text(encoding="utf-8")
    data = page.split('id="solution-data">')[1].split("</script>")[0]
    return page, json.loads(data)


def test_the_walk_has_every_decision_of_the_street_with_its_numbers(tmp_path: Path, solution: SpotSolution) -> None:
    _, data = _page(tmp_path, solution)
    assert len(data["nodes"]) == solution.solver.size.decisions
    for shown in data["nodes"]:
        node = solution.node(shown["line"])
        assert shown["player"] == node.player
        assert [action["text"] for action in shown["actions"]] == list(node.actions)
        np.testing.assert_allclose([action["share"] for action in shown["actions"]], node.frequencies, atol=1e-4)
        np.testing.assert_allclose(np.array(shown["strategy"]).T / 1000, node.strategy, atol=6e-4)
        assert shown["value"][0] == pytest.approx(node.value(0), abs=1e-3)
        for action in shown["actions"]:
            after = node.child(action["text"])
            known = "next" in action
            assert known == (action["end"] is None)
            if known:
                assert data["nodes"][action["next"]]["line"] == after.line


def test_the_facts_are_there_and_nothing_is_loaded(tmp_path: Path, solution: SpotSolution) -> None:
    page, _ = _page(tmp_path, solution)
    for fact in ("QQ+, 76s:0.5", "% of the pot", "mbb/g", "ε-equilibrium", "Kh 7d 2c 5s 9s", "Convergence"):
        assert fact in page
    assert not re.search(r"(src|href)=|https?://|@import|url\(", page)


def test_a_page_can_begin_after_a_line(tmp_path: Path, solution: SpotSolution) -> None:
    _, data = _page(tmp_path, solution, "c r15")
    assert [node["line"] for node in data["nodes"]] == ["c r15", "c r15 r50"]
    with pytest.raises(GameError, match="nobody decides after 'c c'"):
        solution_page(tmp_path / "page.html", solution, "c c")


def test_a_large_street_is_cut_off(tmp_path: Path, solution: SpotSolution, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_walk, "MOST_NUMBERS", 100)
    _, data = _page(tmp_path, solution)
    assert 1 <= len(data["nodes"]) < solution.solver.size.decisions
    assert any("next" not in action and action["end"] is None for action in data["nodes"][-1]["actions"])


def test_rake_and_locks_are_said(tmp_path: Path) -> None:
    raked = SpotSolver(RIVER.replace("1/2", "1/2, rake=5%"), RANGES, "75%, a", locks={"c r15": [0, 1, 0]})
    raked.run(iterations=5)
    page, _ = _page(tmp_path, SpotSolution(raked))
    assert "not zero-sum" in page
    assert "Locked decisions" in page
    assert "ε-equilibrium" not in page


def test_small_games_have_ranks_instead_of_hands(tmp_path: Path) -> None:
    solver = SpotSolver("leduc")
    solver.run(iterations=20)
    solution = SpotSolution(solver)
    _, data = _page(tmp_path, solution)
    assert data["hands"][0] == ["Qh", "Qs", "Kh", "Ks", "Ah", "As"]
    assert data["nodes"][0]["equity"] is None
    assert data["nodes"][1]["actions"][0]["end"] == "round 2 is dealt"
    assert hands_chart(solution.node()).svg.count("<title>") == 3


def test_charts_name_what_they_show(solution: SpotSolution) -> None:
    assert hands_chart(solution.node("r15")).title == "Player 2 after r15"
    assert hands_chart(solution.node("c c")).title == "Range of player 1 after c c"
    assert spot_convergence_chart(solution.solver, seconds=True).svg.count("<polyline") == 1

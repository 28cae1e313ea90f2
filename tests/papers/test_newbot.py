"""The reproduction of NewBot, with a handful of hands."""

from __future__ import annotations

import pytest

from railbird.papers.newbot import BASELINES, newbot
from railbird.papers.published import read_table


@pytest.mark.slow
def test_mcts_review_19_newbot_plays_baselines_and_plain_uct(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.newbot.REPLICATES", 2)
    monkeypatch.setattr("railbird.papers.newbot.BASELINES", BASELINES[-2:])
    monkeypatch.setattr("railbird.papers.newbot.BUDGETS", {10: 1, 60: 1})
    done: list[float] = []
    result = newbot(read_table("newbot"), True, done.append, deals=1)
    baselines, plain = result.findings
    assert [row[0] for row in baselines.rows] == [
        f"{bot}, {players} players" for players in (2, 6) for bot in BASELINES[-2:]
    ]
    assert [row[0] for row in plain.rows] == ["10", "60"]
    assert [row[2] for row in baselines.rows] == ["4"] * 2 + ["12"] * 2
    assert len(result.claims) == 3
    assert done[-1] == 1

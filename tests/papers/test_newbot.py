"""The reproduction of NewBot, with a handful of hands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from railbird.papers.newbot import BASELINES, newbot_budgets, newbot_heads_up, newbot_six
from railbird.papers.published import read_table
from railbird.papers.verdict import Reproduction

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def few_replicates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.newbot.REPLICATES", 2)


@pytest.mark.parametrize(("experiment", "players"), [(newbot_heads_up, 2), (newbot_six, 6)])
def test_mcts_review_19_newbot_plays_baselines(
    monkeypatch: pytest.MonkeyPatch, experiment: Callable[..., Reproduction], players: int
) -> None:
    monkeypatch.setattr("railbird.papers.newbot.BASELINES", BASELINES[-2:])
    done: list[float] = []
    result = experiment(read_table(experiment.__name__.replace("_", "-")), True, done.append, deals=1)
    (baselines,) = result.findings
    assert [(row[0], row[2]) for row in baselines.rows] == [(bot, str(2 * players)) for bot in BASELINES[-2:]]
    assert len(result.claims) == 1
    assert done[-1] == 1


def test_mcts_review_19_newbot_plays_plain_uct_with_several_budgets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.papers.newbot.BUDGETS", {10: 1, 60: 1})
    result = newbot_budgets(read_table("newbot-budgets"), True, lambda _: None, deals=1)
    (plain,) = result.findings
    assert [row[0] for row in plain.rows] == ["10", "60"]
    assert len(result.claims) == 2

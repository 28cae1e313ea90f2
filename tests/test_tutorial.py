"""The bot of the tutorial is as the tutorial describes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from railbird.agent import check_bot
from railbird.arena import DealingScheme, Entrant, MatchDefinition, play_match
from railbird.gallery import BotSpec, parse_bot
from railbird.game import limit

TUTORIAL = Path(__file__).parent.parent / "docs" / "guides" / "your-own-bot.md"


@pytest.fixture
def owl(tmp_path: Path) -> BotSpec:
    code = re.search(r"```python\n(.*?)```", TUTORIAL.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    path = tmp_path / "owl.py"
    path.write_text(code[1], encoding="utf-8")
    return parse_bot(f"{path}:Owl")


def test_the_tutorial_bot_has_less_than_sixty_lines(owl: BotSpec) -> None:
    path = str(owl).rpartition(":")[0]
    lines = [line for line in Path(path).read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) < 60


def test_the_tutorial_bot_passes_all_checks(owl: BotSpec) -> None:
    report = check_bot(owl.make, games=[limit()], hands=60)
    assert report.passed, report


@pytest.mark.slow
def test_the_tutorial_bot_beats_always_call(owl: BotSpec) -> None:
    entrants = (Entrant(owl, player="owl"), Entrant(parse_bot("always-call"), player="caller"))
    definition = MatchDefinition(
        game=limit(), entrants=entrants, hands=400, seed=7, dealing=DealingScheme.DUPLICATE, replicates=2
    )
    result = play_match(definition)
    assert result.players[0].rate.mean > 0.3

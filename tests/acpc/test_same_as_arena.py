"""A match of our bots over TCP gives the same log as the arena, with the same seed and the same deals."""

from pathlib import Path

import pytest

from railbird.game import parse_game_for
from tests.acpc.matches import Table, arena_log, dealing_of, play_bots
from tests.acpc.same_as_arena import MATCHES


@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("acpc", [False, True], ids=["our deals", "the dealer's deals"])
def test_a_match_over_tcp_gives_the_log_of_the_arena(name: str, acpc: bool, tmp_path: Path) -> None:
    text, bots, quick = MATCHES[name]
    game = parse_game_for(text, len(bots))
    hands = quick
    table = Table(game, hands, dealing_of(7, acpc=acpc), folder=tmp_path)
    score = play_bots(table, bots, 7)
    lines = [line for line in table.log_lines() if not line.startswith("#")]
    assert lines == arena_log(game, bots, hands, 7, acpc=acpc)
    assert lines[-1] == score

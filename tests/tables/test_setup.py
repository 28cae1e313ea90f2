"""A table is opened with a setup that is checked before anything begins."""

from __future__ import annotations

from typing import Any

import pytest

from railbird.errors import TableError
from railbird.tables import TableKind
from railbird.tables.setup import setup_from_json

GOOD: dict[str, Any] = {"title": "tonight", "game": "limit(players=3, rules=casino)", "bots": ["poki", "simple"]}


def test_a_setup_is_read_from_what_it_writes() -> None:
    setup = setup_from_json({**GOOD, "kind": "freeze-out", "glass_box": True, "seconds": 12})
    assert setup.kind is TableKind.FREEZE_OUT
    assert setup_from_json(setup.to_json()) == setup


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"title": " "}, "needs a title"),
        ({"title": "x" * 61}, "needs a title"),
        ({"title": "a\nb"}, "needs a title"),
        ({"game": "limit"}, "rules that do not split chips"),
        ({"game": "bridge"}, "is not a game"),
        ({"game": 7}, "game of a table cannot be '7'"),
        ({"bots": ["poki"] * 4}, "too few for 4 bots"),
        ({"bots": ["nobody"]}, "nobody"),
        ({"bots": ["kestrel"]}, "kestrel does not play .*: it plays heads-up only"),
        ({"bots": "poki"}, "bots of a table cannot be 'poki'"),
        ({"bots": [1]}, "must be texts"),
        ({"kind": "cup"}, "cash or freeze-out"),
        ({"seconds": 0}, "seconds must be between 1 and 3600"),
        ({"pace": True}, "pace of a table cannot be 'True'"),
        ({"pace": float("nan")}, "pace must be between"),
        ({"practice": True}, "a practice table has two seats and one bot, rezai"),
        ({"music": True}, "a table has no 'music'"),
    ],
)
def test_what_is_wrong_is_named(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(TableError, match=message):
        setup_from_json({**GOOD, **changes})


@pytest.mark.parametrize("missing", ["title", "game"])
def test_title_and_game_are_needed(missing: str) -> None:
    with pytest.raises(TableError, match=f"a table needs a {missing}"):
        setup_from_json({name: value for name, value in GOOD.items() if name != missing})

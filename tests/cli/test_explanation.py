"""Decisions in the terminal."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from railbird.agent import Decision, Fact
from railbird.cli.explanation import explained
from railbird.game import CALL, FOLD

RANGE = Fact("ann by class", "9" + "0" * 168, private=True)


def told(decision: Decision, *, ranges: bool = False) -> list[str]:
    console = Console(file=StringIO(), width=80, highlight=False)
    console.print(explained("hero", decision, ranges=ranges))
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_what_was_drawn_and_what_else_might_have_been() -> None:
    assert told(Decision(CALL, {FOLD: 0.25, CALL: 0.75})) == ["hero call, drawn with 75% (fold 25%)"]


def test_values_come_first_then_short_facts_together_then_long_ones_alone() -> None:
    facts = (Fact("HS", 0.25), Fact("ann may hold", "AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)"), Fact("rule", "make2"))
    assert told(Decision(CALL, {}, {FOLD: 0.0, CALL: 3.5}, facts)) == [
        "hero call",
        "  worth: fold +0, call +3.5",
        "  HS 0.25 · rule make2",
        "  ann may hold AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)",
    ]


def test_ranges_are_squares_that_fit_eighty_columns_and_only_if_asked_for() -> None:
    decision = Decision(CALL, facts=(RANGE,))
    assert told(decision) == ["hero call"]
    lines = told(decision, ranges=True)
    assert len(lines) == 2 + 13
    assert lines[2].strip().startswith("AA 9 AKs0 AQs0")
    assert lines[-1].strip().endswith("22 0")

"""Decisions in the terminal."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from railbird.agent import Decision, Fact
from railbird.agent.explanation import Moment, explain
from railbird.cli.render.explanation import explanation_text
from railbird.game import CALL, FOLD, raise_to

RANGE = Fact("ann by class", "9" + "0" * 168, private=True)


def explained(decision: Decision, *, ranges: bool = False, free: bool = False, opens: bool = False) -> list[str]:
    console = Console(file=StringIO(), width=80, highlight=False)
    console.print(explanation_text(explain("hero", decision, Moment(free, opens)), ranges=ranges))
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_the_chosen_action_and_its_alternatives_have_probabilities() -> None:
    assert explained(Decision(CALL, {FOLD: 0.25, CALL: 0.75})) == ["hero: call, chosen with probability 75% (fold 25%)"]


def test_values_come_first_then_short_facts_then_long_ones() -> None:
    facts = (Fact("HS", 0.25), Fact("ann may hold", "AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)"), Fact("rule", "make2"))
    assert explained(Decision(CALL, {}, {FOLD: 0.0, CALL: 3.5}, facts)) == [
        "hero: call",
        "  EV: fold +0, call +3.5",
        "  HS 0.25 · rule make2",
        "  ann may hold AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)",
    ]


def test_ranges_are_grids_of_eighty_columns_shown_on_request() -> None:
    decision = Decision(CALL, facts=(RANGE,))
    assert explained(decision) == ["hero: call"]
    lines = explained(decision, ranges=True)
    assert len(lines) == 2 + 13
    assert lines[2].strip().startswith("AA 9 AKs0 AQs0")
    assert lines[-1].strip().endswith("22 0")


def test_an_action_has_the_name_it_has_at_the_table() -> None:
    decision = Decision(CALL, {CALL: 0.5, raise_to(300): 0.5}, {CALL: 1.0, raise_to(300): 2.0})
    assert explained(decision, free=False, opens=False) == [
        "hero: call, chosen with probability 50% (raise to 300 50%)",
        "  EV: call +1, raise to 300 +2",
    ]
    assert (
        explained(decision, free=True, opens=False)[0] == "hero: check, chosen with probability 50% (raise to 300 50%)"
    )
    assert explained(decision, free=True, opens=True) == [
        "hero: check, chosen with probability 50% (bet 300 50%)",
        "  EV: check +1, bet 300 +2",
    ]


def test_amounts_have_thousands_separators() -> None:
    values = {FOLD: 0.0, CALL: -1234.4, raise_to(1_500): 12_905.4, raise_to(20_000): 3.5e8}
    assert explained(Decision(raise_to(20_000), {raise_to(20_000): 0.5, raise_to(1_500): 0.5}, values), opens=True) == [
        "hero: bet 20,000, chosen with probability 50% (bet 1,500 50%)",
        "  EV: fold +0, call -1,234, bet 1,500 +12,905, bet 20,000 +350,000,000",
    ]


@pytest.mark.parametrize("value", [0.0, 0.00002, -1e-14, 0.25, 999.97, 1000.0, 14_600.0, -3.5e8])
def test_no_amount_is_in_scientific_notation(value: float) -> None:
    (_, values) = explained(Decision(CALL, {}, {CALL: value}))
    check_written_out(values)


@pytest.mark.parametrize("value", [0.0, 0.25, 884.3, 14_600.0, 35_440.0])
def test_no_fact_is_in_scientific_notation(value: float) -> None:
    """For example the lead of a simulation, in chips."""
    (_, facts) = explained(Decision(CALL, facts=(Fact("lead", value),)))
    check_written_out(facts)


def check_written_out(line: str) -> None:
    assert not re.search(r"\de[+-]?\d", line), line
    assert not re.search(r"(?<![.\d])\d{4}", line), line

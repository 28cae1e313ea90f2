"""The convergence of the CFR family on Leduc hold'em."""

from __future__ import annotations

from dataclasses import replace

from railbird.papers.leduc import leduc_convergence
from railbird.papers.published import read_table


def test_the_solvers_converge_on_leduc_as_measured() -> None:
    shares: list[float] = []
    result = leduc_convergence(read_table("leduc-convergence"), True, shares.append, runs=1)
    assert result.holds
    assert not result.differing
    assert len(result.comparisons) == 18
    assert shares[-1] == 1


def test_other_numbers_would_be_noticed() -> None:
    table = read_table("leduc-convergence")
    values = {column: dict(rows) for column, rows in table.values.items()}
    values["100"]["cfr+"] *= 1.02
    values["1,000"]["dcfr"] *= 2
    result = leduc_convergence(replace(table, values=values), True, lambda _: None, runs=1)
    assert {(each.column, each.row) for each in result.differing} == {("100", "cfr+"), ("1,000", "dcfr")}
    assert [claim.holds for claim in result.claims] == [False, False, True]

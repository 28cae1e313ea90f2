"""Published tables, regenerated."""

from functools import cache

import numpy as np
import pytest

from railbird.cards import CLASSES, HandClass, HoleCards, parse_cards
from railbird.errors import RailbirdError
from railbird.papers import PublishedTable, Reproduction, published_tables, reproduce
from railbird.papers.experiments import BUILDING, EXPERIMENTS, GROUPS, LONG
from railbird.papers.hand_strengths import GUESSED_DISTRIBUTION, guessed_distribution
from railbird.papers.income_rates import cut_like, rank_correlation
from railbird.strength import GroupVersion, sklansky_groups

TABLES = {table.name: table for table in published_tables()}
FULL_RUNS_ONLY = {"leduc-convergence": 6}
"""Cells that a quick run leaves out: 10,000 iterations of each solver."""


@cache
def quick_run(name: str) -> tuple[Reproduction, list[float]]:
    """A table and the progress of its computation."""
    shares: list[float] = []
    return reproduce(name, quick=True, progress=shares.append), shares


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.name)
def test_a_table_has_a_source_and_an_uncertainty(table: PublishedTable) -> None:
    for text in (table.title, table.source, table.section, table.unit, table.uncertainty):
        assert text.strip()
    assert table.values or table.source.startswith("ours")
    assert set(table.tolerance) == set(table.values)
    assert all(rows for rows in table.values.values())


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(set(TABLES) - LONG - BUILDING))
def test_every_claim_holds(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Heidenreich 10 and 11, Saukonoja 26, Papp's appendix A, Peña's example, as quick runs."""
    monkeypatch.setattr("railbird.papers.lbr.HANDS", 200)  # what a quick run decides about LBR holds in every hand
    result, shares = quick_run(name)
    failed = [claim for claim in result.claims if not claim.holds]
    assert not failed
    assert len(result.comparisons) == sum(map(len, result.table.values.values())) - FULL_RUNS_ONLY.get(name, 0)
    assert shares == sorted(shares)
    assert all(0 <= share <= 1 for share in shares)


def test_figure_2_has_the_hands_of_the_expert_groups() -> None:
    listed = {HandClass.parse(name) for name in TABLES["heidenreich-figure-2"].values["IR-10"]}
    assert listed == set(sklansky_groups(GroupVersion.HEIDENREICH))
    assert len(listed) == 84


def test_figures_2_and_3_print_the_same_rates() -> None:
    both = TABLES["heidenreich-figure-3"].values["IR-10"]
    assert len(both) == 27
    assert all(TABLES["heidenreich-figure-2"].values["IR-10"][name] == rate for name, rate in both.items())


def test_differences_are_listed_with_a_reason() -> None:
    result, _ = quick_run("heidenreich-figure-3")
    assert {each.column for each in result.differing} == {"iterated"}
    assert "blinds" in result.why


def test_the_guessed_distribution_has_the_shares_of_the_thesis() -> None:
    hand, board = HoleCards.parse("AcKc"), parse_cards("8c6c3s")
    guess = guessed_distribution(hand, board)
    total = guess.combos
    overpairs = sum(guess[each] for each in guess if each.high.rank == each.low.rank and 7 <= each.high.rank <= 10)
    assert overpairs / total == pytest.approx(0.65)
    assert sum(share for share, _ in GUESSED_DISTRIBUTION) == 90
    known = {hand.high, hand.low, *board}
    assert not any({each.high, each.low} & known for each in guess)


def test_rank_correlation_is_spearmans() -> None:
    assert rank_correlation([1, 2, 3], [10, 20, 30]) == pytest.approx(1)
    assert rank_correlation([1, 2, 3], [3, 2, 1]) == pytest.approx(-1)
    assert rank_correlation([1, 2, 2, 3], [1, 2, 3, 4]) == pytest.approx(0.9486833)


def test_groups_are_cut_to_the_same_sizes() -> None:
    groups = np.array([1, 2, 2, 3])
    assert cut_like(groups, np.array([0.1, 0.4, 0.2, 0.3])).tolist() == [3, 1, 2, 2]
    assert len(CLASSES) == 169


def test_an_unknown_table_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(RailbirdError, match="did you mean heidenreich-figure-2"):
        reproduce("heidenreich-figur-2")


def test_mcts_review_23_the_competition_without_its_weakest_bot() -> None:
    result = reproduce("aaai-2008-ring")
    assert result.holds
    assert "Poki0 +115,795, DCU +36,118, CMURing -15,619, AKI-RealBot -52,770, MCBotUltra -83,524" in [
        claim.result for claim in result.claims
    ]
    rates = {each.row: each.ours.value for each in result.comparisons if each.column == "sb/h"}
    assert {bot: round(rate, 3) for bot, rate in rates.items()} == result.table.values["sb/h"]


def test_groups_and_long_experiments_are_experiments() -> None:
    assert set(EXPERIMENTS) >= LONG | BUILDING
    assert all(name in EXPERIMENTS for names in GROUPS.values() for name in names)
    assert not set(GROUPS) & set(EXPERIMENTS)

"""When numbers agree, and the verdicts of a reproduction."""

import json

import pytest

from railbird.papers import Claim, Comparison, Ours, PublishedTable, Reproduction, Verdict
from railbird.papers.verdict import all_above, all_agree, at_most_half, compare
from railbird.stats import WinRate

TABLE = PublishedTable(
    "name", "title", "source", "1", "chips", "rounded", (), {"a": 0.5, "b": 0}, {"a": {"x": 10, "y": 20}, "b": {"z": 3}}
)


@pytest.mark.parametrize(
    ("published", "ours", "error", "tolerance", "agrees"),
    [
        (10, 10.5, 0.0, 0.5, True),
        (10, 10.6, 0.0, 0.5, False),
        (10, 12.0, 0.5, 0.5, True),  # within three standard errors and the tolerance
        (10, 12.1, 0.5, 0.5, False),
        (3, 3, 0.0, 0.0, True),
        (3, 4, 0.0, 0.0, False),
    ],
)
def test_a_number_agrees_within_tolerance_and_noise(
    published: float, ours: float, error: float, tolerance: float, agrees: bool
) -> None:
    assert Comparison("x", "a", published, Ours(ours, error), tolerance).agrees is agrees


def test_the_interval_is_a_95_percent_interval() -> None:
    low, high = Comparison("x", "a", 10, Ours(10, 2), 0.5).interval
    assert (low, high) == pytest.approx((6.08, 13.92), abs=0.001)


def test_every_published_number_is_compared() -> None:
    comparisons = compare(TABLE, {"a": {"x": 10.2, "y": Ours(25, 1)}, "b": {"z": 3}})
    assert [(each.row, each.column, each.agrees) for each in comparisons] == [
        ("x", "a", True),
        ("y", "a", False),
        ("z", "b", True),
    ]
    claim = all_agree(comparisons)
    assert not claim.holds
    assert claim.result == "2 of 3; the largest difference is +5.0, for y"
    with pytest.raises(KeyError):
        compare(TABLE, {"a": {"x": 10.2}, "b": {"z": 3}})


def test_one_failed_claim_fails_the_reproduction() -> None:
    comparisons = compare(TABLE, {"a": {"x": 10, "y": 20}, "b": {"z": 3}})
    good, bad = Claim("good", "yes", True), Claim("bad", "no", False)
    assert Reproduction(TABLE, comparisons, (good,), "exact").holds
    failed = Reproduction(TABLE, comparisons, (good, bad), "exact")
    assert not failed.holds
    shown = json.loads(json.dumps(failed.to_json()))
    assert shown["holds"] is False
    assert [claim["holds"] for claim in shown["claims"]] == [True, False]
    assert shown["rows"][1] == {
        "row": "y",
        "column": "a",
        "published": 20,
        "ours": 20,
        "standard_error": 0,
        "difference": 0,
        "interval": [20, 20],
        "tolerance": 0.5,
        "agrees_within": 0.5,
        "agrees": True,
    }


def test_a_quick_run_does_not_judge_what_it_cannot_decide() -> None:
    clear, open_, learned = (
        Claim("clear", "no", False, decided=True),
        Claim("open", "no", False, decided=False),
        Claim("learned", "no", False, full_length=True),
    )
    full = Reproduction(TABLE, (), (clear, open_, learned), "played")
    assert [full.verdict(claim) for claim in full.claims] == [Verdict.FAILS] * 3
    quick = Reproduction(TABLE, (), (open_, learned), "played", share=0.1)
    assert [quick.verdict(claim) for claim in quick.claims] == [Verdict.TOO_FEW] * 2
    assert quick.holds
    assert not Reproduction(TABLE, (), (clear,), "played", share=0.1).holds


@pytest.mark.parametrize(
    ("rates", "decided"),
    [
        ([WinRate(1, 0.1, 100), WinRate(0.5, 0.1, 100)], True),
        ([WinRate(1, 0.1, 100), WinRate(0.1, 0.1, 100)], False),
        ([WinRate(1, 0.1, 100), WinRate(-0.5, 0.1, 100)], True),
    ],
)
def test_intervals_decide_whether_all_are_above(rates: list[WinRate], decided: bool) -> None:
    assert all_above(rates) is decided


def test_intervals_decide_whether_one_is_half_of_the_other() -> None:
    assert at_most_half((10, 20), (40, 60))
    assert at_most_half((40, 60), (40, 60))
    assert not at_most_half((10, 30), (40, 80))

"""Specs of card abstractions: printed and parsed back, or refused in one line."""

from __future__ import annotations

import pickle

import pytest

from railbird.abstraction.cards import BucketSpec
from railbird.errors import GameError
from railbird.game import leduc, limit


@pytest.mark.parametrize(
    "text",
    [
        "buckets(preflop=5, flop=5, turn=5, river=5, by=ehs2, recall=perfect)",
        "buckets(preflop=all, flop=20, turn=30, river=40, by=ehs, recall=imperfect)",
        "buckets(preflop=3, flop=2, by=ehs, recall=perfect)",
        "buckets(preflop=5x2, flop=5x2, turn=3x3, river=4, by=nested, recall=perfect)",
        "buckets(by=class, recall=perfect)",
    ],
)
def test_a_spec_is_printed_and_parsed_back(text: str) -> None:
    spec = BucketSpec.parse(text)
    assert str(spec) == text
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_what_is_left_out_is_all_classes_pre_flop_ehs2_and_perfect_recall() -> None:
    spec = BucketSpec.parse("buckets(flop=5, turn=4, river=3)")
    assert spec == BucketSpec.parse("buckets(preflop=all, flop=5, turn=4, river=3, by=ehs2, recall=perfect)")
    assert spec.sizes_for(limit()) == ((), (5,), (4,), (3,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bucket(flop=5)", "is not a card abstraction"),
        ("buckets(flop=0)", "flop must be a number of buckets"),
        ("buckets(flop=-1)", "flop must be a number of buckets"),
        ("buckets(flop=99999)", "flop must have 1 to 60000 buckets"),
        ("buckets(flop=5x2, by=ehs2)", "only nested buckets have two numbers"),
        ("buckets(flop=5, river=5)", "no number for turn"),
        ("buckets(street=5)", "'street' is not an option of buckets"),
        ("buckets(flop=5, flop=6)", "given twice"),
        ("buckets(flop)", "write OPTION=VALUE"),
        ("buckets(flop=5, by=luck)", "by must be one of class, ehs, ehs2, nested, potential, histogram"),
        ("buckets(flop=5, recall=some)", "recall must be one of perfect, imperfect"),
        ("buckets(flop=1, by=potential)", "at least two buckets a street"),
        ("buckets(flop=5, by=class)", "leave out the numbers"),
    ],
)
def test_what_is_not_a_spec_is_refused(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        BucketSpec.parse(text)


def test_a_spec_needs_numbers_for_the_rounds_of_its_game() -> None:
    with pytest.raises(GameError, match=r"leduc has 2 betting rounds, so .* must give numbers for preflop, flop"):
        BucketSpec.parse("buckets(flop=5, turn=5, river=5)").sizes_for(leduc())

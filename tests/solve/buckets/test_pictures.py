"""The picture of a decision shows every class with its actions."""

import re

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, Spot, public_tree
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.solve.buckets import StrategyPlace, place_chart


@pytest.fixture(scope="module")
def strategy() -> BucketStrategy:
    """Leduc: at the start check every queen, every other king and no ace; elsewhere all actions alike."""
    tree = public_tree(Spot("leduc"))
    cards = build_abstraction(tree.spot.game, "buckets(preflop=3, flop=2, by=ehs)")
    rows = np.ones(rows_needed(tree, cards))
    uniform = BucketStrategy(tree, cards, rows)
    buckets = [cards.bucket(card) for card in ("Qh", "Kh", "Ah")]
    rows[uniform.start[0] : uniform.start[1]].reshape(3, 2)[buckets] = [[1, 0], [1, 1], [0, 1]]
    return BucketStrategy(tree, cards, rows)


def test_each_class_is_divided_by_its_actions(strategy: BucketStrategy) -> None:
    chart = place_chart(StrategyPlace.after(strategy))
    assert re.findall(r"<title>(.*?)</title>", chart.svg) == [
        "A: bet 2 100 %; 100 % of the class",
        "K: check 50 %, bet 2 50 %; 100 % of the class",
        "Q: check 100 %; 100 % of the class",
    ]
    assert "check 50.0 %" in chart.svg


def test_a_class_counts_as_far_as_it_gets_there(strategy: BucketStrategy) -> None:
    place = StrategyPlace.after(strategy, "c r")
    assert "<title>K: fold 33 %, call 2 33 %, raise to 4 33 %; 50 % of the class</title>" in place_chart(place).svg
    assert place.by_class().overall.tolist() == pytest.approx([1 / 3] * 3)


def test_after_the_pre_flop_it_is_drawn_for_a_board(strategy: BucketStrategy) -> None:
    chart = place_chart(StrategyPlace.after(strategy, "c c"), "Ks")
    assert chart.title == "Player 1 after c c / on Ks"
    assert ">Q<" in chart.svg

"""Outlooks of hands."""

from __future__ import annotations

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction.outlook import FINE, FINE_RIVER, Outlooks, bucket_of
from railbird.cards import CLASSES, evaluate, parse_cards
from railbird.strength.preflop import class_hand_ranks


def mask(text: str) -> int:
    return sum(1 << int(card) for card in parse_cards(text))


def cards(text: str) -> bytes:
    return bytes(int(card) for card in parse_cards(text))


def plain_rank(hole: list[int], board: list[int]) -> float:
    """HR by evaluating every other hand."""
    left = [card for card in range(52) if card not in hole + board]
    mine = evaluate([*hole, *board])
    others = [evaluate([high, low, *board]) for number, high in enumerate(left) for low in left[:number]]
    return (sum(other < mine for other in others) + sum(other == mine for other in others) / 2) / len(others)


@pytest.mark.parametrize(("hole", "board"), [("AhKh", "QhJhTh2c3d"), ("7s7d", "Kc9d2h4s4d"), ("AdQc", "Jh4c3h8s2s")])
def test_a_rank_on_the_river_is_that_of_plain_python(hole: str, board: str) -> None:
    known = plain_rank([int(card) for card in parse_cards(hole)], [int(card) for card in parse_cards(board)])
    assert _core.river_ranks(mask(hole), mask(board)).tolist() == [pytest.approx(known)]


def test_before_the_river_there_is_a_rank_for_each_card_that_may_come() -> None:
    ranks = _core.river_ranks(mask("7s7d"), mask("Kc9d2h4s"))
    assert len(ranks) == 46
    left = [card for card in range(52) if not (mask("7s7d") | mask("Kc9d2h4s")) >> card & 1]
    for index in (0, 20, 45):
        restored = _core.river_ranks(mask("7s7d"), mask("Kc9d2h4s") | 1 << left[index])
        assert ranks[index] == restored[0]
    assert len(_core.river_ranks(mask("7s7d"), mask("Kc9d2h"))) == 1081


def test_rivers_may_be_sampled_the_same_again_from_a_seed() -> None:
    whole = _core.river_ranks(mask("AhQh"), mask("Kh9h2c"))
    some, restored, other = (_core.river_ranks(mask("AhQh"), mask("Kh9h2c"), 400, seed) for seed in (1, 1, 2))
    assert len(some) == 400
    assert some.tolist() == restored.tolist() != other.tolist()
    assert some.mean() == pytest.approx(whole.mean(), abs=4 * whole.std() / 20)
    assert set(some) <= set(whole)


def test_the_mean_of_a_turn_is_that_of_its_rivers() -> None:
    hand, flop = mask("AhQh"), mask("Kh9h2c")
    left = [card for card in range(52) if not (hand | flop) >> card & 1]
    exact = _core.turn_means(hand, flop, 2000)
    assert len(exact) == 47
    for index in (0, 17, 46):
        assert exact[index] == pytest.approx(_core.river_ranks(hand, flop | 1 << left[index]).mean())
    some = _core.turn_means(hand, flop, 16)
    assert np.abs(some - exact).mean() < 0.02


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: _core.river_ranks(mask("AhQh"), mask("Kh9h")), "a board three to five"),
        (lambda: _core.river_ranks(mask("AhQh"), mask("Kh9h2c"), -1), "must not be below 0"),
        (lambda: _core.river_ranks(mask("Ah"), mask("Kh9h2c")), "two cards"),
        (lambda: _core.turn_means(mask("AhQh"), mask("Kh9h2c4d"), 16), "a flop three"),
        (lambda: _core.turn_means(mask("AhQh"), mask("Kh9h2c"), 0), "one other hand"),
    ],
)
def test_other_numbers_of_cards_are_refused(call: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call()  # type: ignore[operator]


def test_the_counts_agree_with_the_exact_preflop_ranks() -> None:
    """From each class, the mean rank after flop, turn and river is the class's own rank."""
    outlooks = Outlooks(60, 60)
    middles = (np.arange(60) + 0.5) / 60
    means = outlooks._classes @ outlooks._flop @ outlooks._turn @ middles
    assert means == pytest.approx(class_hand_ranks(), abs=0.018)
    assert len(means) == len(CLASSES)


@pytest.mark.parametrize(("bins", "buckets"), [(20, 20), (10, 30), (120, 60), (1, 1)])
def test_steps_are_probabilities(bins: int, buckets: int) -> None:
    outlooks = Outlooks(bins, buckets)
    for step, shape in (
        (outlooks._classes, (169, buckets)),
        (outlooks._flop, (buckets, buckets)),
        (outlooks._turn, (buckets, bins)),
    ):
        assert step.shape == shape
        assert (step >= 0).all()
        assert step.sum(axis=1) == pytest.approx(np.ones(shape[0]))


@pytest.mark.parametrize(("bins", "buckets"), [(7, 20), (20, 7), (0, 20), (20, 0), (-20, 20)])
def test_only_divisors_of_the_counts_are_accepted(bins: int, buckets: int) -> None:
    with pytest.raises(ValueError, match=f"bins must divide {FINE_RIVER} and buckets {FINE}"):
        Outlooks(bins, buckets)


def test_a_strong_hand_has_a_strong_outlook_in_every_round() -> None:
    outlooks = Outlooks()
    for board in ("Ac7d2h", "Ac7d2h9s", "Ac7d2h9s3c"):
        strong, weak = (outlooks.of_hand(cards(hole), cards(board))[1] for hole in ("AhAd", "8s4d"))
        assert strong > 0.9 > 0.6 > weak


def test_only_hands_after_the_flop_have_an_outlook() -> None:
    with pytest.raises(ValueError, match="three to five cards, not 0"):
        Outlooks().of_hand(cards("AhAd"), b"")


def test_a_rank_is_interpolated_between_bins() -> None:
    outlooks = Outlooks(10)
    halves = {4: 0.5, 5: 0.5}
    for rank, indices in ((0.0, {0: 1.0}), (0.05, {0: 1.0}), (0.1, {0: 0.5, 1: 0.5}), (0.5, halves), (1.0, {9: 1.0})):
        shares = outlooks._interpolated(rank)[0]
        assert {index: share for index, share in enumerate(shares) if share > 1e-12} == pytest.approx(indices)
    assert Outlooks(1)._interpolated(0.3).tolist() == [[1.0]]


def test_the_bucket_of_1_is_the_last() -> None:
    assert bucket_of(np.array([0.0, 0.049, 0.05, 0.999, 1.0]), 20).tolist() == [0, 0, 1, 19, 19]

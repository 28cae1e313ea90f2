"""How strong hands are expected to be, from how often a player goes on."""

from __future__ import annotations

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, without_sizes
from railbird.game import nolimit
from railbird.models import ContextModels, Continued, HandLevel, Observed, Pooling, Prior, Seeds
from railbird.models.context_trees.continued import DEEDS, STORIES, Array, RoundCounts
from railbird.models.context_trees.prior import ROUNDS
from railbird.models.context_trees.similarity import ActionLevel

PRICES = 3
RULE = Continued()
CHECKED, CALLED, BET, BET_AGAIN = range(DEEDS)
RIVER_CALL = "cc" * 3 + "crc"
"""Heads-up, position 0 checks and calls a bet on the river; position 1 acts first pre-flop, then position 0."""


def assumed(fold: float = 0.2, call: float = 0.6, raise_: float = 0.2) -> Array:
    """The same frequencies everywhere."""
    return np.full((PRICES, ROUNDS, 5, 3), [fold, call, raise_])


def ones(fold: float, call: float, raise_: float) -> Array:
    """Very many observations with these frequencies everywhere."""
    return 1e9 * assumed(fold, call, raise_)


def exponents(counts: Array, everybody: Array | None = None, prior: Array | None = None) -> Array:
    nothing = np.zeros_like(counts)
    return RULE.exponents(
        counts, nothing if everybody is None else everybody, assumed() if prior is None else prior
    ).reshape(PRICES, *(DEEDS,) * ROUNDS)


def mean_of(exponent: float) -> float:
    """The mean rank with a density of x^exponent."""
    return float((exponent + 1) / (exponent + 2))


def models_of(game_players: int = 2, *, continued: Continued | None = RULE) -> ContextModels:
    betting = AbstractBetting(without_sizes(nolimit(game_players)), 4)
    pooling = Pooling((HandLevel.ALONE,), tuple(ActionLevel), 0.92, True)
    seeds = Seeds(continued=continued)
    return ContextModels(betting, seeds, pooling, priors=[Prior()] * PRICES, shared=True, prices=PRICES)


def observed(models: ContextModels, letters: str, price: int, times: int, player: str = "ann") -> None:
    """Position 0 takes the last action of a sequence, many times."""
    for _ in range(times):
        models.count(Observed(player, 1, 0, price), models.betting.node_of(letters))


def mean_rank(models: ContextModels, letters: str = RIVER_CALL, price: int = 2, player: str = "ann") -> float:
    histogram = models.belief(player, 1, 0, price).histogram(models.betting.node_of(letters))
    return float(np.dot(histogram, (np.arange(len(histogram)) + 0.5) / len(histogram)) / sum(histogram))


def test_stories_are_numbered_as_in_the_native_core() -> None:
    betting = AbstractBetting(without_sizes(nolimit()), 4)
    classes = _core.Similarity(betting.tree)
    for letters, story in (
        ("cc" * 4, (CHECKED,) * 4),
        (RIVER_CALL, (CHECKED, CHECKED, CHECKED, CALLED)),
        ("rc" + "cc" + "rrrc" + "rc", (CALLED, CHECKED, BET_AGAIN, BET)),
    ):
        number = classes.hand_class(HandLevel.ALONE, betting.node_of(letters), 0)
        assert tuple(STORIES[number]) == story


def test_whoever_always_calls_may_have_anything() -> None:
    found = exponents(ones(0, 1, 0))
    called = found[:, : CALLED + 1, : CALLED + 1, : CALLED + 1, : CALLED + 1]
    assert called == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("number", "price"), [(1, 0), (2, 1), (3, 2)])
def test_whoever_folds_most_hands_goes_on_with_good_ones(number: int, price: int) -> None:
    """1 − d with d = ½ (1 − carry · share of folds)."""
    counts = ones(0, 1, 0)
    counts[price, number, 1:] = [7e8, 3e8, 0]
    story = [CHECKED] * ROUNDS
    story[number] = CALLED
    exponent = exponents(counts)[(price, *story)]
    assert mean_of(exponent) == pytest.approx(1 - 0.5 * (1 - RULE.carry[number] * 0.7), abs=1e-6)


def test_the_highest_price_is_that_of_the_last_call() -> None:
    counts = ones(0, 1, 0)
    counts[2, :, 1:] = [9e8, 1e8, 0]  # folds to very high prices only
    found = exponents(counts)
    twice = (CHECKED, CALLED, CHECKED, CALLED)
    assert found[(0, *twice)] == pytest.approx(0, abs=1e-6)
    assert mean_of(found[(2, *twice)]) == pytest.approx(1 - 0.5 * (1 - RULE.carry[3] * 0.9), abs=1e-6)


def test_rare_bets_are_strong_and_frequent_ones_are_not() -> None:
    river_bet = (0, CHECKED, CHECKED, CHECKED, BET)
    rare, frequent = (exponents(ones(0, 1 - share, share))[river_bet] for share in (0.05, 0.95))
    assert mean_of(rare) == pytest.approx(1 - 0.5 * (1 - RULE.bets * RULE.carry[3] * 0.95), abs=1e-6)
    assert mean_of(frequent) < 0.53
    again = exponents(ones(0, 0.5, 0.5))
    assert again[0, 0, 0, 0, BET_AGAIN] > again[0, 0, 0, 0, BET]


def test_exponents_have_an_upper_limit() -> None:
    counts = ones(1, 0, 0)
    counts[:, :, :, 1] = 1.0
    assert exponents(counts).max() == RULE.highest


def test_everybody_stands_in_for_a_player_of_whom_little_is_known() -> None:
    nothing, tight = np.zeros((PRICES, ROUNDS, 5, 3)), ones(0.9, 0.1, 0)
    river_call = (2, CHECKED, CHECKED, CHECKED, CALLED)
    unknown, prior = exponents(nothing, tight)[river_call], exponents(nothing)[river_call]
    assert unknown == pytest.approx(exponents(tight)[river_call], rel=1e-3)
    assert prior < unknown


def test_actions_are_counted_by_round_and_bets() -> None:
    models = models_of()
    tree = models.betting.tree
    pool = models._pool()
    for letters in ("cc" + "crf", "rc" + "crf", "rc" + "crc", "cr", "ccc"):
        pool.count(models.betting.node_of(letters), 1.0)
    counts = RoundCounts(tree).of([pool])[0]
    assert counts[1, 1].tolist() == [2, 1, 0]  # facing one bet on the flop
    assert counts[1, 0].tolist() == [0, 1, 0]
    assert counts[0, 0].tolist() == [0, 0, 1]  # the big blind after a call
    assert counts.sum() == 5


def test_hands_follow_what_a_player_does() -> None:
    """No hand was shown: a player who mostly folds to very high prices calls them with better hands."""
    tight, loose = models_of(), models_of()
    observed(tight, RIVER_CALL[:-1] + "f", 2, 40)
    observed(loose, RIVER_CALL, 2, 40)
    assert mean_rank(tight) > mean_rank(loose) + 0.2
    assert mean_rank(tight, price=0) == pytest.approx(mean_rank(loose, price=0), abs=0.15)
    before = mean_rank(tight)
    observed(tight, RIVER_CALL, 2, 200)
    assert mean_rank(tight) < before - 0.1


def test_shown_hands_count_more_than_expected_ones() -> None:
    models = models_of()
    observed(models, RIVER_CALL[:-1] + "f", 2, 40)
    leaf = models.betting.node_of(RIVER_CALL)
    for _ in range(60):
        models.show(Observed("ann", 1, 0, 2), leaf, 0.1)
    assert mean_rank(models) < 0.15


def test_another_player_is_not_confused_with_them() -> None:
    models = models_of()
    observed(models, RIVER_CALL[:-1] + "f", 2, 200)
    observed(models, RIVER_CALL, 2, 200, player="bob")
    assert mean_rank(models) > mean_rank(models, player="bob") + 0.2


def test_saved_counts_expect_the_same_hands() -> None:
    models, other = models_of(3), models_of(3)
    letters = "ccc" + "ccr" + "f"
    observed(models, letters, 1, 12)
    other.add(models.save())
    other.restore_everybody(models.save_everybody())
    expected = [
        each.belief("ann", 1, 0, 1).histogram(each.betting.node_of("ccc" + "ccrcc" + "ccc" + "ccc"))
        for each in (models, other)
    ]
    assert expected[0] == expected[1]


def test_counts_that_fade_expect_what_is_left() -> None:
    models = models_of()
    observed(models, RIVER_CALL[:-1] + "f", 2, 40)
    before = mean_rank(models)
    models.decay(0.001)
    assert mean_rank(models) < before


def test_without_the_rule_hands_do_not_follow() -> None:
    models = models_of(continued=None)
    before = mean_rank(models)
    observed(models, RIVER_CALL[:-1] + "f", 2, 40)
    assert mean_rank(models) == before


def test_the_rule_needs_priors() -> None:
    with pytest.raises(ValueError, match="needs a prior for each class of prices"):
        ContextModels(AbstractBetting(without_sizes(nolimit()), 4), Seeds(continued=RULE), prices=PRICES)

"""Rules that choose among experts: regret, windows, and weights."""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.models.bandits import ExponentialWeights, Ucb1


def regret_after(counts: list[int], c: float, seed: int) -> list[float]:
    """What UCB1 has lost after some numbers of tries, on arms with chances of 0.4, 0.5 and 0.6."""
    chances, random = [0.4, 0.5, 0.6], np.random.default_rng(seed)
    rule, lost, found = Ucb1(3, c), 0.0, []
    for number in range(1, counts[-1] + 1):
        arm = rule.choose()
        rule.learn(arm, float(random.random() < chances[arm]))
        lost += max(chances) - chances[arm]
        if number in counts:
            found.append(lost)
    return found


def test_regret_grows_like_the_logarithm_of_the_tries() -> None:
    counts = [1_000, 10_000, 30_000]
    means = np.mean([regret_after(counts, 1.0, seed) for seed in range(5)], axis=0)
    bound = [sum(8 * math.log(n) / gap + (1 + math.pi**2 / 3) * gap for gap in (0.1, 0.2)) for n in counts]
    assert all(mean < most for mean, most in zip(means, bound, strict=True))
    # From 1,000 to 30,000 tries the logarithm grows by half, a linear regret would grow thirtyfold.
    assert means[2] / means[0] < 5
    assert means[2] - means[1] < means[1]


def test_every_arm_is_tried_once_first() -> None:
    rule = Ucb1(4)
    tried = []
    for _ in range(4):
        tried.append(rule.choose())
        rule.learn(tried[-1], 0.5)
    assert tried == [0, 1, 2, 3]


def test_with_a_window_it_recovers_when_the_best_arm_changes() -> None:
    def share_of_new_best(window: int | None) -> float:
        rule, random, late = Ucb1(2, 0.2, window), np.random.default_rng(1), 0
        for number in range(12_000):
            chances = (0.7, 0.3) if number < 6_000 else (0.3, 0.7)
            arm = rule.choose()
            rule.learn(arm, float(random.random() < chances[arm]))
            late += number >= 8_000 and arm == 1
        return late / 4_000

    assert share_of_new_best(1_000) > 0.85
    assert share_of_new_best(1_000) > share_of_new_best(None) + 0.5


def test_a_window_forgets_exactly_what_left_it() -> None:
    rule = Ucb1(2, window=3)
    for arm, reward in ((0, 1.0), (0, 0.0), (1, 0.5), (1, 1.0)):
        rule.learn(arm, reward)
    assert rule.tries.tolist() == [1, 2]
    assert rule.sums.tolist() == [0.0, 1.5]


def test_what_a_rule_knew_can_be_restored() -> None:
    rule, random = Ucb1(3, 0.3, 50), np.random.default_rng(4)
    for _ in range(80):
        rule.learn(rule.choose(), random.random())
    other = Ucb1(3, 0.3, 50)
    other.restore(rule.tries, rule.sums, np.array(rule.last))
    for _ in range(80):
        arm, reward = rule.choose(), random.random()
        assert other.choose() == arm
        rule.learn(arm, reward)
        other.learn(arm, reward)


def test_exponential_weights_follow_the_best_expert_and_never_give_one_up() -> None:
    rule = ExponentialWeights(3)
    for _ in range(500):
        rule.learn([0.0, 1.0, 0.5])
    assert rule.shares.sum() == pytest.approx(1)
    assert rule.shares[1] > 0.98
    assert rule.shares.min() >= 0.02 / 3 - 1e-12


def test_weights_stay_finite_however_much_is_won() -> None:
    rule = ExponentialWeights(2)
    rule.learn([1e9, -1e9])
    assert rule.shares.tolist() == pytest.approx([0.99, 0.01])

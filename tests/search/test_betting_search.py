"""The native search over betting, compared with plain Python, exact values and numeric integration."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from railbird import _core
from railbird.game import CALL, FOLD, Game, limit, nolimit
from railbird.search.betting_search import BettingBackup, BettingRules, TurnKind, even_shares
from tests.reference.betting_search import PlainBettingSearch, larger_normal
from tests.reference.simulation import PlainSimulation
from tests.search.betting_searches import (
    SPOILED,
    arguments,
    check_betting_search,
    refused,
    same_tree,
    search_of,
    searched,
)
from tests.search.simulations import hand_after, question

SHORT = nolimit(stack=1500)
UNEVEN = nolimit(3, stack=[700, 1900, 1200])


def flop(game: Game, *, seed: int = 4, bins: int = 1) -> PlainSimulation:
    return question(hand_after(game, "c " * game.players + "/ ", seed=seed), seed=seed, bins=bins)


@pytest.mark.parametrize("backup", list(BettingBackup))
@pytest.mark.parametrize("game", [limit(), limit(3), SHORT, UNEVEN], ids=str)
@pytest.mark.parametrize("uncertainty", [0.0, 1.5])
def test_mcts_review_18_the_native_tree_is_that_of_plain_python(
    game: Game, backup: BettingBackup, uncertainty: float
) -> None:
    asked = question(hand_after(game, seed=7), seed=7, bins=1)
    policies = np.random.default_rng(7).dirichlet([0.1, 1.0, 0.5], asked.policies.shape[:-1])  # hands go on for long
    asked = replace(asked, policies=policies, high_price=0.45)
    rules = BettingRules(exploration=2.0, uncertainty=uncertainty, sampled=12, backup=backup, bets=(0.5, 1.0, 3.0))
    shares = np.random.default_rng(1).dirichlet(np.ones(3), game.players)
    native = search_of(asked, rules, seed=11, shares=shares).run(70).tree()
    plain = PlainBettingSearch(asked, rules, shares).run(range(70), 11)
    same_tree(native, plain)
    assert len(native) > 15
    assert {TurnKind.OWN, TurnKind.OTHER, TurnKind.CHANCE} <= {TurnKind(int(kind)) for kind in native.kind}


def test_strengths_on_later_boards_choose_the_branch_and_the_actions() -> None:
    asked, rules = flop(limit(), bins=6), BettingRules(sampled=0, bins=3)
    native = searched(asked, rules, 40, seed=2)
    same_tree(native, PlainBettingSearch(asked, rules, even_shares(2, rules.bets)).run(range(40), 2))


@pytest.mark.slow
def test_random_requests_get_the_tree_of_plain_python_or_are_refused() -> None:
    seen = {check_betting_search(random.Random(number)) for number in range(70)}
    assert {"searched", "refused"} <= seen


@pytest.mark.parametrize("what", SPOILED)
def test_invalid_requests_are_refused(what: str) -> None:
    asked, rules = flop(nolimit()), BettingRules()
    good = arguments(asked, rules, even_shares(2, rules.bets))
    assert not refused(good)
    assert refused({**good, **SPOILED[what](good)})


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((0.0, 1.0), (0.0, 1.0)),
        ((3.0, 2.0), (-1.0, 0.5)),
        ((-20.0, 4.0), (5.0, 9.0)),
        ((1.0, 0.0), (0.5, 4.0)),
        ((1e4, 1.0), (1e4 + 1, 2.0)),
        ((0.0, 1e-6), (1e-3, 1e-6)),
    ],
)
def test_mcts_review_18_the_larger_of_two_normal_values_by_numeric_integration(
    first: tuple[float, float], second: tuple[float, float]
) -> None:
    """E max = ∫ (1 − F₁F₂) above some point minus ∫ F₁F₂ below it; likewise for the square."""
    middle = max(first[0], second[0])
    wide = 12 * math.sqrt(max(first[1], second[1]))
    points = np.linspace(middle - wide, middle + wide, 400_001)
    both = np.ones_like(points)
    for each in (first, second):
        both *= _below(points, *each)
    distance = points - middle
    mean = float(np.trapezoid(np.where(distance > 0, 1 - both, -both), distance))
    square = float(np.trapezoid(np.where(distance > 0, 2 * distance * (1 - both), -2 * distance * both), distance))
    found = _core.larger_normal(*first, *second)
    assert found[0] == pytest.approx(middle + mean, abs=1e-4 * wide)
    assert found[1] == pytest.approx(square - mean**2, abs=1e-3 * wide**2)
    assert found == pytest.approx(larger_normal(first, second), rel=1e-7, abs=1e-9)


def _below(points: np.ndarray, mean: float, variance: float) -> np.ndarray:
    if not variance:
        return np.where(points >= mean, 1.0, 0.0)
    z = (points - mean) / math.sqrt(2 * variance)
    return np.array([0.5 * math.erfc(-each) for each in z])


def test_the_larger_of_two_normal_values_far_apart_is_the_larger() -> None:
    assert _core.larger_normal(0, 1, 100, 2) == pytest.approx((100, 2))
    assert _core.larger_normal(5, 0, 3, 0) == (5, 0)
    with pytest.raises(ValueError, match="finite"):
        _core.larger_normal(math.nan, 0, 0, 0)
    with pytest.raises(ValueError, match="variance"):
        _core.larger_normal(0, -1, 0, 0)


@pytest.mark.parametrize("backup", list(BettingBackup))
def test_values_become_exact_on_the_river(backup: BettingBackup) -> None:
    """Opponents' cards and actions are averaged correctly: with one action left each, the exact values are known."""
    asked = question(hand_after(limit(), "c c / c c / c c / r r r ", seed=9), seed=9, bins=4, share=0.05)
    exact = asked.exact()
    tree = searched(asked, BettingRules(exploration=3, sampled=2000, backup=backup), 40_000, seed=3)
    found = {report.action: report for report in tree.root()}
    assert found[FOLD].value == 0
    assert found[FOLD].error == 0
    for action, value in exact.items():
        assert abs(found[action].value - value) < 5 * found[action].error + 0.02
        assert found[action].visits > 100


@pytest.mark.parametrize("backup", list(BettingBackup))
def test_mcts_review_18_values_get_surer_with_iterations(backup: BettingBackup) -> None:
    search = search_of(flop(SHORT, bins=5), BettingRules(exploration=3, backup=backup), seed=6)
    before = {report.action: report for report in search.run(1_000).tree().root()}
    after = max(search.run(63_000).tree().root(), key=lambda report: report.visits)
    assert after.visits > 100 * before[after.action].visits
    assert 0 < after.error < before[after.action].error / 5


def test_mcts_review_18_a_lookahead_is_worth_more_than_the_own_policy() -> None:
    """We hold the nuts, and our own policy folds to every bet: the search finds the calls and raises below."""
    hand = hand_after(limit(), "c c / c c / c c / ", seed=9)
    asked = question(hand, seed=9, bins=1, share=0.2)
    policies = asked.policies.copy()
    policies[hand.actor, ..., :] = [1.0, 0.0, 0.0]
    policies[1 - hand.actor, ..., :] = [0.0, 0.0, 1.0]
    asked = replace(asked, policies=policies)
    for backup in BettingBackup:
        tree = searched(asked, BettingRules(exploration=0.2, sampled=0, backup=backup), 3000, seed=1)
        check = {report.action: report.value for report in tree.root()}[CALL]
        assert check > -1  # their own policy would fold the checked hand to the bet, which is worth 0


def test_the_same_seed_gives_the_same_tree_in_any_portions() -> None:
    asked, rules = flop(SHORT, bins=5), BettingRules()
    whole = search_of(asked, rules, seed=5).run(300)
    parts = search_of(asked, rules, seed=5)
    for portion in (1, 99, 200):
        parts.run(portion)
    other = search_of(asked, rules, seed=6).run(300).tree()
    assert np.array_equal(whole.tree().visits, parts.tree().visits)
    assert np.array_equal(whole.tree().value, parts.tree().value)
    assert not np.array_equal(whole.tree().value[: len(other)], other.value[: len(whole.tree())])
    assert whole.bytes < 200 * len(whole.tree())


def test_mcts_review_18_more_exploration_spreads_visits_and_uncertainty_looks_at_doubtful_actions() -> None:
    asked = flop(limit(), seed=4)
    visits = {
        c: sorted(report.visits for report in searched(asked, BettingRules(exploration=c, sampled=0), 2000).root())
        for c in (0.01, 3.0)
    }
    assert visits[3.0][-1] < visits[0.01][-1]
    mean = BettingBackup.MEAN
    doubtful = searched(asked, BettingRules(exploration=0, uncertainty=3, sampled=0, backup=mean), 2000).root()
    greedy = searched(asked, BettingRules(exploration=0, uncertainty=0, sampled=0, backup=mean), 2000).root()
    assert max(report.visits for report in doubtful) < max(report.visits for report in greedy)


def test_mcts_review_18_below_a_number_of_visits_actions_are_drawn_from_our_policy() -> None:
    asked = flop(limit())
    policies = asked.policies.copy()
    policies[asked.hand.actor, ..., :] = [0.0, 0.25, 0.75]
    tree = searched(replace(asked, policies=policies), BettingRules(sampled=1000), 1000, seed=8)
    shares = {report.action.kind.name: report.visits / 1000 for report in tree.root()}
    assert shares == pytest.approx({"CALL": 0.25, "RAISE": 0.75}, abs=0.05)


def test_the_sizes_of_raises_follow_the_shares_of_the_player() -> None:
    asked = flop(nolimit())
    policies = asked.policies.copy()
    policies[..., :] = [0.0, 0.0, 1.0]
    policies[asked.hand.actor, ..., :] = [0.0, 1.0, 0.0]
    rules = BettingRules(sampled=10**6, bets=(0.5, 1.0))
    tree = searched(replace(asked, policies=policies), rules, 2000, shares=np.array([[0.8, 0.2], [0.8, 0.2]]))
    reply = int(tree.child[tree.edges(0)[0]])
    assert tree.kind[reply] == TurnKind.OTHER
    half, pot = (tree.visits[tree.child[edge]] for edge in tree.edges(reply)[-2:])
    assert half / (half + pot) == pytest.approx(0.8, abs=0.04)


def test_the_principal_line_is_the_one_most_often_taken() -> None:
    tree = searched(flop(limit()), BettingRules(), 2000)
    line = tree.variation()
    assert line[0].action == max(tree.root(), key=lambda report: report.visits).action
    assert all(0 < step.share <= 1 for step in line)
    assert {step.player for step in line} <= {0, 1}


def test_by_the_clock_it_searches_at_least_one_portion() -> None:
    assert search_of(flop(limit()), BettingRules()).run_for(0).iterations == 256


def test_impossible_deals_are_counted_and_leave_an_empty_tree() -> None:
    """Two opponents who can only hold the same two cards."""
    hand = hand_after(limit(3), "c c c / ", seed=2)
    asked = question(hand, seed=2, bins=1)
    weights = np.zeros_like(asked.weights)
    free = next(i for i, pair in enumerate(_pairs()) if not {*pair} & {*asked.hole, *asked.board})
    weights[:, free] = 1
    search = search_of(replace(asked, weights=weights), BettingRules()).run(3)
    assert search.thrown_away == 3
    assert search.tree().root() == []


def _pairs() -> list[tuple[int, int]]:
    return [(low, high) for high in range(52) for low in range(high)]

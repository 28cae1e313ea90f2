"""Miximax and Miximix."""

from __future__ import annotations

import random

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, NodeKind
from railbird.game import ActionKind, Hand, limit
from railbird.models import Seeds
from railbird.search import ActionValues, miximax, table_miximax
from tests.reference.miximax import Trie, values


def empty(betting: AbstractBetting, player: int, seeds: Seeds | None = None) -> list[_core.ContextModel | None]:
    chosen = seeds or Seeds()
    return [
        None if position == player else _core.ContextModel(betting.tree, chosen.actions, chosen.histogram)
        for position in range(betting.real.players)
    ]


def believed(models: list[_core.ContextModel | None]) -> list[_core.Belief | None]:
    """Beliefs from the counts alone."""
    return [
        None if model is None else _core.Belief(model, (), None, position, [], [], 0.5)
        for position, model in enumerate(models)
    ]


def random_models(
    betting: AbstractBetting, player: int, choose: random.Random, hands: int
) -> tuple[list[_core.ContextModel | None], dict[int, Trie]]:
    """The same random observations, as native models and as tries."""
    models = empty(betting, player)
    tries = {position: Trie() for position in range(betting.real.players) if position != player}
    tree = betting.tree
    for _ in range(hands):
        node, letters = 0, ""
        while tree.kind(node) == NodeKind.DECISION:
            kind = choose.choices(list(ActionKind), [1, 6, 3])[0]
            after = tree.child(node, kind)
            if after < 0:
                continue
            actor, node, letters = tree.actor(node), after, letters + kind.letter
            if actor != player:
                models[actor].count(node)  # type: ignore[union-attr]
                tries[actor].counts[letters] = tries[actor].counts.get(letters, 0) + 1
        if tree.kind(node) == NodeKind.SHOWDOWN:
            for position, model in enumerate(models):
                if model is None or not tree.still_in(node) >> position & 1:
                    continue
                rank = choose.random()
                if choose.random() < 0.7:
                    model.show(node, min(int(rank * 20), 19))
                    tries[position].add_shown(letters, rank)
                else:
                    model.spread(node, min(int(rank * 20), 19), 10)
                    tries[position].add_unknown(letters, rank)
    return models, tries


@pytest.mark.parametrize(("players", "cap", "hands"), [(2, 2, 300), (2, 4, 300), (3, 1, 300), (3, 2, 60)])
@pytest.mark.parametrize("temperature", [0.0, 8.0])
def test_the_native_search_agrees_with_figure_3(players: int, cap: int, hands: int, temperature: float) -> None:
    choose = random.Random(players * 10 + cap)
    betting = AbstractBetting(limit(players), cap)
    for player in range(players):
        models, tries = random_models(betting, player, choose, hands)
        for letters in ("", "c", "r", "ccc", "cccc"):
            node = betting.node_of(letters) if _possible(betting, letters) else -1
            if node < 0 or betting.tree.actor(node) != player:
                continue
            rank = choose.random()
            hand = Hand(betting.game, bytes(range(betting.game.cards_needed)))
            for letter in letters:
                hand.act({"f": "f", "c": "c"}.get(letter) or f"r{hand.legal.least_raise}")
            known = values(hand, letters, tries, player, rank, temperature)
            result = miximax(betting, believed(models), node, player, int(rank * 20), temperature=temperature)
            for letter, value in known.items():
                assert result.value(ActionKind.of_letter(letter)) == pytest.approx(value, rel=1e-6, abs=1e-6)


def _possible(betting: AbstractBetting, letters: str) -> bool:
    node = 0
    for letter in letters:
        node = betting.tree.child(node, ActionKind.of_letter(letter))
        if node < 0:
            return False
    return betting.tree.kind(node) == NodeKind.DECISION


def test_lain_26_the_opening_of_the_empty_model_agrees_with_a_calculation_by_hand() -> None:
    betting = AbstractBetting(limit(3))
    dealer = miximax(betting, believed(empty(betting, 2)), 0, 2, Seeds().bins_below(0.56))
    assert (dealer.best(), dealer.raise_) == (ActionKind.RAISE, 140)  # 14 small bets
    unsure = miximax(betting, believed(empty(betting, 2)), 0, 2, Seeds().bins_below(0.52))
    assert (unsure.best(), unsure.call) == (ActionKind.FOLD, -2.5)
    small_blind = miximax(betting, believed(empty(betting, 0)), betting.node_of("c"), 0, Seeds().bins_below(0.52))
    assert (small_blind.best(), small_blind.fold, small_blind.call) == (ActionKind.CALL, -5, -2.5)


def test_lain_13_actions_never_observed_are_not_visited() -> None:
    betting = AbstractBetting(limit(3))
    result = miximax(betting, believed(empty(betting, 2)), 0, 2, 11)
    everything = miximax(betting, believed(empty(betting, 2, Seeds(fold=1, raise_=1))), 0, 2, 11)
    assert result.visited < 150
    assert everything.visited == 11_984 + 14_651 + 20_275 + 11_984 + 8_429


def test_lain_14_a_showdown_must_be_won_against_all() -> None:
    betting = AbstractBetting(limit(3))
    leaf = betting.node_of("ccc" * 4)
    models = empty(betting, 2)
    assert [model.below(leaf, 10) for model in models if model] == [0.5, 0.5]
    river = betting.node_of("ccc" * 3 + "cc")
    assert miximax(betting, believed(models), river, 2, 10).call == pytest.approx(30 / 4 - 10)


def test_lain_15_after_its_own_fold_the_rest_does_not_matter() -> None:
    betting = AbstractBetting(limit(3))
    result = miximax(betting, believed(empty(betting, 0)), betting.node_of("r"), 0, 5)
    assert result.fold == -5


def test_lain_12_the_corrected_example_of_vexbot() -> None:
    """River, one chip each in the pot, a bet of two: fold +1, call by rank, total -1.36 if a raise is worth -3."""
    histogram = np.array([1, 1, 0, 0, 0, 0, 0, 0, 4, 4]) / 10
    for rank, win, value in ((1, 0.1, -2.4), (2, 0.2, -1.8), (7, 0.2, -1.8), (9, 0.6, 0.6), (10, 1.0, 3.0)):
        below = histogram[:rank].sum()
        assert below == pytest.approx(win)
        assert below * 6 - 3 == pytest.approx(value)
    assert pytest.approx(-1.36) == 0.2 * 1 + 0.7 * -1.8 + 0.1 * -3
    betting = AbstractBetting(limit(), 2)
    seeds = [0.0] * 10
    model = _core.ContextModel(betting.tree, [2, 7, 1], seeds)
    river = betting.node_of("cccccc")
    leaf = betting.node_of("ccccccrc")
    for bin_number, weight in enumerate((1, 1, 0, 0, 0, 0, 0, 0, 4, 4)):
        model.show(leaf, bin_number, weight)
    assert [model.below(leaf, rank) for rank in (1, 2, 9, 10)] == pytest.approx([0.1, 0.2, 0.6, 1.0])
    values_at = _core.search_ranks(betting.tree, believed([None, model]), river, 0, 2)
    tree, raised = betting.tree, betting.node_of("ccccccr")
    assert tree.pot(raised) == 40
    fold, call = 10.0, 0.2 * 60 - 30
    raise_again = max(-30.0, 0.5 * 0 + 0.5 * 0 + (0.0 * 100 - 50))  # no observations of that showdown: P(win) = 0.5
    known = 0.2 * fold + 0.7 * call + 0.1 * max(raise_again, 0.5 * 100 - 50)
    assert values_at[2] == pytest.approx(known)


def test_lain_16_a_mixture_that_always_takes_the_best_is_miximax() -> None:
    betting = AbstractBetting(limit(3))
    models, _ = random_models(betting, 2, random.Random(5), 50)
    plain = miximax(betting, believed(models), 0, 2, 12)
    mixed = miximax(betting, believed(models), 0, 2, 12, temperature=1e-9)
    assert (mixed.fold, mixed.call, mixed.raise_) == pytest.approx((plain.fold, plain.call, plain.raise_))
    warm = miximax(betting, believed(models), 0, 2, 12, temperature=50)
    assert warm.call < plain.call


def test_lain_17_among_equal_actions_calling_comes_first() -> None:
    assert ActionValues(1, 1, 1, 0).best() is ActionKind.CALL
    assert ActionValues(1, 0, 1, 0).best() is ActionKind.RAISE
    assert ActionValues(1, 0, float("nan"), 0).best() is ActionKind.FOLD


def test_any_model_can_be_given_as_two_numbers_for_each_node() -> None:
    betting = AbstractBetting(limit(), 1)
    tree = betting.tree
    tree.expand_all(10_000)
    chance = np.random.default_rng(3)
    frequencies, wins = chance.random(tree.size), chance.random(tree.size)

    def value(node: int) -> float:
        if tree.kind(node) == NodeKind.SHOWDOWN:
            return float(wins[node]) * tree.pot(node) - tree.paid(node, 1)
        if tree.kind(node) == NodeKind.FOLDED_OUT:
            won = tree.still_in(node) >> 1 & 1
            return tree.pot(node) * won - tree.paid(node, 1)
        children = [tree.child(node, kind) for kind in ActionKind if tree.child(node, kind) >= 0]
        if tree.actor(node) == 1:
            return max(map(value, children))
        return float(np.average([value(child) for child in children], weights=frequencies[children]))

    result = table_miximax(betting, frequencies, wins, 0, 1)
    for kind in ActionKind:
        if tree.child(0, kind) >= 0:
            assert result.value(kind) == pytest.approx(value(tree.child(0, kind)))


def test_lain_16_any_own_strategy_can_be_plugged_in() -> None:
    betting = AbstractBetting(limit(), 2)
    tree = betting.tree
    tree.expand_all(10_000)
    chance = np.random.default_rng(4)
    frequencies, wins = chance.random(tree.size), chance.random(tree.size)

    def value(node: int) -> float:
        won = tree.still_in(node) >> 1 & 1
        if tree.kind(node) == NodeKind.SHOWDOWN:
            return float(wins[node]) * tree.pot(node) - tree.paid(node, 1)
        if tree.kind(node) == NodeKind.FOLDED_OUT:
            return tree.pot(node) * won - tree.paid(node, 1)
        children = [tree.child(node, kind) for kind in ActionKind if tree.child(node, kind) >= 0]
        return float(np.average([value(child) for child in children], weights=frequencies[children]))

    mixed = table_miximax(betting, frequencies, wins, 0, 1, own_given=True)
    best = table_miximax(betting, frequencies, wins, 0, 1)
    for kind in (ActionKind.CALL, ActionKind.RAISE):
        assert mixed.value(kind) == pytest.approx(value(tree.child(0, kind)))
        assert mixed.value(kind) < best.value(kind)


def test_invalid_requests_are_refused() -> None:
    betting = AbstractBetting(limit(3))
    models = empty(betting, 2)
    with pytest.raises(ValueError, match="not this player's turn"):
        _core.search_ranks(betting.tree, believed(empty(betting, 1)), 0, 1, 5)
    with pytest.raises(ValueError, match="no such node"):
        _core.search_ranks(betting.tree, believed(models), 10**6, 2, 5)
    with pytest.raises(ValueError, match="has other bins"):
        _core.search_ranks(betting.tree, believed(models), 0, 2, 21)
    with pytest.raises(ValueError, match="every other player needs a belief"):
        _core.search_ranks(betting.tree, [None] * 3, 0, 2, 5)
    with pytest.raises(ValueError, match="a belief is of another tree"):
        _core.search_ranks(betting.tree, believed(empty(AbstractBetting(limit(3)), 2)), 0, 2, 5)

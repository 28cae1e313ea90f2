"""Miximax with chance nodes, and the beliefs it uses, compared with plain Python."""

from __future__ import annotations

import random
from dataclasses import dataclass

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, NodeKind
from railbird.abstraction.outlook import Outlooks
from railbird.game import ActionKind, Hand, limit
from railbird.models import ActionLevel, HandLevel, Seeds
from railbird.search import chance_miximax, miximax
from tests.reference.beliefs import (
    PlainBelief,
    PlainPool,
    PlainSearch,
    action_class,
    beaten,
    deeds_of,
    hand_class,
)
from tests.reference.miximax import act

BINS = 6
SEEDS = Seeds(fold=0.5, call=1.0, raise_=0.25, bins=BINS, middle=1.0)


@dataclass
class Both:
    """The same random observations twice: native, and in plain Python."""

    betting: AbstractBetting
    native: list[_core.Belief | None]
    plain: dict[int, PlainBelief]

    def hand(self, letters: str = "") -> Hand:
        hand = Hand(self.betting.game, bytes(range(self.betting.game.cards_needed)))
        for letter in letters:
            act(hand, letter)
        return hand


def learned(
    players: int,
    cap: int,
    player: int,
    hands: int,
    hand_levels: str,
    action_levels: str,
    seed: int,
    *,
    prior: bool = False,
) -> Both:
    """With ``prior``, everybody's observations once more, at the coarsest level."""
    choose = random.Random(seed)
    betting = AbstractBetting(limit(players), cap, free_fold=False)
    tree = betting.tree
    similarity = _core.Similarity(tree)
    everybody, plain_everybody = _core.Pool(similarity, SEEDS.histogram), PlainPool(BINS, np.array(SEEDS.histogram))
    names = tuple(hand_levels.split()), tuple(action_levels.split())
    levels = [HandLevel[name.upper()] for name in names[0]], [ActionLevel[name.upper()] for name in names[1]]
    others = [position for position in range(players) if position != player]
    models = {position: _core.ContextModel(tree, SEEDS.actions, SEEDS.histogram) for position in others}
    pools = {position: _core.Pool(similarity, SEEDS.histogram) for position in others}
    plain = {
        position: PlainBelief(
            BINS,
            (SEEDS.fold, SEEDS.call, SEEDS.raise_),
            np.array(SEEDS.histogram),
            0.8,
            *names,
            [PlainPool(BINS, np.array(SEEDS.histogram)), plain_everybody],
            plain_everybody if prior else None,
        )
        for position in others
    }
    hand = Hand(betting.game, bytes(range(betting.game.cards_needed)))
    for _ in range(hands):
        node, letters = 0, ""
        while tree.kind(node) == NodeKind.DECISION:
            kind = choose.choices(list(ActionKind), [1, 6, 4])[0]
            after = tree.child(node, kind)
            if after < 0:
                continue
            actor = tree.actor(node)
            if actor != player:
                models[actor].count(after)
                plain[actor].counts[letters + kind.letter] = plain[actor].counts.get(letters + kind.letter, 0) + 1
                deeds = deeds_of(hand, letters)
                for letter in letters:
                    act(hand, letter)
                for pool in (pools[actor], everybody):
                    pool.count(after)
                for plain_pool in plain[actor].pools:
                    for level in ("situation", "round"):
                        plain_pool.count((level, action_class(level, deeds, hand)), kind.letter)
                for _ in letters:
                    hand.undo()
            node, letters = after, letters + kind.letter
        if tree.kind(node) == NodeKind.SHOWDOWN:
            still_in = {position for position in range(players) if tree.still_in(node) >> position & 1}
            deeds = deeds_of(hand, letters)
            for position in still_in - {player}:
                rank_bin = choose.randrange(BINS)
                models[position].show(node, rank_bin)
                plain[position].shown.setdefault(letters, np.zeros(BINS))[rank_bin] += 1
                for pool in (pools[position], everybody):
                    pool.show(node, position, rank_bin)
                for plain_pool in plain[position].pools:
                    for name in ("deeds", "alone", "s4", "s3", "s2", "s1"):
                        plain_pool.show((name, hand_class(name, deeds, still_in, position)), rank_bin)
    native = [
        None
        if position == player
        else _core.Belief(
            models[position], (pools[position], everybody), everybody if prior else None, position, *levels, 0.8
        )
        for position in range(players)
    ]
    return Both(betting, native, plain)


LEVELS = [("", ""), ("s2 s1", "round"), ("alone s1", "situation round"), ("deeds s4 s3 s2 s1", "situation")]


@pytest.mark.slow
@pytest.mark.parametrize(("hand_levels", "action_levels"), LEVELS)
@pytest.mark.parametrize(("players", "cap", "prior"), [(2, 4, False), (3, 2, False), (2, 4, True), (3, 2, True)])
def test_beliefs_agree_with_plain_python(
    players: int, cap: int, prior: bool, hand_levels: str, action_levels: str
) -> None:
    both = learned(players, cap, 0, 120, hand_levels, action_levels, seed=players, prior=prior)
    tree, choose = both.betting.tree, random.Random(9)
    for _ in range(60):
        node, letters, hand = 0, "", both.hand()
        while tree.kind(node) == NodeKind.DECISION:
            actor = tree.actor(node)
            belief = both.native[actor]
            if belief is not None:
                known = both.plain[actor].frequencies(hand, letters, deeds_of(both.hand(), letters))
                result = np.array(belief.frequencies(node))
                assert result / result.sum() == pytest.approx(
                    np.array([known.get(letter, 0.0) for letter in "fcr"]) / sum(known.values()), abs=2e-3
                )
            kind = choose.choices(list(ActionKind), [1, 6, 4])[0]
            if tree.child(node, kind) < 0:
                continue
            node, letters = tree.child(node, kind), letters + kind.letter
            act(hand, kind.letter)
        if tree.kind(node) != NodeKind.SHOWDOWN:
            continue
        still_in = {position for position in range(players) if tree.still_in(node) >> position & 1}
        for position in still_in - {0}:
            belief = both.native[position]
            assert belief is not None
            histogram = both.plain[position].histogram(letters, deeds_of(both.hand(), letters), still_in, position)
            assert belief.histogram(node) == pytest.approx(histogram, abs=2e-3)
            assert belief.beaten(node) == pytest.approx(beaten(histogram), abs=2e-3)
            assert [belief.below(node, each) for each in range(BINS + 1)] == pytest.approx(
                [histogram[:each].sum() for each in range(BINS + 1)], abs=2e-3
            )


def test_similar_contexts_have_the_same_class() -> None:
    betting = AbstractBetting(limit(3), 3, free_fold=False)
    tree, similarity, choose = betting.tree, _core.Similarity(betting.tree), random.Random(4)
    seen: dict[tuple[str, object], set[int]] = {}
    for _ in range(400):
        node, letters = 0, ""
        hand = Hand(betting.game, bytes(range(betting.game.cards_needed)))
        while tree.kind(node) == NodeKind.DECISION:
            for name in ("situation", "round"):
                key = (name, action_class(name, deeds_of(fresh(betting), letters), hand))
                seen.setdefault(key, set()).add(similarity.action_class(ActionLevel[name.upper()], node))
            kind = choose.choices(list(ActionKind), [1, 5, 5])[0]
            if tree.child(node, kind) < 0:
                continue
            node, letters = tree.child(node, kind), letters + kind.letter
            act(hand, kind.letter)
        if tree.kind(node) == NodeKind.SHOWDOWN:
            still_in = {position for position in range(3) if tree.still_in(node) >> position & 1}
            for position in still_in:
                for level in HandLevel:
                    name = level.name.lower()
                    key = (name, hand_class(name, deeds_of(fresh(betting), letters), still_in, position))
                    seen.setdefault(key, set()).add(similarity.hand_class(level, node, position))
    assert all(len(numbers) == 1 for numbers in seen.values())
    for name in {name for name, _ in seen}:
        numbers = [next(iter(result)) for (level, _), result in seen.items() if level == name]
        assert len(numbers) == len(set(numbers)) > 3


def fresh(betting: AbstractBetting) -> Hand:
    return Hand(betting.game, bytes(range(betting.game.cards_needed)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "cap", "letters"), [(2, 2, "c"), (2, 3, "crrc"), (3, 1, "ccc"), (3, 2, "rccc"), (3, 2, "rcccccc")]
)
@pytest.mark.parametrize(("temperature", "least_reach"), [(0.0, 0.0), (6.0, 0.0), (0.0, 0.05)])
def test_the_native_search_agrees_with_plain_python(
    players: int, cap: int, letters: str, temperature: float, least_reach: float
) -> None:
    betting = AbstractBetting(limit(players), cap, free_fold=False)
    player = betting.tree.actor(betting.node_of(letters))
    both = learned(players, cap, player, 150, "alone s1", "situation round", seed=cap)
    chance = np.random.default_rng(cap)
    node = both.betting.node_of(letters)
    first = both.betting.tree.round(node)
    sizes = [3 if first == 0 else 1, 4, 5, 6][first:] if first else [3, 4, 5, 6]
    sizes[0] = 3
    steps = {
        number: chance.dirichlet(np.ones(after), before)
        for number, before, after in zip(range(first, 4), sizes, [*sizes[1:], BINS], strict=True)
    }
    known = PlainSearch(both.hand(letters), both.plain, player, steps, temperature, least_reach).values(letters)
    result = chance_miximax(
        both.betting,
        both.native,
        node,
        player,
        _core.Outlook(first, [np.ascontiguousarray(step) for step in steps.values()]),
        temperature=temperature,
        least_reach=least_reach,
    )
    assert result.visited > 10
    for letter, values in known.items():
        assert result.values["fcr".index(letter)] == pytest.approx(values, rel=5e-3, abs=0.1)
    for letter in set("fcr") - set(known):
        assert np.isnan(result.values["fcr".index(letter)]).all()


def test_lain_42_a_hand_that_does_not_change_has_the_value_of_its_rank() -> None:
    """With one bucket for each bin and no changes, it is Miximax that wins half against its own bin."""
    both = learned(3, 2, 2, 200, "", "", seed=3)
    same = [np.eye(BINS)] * 3
    result = chance_miximax(both.betting, both.native, 0, 2, _core.Outlook(0, same))
    for bins_below in range(BINS):
        lower = miximax(both.betting, both.native, 0, 2, bins_below)
        upper = miximax(both.betting, both.native, 0, 2, bins_below + 1)
        value = result.of(bins_below)
        for kind in (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE):
            assert lower.value(kind) - 1e-6 <= value.value(kind) <= upper.value(kind) + 1e-6


def test_very_unlikely_actions_are_not_visited() -> None:
    both = learned(3, 2, 2, 300, "alone s1", "situation round", seed=8)
    outlook = Outlooks(6).of_classes
    everything = chance_miximax(both.betting, both.native, 0, 2, outlook)
    most = chance_miximax(both.betting, both.native, 0, 2, outlook, least_reach=0.05)
    assert most.visited < everything.visited / 3


def test_values_of_all_classes_at_once_equal_each_alone() -> None:
    both = learned(3, 2, 2, 100, "alone s1", "situation round", seed=5)
    outlooks = Outlooks(BINS)
    together = chance_miximax(both.betting, both.native, 0, 2, outlooks.of_classes)
    assert together.values.shape == (3, 169)
    aces, trash = together.of(0), together.of(168)
    assert max(aces.call, aces.raise_) > max(trash.call, trash.raise_)


def test_invalid_requests_are_refused() -> None:
    both = learned(3, 2, 2, 5, "s1", "round", seed=1)
    tree = both.betting.tree
    river = _core.Outlook(3, [np.ones((1, BINS)) / BINS])
    with pytest.raises(ValueError, match="begins after this round"):
        _core.search_outlook(tree, both.native, 0, 2, river)
    with pytest.raises(ValueError, match="has other bins"):
        _core.search_outlook(tree, both.native, 0, 2, Outlooks(20).of_classes)
    with pytest.raises(ValueError, match="a step from each round"):
        _core.Outlook(1, [np.ones((1, 3))])
    with pytest.raises(ValueError, match="do not fit together"):
        _core.Outlook(2, [np.ones((1, 3)), np.ones((4, 6))])
    with pytest.raises(ValueError, match="has folded"):
        _core.Similarity(tree).hand_class(0, both.betting.node_of("cfrc" + "cc" * 3), 0)
    with pytest.raises(ValueError, match="no such level"):
        _core.Similarity(tree).action_class(7, 0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        _core.Belief(_core.ContextModel(tree, [0, 1, 0], [1.0] * BINS), (), None, 0, [], [], 1.0)
    other = AbstractBetting(limit(3))
    pool = _core.Pool(_core.Similarity(other.tree), [1.0] * BINS)
    with pytest.raises(ValueError, match="a pool is of another tree"):
        _core.Belief(_core.ContextModel(tree, [0, 1, 0], [1.0] * BINS), (pool,), None, 0, [], [], 0.5)

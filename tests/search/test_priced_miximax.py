"""Miximax with real chips, compared with plain Python."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, NodeKind, RealAction, map_repaired, with_all_ins, without_sizes
from railbird.game import CALL, FOLD, ActionKind, Game, Hand, nolimit, potlimit, raise_to
from railbird.models import ContextModels, Observed, Seeds
from railbird.search import Beliefs
from railbird.search.priced_miximax import PricedDecision, PriceRules, priced_miximax
from tests.reference.priced_search import PlainPricedSearch

BINS = 6
RULES = PriceRules(prices=(0.4, 0.6), bet=0.8)
GAMES = [
    nolimit(stack="15bb"),
    nolimit(stack=["4bb", "30bb"]),
    nolimit(3, stack=["3bb", "8bb", "20bb"]),
    nolimit(3, stack="6bb", ante=20),
    nolimit(3, stack=["2bb", "9bb", "12bb"], ante=(0, 100, 0)),
    potlimit(stack="12bb"),
]


def contexts(game: Game, seed: int, player: int) -> tuple[AbstractBetting, list[Beliefs]]:
    """Contexts with random observations, and the beliefs of each class of prices."""
    betting = AbstractBetting(without_sizes(game), 2)
    models = ContextModels(betting, Seeds(fold=0.5, call=1.0, raise_=0.5, bins=BINS), prices=RULES.classes)
    tree, choose = betting.tree, random.Random(seed)
    for _ in range(400):
        node = 0
        while tree.kind(node) == NodeKind.DECISION:
            after = tree.child(node, choose.choices(list(ActionKind), [1, 6, 4])[0])
            if after >= 0:
                actor = tree.actor(node)
                models.count(Observed(f"p{actor}", player, actor, choose.randrange(RULES.classes)), after)
                node = after
        for other in range(game.players):
            if tree.kind(node) == NodeKind.SHOWDOWN and tree.still_in(node) >> other & 1:
                models.show(
                    Observed(f"p{other}", player, other, choose.randrange(RULES.classes)), node, choose.random()
                )
    positions = range(game.players)
    return betting, [
        [None if each == player else models.belief(f"p{each}", player, each, price) for each in positions]
        for price in range(RULES.classes)
    ]


def decision(game: Game, choose: random.Random) -> tuple[Hand, list[RealAction], int]:
    """A hand after some random actions, these actions, and the highest class of their prices."""
    while True:
        hand = Hand(game, bytes(range(game.cards_needed)))
        actions, highest = [], 0
        for _ in range(choose.randrange(9)):
            if hand.over:
                break
            legal = hand.legal
            kind = choose.choices(list(ActionKind), [legal.fold, 6, 4 * (legal.most_raise > 0)])[0]
            highest = max(highest, RULES.class_of(legal.call / hand.pot) if hand.round else 0)
            actions.append(RealAction(hand.actor, hand.round, kind))
            hand.apply(kind, choose.choice([legal.least_raise, legal.most_raise]) if kind is ActionKind.RAISE else 0)
        if not hand.over:
            return hand, actions, highest


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_it_agrees_with_plain_python(game: Game) -> None:
    choose, chance = random.Random(3), np.random.default_rng(3)
    sizes = [3, 4, 5, 6, BINS]
    lost = all_in = 0
    for number in range(16):
        hand, actions, highest = decision(game, choose)
        betting, beliefs = contexts(game, number, hand.actor)
        mapped = map_repaired(betting, with_all_ins(betting.real, actions, hand.actor))
        first = hand.round
        steps = {
            each: chance.dirichlet(np.ones(after), before)
            for each, (before, after) in list(enumerate(pairwise(sizes)))[first:]
        }
        legal = hand.legal
        raises = sorted({legal.least_raise, legal.most_raise}) if legal.most_raise else []
        lost += betting.tree.actor(mapped.node) != hand.actor or betting.tree.round(mapped.node) != hand.round
        all_in += 0 in hand.stacks
        known = PlainPricedSearch(hand, betting, beliefs, RULES.prices, RULES.bet, steps).values(
            mapped.letters, highest, raises
        )
        outlook = _core.Outlook(first, [np.ascontiguousarray(step) for step in steps.values()])
        here = PricedDecision(hand=native(hand), node=mapped.node, highest=highest, raises=raises)
        found = priced_miximax(betting, beliefs, here, outlook, rules=RULES)
        named = {FOLD: "f", CALL: "c", **{raise_to(amount): str(amount) for amount in raises}}
        assert {named[action] for action in found} == set(known)
        for action, values in found.items():
            assert values == pytest.approx(known[named[action]], rel=1e-6, abs=1e-4), (str(hand), action)
    assert lost > 0 or max(game.stacks) < 1000  # stacks of six big blinds hardly allow so many raises
    assert all_in > 0 or len(set(game.stacks)) == 1


def native(hand: Hand) -> _core.Hand:
    """The same betting in the native core."""
    game = hand.game
    made = _core.Hand(game.native, game.stacks, bytes(range(game.cards_needed)))
    for action in hand.actions:
        made.apply(action.kind, action.amount)
    return made

"""Models of bots that state their policy, by bucket."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import Spot, load_strategies, public_tree
from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.strategy_file import WHOLE
from railbird.bots.equilibrium.strategies import DATA
from railbird.gallery import parse_bot
from railbird.gallery.policies import node_policy
from railbird.game import parse_game
from railbird.solve import GameTree
from railbird.solve.buckets import BucketGame, joint_tables
from railbird.solve.counter import BucketModel, PlayModel, bucket_counter_strategy, counter_strategy, parse_method
from railbird.solve.counter.buckets import BucketEffort
from railbird.solve.counter.policy_model import bucket_model_of
from tests.game.small_games import small_holdem

HOLDEM = small_holdem(board_cards=2, suits=3)


def model_of(bot: str, game: str, spec: str = "buckets(by=class)") -> tuple[BucketGame, BucketModel]:
    played = parse_game(game)
    cards = build_abstraction(played, spec)
    policy = node_policy(parse_bot(bot), played)
    return BucketGame(policy.tree, cards, joint_tables(cards)), bucket_model_of(policy, cards)


def test_a_bot_is_known_at_every_node_that_it_can_come_to() -> None:
    game, model = model_of("always-call", "leduc")
    tree = game.tree
    after_a_bet = tree.node_of("r2")
    calls = [tree.edge_text(edge)[0] for edge in tree.edges(after_a_bet)].index("c")
    assert np.all(model.strategy.at(after_a_bet)[:, calls] == 1)
    assert np.isinf(model.counts).any()
    assert (model.counts == 0).any()  # after its own raises


@pytest.mark.parametrize("bot", ["always-call", "random"])
def test_with_one_bucket_a_class_responses_are_those_to_the_bot_itself(bot: str) -> None:
    game, model = model_of(bot, "leduc")
    tree = GameTree.expand("leduc")
    found = bucket_counter_strategy(game, model, parse_method("fbr"), BucketEffort(1e-4, bits=64))
    shares = {"always-call": {"c": 1.0}, "random": {}}[bot]
    rows = [
        share
        for menu in tree.menus
        for share in ([shares.get(action, 0.0) for action in menu] if shares else [1 / len(menu)] * len(menu))
    ]
    exact = counter_strategy(tree, PlayModel.of(tree, np.array(rows)), parse_method("fbr"))
    assert found.wins == pytest.approx(exact.wins, abs=1e-9)


def test_fewer_buckets_cannot_win_more() -> None:
    best = []
    for spec in ("buckets(by=class)", "buckets(preflop=2, flop=2, by=ehs)"):
        game, model = model_of("random", str(HOLDEM), spec)
        best.append(bucket_counter_strategy(game, model, parse_method("fbr"), BucketEffort(1e-4, bits=64)).wins)
    assert best[1] < best[0]


def test_boards_are_drawn_in_hold_em() -> None:
    played = parse_game("limit")
    policy = node_policy(parse_bot("always-call"), played)
    cards = load_strategies(DATA / "kestrel.strategy")[WHOLE].abstraction
    model = bucket_model_of(policy, cards, boards=1)
    tree = public_tree(Spot("limit"))
    river = tree.node_of("c c c c c c r20")
    assert {tuple(row) for row in model.strategy.at(river).tolist()} == {(0.0, 1.0, 0.0), (1 / 3, 1 / 3, 1 / 3)}

"""Best responses to policies of all holdings: equal to a plain recursion, whatever is done together."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from railbird.abstraction import Spot, public_tree
from railbird.arena.exploit import exploit
from railbird.arena.exploit_results import ExactExploit
from railbird.gallery import parse_bot
from railbird.gallery.policies import stated_policy
from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.solve.responses.node_policy import NodePolicy
from railbird.solve.responses.policy_response import PolicyResponse, reached_nodes
from railbird.solve.responses.stated_rows import StatedRows
from tests.reference.best_response import best_response_value
from tests.solve.responses.policies import random_policy, small_holdem

START = np.zeros(1, dtype=np.int32)


def won(policy: NodePolicy, player: int, bits: int = 64) -> float:
    """What the best response of a player wins, in chips a hand."""
    every = holdings(policy.tree.spot.game)
    values = PolicyResponse(policy, player, bits=bits).values(START, np.ones((len(every), 1)))
    pairs = sum(int(every.apart_from(cards.tobytes()).sum()) for cards in every.cards)
    return float(values.sum() / pairs)


@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("game", ["kuhn", "leduc", small_holdem()], ids=["kuhn", "leduc", "small hold'em"])
def test_a_best_response_wins_what_a_plain_recursion_finds(game: Game | str, player: int) -> None:
    policy = random_policy(game, seed=3, never=0.3)
    slow = best_response_value(policy.tree, cache(policy.of_holding), player)
    assert won(policy, player) == pytest.approx(slow, abs=1e-9)


def test_numbers_of_32_bits_are_as_good_to_six_digits() -> None:
    policy = random_policy(small_holdem(), seed=5)
    assert won(policy, 0, bits=32) == pytest.approx(won(policy, 0), rel=1e-6)


def test_what_a_policy_never_does_is_not_reached() -> None:
    policy = random_policy("leduc", seed=1, never=0.9)
    reached = reached_nodes(policy, 0)
    assert reached[0]
    assert np.count_nonzero(reached) < len(policy.tree)
    for node in np.flatnonzero(~reached).tolist():
        parent = int(policy.tree.parent[node])
        index = [int(policy.tree.children[edge]) for edge in policy.tree.edges(parent)].index(node)
        assert not reached[parent] or not policy.table(parent, b"")[:, index].any()


def test_a_policy_that_is_asked_on_each_board_gives_the_same() -> None:
    policy = random_policy("leduc", seed=4, never=0.5)
    asked = random_policy("leduc", seed=4, never=0.5)
    asked.fixed = False
    for player in range(2):
        assert won(asked, player) == pytest.approx(won(policy, player), abs=1e-12)


@pytest.mark.parametrize("name", ["always-call", "always-raise", "always-fold", "random"])
def test_a_bot_that_states_its_policy_is_as_exploitable_as_its_strategy(name: str) -> None:
    bot, tree = parse_bot(name), public_tree(Spot("leduc"))
    rows = StatedRows(tree, stated_policy(bot, tree.spot.game))
    exact = exploit(name, "leduc")
    assert isinstance(exact, ExactExploit)
    assert [won(rows, player) for player in range(2)] == pytest.approx(list(exact.wins), abs=1e-9)

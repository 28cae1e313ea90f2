"""Best responses to policies of all holdings: equal to a plain recursion, whatever is done together."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.solve.responses.policy_response import PolicyResponse, reached_nodes
from tests.reference.best_response import best_response_value
from tests.solve.responses.policies import RandomPolicy, random_policy, small_holdem

START = np.zeros(1, dtype=np.int32)


def won(policy: RandomPolicy, player: int, bits: int = 64) -> float:
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

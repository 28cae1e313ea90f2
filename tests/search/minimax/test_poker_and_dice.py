"""Expectiminimax over the chance of poker and dice games, against exact values and OpenSpiel."""

from __future__ import annotations

import pyspiel
import pytest
from open_spiel.python import policy as open_spiel_policy
from open_spiel.python.algorithms import expected_game_score
from open_spiel.python.algorithms import minimax as open_spiel_minimax

from railbird.errors import GameError
from railbird.extensive import PokerState, Strategy, parse_extensive_game, poker_state
from railbird.extensive.pig import Pig
from railbird.search.minimax import expectiminimax, follow, star1, star2


def at_random(state: PokerState) -> dict[int, float]:
    actions = state.legal_actions()
    return {action: 1 / len(actions) for action in actions}


@pytest.mark.parametrize(("game", "oracle"), [("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")])
def test_fixed_players_of_small_poker_get_the_exact_value(game: str, oracle: str) -> None:
    """Uniform play: each legal action is equally likely at every information set."""
    theirs = pyspiel.load_game(oracle)
    uniform = open_spiel_policy.UniformRandomPolicy(theirs)
    wanted = expected_game_score.policy_value(theirs.new_initial_state(), [uniform, uniform])
    found = expectiminimax(poker_state(game), fixed={0: at_random, 1: at_random})
    assert found.values == pytest.approx(tuple(wanted), abs=1e-12)
    assert found.solved


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 3])
def test_every_equilibrium_of_kuhn_is_worth_minus_one_eighteenth(alpha: float) -> None:
    """Kuhn 1950: player 0 bets the lowest card with probability alpha, and the highest with three times that."""
    rows: dict[str, dict[str, float]] = {}
    for card, first, after_check, answer, late in (
        ("Qs", alpha, 1 / 3, 0.0, 0.0),
        ("Ks", 0.0, 0.0, 1 / 3, alpha + 1 / 3),
        ("As", 3 * alpha, 1.0, 1.0, 1.0),
    ):
        rows[f"{card}||"] = {"c": 1 - first, "r": first}
        rows[f"{card}||c"] = {"c": 1 - after_check, "r": after_check}
        rows[f"{card}||r"] = {"f": 1 - answer, "c": answer}
        rows[f"{card}||cr"] = {"f": 1 - late, "c": late}
    equilibrium = follow(Strategy(rows, game="kuhn"))
    found = expectiminimax(poker_state("kuhn"), fixed={0: equilibrium, 1: equilibrium})
    assert found.value == pytest.approx(-1 / 18, abs=1e-12)


def test_nobody_may_choose_in_a_game_with_hidden_cards() -> None:
    for fixed in ({}, {0: at_random}, {1: at_random}):
        with pytest.raises(GameError, match="PokerState hides information, which expectiminimax would see"):
            expectiminimax(poker_state("kuhn"), fixed=fixed)
    for search in (star1, star2):
        with pytest.raises(GameError, match="PokerState hides information"):
            search(poker_state("leduc"))


def test_expectiminimax_and_star_give_the_values_of_open_spiel_on_pig() -> None:
    """A short game of Pig through the adapter, every position after one action and one roll, to the end."""
    state = parse_extensive_game("openspiel:pig(diceoutcomes=3, horizon=8, winscore=6)").start()
    theirs = pyspiel.load_game("pig(diceoutcomes=3,horizon=8,winscore=6)").new_initial_state()
    value, action = open_spiel_minimax.expectiminimax(theirs, 20, None, 0)
    found = expectiminimax(state)
    assert found.value == pytest.approx(value, abs=1e-9)
    assert found.action == action
    nodes = [found.nodes]
    for search in (star1, star2):
        found = search(state)
        assert found.value == pytest.approx(value, abs=1e-9)
        assert found.action == action
        nodes.append(found.nodes)
    assert nodes[1] < nodes[0]
    assert nodes[2] < nodes[0]


def test_pig_to_twelve_is_played_the_same_by_all_three() -> None:
    """Our own Pig, from both sides and with a static value: the lead."""
    state = Pig(goal=12)
    for action in (0, 5, 1):  # roll a five, hold
        state.apply(action)
    assert state.turn == 1
    wanted = expectiminimax(state, 5)
    assert star1(state, 5).value == pytest.approx(wanted.value, abs=1e-9)
    assert star2(state, 5).value == pytest.approx(wanted.value, abs=1e-9)
    assert star1(state, 5).nodes < wanted.nodes

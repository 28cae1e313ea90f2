"""The PettingZoo environment: PettingZoo's own tests, and the same hands as the native batch."""

import warnings
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from railbird._core import RandomStream
from railbird.envs import DEAL, Encoding, PokerTable, TableBatch, env, raw_env
from railbird.errors import RailbirdError
from railbird.game import Hand

GAMES = ("limit", "limit(players=10)", "nolimit(players=6, stack=40bb)", "potlimit(players=3)", "kuhn", "leduc")


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_api_test_passes(game: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", message="Observation")  # it warns of every dictionary
        api_test(raw_env(game), num_cycles=100)
        api_test(env(game), num_cycles=100)


@pytest.mark.parametrize("game", GAMES[:3])
def test_pettingzoos_own_seed_test_passes(game: str) -> None:
    seed_test(lambda: raw_env(game), num_cycles=30)
    seed_test(lambda: env(game), num_cycles=30)


@pytest.mark.parametrize("players", range(2, 11))
def test_hands_are_those_of_the_native_batch(players: int) -> None:
    encoding = Encoding(f"nolimit(players={players}, stack=25bb)", "50%, 100%, a")
    table, batch, draws = PokerTable(encoding), TableBatch(1, encoding, seeds=[4]), RandomStream(1)
    for hand in range(4):
        table.reset(seed=4 if hand == 0 else None)
        batch.act([DEAL])
        while batch.seats[0] >= 0:
            assert table.agent_selection == f"player_{batch.seats[0]}"
            seen, reward, over, _, _ = table.last()
            assert seen["observation"].tobytes() == batch.observations[0].tobytes()
            assert seen["action_mask"].tolist() == batch.masks[0].tolist()
            assert (reward, over) == (0.0, False)
            action = batch.random_actions(draws)
            batch.act(action)
            table.step(int(action[0]))
        assert list(table.rewards.values()) == batch.payoffs[0].tolist()
        assert abs(sum(table.rewards.values())) < 1e-9
        assert all(table.terminations.values())


def test_agents_that_are_not_to_act_have_no_legal_action() -> None:
    table = PokerTable("limit(players=4)")
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_an_agent_sees_its_own_cards_only_even_after_the_showdown() -> None:
    table = PokerTable("limit")
    table.reset(seed=0, options={"deal": "AhKh QsQd / Kc7d2h / 9s / 4d"})
    while not any(table.terminations.values()):
        table.step(1)
    for agent, cards in (("player_0", "AhKh"), ("player_1", "QsQd")):
        seen = table.observe(agent)["observation"]
        own = Hand.parse(f"limit; {cards} ????; ").hole_bytes[0]
        assert np.flatnonzero(seen[:52]).tolist() == sorted(own)
        assert seen[52:208].sum() == 5
    assert table.rewards == {"player_0": 1.0, "player_1": -1.0}


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = PokerTable("limit")
    table.reset(seed=1)
    table.step(1)
    before = table.observe(table.agent_selection)["observation"].tobytes()
    for action, message in (
        (0, "action 0 is not legal here; legal: 1, 2"),
        (7, "from 0 to 2, not 7"),
        ("c", "not 'c'"),
    ):
        with pytest.raises(RailbirdError, match=message):
            table.step(action)
    assert table.observe(table.agent_selection)["observation"].tobytes() == before


def test_misuse_is_refused_with_a_clear_line() -> None:
    wrong: list[tuple[Any, str]] = [
        (lambda: PokerTable("limit").observe("player_0"), "call reset"),
        (lambda: reset_table().observe("player_2"), "there is no agent 'player_2': they are player_0 to player_1"),
        (lambda: reset_table().reset(seed=-1), "between 0 and 2"),
        (lambda: reset_table().reset(options={"deal": "AhKh"}), "hole cards are given for 1 of 2 players"),
        (lambda: PokerTable("limit", render_mode="human"), "render_mode must be ansi or None, not 'human'"),
        (lambda: PokerTable("nolimit(stack=100chips/50chips)"), "nobody has a decision in this game"),
    ]
    for call, message in wrong:
        with pytest.raises(RailbirdError) as refused:
            call()
        assert message in str(refused.value)


def reset_table() -> PokerTable:
    table = PokerTable("limit")
    table.reset(seed=1)
    return table


def test_the_text_of_a_hand_hides_the_cards_of_others() -> None:
    table = PokerTable("limit", render_mode="ansi")
    assert table.render() is None
    table.reset(options={"deal": "AhKh QsQd / Kc7d2h / 9s / 4d"})
    assert table.render() == "limit; ???? QsQd; "

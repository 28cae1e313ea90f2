"""Trap positions: random roll-outs step into them, and alpha-beta sees the refutation."""

from __future__ import annotations

import pytest

from railbird.errors import GameError
from railbird.extensive import RandomStream, State, named_action
from railbird.extensive.pig import Pig
from railbird.search.minimax import TRAPS, TranspositionTable, TrapPosition, alpha_beta, expectiminimax, roll_out_means

EVERY = pytest.mark.parametrize("position", TRAPS, ids=lambda position: f"{position.game}-{position.trap}")


def after(position: TrapPosition, *names: str) -> State:
    state = position.state()
    for name in names:
        state.apply(named_action(state, name))
    return state


@EVERY
def test_the_trap_looks_best_on_average(position: TrapPosition) -> None:
    state = position.state()
    means = roll_out_means(state, 400, RandomStream(5))
    assert state.action_text(max(means, key=lambda action: means[action])) == position.trap
    assert means[named_action(state, position.trap)] > means[named_action(state, position.best)]


@EVERY
def test_alpha_beta_sees_the_refutation(position: TrapPosition) -> None:
    trapped, victim = after(position, position.trap), position.state().turn
    refuted = after(position, position.trap, position.refutation)
    if position.depth == 2:
        assert refuted.returns()[victim] == -1
    else:
        lost = alpha_beta(refuted, position.depth - 2)
        assert (lost.turn, lost.value) == (victim, -1)
    if position.depth > 2:
        assert alpha_beta(trapped, position.depth - 2).value < 1, "a smaller depth does not see it"
    found = alpha_beta(position.state(), position.depth)
    assert position.state().action_text(found.action or 0) != position.trap


@EVERY
def test_the_best_action_does_not_lose(position: TrapPosition) -> None:
    assert alpha_beta(after(position, position.best), 7, table=TranspositionTable(), deepen=True).value <= 0


def test_in_tic_tac_toe_the_exact_mean_of_random_play_is_highest_for_the_trap() -> None:
    position = TRAPS[0]

    def at_random(state: State) -> dict[int, float]:
        return dict.fromkeys(state.legal_actions(), 1 / len(state.legal_actions()))

    start = position.state()
    means = {}
    for action in start.legal_actions():
        state = start.clone()
        state.apply(action)
        values = expectiminimax(state, fixed={0: at_random, 1: at_random}).values
        assert values is not None
        means[start.action_text(action)] = values[start.turn]
    assert max(means, key=lambda name: means[name]) == position.trap
    sampled = roll_out_means(start, 2000, RandomStream(2))
    for action, mean in sampled.items():
        assert mean == pytest.approx(means[start.action_text(action)], abs=0.08)


def test_roll_outs_draw_chance_by_its_probability() -> None:
    """Player 0 has 5 points of 6 in the turn: rolling wins at once with five of six, if they then hold."""
    state = Pig(goal=6, turns=1)
    for action in (0, 5):
        state.apply(action)
    means = roll_out_means(state, 300, RandomStream(3))
    assert 0 < means[0] < 1
    assert means[1] == 0
    with pytest.raises(GameError, match="0 roll-outs per action: at least 1 is needed for a mean"):
        roll_out_means(state, 0, RandomStream(3))

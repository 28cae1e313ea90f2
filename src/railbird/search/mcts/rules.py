"""Checks that a state keeps the protocol, with errors that name the game and the problem."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, State


def check_root(state: State) -> None:
    """Check that a search can start here: somebody must be to act."""
    check_turn(state)
    if state.turn == NOBODY:
        raise GameError("the game is over: there is nothing to search")
    if state.turn == CHANCE:
        raise GameError("it is the turn of chance: play its outcome before searching")
    check_actions(state)


def check_turn(state: State) -> int:
    """Return the turn. Raises GameError if it is nobody's that exists."""
    turn = state.turn
    if not NOBODY <= turn < state.players:
        raise broken(state, f"turn is {turn!r}, but there are {state.players} players")
    return turn


def check_actions(state: State) -> None:
    if not state.legal_actions():
        raise broken(state, f"it is the turn of player {state.turn}, but there are no legal actions")


def check_returns(state: State, returns: Sequence[float]) -> Sequence[float]:
    if len(returns) != state.players:
        raise broken(state, f"returns() has {len(returns)} entries for {state.players} players")
    return returns


def broken(state: State, problem: str) -> GameError:
    return GameError(f"{type(state).__name__} breaks the State protocol: {problem}")

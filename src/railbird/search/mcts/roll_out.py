"""Roll-outs, the third phase of MCTS: from a new node to the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from railbird.errors import GameError, RailbirdError
from railbird.extensive import CHANCE, RandomStream, State, Undoable, sample_chance

Moves = list[tuple[int, int]]
"""The moves of a roll-out: player and action."""
Policy = Callable[[State, RandomStream], int]
"""Chooses an action for the player to act."""
Evaluation = Callable[[State], Sequence[float]]
"""Estimates the return of each player in a state that is not over."""

LONGEST = 100_000
"""A roll-out with more moves than this is taken for endless."""


class RollOut(Protocol):
    """Plays a state to its end and returns the returns; adds its moves to ``moves`` if that is a list."""

    def __call__(self, state: State, random: RandomStream, moves: Moves | None) -> Sequence[float]: ...


@dataclass(frozen=True, slots=True)
class RandomRollOut:
    """Every legal action is equally likely. Each move takes one random number: ``below(number of actions)``."""

    def __call__(self, state: State, random: RandomStream, moves: Moves | None) -> Sequence[float]:
        below = random.below
        for _ in range(LONGEST):
            turn = state.turn
            if turn >= 0:
                actions = state.legal_actions()
                action = actions[below(len(actions))]
                if moves is not None:
                    moves.append((turn, action))
                state.apply(action)
            elif turn == CHANCE:
                state.apply(sample_chance(state, random))
            else:
                return state.returns()
        raise endless(state)


@dataclass(frozen=True, slots=True)
class PolicyRollOut:
    """A policy chooses the actions; with probability ``epsilon`` they are random."""

    policy: Policy
    epsilon: float = 0.0

    def __call__(self, state: State, random: RandomStream, moves: Moves | None) -> Sequence[float]:
        for _ in range(LONGEST):
            turn = state.turn
            if turn >= 0:
                if self.epsilon and random.uniform() < self.epsilon:
                    actions = state.legal_actions()
                    action = actions[random.below(len(actions))]
                else:
                    action = self.policy(state, random)
                if moves is not None:
                    moves.append((turn, action))
                state.apply(action)
            elif turn == CHANCE:
                state.apply(sample_chance(state, random))
            else:
                return state.returns()
        raise endless(state)


def decisive_roll_out(*, anti: bool = True) -> PolicyRollOut:
    """Roll-outs with decisive moves (review §4.1.4): a player who can win at once does so.

    With ``anti``, a player who cannot win but whose opponent threatens to win at once makes a move after which the
    opponent cannot, if there is one (anti-decisive moves: Teytaud and Teytaud 2010).
    """
    return PolicyRollOut(anti_decisive_move if anti else decisive_move)


def decisive_move(state: State, random: RandomStream) -> int:
    """A move that wins at once, or a random one."""
    wins = winning_actions(state)
    actions = wins or state.legal_actions()
    return actions[random.below(len(actions))]


def anti_decisive_move(state: State, random: RandomStream) -> int:
    """A move that wins at once, one after which the next player cannot win at once, or a random one."""
    wins = winning_actions(state)
    if wins:
        return wins[random.below(len(wins))]
    actions = list(state.legal_actions())
    mover = state.turn
    while len(actions) > 1:
        index = random.below(len(actions))
        after = state.clone()
        after.apply(actions[index])
        if after.turn in (mover, CHANCE) or not winning_actions(after):
            return actions[index]
        actions[index] = actions[-1]
        actions.pop()
    return actions[0]


def winning_actions(state: State) -> Sequence[int]:
    """The actions after which the game is over and the player to act has the largest payoff of the game.

    A state may offer a faster method of this name.
    """
    quick = getattr(state, "winning_actions", None)
    if quick is not None:
        return quick()  # type: ignore[no-any-return]
    player, best = state.turn, state.payoff_range[1]
    wins = []
    for action in state.legal_actions():
        if isinstance(state, Undoable):
            state.apply(action)
            if state.turn not in (CHANCE,) and state.turn < 0 and state.returns()[player] >= best:
                wins.append(action)
            state.undo()
        else:
            after = state.clone()
            after.apply(action)
            if after.turn != CHANCE and after.turn < 0 and after.returns()[player] >= best:
                wins.append(action)
    return wins


@dataclass(frozen=True, slots=True)
class ShortRollOut:
    """A roll-out of at most ``moves`` moves, then an evaluation. With 0 moves, the evaluation replaces the roll-out."""

    evaluation: Evaluation
    length: int = 0
    policy: Policy | None = None

    def __post_init__(self) -> None:
        if self.length < 0:
            raise RailbirdError(f"a roll-out has 0 or more moves, not {self.length}")

    def __call__(self, state: State, random: RandomStream, moves: Moves | None) -> Sequence[float]:
        played = 0
        while state.turn >= 0 or state.turn == CHANCE:
            if state.turn == CHANCE:
                state.apply(sample_chance(state, random))
                continue
            if played == self.length:
                return self.evaluation(state)
            if self.policy is not None:
                action = self.policy(state, random)
            else:
                actions = state.legal_actions()
                action = actions[random.below(len(actions))]
            if moves is not None:
                moves.append((state.turn, action))
            state.apply(action)
            played += 1
        return state.returns()


def endless(state: State) -> GameError:
    return GameError(f"a roll-out of {type(state).__name__} has not ended after {LONGEST:,} moves")

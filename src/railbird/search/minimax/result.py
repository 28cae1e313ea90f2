"""What a search of the game tree answers: the value of a position, the best action and the principal variation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railbird.extensive import CHANCE, State

Evaluate = Callable[[Any], float | Sequence[float]]
"""The static value of a state that the search does not look beyond: one value per player or, in a game of two, the
value for player 0. It must not change the state."""
OrderActions = Callable[[Any, Sequence[int]], Sequence[int]]
"""The legal actions of a state, the most promising first. It must not change the state."""
Policy = Callable[[Any], Mapping[int, float]]
"""The probabilities with which a player takes the legal actions of a state. It must not change the state."""


@dataclass(frozen=True, slots=True)
class MinimaxResult:
    """The result of a depth-limited search, in the units of ``State.returns``.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> from railbird.search.minimax import alpha_beta
    >>> state = TicTacToe()
    >>> for cell in (0, 3, 4, 5):
    ...     state.apply(cell)
    >>> found = alpha_beta(state, deepen=True)
    >>> found.value, found.values, found.action, found.solved
    (1.0, (1.0, -1.0), 8, True)
    >>> print(found.text(state))
    c3: value +1, solved, depth 2, 8 nodes
    """

    turn: int
    """Whose turn it is in the position: a player or ``CHANCE``."""
    value: float
    """The value for that player; at the turn of chance, for player 0."""
    values: tuple[float, ...] | None
    """The value for each player; None if the search knows only one of them."""
    action: int | None
    """The best action; None at the turn of chance and for a player whose policy is fixed."""
    variation: tuple[int, ...]
    """The principal variation: best play from here, up to the first turn of chance."""
    nodes: int
    """States visited, the position itself included; one that is visited twice counts twice."""
    depth: int
    """Depth of the last complete search, in actions of players and chance; 0 if none was completed."""
    finished: bool
    """False if time ran out or the user interrupted. The result is then that of the last complete depth or, if there
    is none, of the actions that were searched."""
    solved: bool
    """True if no value rests on the evaluation function or on pruning that may err."""

    def text(self, state: State) -> str:
        """One line: the principal variation by the names of its actions, the value and the effort."""
        position, names = state.clone(), []
        for action in self.variation:
            names.append(position.action_text(action))
            position.apply(action)
        start = " ".join(names) or ("chance" if self.turn == CHANCE else f"player {self.turn}")
        notes = (", solved" if self.solved else "") + ("" if self.finished else ", interrupted")
        return f"{start}: value {self.value:+.4g}{notes}, depth {self.depth}, {self.nodes:,} nodes"

"""Players of any game: what a match asks of them.

In every game a match calls ``start``, then ``choose`` at each of the player's turns, and ``observe`` when the game is
over. It creates a player anew for each game, so that games can be played in any order; one who ``learns`` is created
once and plays all games in turn.
"""

from __future__ import annotations

from railbird._core import RandomStream
from railbird.extensive.state import State


class GamePlayer:
    """A base for players of games that are states; a subclass needs ``choose`` alone.

    A player never holds hidden facts. The states that they are given are determinizations for them: they agree with
    all that the player knows, and what the player cannot know is made up. They are copies, which the player may change.
    A learning player relies on what their information key contains.

    >>> class First(GamePlayer):
    ...     def choose(self, state, random):
    ...         return state.legal_actions()[0]
    """

    cheats = False
    """Whether the player is given true states instead of determinizations: for experiments on hidden information."""
    learns = False
    """Whether what the player does depends on earlier games."""
    uses_clock = False
    """Whether the choices depend on time, so that a match cannot be repeated."""
    steps = 0
    """Iterations or nodes that the player has searched in this game, if they search."""

    def refusal(self, start: State) -> str | None:
        """Why they do not play the game of this first state; None if they play it."""
        return None

    def start(self, player: int, seed: int) -> None:
        """Begin a game as this player of it. The seed is for random numbers that do not belong to one choice."""

    def choose(self, state: State, random: RandomStream) -> int:
        """Choose a legal action. The same state and the same random numbers give the same choice."""
        raise NotImplementedError

    def observe(self, state: State) -> None:
        """Learn how the game ended. What no player was ever shown is made up in this state, too."""


class RandomPlayer(GamePlayer):
    """Chooses each legal action with the same probability, with one random number.

    >>> from railbird.extensive import RandomStream
    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> RandomPlayer().choose(TicTacToe(), RandomStream(1))
    2
    """

    def choose(self, state: State, random: RandomStream) -> int:
        actions = state.legal_actions()
        return actions[random.below(len(actions))]

"""Rock-paper-scissors: both players choose at the same time, in one round or several.

The tree lets player 0 choose first and hides the choice from player 1 until they have chosen as well.
"""

from __future__ import annotations

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.state import NOBODY

NAMES = ("rock", "paper", "scissors")
MOST_ROUNDS = 10_000
_PAYOFF = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))
"""What the first choice wins against the second."""
_CHOICES = (0, 1, 2)


class RockPaperScissors:
    """A position of rock-paper-scissors. A round pays the winner 1 and costs the loser 1; returns add up the rounds.

    >>> from railbird.extensive import play_actions
    >>> state = RockPaperScissors(rounds=2)
    >>> play_actions(state, "rock scissors paper")
    >>> print(state)
    rock-scissors paper-?
    >>> state.information_key(1)
    ((0, 2), 3)
    >>> play_actions(state, "paper")
    >>> state.returns()
    (1.0, -1.0)
    """

    __slots__ = ("_choices", "_score", "payoff_range", "rounds", "turn")

    players = 2
    perfect_information = False
    zero_sum = True
    turn: int

    def __init__(self, rounds: int = 1) -> None:
        if not 1 <= rounds <= MOST_ROUNDS:
            raise GameError(f"rock-paper-scissors has 1 to {MOST_ROUNDS} rounds, not {rounds}")
        self.rounds = rounds
        self.payoff_range = (-float(rounds), float(rounds))
        self.turn = 0
        self._choices: list[int] = []
        """The choices in order: player 0, player 1, player 0 and so on."""
        self._score = 0
        """What player 0 has won so far."""

    def legal_actions(self) -> tuple[int, ...]:
        return () if self.turn == NOBODY else _CHOICES

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return ()

    def apply(self, action: int) -> None:
        choices = self._choices
        if self.turn == 0:
            self.turn = 1
        else:
            self._score += _PAYOFF[choices[-1]][action]
            self.turn = NOBODY if len(choices) + 1 == 2 * self.rounds else 0
        choices.append(action)

    def undo(self) -> None:
        action = self._choices.pop()
        self.turn = len(self._choices) % 2
        if self.turn:
            self._score -= _PAYOFF[self._choices[-1]][action]

    def clone(self) -> RockPaperScissors:
        copy = RockPaperScissors.__new__(RockPaperScissors)
        copy.rounds = self.rounds
        copy.payoff_range = self.payoff_range
        copy.turn = self.turn
        copy._choices = self._choices[:]
        copy._score = self._score
        return copy

    def returns(self) -> tuple[float, float]:
        return (float(self._score), -float(self._score))

    def completed(self) -> tuple[tuple[int, int], ...]:
        """The choices of both players in each completed round."""
        choices = self._choices
        return tuple((choices[index], choices[index + 1]) for index in range(0, len(choices) - 1, 2))

    def information_key(self, player: int) -> tuple[tuple[int, ...], int]:
        """The choices that the player has seen, and how many were made."""
        choices = self._choices
        hidden = self.turn == 1 and player == 1
        return tuple(choices[:-1] if hidden else choices), len(choices)

    def determinize(self, player: int, random: RandomStream) -> RockPaperScissors:
        """A copy in which the opponent's hidden choice is drawn anew, with one random number if there is one."""
        copy = self.clone()
        if self.turn == 1 and player == 1:
            copy._choices[-1] = random.below(3)
        return copy

    def action_text(self, action: int) -> str:
        return NAMES[action]

    def __str__(self) -> str:
        names = [NAMES[choice] for choice in self._choices] + ["?"] * (len(self._choices) % 2)
        return " ".join(f"{names[index]}-{names[index + 1]}" for index in range(0, len(names), 2)) or "?-?"

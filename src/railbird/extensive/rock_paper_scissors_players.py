"""Players of rock-paper-scissors: one with a bias, one in equilibrium, and one that exploits what it has seen.

They show why equilibrium is not enough (MCTS review, §4.3.4): the uniform strategy cannot be beaten, but it wins
nothing from an opponent who deviates from it; one has to notice that and adapt.
"""

from __future__ import annotations

import math

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.player import GamePlayer
from railbird.extensive.rock_paper_scissors import NAMES, RockPaperScissors
from railbird.extensive.state import State


class _ChoicePlayer(GamePlayer):
    """A player of rock-paper-scissors alone."""

    def refusal(self, start: State) -> str | None:
        return None if isinstance(start, RockPaperScissors) else "it is not rock-paper-scissors"


class BiasedPlayer(_ChoicePlayer):
    """Plays rock, paper and scissors with fixed frequencies, which need not sum to 1; one random number a choice.

    >>> BiasedPlayer(rock=2, paper=1, scissors=1).probabilities
    (0.5, 0.25, 0.25)
    """

    def __init__(self, rock: float = 1, paper: float = 1, scissors: float = 1) -> None:
        weights = (rock, paper, scissors)
        if not all(math.isfinite(weight) and weight >= 0 for weight in weights) or not sum(weights) > 0:
            listed = ", ".join(f"{name}={weight:g}" for name, weight in zip(NAMES, weights, strict=True))
            raise GameError(f"frequencies of choices are 0 or more, and at least one is more than 0, not {listed}")
        total = math.fsum(weights)
        self.probabilities = tuple(weight / total for weight in weights)

    def choose(self, state: State, random: RandomStream) -> int:
        rest = random.uniform()
        for choice, probability in enumerate(self.probabilities):
            rest -= probability
            if rest < 0:
                return choice
        return max(choice for choice in range(3) if self.probabilities[choice])


class EquilibriumPlayer(BiasedPlayer):
    """Plays each choice with probability 1/3: the only equilibrium of rock-paper-scissors."""

    def __init__(self) -> None:
        super().__init__()


class CountingPlayer(_ChoicePlayer):
    """Counts the opponent's choices, over all games, and plays the best response to their frequencies.

    Each choice counts once before anything was seen. Equally good responses are equally likely, with one random number.
    """

    learns = True

    def __init__(self) -> None:
        self.counts = [1, 1, 1]
        self._player = 0
        self._counted = 0

    def start(self, player: int, seed: int) -> None:
        self._player = player
        self._counted = 0

    def choose(self, state: State, random: RandomStream) -> int:
        self.observe(state)
        rock, paper, scissors = self.counts
        values = (scissors - paper, rock - scissors, paper - rock)
        best = [choice for choice in range(3) if values[choice] == max(values)]
        return best[random.below(len(best))]

    def observe(self, state: State) -> None:
        if not isinstance(state, RockPaperScissors):
            raise GameError(f"a CountingPlayer plays rock-paper-scissors, not {type(state).__name__}")
        rounds = state.completed()
        for choices in rounds[self._counted :]:
            self.counts[choices[1 - self._player]] += 1
        self._counted = len(rounds)

"""What strategies are worth: expected values, best responses, exploitability, and how often play gets somewhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from railbird.errors import GameError
from railbird.extensive import ExtensiveGame, State, Strategy
from railbird.solve.game_tree import GameTree, Profile
from railbird.solve.sequence_form import SequenceForm

GameLike = str | ExtensiveGame | State | GameTree | SequenceForm
"""A game: its text, a state to begin from, or a game that is already expanded."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What a profile of strategies is worth to each player, and what a best response of theirs would be worth.

    >>> tree = GameTree.expand("kuhn")
    >>> result = evaluate_profile(tree, tree.uniform())
    >>> [round(value, 9) for value in result.values], round(result.exploitability, 9)
    ([0.125, -0.125], 0.458333333)
    """

    values: tuple[float, ...]
    """The expected payoff of each player."""
    best_responses: tuple[float, ...]
    """The expected payoff of each player's best response to the others."""

    @property
    def gains(self) -> tuple[float, ...]:
        """What each player would gain with a best response."""
        return tuple(best - value for best, value in zip(self.best_responses, self.values, strict=True))

    @property
    def nash_conv(self) -> float:
        """The sum of the gains: 0 exactly in a Nash equilibrium."""
        return sum(self.gains)

    @property
    def exploitability(self) -> float:
        """NashConv divided by the number of players, in the unit of the payoffs.

        In a zero-sum game of two it is what best responses win above the game's value, mean over both seats.
        """
        return self.nash_conv / len(self.values)


def sequence_form(game: GameLike) -> SequenceForm:
    """The sequence form of a game. Expand a game once if you ask for several things."""
    if isinstance(game, SequenceForm):
        return game
    return SequenceForm.of(game if isinstance(game, GameTree) else GameTree.expand(game))


def evaluate_profile(game: GameLike, profile: Profile) -> Evaluation:
    """The expected values of a profile and the exact best responses to it."""
    form = sequence_form(game)
    values, best = form.native.evaluate(form.tree.profile_rows(profile))
    return Evaluation(tuple(values.tolist()), tuple(best.tolist()))


def expected_values(game: GameLike, profile: Profile) -> tuple[float, ...]:
    """The expected payoff of each player.

    >>> tree = GameTree.expand("rock-paper-scissors")
    >>> rock, uniform = tree.strategy(np.array([1.0, 0, 0, 1, 0, 0])), tree.strategy(tree.uniform())
    >>> expected_values(tree, [rock, rock]), expected_values(tree, [rock, uniform])
    ((0.0, 0.0), (0.0, 0.0))
    """
    return evaluate_profile(game, profile).values


def exploitability(game: GameLike, profile: Profile) -> float:
    """What best responses gain against a profile, mean over the players (NashConv / players).

    >>> tree = GameTree.expand("rock-paper-scissors")
    >>> exploitability(tree, tree.uniform())
    0.0
    """
    return evaluate_profile(game, profile).exploitability


def nash_conv(game: GameLike, profile: Profile) -> float:
    """The sum over the players of what a best response gains."""
    return evaluate_profile(game, profile).nash_conv


@dataclass(frozen=True, slots=True)
class BestResponse:
    """A best response of one player: what it is worth, and its actions."""

    player: int
    value: float
    strategy: Strategy
    """The information sets of this player only. Of equally good actions it takes the first."""


def best_response(game: GameLike, profile: Profile, player: int) -> BestResponse:
    """The exact best response of a player to the strategies of the others.

    The value of an information set is that of its best action: the sum over all ends of the game behind it of
    payoff × the probability that chance and the others lead there. Sets are solved from the last to the first.

    >>> tree = GameTree.expand("kuhn")
    >>> response = best_response(tree, tree.uniform(), 1)
    >>> round(response.value, 9), response.strategy["As||r"]
    (0.416666667, {'f': 0.0, 'c': 1.0})
    """
    form = sequence_form(game)
    tree = form.tree
    if not 0 <= player < tree.players:
        raise GameError(f"{tree.game} has players 0 to {tree.players - 1}, not {player}")
    value, rows = form.native.best_response(tree.profile_rows(profile), player)
    return BestResponse(player, value, tree.strategy(rows, player))


def reach_probabilities(game: GameLike, profile: Profile) -> dict[str, float]:
    """For each information set, the probability that play reaches it.

    >>> tree = GameTree.expand("kuhn")
    >>> reach = reach_probabilities(tree, tree.uniform())
    >>> round(reach["Qs||"], 9), round(reach["Qs||c"], 9)
    (0.333333333, 0.166666667)
    """
    form = sequence_form(game)
    tree = form.tree
    reach = form.node_reach(tree.profile_rows(profile))
    acting = tree.information_set >= 0
    totals = np.bincount(tree.information_set[acting], reach[acting], tree.sets).tolist()
    return dict(zip(tree.names, totals, strict=True))

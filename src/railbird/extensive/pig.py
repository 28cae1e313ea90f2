"""Pig: roll dice as long as you dare; a one loses what the turn has brought.

A player rolls, any number of times, until they hold, which adds the turn's total to their score, or roll a one, which
ends the turn without points. Whoever has enough points for the goal holds and wins. With several dice, any one ends the
turn, and ones on all dice cost the whole score as well (two-dice Pig).

Without a limit on turns the same position can come back: whoever holds at once passes the turn. With a limit the tree
is finite and every game ends, and a position depends on how many turns are left.
"""

from __future__ import annotations

from functools import cache

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.state import CHANCE, NOBODY, PerfectInformation

ROLL, HOLD = 0, 1
ALL_ONES, ONE = 0, 1
"""The outcomes of a roll that bring no points; the others are the points."""
MOST_DICE, MOST_PLAYERS, MOST_GOAL, MOST_TURNS = 4, 10, 1_000_000, 1_000_000
_ACTIONS = (ROLL, HOLD)
_WINNING = (HOLD,)


class Pig(PerfectInformation):
    """A position of Pig. The winner gets 1, which the others pay in equal parts; at the limit of turns nobody pays.

    ``turns`` limits the turns of all players together; 0 is no limit.

    >>> from railbird.extensive import play_actions
    >>> state = Pig(goal=10)
    >>> play_actions(state, "roll 4 roll 6")
    >>> print(state)
    0-0, player 0 has rolled 10
    >>> play_actions(state, "hold")
    >>> state.returns()
    (1.0, -1.0)
    """

    __slots__ = ("_history", "_passed", "_rules", "_scores", "_total", "payoff_range", "players", "turn")

    zero_sum = True
    turn: int

    def __init__(self, goal: int = 100, dice: int = 1, players: int = 2, turns: int = 1000) -> None:
        for name, value, least, most in (
            ("goal", goal, 1, MOST_GOAL),
            ("dice", dice, 1, MOST_DICE),
            ("players", players, 2, MOST_PLAYERS),
            ("turns", turns, 0, MOST_TURNS),
        ):
            if not least <= value <= most:
                raise GameError(f"{name} of pig must be between {least} and {most}, not {value}")
        self._rules = (goal, dice, turns)
        self.players = players
        self.payoff_range = (-1.0 / (players - 1), 1.0)
        self.turn = 0
        self._scores = (0,) * players
        self._total = 0
        """The points of this turn."""
        self._passed = 0
        """The number of completed turns: the player to act is its rest modulo the number of players."""
        self._history: list[tuple[int, tuple[int, ...], int, int]] = []
        """Before each action: turn, scores, total, completed turns."""

    def legal_actions(self) -> tuple[int, ...]:
        turn = self.turn
        if turn < 0:
            return _rolls(self._rules[1])[0] if turn == CHANCE else ()
        return _ACTIONS if self._scores[turn] + self._total < self._rules[0] else _WINNING

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return _rolls(self._rules[1])[1] if self.turn == CHANCE else ()

    def sample_outcome(self, random: RandomStream) -> int:
        """Draw the outcome of a roll, with one random number below the number of ways in which the dice can fall."""
        ways = _rolls(self._rules[1])[2]
        return ways[random.below(len(ways))]

    def apply(self, action: int) -> None:
        turn = self.turn
        self._history.append((turn, self._scores, self._total, self._passed))
        if turn != CHANCE:
            if action == ROLL:
                self.turn = CHANCE
            else:
                self._add(turn, self._total)
        elif action > ONE:
            self._total += action
            self.turn = self._passed % self.players
        elif action == ALL_ONES:
            player = self._passed % self.players
            self._add(player, -self._scores[player])
        else:
            self._pass()

    def _add(self, player: int, points: int) -> None:
        scores = list(self._scores)
        scores[player] += points
        self._scores = tuple(scores)
        if scores[player] >= self._rules[0]:
            self._total = 0
            self.turn = NOBODY
        else:
            self._pass()

    def _pass(self) -> None:
        self._total = 0
        self._passed += 1
        self.turn = NOBODY if self._passed == self._rules[2] else self._passed % self.players

    def undo(self) -> None:
        self.turn, self._scores, self._total, self._passed = self._history.pop()

    def clone(self) -> Pig:
        copy = Pig.__new__(Pig)
        copy._rules = self._rules
        copy.players = self.players
        copy.payoff_range = self.payoff_range
        copy.turn = self.turn
        copy._scores = self._scores
        copy._total = self._total
        copy._passed = self._passed
        copy._history = self._history[:]
        return copy

    def returns(self) -> tuple[float, ...]:
        winner = next((player for player, score in enumerate(self._scores) if score >= self._rules[0]), None)
        if winner is None:
            return (0.0,) * self.players
        return tuple(1.0 if player == winner else self.payoff_range[0] for player in range(self.players))

    def position_key(self) -> tuple[int, ...]:
        """Whose turn it is, the points of this turn, the player or, with a limit, the turns so far, and the scores."""
        passed = self._passed if self._rules[2] else self._passed % self.players
        return (self.turn, self._total, passed, *self._scores)

    def winning_actions(self) -> tuple[int, ...]:
        """The actions that win the game at once."""
        wins = self.turn >= 0 and self._scores[self.turn] + self._total >= self._rules[0]
        return _WINNING if wins else ()

    def action_text(self, action: int) -> str:
        if self.turn != CHANCE:
            return "hold" if action == HOLD else "roll"
        return ("all-ones" if action == ALL_ONES else "one") if action <= ONE else str(action)

    def __str__(self) -> str:
        scores = "-".join(map(str, self._scores))
        if self.turn == NOBODY:
            return f"{scores}, the game is over"
        rolling = ", and rolls again" if self.turn == CHANCE else ""
        return f"{scores}, player {self._passed % self.players} has rolled {self._total}{rolling}"


@cache
def _rolls(dice: int) -> tuple[tuple[int, ...], tuple[tuple[int, float], ...], tuple[int, ...]]:
    """The outcomes of a roll, the same with their probabilities, and the outcome of each way in which dice can fall.

    The ways are ordered by the first die, then the second and so on.
    """
    falls: list[tuple[int, ...]] = [()]
    for _ in range(dice):
        falls = [(*fall, side) for fall in falls for side in range(1, 7)]
    ways = tuple(_outcome(fall) for fall in falls)
    outcomes = tuple(sorted(set(ways)))
    return outcomes, tuple((outcome, ways.count(outcome) / len(ways)) for outcome in outcomes), ways


def _outcome(fall: tuple[int, ...]) -> int:
    if 1 not in fall:
        return sum(fall)
    return ALL_ONES if len(fall) > 1 and set(fall) == {1} else ONE

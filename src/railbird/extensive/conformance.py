"""A check of games: does a state keep the promises of the State protocol?

Searches rely on these promises without checking them. The check plays random games and looks at every position of
them; a game that passes may still be wrong, but a problem that is found is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.games import ExtensiveGame, parse_extensive_game
from railbird.extensive.position_checks import PositionChecks, Snapshot
from railbird.extensive.state import CHANCE, NOBODY, State, Undoable, sample_chance

MOST_ACTIONS = 10_000
_SHOWN = 8
"""The actions of a game that a message shows: the last ones."""


class GameProblem(NamedTuple):
    """A broken promise, with the first position where it showed."""

    promise: str
    """What it is about, such as ``undo`` or ``determinize``."""
    message: str
    after: str
    """The actions that led to the position."""
    times: int

    def __str__(self) -> str:
        again = f" ({self.times} times)" if self.times > 1 else ""
        return f"{self.promise}: {self.message}, after {self.after or 'no action'}{again}"


@dataclass(frozen=True, slots=True)
class Conformance:
    """The result of a check of a game."""

    game: str
    games: int
    """Random games that were played."""
    positions: int
    problems: tuple[GameProblem, ...]

    @property
    def passed(self) -> bool:
        return not self.problems

    def __str__(self) -> str:
        """The result as text: one line, and one for each problem."""
        found = f"{len(self.problems)} problems" if len(self.problems) != 1 else "1 problem"
        head = f"{self.game}: {found if self.problems else 'no problems'}"
        lines = [f"{head} in {self.positions} positions of {self.games} random games"]
        return "\n".join(lines + [f"  {problem}" for problem in self.problems])


def check_game(
    game: str | ExtensiveGame | State | Callable[[], State],
    *,
    games: int = 20,
    seed: int = 1,
    most_actions: int = MOST_ACTIONS,
) -> Conformance:
    """Play random games and check the promises of the State protocol at every position of them.

    The game is a text, a state, or what makes the state that it starts from. Returns a report and raises nothing if the
    game raises something: that is a problem of it.

    >>> print(check_game("tic-tac-toe", games=5))
    tic-tac-toe: no problems in 45 positions of 5 random games
    """
    if games < 1 or most_actions < 1:
        raise GameError(f"a check plays 1 or more games of 1 or more actions, not {games} of {most_actions}")
    game = parse_extensive_game(game) if isinstance(game, str) else game
    start: Callable[[], State]
    if isinstance(game, ExtensiveGame):
        name, start = str(game), game.start
    elif callable(game):
        name, start = getattr(game, "__name__", type(game).__name__), game
    else:
        name, start = type(game).__name__, game.clone
    check = _GameCheck(start, most_actions)
    for number in range(games):
        check.play(RandomStream(seed, number))
    return Conformance(name, games, check.positions, tuple(check.problems()))


class _GameCheck:
    """Plays random games and collects problems."""

    def __init__(self, start: Callable[[], State], most_actions: int) -> None:
        self._start = start
        self._most_actions = most_actions
        self._found: dict[tuple[str, str], GameProblem] = {}
        self._actions: list[str] = []
        self.positions = 0
        self._checks = PositionChecks(self._add)

    def problems(self) -> list[GameProblem]:
        """One problem of each promise, the first that showed."""
        first: dict[str, GameProblem] = {}
        for problem in self._found.values():
            first.setdefault(problem.promise, problem)
        times = dict.fromkeys(first, 0)
        for problem in self._found.values():
            times[problem.promise] += problem.times
        return [problem._replace(times=times[problem.promise]) for problem in first.values()]

    def _add(self, promise: str, message: str) -> None:
        known = self._found.get((promise, message))
        if known:
            self._found[promise, message] = known._replace(times=known.times + 1)
        else:
            shown = self._actions[-_SHOWN:]
            after = ("… " if len(shown) < len(self._actions) else "") + " ".join(shown)
            self._found[promise, message] = GameProblem(promise, message, after, 1)

    def play(self, random: RandomStream) -> None:
        """Play one random game; what the game raises ends it."""
        self._actions = []
        step = "start"
        try:
            state = self._start()
            if Snapshot.of(state) != Snapshot.of(self._start()):
                self._add("start", "two starts of the game differ")
            self._checks.new_game()
            for _ in range(self._most_actions):
                self.positions += 1
                step = "position"
                before = self._checks.look(state, random)
                if before is None or state.turn == NOBODY:
                    return
                step = "apply"
                if not self._step(state, before, random):
                    return
            self._add("end", f"a random game has not ended after {self._most_actions} actions")
        except Exception as error:  # whatever the game raises is a finding
            self._add(
                self._checks.promise if step == "position" else step, f"raises {type(error).__name__}: {error!s:.200}"
            )

    def _step(self, state: State, before: Snapshot, random: RandomStream) -> bool:
        """Play an action, and check that copies are independent and that it can be taken back."""
        actions = state.legal_actions()
        action = sample_chance(state, random) if state.turn == CHANCE else actions[random.below(len(actions))]
        if action not in actions:
            self._add("sample_outcome", f"drew {action}, which is none of the outcomes")
            return False
        other = actions[random.below(len(actions))]
        copy, spare = state.clone(), state.clone()
        spare.apply(other)
        self._compare("clone", "playing on a copy changes the state it was copied from", before, state)
        self._actions.append(state.action_text(action))
        state.apply(action)
        self._compare("clone", "playing on a state changes a copy of it", before, copy)
        copy.apply(action)
        after = Snapshot.of(state)
        self._compare("clone", "a copy plays on differently", after, copy)
        if isinstance(copy, Undoable):
            copy.undo()
            self._compare("undo", "taking an action back does not restore the state", before, copy)
            self._compare("undo", "taking an action back changes another copy", after, state)
            copy.apply(action)
            self._compare("undo", "playing an action again after taking it back gives another state", after, copy)
        return True

    def _compare(self, promise: str, message: str, wanted: Snapshot, state: State) -> None:
        difference = wanted.difference(Snapshot.of(state))
        if difference:
            self._add(promise, f"{message}: {difference}")

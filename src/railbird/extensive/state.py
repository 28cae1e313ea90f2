"""The State protocol: what a game must offer to be searched and solved.

A game in extensive form is a tree: at each node a player or chance chooses an action, and each leaf pays every player.
A state is a node of that tree. Actions are whole numbers; ``action_text`` gives their names.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, Self, runtime_checkable

from railbird._core import RandomStream
from railbird.errors import GameError, quoted

CHANCE = -1
"""The turn of chance."""
NOBODY = -2
"""The turn when the game is over."""


class State(Protocol):
    """A position of a game, which ``apply`` changes.

    The order of ``legal_actions`` and of ``chance_outcomes`` depends on the position alone. ``payoff_range`` holds the
    smallest and the largest return of any player. ``perfect_information`` is True if nothing is ever hidden.

    A state may offer more, and searches use it: ``undo``, ``winning_actions()`` (those that win at once),
    ``sample_outcome(random)`` (a faster draw of chance) and ``zero_sum`` (True if the returns always sum to 0).
    """

    @property
    def players(self) -> int: ...

    @property
    def turn(self) -> int:
        """The player to act, ``CHANCE``, or ``NOBODY`` if the game is over."""

    @property
    def payoff_range(self) -> tuple[float, float]: ...

    @property
    def perfect_information(self) -> bool: ...

    def legal_actions(self) -> Sequence[int]:
        """The actions of the player to act, or the outcomes of chance; empty if the game is over."""

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        """The outcomes of chance with their probabilities; only at the turn of chance."""

    def apply(self, action: int) -> None:
        """Play a legal action, or an outcome of chance."""

    def clone(self) -> Self: ...

    def returns(self) -> Sequence[float]:
        """The payoff of each player; only when the game is over."""

    def information_key(self, player: int) -> Hashable:
        """What the player knows: equal for two states of a game exactly when the player cannot tell them apart.

        With perfect information it is the position: it leaves out how the position came about if play does not depend
        on it.
        """

    def determinize(self, player: int, random: RandomStream) -> Self:
        """A full state that agrees with all that the player knows; what they cannot know is drawn uniformly.

        It must not depend on what is hidden from the player. The result has the same information key for them. It is
        asked for at the turn of a player and at the end of the game.
        """

    def action_text(self, action: int) -> str:
        """The name of an action: no spaces, and different from those of the other legal actions."""


@runtime_checkable
class Undoable(Protocol):
    """A state that can take its last action back; searches use it in place of ``clone``."""

    def undo(self) -> None: ...


class PerfectInformation:
    """A base for games that hide nothing: they need a ``position_key`` and no determinization."""

    perfect_information = True

    def clone(self) -> Self:
        raise NotImplementedError

    def position_key(self) -> Hashable:
        raise NotImplementedError

    def information_key(self, player: int) -> Hashable:
        return self.position_key()

    def determinize(self, player: int, random: RandomStream) -> Self:
        return self.clone()


def named_action(state: State, text: str) -> int:
    """Return the legal action of this name, or the outcome of chance. Raises GameError if there is none.

    Upper and lower case are the same unless two names differ in nothing else, as ``bxc3`` and ``Bxc3`` in chess.
    """
    names = {state.action_text(action): action for action in state.legal_actions()}
    if not names:
        raise GameError(f"the game is over: {quoted(text)} cannot be played")
    alike = [name for name in names if name.lower() == text.lower()]
    if text in names or len(alike) == 1:
        return names[text if text in names else alike[0]]
    listed = ", ".join(list(names)[:12]) + (", …" if len(names) > 12 else "")
    raise GameError(f"{quoted(text)} is not legal here; legal: {listed}")


def play_actions(state: State, text: str) -> None:
    """Play actions by name, outcomes of chance included, separated by spaces."""
    for number, name in enumerate(text.split(), start=1):
        try:
            state.apply(named_action(state, name))
        except GameError as error:
            raise GameError(f"action {number} of {quoted(text)}: {error}") from None


def sample_chance(state: State, random: RandomStream) -> int:
    """Draw an outcome of chance by its probability: with the state's ``sample_outcome(random)`` if it has one.

    Otherwise with one uniform random number, against which the outcomes count in order.
    """
    sample = getattr(state, "sample_outcome", None)
    if sample is not None:
        outcome: int = sample(random)
        return outcome
    outcomes = state.chance_outcomes()
    rest = random.uniform()
    for outcome, probability in outcomes:
        rest -= probability
        if rest < 0:
            return outcome
    return outcomes[-1][0]

"""One hand, stepped from outside: whose turn it is, what each player may see, the actions and the payoffs.

A driver never calls a player and never waits. The caller gives the view to the player whose turn it is, submits their
choice, and passes on the events. Time limits, faults and isolation are wrapped around it; one thread can drive many
tables, one step each.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from railbird.agent.decision import Choice, Decision
from railbird.errors import ActionError, quoted
from railbird.game import CALL, Action, Event, Game, Hand, View
from railbird.game.events import ChipAmount
from railbird.game.public import narration_for_seats

if TYPE_CHECKING:
    from railbird._core import Narration, Window


class SteppedHand(Protocol):
    """What a seated bot needs of the hand that it plays."""

    @property
    def turn(self) -> int | None:
        """Position of the player to act; None when the hand is over."""

    @property
    def actions(self) -> int:
        """How many actions have been taken."""

    def view(self, position: int) -> View: ...

    def show_in(self, window: Window, position: int) -> None: ...

    def events(self, position: int) -> list[Event]: ...

    def submit(self, choice: Choice) -> None: ...

    def check_or_fold(self) -> None: ...


class HandDriver:
    """One hand with players in seats. Positions count from the first seat left of the button.

    >>> from railbird.game import limit
    >>> driver = HandDriver(limit(), "AhKh QsQd / Kc7d2h / 9s / 4d", players=("ann", "bob"))
    >>> driver.turn, driver.view(1)
    (1, <View of bob: limit; ???? QsQd; >)
    >>> driver.submit("f")
    >>> driver.turn, driver.payoffs
    (None, (5, -5))
    >>> [event.name for event in driver.events(0)][-3:]
    ['bet-returned', 'pot-won', 'hand-ended']

    An illegal action raises an ``ActionError`` and changes nothing. The cards are sealed until the hand is over, so a
    player in this process can reach no object that holds another player's cards.
    """

    __slots__ = ("_hand", "_narration")

    def __init__(self, game: Game, deal: bytes | str, *, players: Sequence[str] | None = None) -> None:
        self._hand = Hand(game, deal, players=players)
        self._hand.seal()
        self._narration: Narration | None = None

    @property
    def turn(self) -> int | None:
        """Position of the player to act; None when the hand is over."""
        return self._hand.turn

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return self._hand.over

    @property
    def players(self) -> tuple[str, ...]:
        """Player ids, by position."""
        return self._hand.players

    @property
    def actions(self) -> int:
        """How many actions have been taken."""
        return len(self._hand.actions)

    def view(self, position: int) -> View:
        """The view of the player at a position."""
        return View(self._hand, position)

    def show_in(self, window: Window, position: int) -> None:
        """Let a window show this hand to the player at a position, as the hand proceeds."""
        window.show(self._hand, position)

    def submit(self, choice: Choice) -> None:
        """Take the action that the player to act has chosen."""
        if choice is CALL:
            self._hand.call()
        else:
            self._hand.act(chosen_action(choice))

    def check_or_fold(self) -> None:
        """Check, or fold if there is a bet to call: for a player who cannot act."""
        legal = self._hand.legal
        if legal.fold and legal.call:
            self._hand.fold()
        else:
            self._hand.call()

    def events(self, position: int) -> list[Event]:
        """Events since the last call for this position, as its player may see them."""
        if self._narration is None:
            hand = self._hand
            self._narration = narration_for_seats(hand, hand.game, hand.players)
        events: list[Event] = self._narration.events(position)
        return events

    @property
    def payoffs(self) -> tuple[ChipAmount, ...]:
        """What each player has won or lost in this hand, by position; empty until the hand is over."""
        return self._hand.payoffs

    def finished(self) -> Hand:
        """The whole hand with all cards. Raises ActionError before the hand is over."""
        if not self._hand.over:
            raise ActionError("the hand is not over: its cards are sealed")
        return self._hand


class UnusableChoice:
    """What a bot of another process answered instead of an action: it raises the error that the answer is."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def chosen_action(choice: Choice) -> Action:
    """The plain action of a player's choice. Any code that the choice brings along runs here, not later."""
    action = choice.action if isinstance(choice, Decision) else choice
    if type(action) is Action and (action.to is None or type(action.to) is int):
        return action
    other: object = choice
    if type(other) is UnusableChoice:
        raise other.error
    if choice is None:
        raise TypeError("act() returned None; it must return an action or a decision")
    if isinstance(action, str):
        return Action.parse(str(action))
    if isinstance(action, Action):
        return Action(action.kind, None if action.to is None else operator.index(action.to))
    raise ActionError(f"an action must be an Action or a text such as r300, not {quoted(str(action))}")

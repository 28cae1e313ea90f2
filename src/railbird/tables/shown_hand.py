"""A hand as one seat sees it: what a bot's process gets instead of the dealer's hand."""

from __future__ import annotations

from collections.abc import Sequence

from railbird._core import Window
from railbird.agent import Choice
from railbird.agent.driver import chosen_action
from railbird.errors import ActionError, GameError
from railbird.game import CALL, FOLD, Action, ActionKind, Event, Hand, View
from railbird.game.dealing import UNKNOWN_CARD
from railbird.game.hand_text import actions_text


class ShownHand:
    """Gives a seated bot the view that came from the dealer, and notes what it answers."""

    def __init__(self) -> None:
        self.current: View | None = None
        self.answer: Action | None = None
        self._news: list[Event] = []

    def show(self, view: View, events: Sequence[Event]) -> None:
        """The hand has gone on."""
        self.current, self.answer = view, None
        self._news += events

    def look(self) -> View:
        """The current view, for a bot that asks for it."""
        if self.current is None:
            raise GameError("there is no hand to view")
        return self.current

    @property
    def turn(self) -> int | None:
        view = self.look()
        return None if view.over else view.actor

    @property
    def actions(self) -> int:
        return len(self.look().actions)

    def view(self, position: int) -> View:
        return self.look()

    def show_in(self, window: Window, position: int) -> None:
        raise NotImplementedError("a hand of another process has no window")

    def events(self, position: int) -> list[Event]:
        news, self._news = self._news, []
        return news

    def submit(self, choice: Choice) -> None:
        action, legal = chosen_action(choice), self.look().legal
        if action.kind is ActionKind.FOLD and not legal.fold:
            raise ActionError(f"folding is not allowed here: {legal}")
        if action.kind is ActionKind.RAISE:
            if not legal.most_raise:
                raise ActionError(f"raising is not allowed here: {legal}")
            if action.to is not None and not legal.least_raise <= action.to <= legal.most_raise:
                raise ActionError(f"a raise to {action.to} is not allowed here: {legal}")
            if action.to is None and legal.least_raise != legal.most_raise:
                raise ActionError(f"a raise needs an amount: {legal}")
        self.answer = action

    def check_or_fold(self) -> None:
        legal = self.look().legal
        self.answer = FOLD if legal.fold and legal.call else CALL


def seen_again(view: View) -> Hand:
    """The hand of a view with what the view shows and nothing else; ``clone(n)`` goes back to the n-th action.

    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    >>> print(seen_again(hand.view(0)))
    limit; AhKh ???? / Kc7d2h; r c / c r
    """
    game = view.game
    holes = b"".join(each or bytes([UNKNOWN_CARD] * game.hole_cards) for each in view.hole_bytes)
    board = view.board_bytes.ljust(sum(game.board_cards), bytes([UNKNOWN_CARD]))
    hand = Hand(game, holes + board, stacks=view.starting_stacks, players=view.players)
    hand.play(actions_text(view))
    return hand

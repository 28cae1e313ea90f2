"""What a player can do at his turn, as a value and as text: ``f`` folds, ``c`` checks or calls, ``r300`` raises.

Amounts are what the player's bet of this round goes *to*. In limit games, where there is only one amount, ``r`` alone
is enough.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum

from railbird import _core
from railbird.errors import ActionError, quoted

LETTERS = "fcr"
"""Of each kind of action."""
_RAISE = re.compile(r"r([0-9]{0,15})", re.ASCII)


class ActionKind(IntEnum):
    """The three kinds of actions; checking is calling nothing, betting is raising nothing."""

    FOLD = 0
    CALL = 1
    RAISE = 2

    @property
    def letter(self) -> str:
        """``f``, ``c`` or ``r``."""
        return LETTERS[self]

    @classmethod
    def of_letter(cls, letter: str) -> ActionKind:
        """The kind that a letter names.

        >>> ActionKind.of_letter("r").name
        'RAISE'
        """
        if len(letter) != 1 or letter not in LETTERS:
            raise ActionError(f"{quoted(letter)} is not a kind of action (f, c or r)")
        return cls(LETTERS.index(letter))


_FOLDED, _CALLED = int(ActionKind.FOLD), int(ActionKind.CALL)


@dataclass(frozen=True, slots=True)
class Action:
    """A fold, a check or call, or a bet or raise.

    >>> Action.parse("r300")
    Action(kind=<ActionKind.RAISE: 2>, to=300)
    >>> str(CALL)
    'c'
    """

    kind: ActionKind
    to: int | None = None
    """What a raise goes to in this round; None for the smallest one that is allowed."""

    def __post_init__(self) -> None:
        if type(self.kind) is not ActionKind:
            raise ActionError(f"the kind of an action is an ActionKind, not {quoted(str(self.kind))}")

    @classmethod
    def parse(cls, text: str) -> Action:
        """The action that ``f``, ``c``, ``r`` or ``r300`` names."""
        if text == "f":
            return FOLD
        if text == "c":
            return CALL
        match = _RAISE.fullmatch(text)
        if not match:
            raise ActionError(f"{quoted(text)} is not an action (f, c, or r with an amount, as in r300)")
        return Action(ActionKind.RAISE, int(match[1]) if match[1] else None)

    def __str__(self) -> str:
        return LETTERS[self.kind] + ("" if self.to is None else str(self.to))


FOLD = Action(ActionKind.FOLD)
CALL = Action(ActionKind.CALL)


def take_action(hand: _core.Hand, kind: int, amount: int) -> None:
    """Take a recorded action on a hand: its kind, and what a raise goes to."""
    if kind == _CALLED:
        hand.call()
    elif kind == _FOLDED:
        hand.fold()
    else:
        hand.raise_to(amount)


def raise_to(amount: int) -> Action:
    """A bet or raise that makes the player's bet of this round this large."""
    return Action(ActionKind.RAISE, amount)

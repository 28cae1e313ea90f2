"""A player's action, as a value and as text: ``f`` folds, ``c`` checks or calls, ``r300`` bets or raises to 300.

An amount is the total that the player will have bet in this round. In limit games only one amount is legal, so ``r``
alone is enough.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from railbird._core import LETTERS, ActionKind, TakenAction
from railbird.errors import ActionError, quoted

_RAISE = re.compile(r"r([0-9]{0,15})", re.ASCII)


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
    """The player's total bet in this round after a raise; None for folds and calls, and optional in limit games."""

    def __post_init__(self) -> None:
        if type(self.kind) is not ActionKind:
            raise ActionError(f"the kind of an action must be an ActionKind, not {quoted(str(self.kind))}")

    @classmethod
    def parse(cls, text: str) -> Action:
        """Parse ``f``, ``c``, ``r`` or ``r300``."""
        if text == "f":
            return FOLD
        if text == "c":
            return CALL
        match = _RAISE.fullmatch(text)
        if not match:
            raise ActionError(f"{quoted(text)} is not an action (write f, c, or r with an amount, as in r300)")
        return Action(ActionKind.RAISE, int(match[1]) if match[1] else None)

    @classmethod
    def repeat(cls, taken: TakenAction) -> Action:
        """The action that repeats one of a betting sequence."""
        return cls(taken.kind, taken.amount if taken.kind is ActionKind.RAISE else None)

    def __str__(self) -> str:
        return LETTERS[self.kind] + ("" if self.to is None else str(self.to))


FOLD = Action(ActionKind.FOLD)
CALL = Action(ActionKind.CALL)


def raise_to(amount: int) -> Action:
    """A bet or raise to this total for the round.

    >>> str(raise_to(300))
    'r300'
    """
    return Action(ActionKind.RAISE, amount)

"""Records that the native core takes and returns: named tuples, and the enum of fold, call and raise."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from railbird.errors import ActionError, quoted

LETTERS = "fcr"
"""The letter of each action kind."""


class ActionKind(IntEnum):
    """The three action kinds. A check is a call of nothing; a bet is a raise of nothing."""

    FOLD = 0
    CALL = 1
    RAISE = 2

    @property
    def letter(self) -> str:
        """``f``, ``c`` or ``r``."""
        return LETTERS[self]

    @classmethod
    def of_letter(cls, letter: str) -> ActionKind:
        """The action kind for a letter.

        >>> ActionKind.of_letter("r").name
        'RAISE'
        """
        kind = _KIND_OF_LETTER.get(letter)
        if kind is None:
            raise ActionError(f"{quoted(letter)} is not an action kind (expected f, c or r)")
        return kind


_KIND_OF_LETTER = dict(zip(LETTERS, ActionKind, strict=True))


class TakenAction(NamedTuple):
    """One action in a betting sequence: who did what, and in which round."""

    player: int
    """The position of the player."""
    round: int
    kind: ActionKind
    amount: int
    """The cost of a call, or the player's total bet in this round after a raise; 0 for a fold."""


class Award(NamedTuple):
    """A player's share of a pot."""

    pot: int
    """0 for the main pot, 1 and up for side pots."""
    player: int
    parts: int
    """The share, in 2520ths of a chip."""


class ShowdownHand(NamedTuple):
    """Whether a player showed or mucked their cards at the showdown."""

    player: int
    shown: bool
    """False if the player mucked."""


class Settlement(NamedTuple):
    """Who gets what at the end of a hand."""

    uncalled_player: int
    """The player whose bet was not called; -1 if there is none."""
    uncalled: int
    """The chips returned to that player."""
    rake: int
    awards: tuple[Award, ...]
    showdown: tuple[ShowdownHand, ...]
    """In the order in which players show; empty if all but one have folded."""
    payoff_parts: tuple[int, ...]
    """Each player's net win or loss by position, in 2520ths of a chip."""

"""Records that the native core makes and takes: named tuples, and the one type for fold, call and raise."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from railbird.errors import ActionError, quoted

LETTERS = "fcr"
"""Of each kind of action."""


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


class TakenAction(NamedTuple):
    """An action of a betting sequence: who did what in which round."""

    player: int
    """The position of the player."""
    round: int
    kind: ActionKind
    amount: int
    """What a call cost, or the bet of the round that a raise went to; 0 for a fold."""


class Award(NamedTuple):
    """A player's share of a pot."""

    pot: int
    """0 is the main pot."""
    player: int
    parts: int
    """In 2520ths of a chip."""


class ShowdownHand(NamedTuple):
    """What a player did with their cards at the showdown."""

    player: int
    shown: bool
    """Or mucked."""


class Settlement(NamedTuple):
    """Who gets what when a hand is over."""

    uncalled_player: int
    """Whose bet was not called; -1 if there is none."""
    uncalled: int
    """The chips that go back to that player."""
    rake: int
    awards: tuple[Award, ...]
    showdown: tuple[ShowdownHand, ...]
    """In the order of showing; empty if all but one have folded."""
    payoff_parts: tuple[int, ...]
    """What each player wins or loses in all, by position, in 2520ths of a chip."""

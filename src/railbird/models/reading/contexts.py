"""Contexts: betting situations that are told apart when a player's actions are counted.

The finest have the street, bets to call (0, 1, 2), bets and raises in the round (0 to 4), opponents (1, 2, 3 or more),
whether others act after a call, and the player's last action: none or a check, a call, a raise. The rougher ones leave
out some of these.
"""

from __future__ import annotations

import zlib
from bisect import bisect
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.game import ActionKind

STREETS, FACED, RAISES, OPPONENTS, BEHIND, ROLES = 4, 3, 5, 3, 2, 3
SHAPE = (STREETS, FACED, RAISES, OPPONENTS, BEHIND, ROLES)
CONTEXTS = int(np.prod(SHAPE))
PRESSURES = STREETS * FACED * RAISES
"""Contexts by street, bets to call and raises alone."""
ROUGH = STREETS * FACED
"""Contexts by street and bets to call alone."""
MIDDLE = PRESSURES * 2 * ROLES
"""Contexts without position, and with one or several opponents."""
PRICES = 4
PRICED = STREETS * FACED * PRICES
"""Contexts by street, bets to call and price: pre-flop, by how many act later."""
PRICE_CUTS = (0.08, 0.14, 0.22)
"""Between prices, to call / (pot + to call). Ours, as are the next."""
POT_CUTS = (4.0, 7.0, 12.0)
"""Between sizes of the pot in bets, where there is nothing to call."""
SEQUENCES = 1024
"""Betting sequences are hashed into so many places."""

PASSIVE, CALLED, RAISED = range(ROLES)
"""What a player did last in the hand: nothing or a check, a call, a bet or raise."""


class Context(NamedTuple):
    """A betting situation by its contexts of all kinds, from fine to rough."""

    fine: int
    middle: int
    pressure: int
    rough: int
    priced: int
    sequence: int
    """The place of the betting sequence."""
    may_fold: bool
    may_raise: bool


CONTEXT_COUNTS = {
    "fine": CONTEXTS,
    "middle": MIDDLE,
    "pressure": PRESSURES,
    "rough": ROUGH,
    "priced": PRICED,
    "sequence": SEQUENCES,
}
"""How many contexts there are of each kind, in the order of ``Context``."""
UNKNOWN = -1
"""The number of a context to come that is not known."""


def role_in(situation: Situation) -> int:
    """What the player did last."""
    if situation.last_action is ActionKind.RAISE:
        return RAISED
    return CALLED if situation.last_paid else PASSIVE


def fine_context(street: int, faced: int, raises: int, opponents: int, behind: bool, role: int) -> int:
    """The number of a finest context; larger numbers count as the largest."""
    raises, opponents = min(raises, RAISES - 1), min(max(opponents, 1), OPPONENTS) - 1
    return ((((street * FACED + faced) * RAISES + raises) * OPPONENTS + opponents) * BEHIND + behind) * ROLES + role


def _price_in(situation: Situation) -> int:
    """Pre-flop: how many players act after them. Later: the price, or how large the pot is."""
    if situation.round == 0:
        return min(situation.behind, PRICES - 1)
    if situation.to_call:
        return bisect(PRICE_CUTS, situation.pot_odds)
    return bisect(POT_CUTS, situation.pot / situation.bet)


def context_of(situation: Situation, sequence: int) -> Context:
    """The contexts of a situation. ``sequence`` is the place of its betting sequence."""
    faced, raises = situation.bets_to_call, min(situation.raises, RAISES - 1)
    role = role_in(situation)
    fine = fine_context(situation.round, faced, raises, situation.opponents, situation.behind > 0, role)
    pressure = (situation.round * FACED + faced) * RAISES + raises
    return Context(
        fine,
        (pressure * 2 + (situation.opponents > 1)) * ROLES + role,
        pressure,
        situation.round * FACED + faced,
        (situation.round * FACED + faced) * PRICES + _price_in(situation),
        sequence,
        situation.to_call > 0,
        situation.can_raise,
    )


class SequenceHash:
    """The place of a hand's betting sequence so far, as one player sees it: who acted, they or another, and how."""

    __slots__ = ("_text",)

    def __init__(self) -> None:
        self._text = bytearray()

    def add(self, street: int, player: int, kind: ActionKind) -> None:
        """Take an action."""
        self._text += bytes((street, player, kind))

    def place(self, player: int, street: int) -> int:
        """The place for a player who is to act. Folds of others do not count."""
        seen = bytearray((street,))
        for index in range(0, len(self._text), 3):
            when, who, kind = self._text[index : index + 3]
            if kind != ActionKind.FOLD:
                seen += bytes((when, who == player, kind))
        return zlib.crc32(bytes(seen)) % SEQUENCES


FINE_TO_PRESSURE: NDArray[np.intp] = np.arange(CONTEXTS) // (OPPONENTS * BEHIND * ROLES)
PRESSURE_TO_ROUGH: NDArray[np.intp] = np.arange(PRESSURES) // RAISES
MAY_RAISE: NDArray[np.bool_] = np.arange(PRESSURES) % RAISES < np.where(PRESSURE_TO_ROUGH < FACED, 3, 4)
"""Where another raise is possible in limit games, by street, bets to call and raises."""

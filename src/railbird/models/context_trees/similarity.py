"""Levels of similarity between contexts, from the finest to the coarsest (Vytřísal 2016, §2.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class HandLevel(IntEnum):
    """When two contexts count as similar for the hands that a player shows; numbered as in the native core.

    At every level but ``ALONE``, the number of active players and whether the player acts last must agree too.
    """

    DEEDS = 0
    """The player's boldest action in each round: check, call, one bet or raise, more than one (ours)."""
    ALONE = 1
    """The same, whoever else is active (ours)."""
    S4 = 2
    """Bets of all players pre-flop and on the flop, and on turn and river."""
    S3 = 3
    """Bets of all players in the first three rounds, and on the river."""
    S2 = 4
    """Total bets of all players."""
    S1 = 5
    """The player's own bets."""


class ActionLevel(IntEnum):
    """When two contexts count as similar for a player's actions. Ours: the source pools hands only."""

    SITUATION = 0
    """Round, its bets, whether they face one, how many they made, their last round's action, active players."""
    ROUND = 1
    """Round, its bets, whether they face one."""


@dataclass(frozen=True, slots=True)
class Pooling:
    """Which similar contexts are used where there are few observations of the exact context.

    A level with n observations gets the share 1 − trust^n of the weight that finer levels left (Vexbot, BRPlayer); the
    rest goes to the prior, if there is one, and to the seeds.
    """

    hands: tuple[HandLevel, ...] = ()
    actions: tuple[ActionLevel, ...] = ()
    trust: float = 0.95
    everybody: bool = False
    """Whether the levels of all players together follow the player's own."""

    @property
    def on(self) -> bool:
        return bool(self.hands or self.actions)


def parse_levels(text: str) -> tuple[HandLevel, ...]:
    """Parse the levels of a setting, the finest first.

    >>> [level.name for level in parse_levels("s2+s1")]
    ['S2', 'S1']
    >>> parse_levels("off")
    ()
    """
    if text == "off":
        return ()
    known = {level.name.lower(): level for level in HandLevel}
    wanted = text.split("+")
    for name in wanted:
        if name not in known or wanted.count(name) > 1:
            raise ValueError(
                f"levels must be off, or some of {', '.join(known)} joined by +, each once, not {text[:40]!r}"
            )
    return tuple(known[name] for name in wanted)

"""Contexts that are alike, from the finest level to the coarsest (Vytřísal 2016, §2.1.3)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class HandLevel(IntEnum):
    """When are the hands that a player shows alike? As the native core numbers them.

    At every level but ``ALONE`` only if as many players are still in, and if he is the last of them to act, or not.
    """

    DEEDS = 0
    """What he did at the most in each round: check, call, bet or raise once, more often (ours)."""
    ALONE = 1
    """The same, whoever else is in (ours)."""
    S4 = 2
    """The bets pre-flop and on the flop, and those on turn and river, of all players."""
    S3 = 3
    """The bets of the first three rounds, and those on the river."""
    S2 = 4
    """All bets."""
    S1 = 5
    """The player's own bets."""


class ActionLevel(IntEnum):
    """When are a player's decisions alike? Ours: the source pools hands only."""

    SITUATION = 0
    """Round, bets in it, whether he faces one, how many are his, what he did a round before, how many are still in."""
    ROUND = 1
    """Round, bets in it, whether he faces one."""


@dataclass(frozen=True, slots=True)
class Pooling:
    """What stands in where little was seen in the very same context.

    A level with n observations takes the share 1 − trust^n of what finer levels left (Vexbot, BRPlayer); what is left
    in the end goes to the prior, if there is one, and to the seeds.
    """

    hands: tuple[HandLevel, ...] = ()
    actions: tuple[ActionLevel, ...] = ()
    trust: float = 0.95
    everybody: bool = False
    """After the player's own levels, those of all players together."""

    @property
    def on(self) -> bool:
        return bool(self.hands or self.actions)


def parse_levels(text: str) -> tuple[HandLevel, ...]:
    """Levels as a setting has them, the finest first.

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
            raise ValueError(f"levels are off, or some of {', '.join(known)} joined by +, each once, not {text[:40]!r}")
    return tuple(known[name] for name in wanted)

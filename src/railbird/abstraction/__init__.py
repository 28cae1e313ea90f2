"""Abstract games: smaller games with fewer bets and fewer cards, for bots to think in."""

from railbird.abstraction.betting import AbstractBetting, NodeKind, betting_with, count_showdowns
from railbird.abstraction.mapping import Mapped, RealAction, map_faithfully, map_repaired, with_all_ins

__all__ = [
    "AbstractBetting",
    "Mapped",
    "NodeKind",
    "RealAction",
    "betting_with",
    "count_showdowns",
    "map_faithfully",
    "map_repaired",
    "with_all_ins",
]

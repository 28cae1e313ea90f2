"""Games in extensive form: one protocol, many games, for search and solving."""

from railbird._core import RandomStream
from railbird.extensive.poker import PokerState, SeenHand, poker_state
from railbird.extensive.state import (
    CHANCE,
    NOBODY,
    PerfectInformation,
    State,
    Undoable,
    named_action,
    play_actions,
    sample_chance,
)

__all__ = [
    "CHANCE",
    "NOBODY",
    "PerfectInformation",
    "PokerState",
    "RandomStream",
    "SeenHand",
    "State",
    "Undoable",
    "named_action",
    "play_actions",
    "poker_state",
    "sample_chance",
]

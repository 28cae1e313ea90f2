"""Games in extensive form: one protocol, many games, for search and solving."""

from railbird._core import RandomStream
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
    "RandomStream",
    "State",
    "Undoable",
    "named_action",
    "play_actions",
    "sample_chance",
]

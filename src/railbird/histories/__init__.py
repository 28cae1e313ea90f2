"""Hands as text: reading and writing the log lines of other programs, and narration in words."""

from railbird.histories.acpc import read_state_line, replayed, state_line
from railbird.histories.narration import NarratedHand, Sentence, narrate

__all__ = ["NarratedHand", "Sentence", "narrate", "read_state_line", "replayed", "state_line"]

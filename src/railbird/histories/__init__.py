"""Hands as text: reading and writing the files of other programs, log lines, and narration in words."""

from railbird.histories.acpc import read_state_line, replayed, state_line
from railbird.histories.narration import NarratedHand, Sentence, narrate
from railbird.histories.phh import read_phh
from railbird.histories.phh_writer import phh_text, phhs_text
from railbird.histories.playing import PlayedHand, play_record, told_hand
from railbird.histories.record import HandRecord, Origin

__all__ = [
    "HandRecord",
    "NarratedHand",
    "Origin",
    "PlayedHand",
    "Sentence",
    "narrate",
    "phh_text",
    "phhs_text",
    "play_record",
    "read_phh",
    "read_state_line",
    "replayed",
    "state_line",
    "told_hand",
]

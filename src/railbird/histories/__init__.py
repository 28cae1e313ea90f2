"""Hands as text: reading and writing the files of other programs, log lines, and narration in words."""

from railbird.histories.acpc import read_state_line, replayed, state_line
from railbird.histories.narration import NarratedHand, Sentence, narrate
from railbird.histories.phh import read_phh
from railbird.histories.phh_writer import phh_text, phhs_text
from railbird.histories.playing import PlayedHand, play_record, told_hand
from railbird.histories.reading import FORMATS, HistoryReader, Problem, format_of, read_hands
from railbird.histories.record import HandRecord, Origin
from railbird.histories.writing import WRITABLE, write_hands

__all__ = [
    "FORMATS",
    "WRITABLE",
    "HandRecord",
    "HistoryReader",
    "NarratedHand",
    "Origin",
    "PlayedHand",
    "Problem",
    "Sentence",
    "format_of",
    "narrate",
    "phh_text",
    "phhs_text",
    "play_record",
    "read_hands",
    "read_phh",
    "read_state_line",
    "replayed",
    "state_line",
    "told_hand",
    "write_hands",
]

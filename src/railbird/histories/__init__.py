"""Hands as text: reading and writing the files of other programs, log lines, and narration in words."""

from typing import TYPE_CHECKING

from railbird._lazy import front_door

if TYPE_CHECKING:
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

_NAMES = {
    "FORMATS": "reading",
    "WRITABLE": "writing",
    "HandRecord": "record",
    "HistoryReader": "reading",
    "NarratedHand": "narration",
    "Origin": "record",
    "PlayedHand": "playing",
    "Problem": "reading",
    "Sentence": "narration",
    "format_of": "reading",
    "narrate": "narration",
    "phh_text": "phh_writer",
    "phhs_text": "phh_writer",
    "play_record": "playing",
    "read_hands": "reading",
    "read_phh": "phh",
    "read_state_line": "acpc",
    "replayed": "acpc",
    "state_line": "acpc",
    "told_hand": "playing",
    "write_hands": "writing",
}
"""The module of each name: a match needs the lines of its hands, and no readers of other formats."""

__getattr__ = front_door(__name__, _NAMES, ())

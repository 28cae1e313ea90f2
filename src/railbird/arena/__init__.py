"""Matches: who plays whom, with which cards, on how many cores, and what came of it."""

from railbird.arena.definition import DealingScheme, Entrant, MatchDefinition, StackRule, define_match, match_of
from railbird.arena.match_record import MatchRecord, StoredRecord
from railbird.arena.play import play_match
from railbird.arena.results import MatchResult, PlayerResult

__all__ = [
    "DealingScheme",
    "Entrant",
    "MatchDefinition",
    "MatchRecord",
    "MatchResult",
    "PlayerResult",
    "StackRule",
    "StoredRecord",
    "define_match",
    "match_of",
    "play_match",
]

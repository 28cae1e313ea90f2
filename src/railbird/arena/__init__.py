"""Matches: line-ups, dealing schemes, parallel play, results, tournaments, comparisons and ratings."""

from railbird.arena.definition import Adjustment, DealingScheme, MatchDefinition, StackRule, define_match, match_of
from railbird.arena.entrants import Entrant
from railbird.arena.match_record import MatchRecord, StoredRecord
from railbird.arena.play import play_match
from railbird.arena.results import MatchResult, PlayerResult

__all__ = [
    "Adjustment",
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

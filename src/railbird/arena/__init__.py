"""Matches: who plays whom, with which cards, on how many cores, and what came of it."""

from railbird.arena.definition import DealingScheme, Entrant, MatchDefinition, StackRule, define_match
from railbird.arena.keeper import Keeper, StoreKeeper
from railbird.arena.play import play_match
from railbird.arena.results import MatchResult, PlayerResult

__all__ = [
    "DealingScheme",
    "Entrant",
    "Keeper",
    "MatchDefinition",
    "MatchResult",
    "PlayerResult",
    "StackRule",
    "StoreKeeper",
    "define_match",
    "play_match",
]

"""Railbird: a poker-AI workbench for Texas Hold'em."""

from railbird._version import __version__
from railbird.cards import (
    Card,
    Category,
    HandClass,
    HoleCards,
    Range,
    category,
    describe,
    evaluate,
    evaluate_array,
    parse_board,
    parse_cards,
)
from railbird.errors import CardError, EquityError, RailbirdError, RangeError
from railbird.strength import EquityResult, PlayerEquity, equity, equity_by_hand

__all__ = [
    "Card",
    "CardError",
    "Category",
    "EquityError",
    "EquityResult",
    "HandClass",
    "HoleCards",
    "PlayerEquity",
    "RailbirdError",
    "Range",
    "RangeError",
    "__version__",
    "category",
    "describe",
    "equity",
    "equity_by_hand",
    "evaluate",
    "evaluate_array",
    "parse_board",
    "parse_cards",
]

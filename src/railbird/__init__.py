"""Railbird: a poker-AI workbench for Texas Hold'em."""

from typing import TYPE_CHECKING

from railbird._lazy import names_from
from railbird._version import __version__

if TYPE_CHECKING:
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
    from railbird.errors import ActionError, CardError, EquityError, GameError, RailbirdError, RangeError
    from railbird.game import Game, Hand, View, limit, nolimit, parse_game, potlimit
    from railbird.strength.equity import EquityResult, PlayerEquity, equity, equity_by_hand
    from railbird.strength.sampling import RandomDeals

__all__ = [
    "ActionError",
    "Card",
    "CardError",
    "Category",
    "EquityError",
    "EquityResult",
    "Game",
    "GameError",
    "Hand",
    "HandClass",
    "HoleCards",
    "PlayerEquity",
    "RailbirdError",
    "RandomDeals",
    "Range",
    "RangeError",
    "View",
    "__version__",
    "category",
    "describe",
    "equity",
    "equity_by_hand",
    "evaluate",
    "evaluate_array",
    "limit",
    "nolimit",
    "parse_board",
    "parse_cards",
    "parse_game",
    "potlimit",
]

__getattr__ = names_from(__name__, __all__, ("errors", "cards", "game", "strength"))

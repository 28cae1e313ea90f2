"""Common reasons why bots refuse games."""

from __future__ import annotations

from railbird.game import Betting, Game


def unless_holdem(game: Game) -> str:
    """Refusal of a bot that can judge only Texas hold'em hands."""
    return "" if game.is_holdem else "it plays Texas hold'em only"


def unless_limit_holdem(game: Game, reason: str) -> str:
    """Refusal of a bot for limit hold'em; ``reason`` says why it needs limit betting."""
    return unless_holdem(game) or ("" if game.betting is Betting.LIMIT else reason)

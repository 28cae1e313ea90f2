"""Reasons for which bots refuse games."""

from __future__ import annotations

from railbird.game import Betting, Game


def unless_holdem(game: Game) -> str:
    """The refusal of a bot that judges its cards as those of Texas hold'em."""
    return "" if game.is_holdem else "it judges hands of Texas hold'em only"


def unless_limit_holdem(game: Game, reason: str) -> str:
    """The refusal of a bot for limit hold'em, with the reason for which it needs limit betting."""
    return unless_holdem(game) or ("" if game.betting is Betting.LIMIT else reason)

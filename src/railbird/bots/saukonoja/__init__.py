"""Saukonoja's heuristic bot (2007, chapter 5): its settings, its estimators, and the bot itself."""

from railbird.bots.saukonoja.bot import Saukonoja
from railbird.bots.saukonoja.settings import SaukonojaConstants, SaukonojaSettings

__all__ = ["Saukonoja", "SaukonojaConstants", "SaukonojaSettings"]

"""Games and hands: definitions, the rules in which rulebooks differ, and the native engine's hands."""

from railbird.game.definition import Game
from railbird.game.families import kuhn, leduc, limit, nolimit, potlimit, rezai
from railbird.game.rules import Betting, Profile, Reopening, Rules, Split

__all__ = [
    "Betting",
    "Game",
    "Profile",
    "Reopening",
    "Rules",
    "Split",
    "kuhn",
    "leduc",
    "limit",
    "nolimit",
    "potlimit",
    "rezai",
]

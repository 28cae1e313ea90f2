"""Games and hands: definitions, the rules in which rulebooks differ, dealing, and the native engine's hands."""

from railbird.game.acpc_file import AcpcGameFile, read_acpc_game, write_acpc_game
from railbird.game.dealing import AcpcDealing, Dealing, EntropyDealing, SeededDealing
from railbird.game.definition import Game
from railbird.game.families import kuhn, leduc, limit, nolimit, potlimit, rezai
from railbird.game.rules import Betting, Profile, Reopening, Rules, Split
from railbird.game.text import game_text, parse_game

__all__ = [
    "AcpcDealing",
    "AcpcGameFile",
    "Betting",
    "Dealing",
    "EntropyDealing",
    "Game",
    "Profile",
    "Reopening",
    "Rules",
    "SeededDealing",
    "Split",
    "game_text",
    "kuhn",
    "leduc",
    "limit",
    "nolimit",
    "parse_game",
    "potlimit",
    "read_acpc_game",
    "rezai",
    "write_acpc_game",
]

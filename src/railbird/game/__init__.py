"""Games and hands: definitions, rulebooks and their differences, dealing, hands on the native engine, and views."""

from railbird._core import ActionKind, Award, Legal, Settlement, ShowdownHand, TakenAction
from railbird.game.acpc_file import AcpcGameFile, read_acpc_game, write_acpc_game
from railbird.game.action import CALL, FOLD, Action, raise_to
from railbird.game.dealing import UNKNOWN_CARD, AcpcDealing, Dealing, EntropyDealing, FlopDealing, SeededDealing
from railbird.game.definition import Game
from railbird.game.events import Event, event_from_json, event_to_json
from railbird.game.families import kuhn, leduc, limit, nolimit, potlimit, rezai
from railbird.game.hand import Hand
from railbird.game.hand_text import parse_deal
from railbird.game.legal import legal_text
from railbird.game.replay import after_rounds, replay, seen_again
from railbird.game.rules import Betting, Profile, Rake, Reopening, Rules, Showing, Split
from railbird.game.text import game_text, parse_game, parse_game_for
from railbird.game.view import View
from railbird.game.view_json import legal_from_json, view_from_json

__all__ = [
    "CALL",
    "FOLD",
    "UNKNOWN_CARD",
    "AcpcDealing",
    "AcpcGameFile",
    "Action",
    "ActionKind",
    "Award",
    "Betting",
    "Dealing",
    "EntropyDealing",
    "Event",
    "FlopDealing",
    "Game",
    "Hand",
    "Legal",
    "Profile",
    "Rake",
    "Reopening",
    "Rules",
    "SeededDealing",
    "Settlement",
    "ShowdownHand",
    "Showing",
    "Split",
    "TakenAction",
    "View",
    "after_rounds",
    "event_from_json",
    "event_to_json",
    "game_text",
    "kuhn",
    "leduc",
    "legal_from_json",
    "legal_text",
    "limit",
    "nolimit",
    "parse_deal",
    "parse_game",
    "parse_game_for",
    "potlimit",
    "raise_to",
    "read_acpc_game",
    "replay",
    "rezai",
    "seen_again",
    "view_from_json",
    "write_acpc_game",
]

"""Games in extensive form: one protocol, many games, for search and solving."""

from railbird._core import RandomStream
from railbird.extensive.card_duel import CardDuel
from railbird.extensive.conformance import Conformance, GameProblem, check_game
from railbird.extensive.duel_rules import DuelRules, ReducedRules
from railbird.extensive.games import ExtensiveGame, extensive_game_names, parse_extensive_game
from railbird.extensive.player import GamePlayer, RandomPlayer
from railbird.extensive.poker import PokerState, SeenHand, poker_state
from railbird.extensive.smooth_uct import UCT, SmoothUct, plain_uct
from railbird.extensive.state import (
    CHANCE,
    NOBODY,
    PerfectInformation,
    State,
    Undoable,
    named_action,
    play_actions,
    sample_chance,
)
from railbird.extensive.strategy import Strategy

__all__ = [
    "CHANCE",
    "NOBODY",
    "UCT",
    "CardDuel",
    "Conformance",
    "DuelRules",
    "ExtensiveGame",
    "GamePlayer",
    "GameProblem",
    "PerfectInformation",
    "PokerState",
    "RandomPlayer",
    "RandomStream",
    "ReducedRules",
    "SeenHand",
    "SmoothUct",
    "State",
    "Strategy",
    "Undoable",
    "check_game",
    "extensive_game_names",
    "named_action",
    "parse_extensive_game",
    "plain_uct",
    "play_actions",
    "poker_state",
    "sample_chance",
]

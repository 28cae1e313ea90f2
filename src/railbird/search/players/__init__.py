"""Players of any game by one line of text, such as ``uct(iterations=500)``: searches, and games' own players."""

from railbird.search.players.catalogue import PlayerKind, player_kinds
from railbird.search.players.minimax_player import MinimaxPlayer, roll_out_evaluation
from railbird.search.players.searcher import MonteCarloSearch, Searcher
from railbird.search.players.spec import PlayerLike, PlayerSpec, default_player, parse_player

__all__ = [
    "MinimaxPlayer",
    "MonteCarloSearch",
    "PlayerKind",
    "PlayerLike",
    "PlayerSpec",
    "Searcher",
    "default_player",
    "parse_player",
    "player_kinds",
    "roll_out_evaluation",
]

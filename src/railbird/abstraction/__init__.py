"""Abstract games: smaller games with fewer bets and fewer cards, for bots to think in and for solvers to solve."""

from railbird.abstraction.bet_menu import BetMenu, BetSize, BetTurn, MenuSection, bet_turn, parse_menu, pot_shares
from railbird.abstraction.betting import AbstractBetting, NodeKind, betting_with, count_showdowns, without_sizes
from railbird.abstraction.bucket_strategy import BucketStrategy, rows_needed
from railbird.abstraction.mapping import Mapped, RealAction, map_faithfully, map_repaired, with_all_ins
from railbird.abstraction.public_tree import PublicTree, public_tree
from railbird.abstraction.spot import Spot, parse_spot
from railbird.abstraction.strategy_file import load_strategies, save_strategies, strategy_head
from railbird.abstraction.translation import Translation, pseudo_harmonic, translate
from railbird.abstraction.tree_actions import NodeActions, TreeActions
from railbird.abstraction.tree_tracker import Place, TreeTracker

__all__ = [
    "AbstractBetting",
    "BetMenu",
    "BetSize",
    "BetTurn",
    "BucketStrategy",
    "Mapped",
    "MenuSection",
    "NodeActions",
    "NodeKind",
    "Place",
    "PublicTree",
    "RealAction",
    "Spot",
    "Translation",
    "TreeActions",
    "TreeTracker",
    "bet_turn",
    "betting_with",
    "count_showdowns",
    "load_strategies",
    "map_faithfully",
    "map_repaired",
    "parse_menu",
    "parse_spot",
    "pot_shares",
    "pseudo_harmonic",
    "public_tree",
    "rows_needed",
    "save_strategies",
    "strategy_head",
    "translate",
    "with_all_ins",
    "without_sizes",
]

"""Abstract games: smaller games with fewer bets and fewer cards, for bots to think in and for solvers to solve."""

from railbird.abstraction.bet_menu import BetMenu, BetSize, BetTurn, MenuSection, bet_turn, parse_menu, pot_shares
from railbird.abstraction.betting import AbstractBetting, NodeKind, betting_with, count_showdowns
from railbird.abstraction.mapping import Mapped, RealAction, map_faithfully, map_repaired, with_all_ins
from railbird.abstraction.public_tree import PublicTree, public_tree
from railbird.abstraction.spot import Spot, parse_spot

__all__ = [
    "AbstractBetting",
    "BetMenu",
    "BetSize",
    "BetTurn",
    "Mapped",
    "MenuSection",
    "NodeKind",
    "PublicTree",
    "RealAction",
    "Spot",
    "bet_turn",
    "betting_with",
    "count_showdowns",
    "map_faithfully",
    "map_repaired",
    "parse_menu",
    "parse_spot",
    "pot_shares",
    "public_tree",
    "with_all_ins",
]

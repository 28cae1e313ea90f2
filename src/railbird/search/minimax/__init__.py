"""Search of the whole tree to a depth: minimax, alpha-beta, expectiminimax, Star1 and Star2, paranoid and max^n.

For games of perfect information, with or without chance. All take a state and limits, and return a ``MinimaxResult``.
"""

from railbird.search.minimax.alpha_beta import AlphaBetaSettings, alpha_beta
from railbird.search.minimax.expectiminimax import expectiminimax, follow
from railbird.search.minimax.many_players import max_n, paranoid
from railbird.search.minimax.minimax import minimax, negamax
from railbird.search.minimax.result import Evaluate, MinimaxResult, OrderActions, Policy
from railbird.search.minimax.star import star1, star2
from railbird.search.minimax.transposition import TranspositionTable
from railbird.search.minimax.trap_positions import TRAPS, TrapPosition, roll_out_means

__all__ = [
    "TRAPS",
    "AlphaBetaSettings",
    "Evaluate",
    "MinimaxResult",
    "OrderActions",
    "Policy",
    "TranspositionTable",
    "TrapPosition",
    "alpha_beta",
    "expectiminimax",
    "follow",
    "max_n",
    "minimax",
    "negamax",
    "paranoid",
    "roll_out_means",
    "star1",
    "star2",
]

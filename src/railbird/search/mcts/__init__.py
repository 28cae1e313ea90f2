"""Monte Carlo tree search: UCT and its variants, chance, determinization and information sets."""

from railbird.search.mcts.backup import LengthWeightedBackup, MeanBackup
from railbird.search.mcts.determinized import ChanceNodeSearch, DeterminizedSearch, InterestingDeals, Merging
from railbird.search.mcts.expansion import Expansion
from railbird.search.mcts.information_set import InformationSetSearch, Observers
from railbird.search.mcts.result import ActionStatistics, Budget, SearchResult
from railbird.search.mcts.roll_out import (
    PolicyRollOut,
    RandomRollOut,
    ShortRollOut,
    anti_decisive_move,
    decisive_move,
    decisive_roll_out,
    winning_actions,
)
from railbird.search.mcts.selection import PUCT, RAVE, UCB1, UCB1Tuned
from railbird.search.mcts.self_play import SelfPlay
from railbird.search.mcts.tree import Node, TreeRow, rows
from railbird.search.mcts.tree_search import TreeSearch

__all__ = [
    "PUCT",
    "RAVE",
    "UCB1",
    "ActionStatistics",
    "Budget",
    "ChanceNodeSearch",
    "DeterminizedSearch",
    "Expansion",
    "InformationSetSearch",
    "InterestingDeals",
    "LengthWeightedBackup",
    "MeanBackup",
    "Merging",
    "Node",
    "Observers",
    "PolicyRollOut",
    "RandomRollOut",
    "SearchResult",
    "SelfPlay",
    "ShortRollOut",
    "TreeRow",
    "TreeSearch",
    "UCB1Tuned",
    "anti_decisive_move",
    "decisive_move",
    "decisive_roll_out",
    "rows",
    "winning_actions",
]

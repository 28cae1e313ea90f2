"""The native core (C++, in ``native/``): loops over hands, boards and deals.

Use it through the rooms above it, which check what they pass on and explain what comes back.
"""

from railbird._core._native import (
    GameDefinition,
    Hand,
    Legal,
    Matchups,
    MonteCarlo,
    RangeSweep,
    RollOut,
    Showdowns,
    Strength,
    View,
    all_in_shares,
    all_in_shares_by_hand,
    categories,
    count_boards,
    count_tree,
    deal_cards,
    deciding_ranks,
    evaluate,
    evaluate_array,
    hand_potential,
    play_at_random,
    suit_symmetry,
)

__all__ = [
    "GameDefinition",
    "Hand",
    "Legal",
    "Matchups",
    "MonteCarlo",
    "RangeSweep",
    "RollOut",
    "Showdowns",
    "Strength",
    "View",
    "all_in_shares",
    "all_in_shares_by_hand",
    "categories",
    "count_boards",
    "count_tree",
    "deal_cards",
    "deciding_ranks",
    "evaluate",
    "evaluate_array",
    "hand_potential",
    "play_at_random",
    "suit_symmetry",
]

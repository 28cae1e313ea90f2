"""The native core (C++, in ``native/``): loops over hands, boards and deals.

Use it through the rooms above it, which check what they pass on and explain what comes back.
"""

from railbird._core._native import (
    Matchups,
    MonteCarlo,
    RangeSweep,
    Showdowns,
    categories,
    count_boards,
    deciding_ranks,
    evaluate,
    evaluate_array,
    suit_symmetry,
)

__all__ = [
    "Matchups",
    "MonteCarlo",
    "RangeSweep",
    "Showdowns",
    "categories",
    "count_boards",
    "deciding_ranks",
    "evaluate",
    "evaluate_array",
    "suit_symmetry",
]

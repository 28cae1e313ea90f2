"""Opponent models: what other players hold and will do, learned from observed hands.

Several bots use ``context_trees`` and ``predictors``; ``poki``, ``saukonoja`` and ``rezai`` belong to those bots.
"""

from railbird.models.context_trees import (
    ActionLevel,
    ContextModels,
    Continued,
    HandLevel,
    Observed,
    Pooling,
    Prior,
    Seeds,
    parse_levels,
)

__all__ = [
    "ActionLevel",
    "ContextModels",
    "Continued",
    "HandLevel",
    "Observed",
    "Pooling",
    "Prior",
    "Seeds",
    "parse_levels",
]

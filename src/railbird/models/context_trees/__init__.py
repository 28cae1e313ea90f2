"""Context trees, as in Vexbot and LAIN: each player's actions and shown hands after each betting sequence.

Where observations are few, similar contexts are pooled.
"""

from railbird.models.context_trees.context_models import ContextModels, Observed, Seeds
from railbird.models.context_trees.continued import Continued
from railbird.models.context_trees.prior import Prior
from railbird.models.context_trees.similarity import ActionLevel, HandLevel, Pooling, parse_levels

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

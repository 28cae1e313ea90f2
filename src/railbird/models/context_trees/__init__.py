"""Context trees, as in Vexbot and LAIN: what each player did and showed after each betting sequence.

Similar contexts are pooled where little was seen.
"""

from railbird.models.context_trees.context_models import ContextModels, Seeds
from railbird.models.context_trees.prior import Prior
from railbird.models.context_trees.similarity import ActionLevel, HandLevel, Pooling, parse_levels

__all__ = ["ActionLevel", "ContextModels", "HandLevel", "Pooling", "Prior", "Seeds", "parse_levels"]

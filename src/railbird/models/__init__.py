"""What others hold and do: models that learn from what is seen.

``context_trees`` and ``predictors`` serve several bots; ``poki``, ``saukonoja`` and ``rezai`` hold what is theirs.
"""

from railbird.models.context_trees import ActionLevel, ContextModels, HandLevel, Pooling, Prior, Seeds, parse_levels

__all__ = ["ActionLevel", "ContextModels", "HandLevel", "Pooling", "Prior", "Seeds", "parse_levels"]

"""What others hold and do: models that learn from what is seen."""

from railbird.models.contexts import ContextModels, Seeds
from railbird.models.prior import Prior
from railbird.models.similarity import ActionLevel, HandLevel, Pooling, parse_levels

__all__ = ["ActionLevel", "ContextModels", "HandLevel", "Pooling", "Prior", "Seeds", "parse_levels"]

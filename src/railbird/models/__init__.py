"""What others hold and do: models that learn from what is seen."""

from railbird.models.contexts import ContextModels, Seeds

__all__ = ["ContextModels", "Seeds"]

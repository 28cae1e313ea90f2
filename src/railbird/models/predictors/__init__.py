"""Predictors of a player's actions, by name."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.errors import ModelError, quoted
from railbird.models.predictors.generic import GenericPredictor
from railbird.models.predictors.neural import Net, NeuralPredictor
from railbird.models.predictors.observation import Observation, Observations
from railbird.models.predictors.predictor import Predictor
from railbird.models.predictors.pretraining import shipped_trees
from railbird.models.predictors.regression_tree import RegressionTree
from railbird.models.predictors.statistics import Contexts, StatisticsPredictor
from railbird.models.predictors.trees import TreePredictor
from railbird.models.predictors.voting import VotingPredictor

PREDICTORS = ("generic", "statistics", "neural", "voting", "tree")


def make_predictor(name: str, begin: Net | None = None, trees: Sequence[RegressionTree] | None = None) -> Predictor:
    """Create a predictor for one player; its net or trees, if it has any, may start from trained ones."""
    if name == "generic":
        return GenericPredictor()
    if name == "statistics":
        return StatisticsPredictor()
    if name == "neural":
        return NeuralPredictor(begin=begin)
    if name == "voting":
        return VotingPredictor([GenericPredictor(), StatisticsPredictor(), NeuralPredictor(begin=begin)])
    if name == "tree":
        return TreePredictor(trees or shipped_trees())
    raise ModelError(f"a predictor must be one of {', '.join(PREDICTORS)}, not {quoted(name)}")


__all__ = [
    "PREDICTORS",
    "Contexts",
    "GenericPredictor",
    "NeuralPredictor",
    "Observation",
    "Observations",
    "Predictor",
    "StatisticsPredictor",
    "TreePredictor",
    "VotingPredictor",
    "make_predictor",
]

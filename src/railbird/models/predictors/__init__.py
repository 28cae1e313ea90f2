"""Predictors of a player's actions, by name."""

from __future__ import annotations

from railbird.errors import ModelError, quoted
from railbird.models.predictors.generic import GenericPredictor
from railbird.models.predictors.neural import Net, NeuralPredictor
from railbird.models.predictors.observation import Observation
from railbird.models.predictors.predictor import Predictor
from railbird.models.predictors.statistics import Contexts, StatisticsPredictor
from railbird.models.predictors.voting import VotingPredictor

PREDICTORS = ("generic", "statistics", "neural", "voting")


def make_predictor(name: str, begin: Net | None = None) -> Predictor:
    """Create a predictor for one player; its net, if it has one, may start from a trained one."""
    if name == "generic":
        return GenericPredictor()
    if name == "statistics":
        return StatisticsPredictor()
    if name == "neural":
        return NeuralPredictor(begin=begin)
    if name == "voting":
        return VotingPredictor([GenericPredictor(), StatisticsPredictor(), NeuralPredictor(begin=begin)])
    raise ModelError(f"a predictor must be one of {', '.join(PREDICTORS)}, not {quoted(name)}")


__all__ = [
    "PREDICTORS",
    "Contexts",
    "GenericPredictor",
    "NeuralPredictor",
    "Observation",
    "Predictor",
    "StatisticsPredictor",
    "VotingPredictor",
    "make_predictor",
]

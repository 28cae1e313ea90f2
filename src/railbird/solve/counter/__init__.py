"""Counter-strategies: responses to a model of an opponent, from the most that can be won to the safest."""

from railbird.solve.counter.buckets import (
    BucketModel,
    BucketResponse,
    RestrictedBucketSolver,
    bucket_counter_strategy,
)
from railbird.solve.counter.confidence import Confidence
from railbird.solve.counter.methods import (
    CounterMethod,
    DataBiasedResponse,
    FrequentistResponse,
    RestrictedNashResponse,
    parse_method,
)
from railbird.solve.counter.play_model import PlayModel
from railbird.solve.counter.tabular import CounterStrategy, counter_strategy, response_curve

__all__ = [
    "BucketModel",
    "BucketResponse",
    "Confidence",
    "CounterMethod",
    "CounterStrategy",
    "DataBiasedResponse",
    "FrequentistResponse",
    "PlayModel",
    "RestrictedBucketSolver",
    "RestrictedNashResponse",
    "bucket_counter_strategy",
    "counter_strategy",
    "parse_method",
    "response_curve",
]

"""Card abstraction: deals up to an exchange of suits, and buckets of similar hands."""

from railbird.abstraction.cards.bucket_spec import BucketsBy, BucketSpec, Recall
from railbird.abstraction.cards.build import build_abstraction
from railbird.abstraction.cards.card_abstraction import CardAbstraction
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.estimate import AbstractionEstimate, estimate_abstraction

__all__ = [
    "AbstractionEstimate",
    "BucketSpec",
    "BucketsBy",
    "CardAbstraction",
    "DealIndex",
    "Recall",
    "build_abstraction",
    "deal_index",
    "estimate_abstraction",
]

"""Card abstraction: deals up to an exchange of suits, and buckets of similar hands."""

from railbird.abstraction.cards.deal_index import DealIndex, deal_index

__all__ = ["DealIndex", "deal_index"]

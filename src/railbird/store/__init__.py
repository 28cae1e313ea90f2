"""The database of matches and hands."""

from railbird.store.store import Played, Store, StoredLeg, StoredMatch, default_store

__all__ = ["Played", "Store", "StoredLeg", "StoredMatch", "default_store"]

"""The database of matches and hands."""

from railbird.store.files import default_store
from railbird.store.records import FAULT_COLUMNS, NewHands, NewMatch, StoredLeg, StoredMatch, StoredTournament
from railbird.store.store import Store

__all__ = [
    "FAULT_COLUMNS",
    "NewHands",
    "NewMatch",
    "Store",
    "StoredLeg",
    "StoredMatch",
    "StoredTournament",
    "default_store",
]

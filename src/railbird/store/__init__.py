"""The database of matches and hands."""

from railbird.store.store import (
    FAULT_COLUMNS,
    NewHands,
    NewMatch,
    Store,
    StoredLeg,
    StoredMatch,
    StoredTournament,
    default_store,
)

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

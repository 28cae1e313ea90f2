"""The database of matches and hands."""

from railbird.store.files import default_store
from railbird.store.records import (
    FAULT_COLUMNS,
    NewHands,
    NewMatch,
    SessionHand,
    StoredLeg,
    StoredMatch,
    StoredSession,
    StoredTournament,
)
from railbird.store.sessions import Sessions
from railbird.store.store import Store

__all__ = [
    "FAULT_COLUMNS",
    "NewHands",
    "NewMatch",
    "SessionHand",
    "Sessions",
    "Store",
    "StoredLeg",
    "StoredMatch",
    "StoredSession",
    "StoredTournament",
    "default_store",
]

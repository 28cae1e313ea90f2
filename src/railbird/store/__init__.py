"""The database of matches and hands."""

from railbird.store.address import DatabaseUrl, StoreAddress, default_store, folder_beside, store_address
from railbird.store.contents import StoreContents
from railbird.store.copying import copy_store
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
    "DatabaseUrl",
    "NewHands",
    "NewMatch",
    "SessionHand",
    "Sessions",
    "Store",
    "StoreAddress",
    "StoreContents",
    "StoredLeg",
    "StoredMatch",
    "StoredSession",
    "StoredTournament",
    "copy_store",
    "default_store",
    "folder_beside",
    "store_address",
]

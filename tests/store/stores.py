"""Small stores for tests."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from railbird.store import NewHands, Store
from tests.store.places import Place

DEFINITION = {"game": "limit", "players": []}
HANDS = ["cc/cc/cc/cc:AhKh|QsQd/Kc9d2h/9s/4d:10|-10", "rf:7c2d|AhKh:-5|5"]
NOBODY = 65534


def filled(place: Place | Path | str, hands: int = 2) -> Store:
    """A store with a match of two legs, both finished."""
    store = place.open() if isinstance(place, Place) else Store(place)
    number = store.add_match(DEFINITION, legs=2, hands=2 * hands)
    for leg in store.legs(number):
        store.add_hands(
            leg,
            NewHands(first=0, hands=(HANDS * hands)[:hands], parts=[5, -5], learned={1: {"p": b"\0x"}}, finished=True),
        )
    return store


FIFTH_VERSION = """
DROP INDEX session_hand_fingerprint;
ALTER TABLE session_hand DROP COLUMN fingerprint;
PRAGMA user_version = 5;
"""
FOURTH_VERSION = """
DROP TABLE session_decision;
DROP TABLE session_hand;
DROP TABLE session;
PRAGMA user_version = 4;
"""
THIRD_VERSION = """
DROP INDEX match_name;
DROP INDEX tournament_name;
ALTER TABLE "match" DROP COLUMN name;
ALTER TABLE tournament DROP COLUMN name;
PRAGMA user_version = 3;
"""
SECOND_VERSION = """
ALTER TABLE leg DROP COLUMN checksum;
ALTER TABLE hand DROP COLUMN checksum;
ALTER TABLE learned DROP COLUMN checksum;
PRAGMA user_version = 2;
"""
FIRST_VERSION = """
PRAGMA legacy_alter_table = ON;
ALTER TABLE "match" RENAME TO newer;
CREATE TABLE "match" (id INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL, created VARCHAR NOT NULL,
    railbird VARCHAR NOT NULL, definition VARCHAR NOT NULL, hands INTEGER NOT NULL);
INSERT INTO "match" SELECT id, created, railbird, definition, hands FROM newer;
DROP TABLE newer;
ALTER TABLE tally DROP COLUMN decisions;
ALTER TABLE tally DROP COLUMN seconds;
ALTER TABLE tally DROP COLUMN longest;
DROP TABLE tournament;
PRAGMA user_version = 1;
"""


def make_older(path: Path, version: int) -> None:
    """Convert a closed store back to version 5, 4, 3, 2 or 1."""
    scripts = (FIFTH_VERSION, FOURTH_VERSION, THIRD_VERSION, SECOND_VERSION, FIRST_VERSION)
    with closing(sqlite3.connect(path)) as connection:
        for script in scripts[: 6 - version]:
            connection.executescript(script)


@contextmanager
def public_folder() -> Iterator[Path]:
    """A folder that another user may read, unlike pytest's."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder
        folder.chmod(0o755)


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make the folder and everything in it read-only; a root process becomes nobody meanwhile."""
    for each in folder.iterdir():
        each.chmod(0o444)
    folder.chmod(0o555)
    root = os.geteuid() == 0
    if root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)
        folder.chmod(0o755)
        for each in folder.iterdir():
            each.chmod(0o644)

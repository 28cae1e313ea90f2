"""Where a store is: a file, or a PostgreSQL database by URL.

A URL is ``postgresql+psycopg://USER@HOST:PORT/DATABASE``. Every part may be left out; what is missing comes from where
PostgreSQL's own programs look, such as ``PGHOST``, ``PGPASSWORD`` and ``~/.pgpass``. A password in a URL is used, and
never shown.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from railbird.errors import StoreError

if TYPE_CHECKING:
    from sqlalchemy import URL

EXAMPLE = "postgresql+psycopg://USER@HOST:PORT/DATABASE"
_DRIVER = "postgresql+psycopg"
_SCHEMES = (_DRIVER, "postgresql", "postgres")
"""The first is how it is written; the others are what PostgreSQL's own programs understand."""
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_MEANT_AS_URL = re.compile(r"postgres(ql)?(\+[A-Za-z0-9]+)?:", re.IGNORECASE)
_URL_WITHIN = re.compile(rf"({_MEANT_AS_URL.pattern})(/|.*@)|://.*@", re.IGNORECASE | re.DOTALL)
"""Such text may have a password, wherever it stands."""
_SECRET = ("password", "passfile", "sslkey")
"""Options of a connection with such a word in their name are not shown."""


class DatabaseUrl:
    """The address of a PostgreSQL database. Its text leaves out the password.

    >>> DatabaseUrl("postgresql+psycopg://ann:secret@db.example.org/poker")
    DatabaseUrl('postgresql+psycopg://ann@db.example.org/poker')
    """

    def __init__(self, text: str) -> None:
        """Raises StoreError if the text is not such a URL; the message does not repeat it: it may have a password."""
        from sqlalchemy import make_url
        from sqlalchemy.exc import ArgumentError

        scheme, _, rest = text.partition(":")
        if scheme.lower() not in _SCHEMES:
            raise StoreError(f"a store cannot be kept at {scheme}:…: name a file, or a database as {EXAMPLE}")
        if not rest.startswith("//"):
            raise _malformed("it needs // after the colon; a program gives it as text, not as a Path")
        try:
            url = make_url(text)
        except (ArgumentError, ValueError):
            raise _malformed("its port is not a number, or its parts cannot be told apart") from None
        if any("@" in part for part in (url.host or "", url.database or "", *url.query)):
            raise _malformed("it has a second @: in a user or a password, write @ as %40")
        if url.port is not None and not 0 < url.port < 65536:
            raise _malformed("its port is not between 1 and 65535")
        self.url: URL = url.set(drivername=_DRIVER)
        """The whole URL, with the password."""

    @property
    def has_password(self) -> bool:
        """Whether the URL itself has a password."""
        return self.url.password is not None or "password" in self.url.query

    def __str__(self) -> str:
        """The URL without password: it can be shown, and be used again if the password comes from elsewhere."""
        secret = [name for name in self.url.query if any(word in name.lower() for word in _SECRET)]
        shown = self.url.difference_update_query(secret)._replace(password=None)
        return shown.render_as_string(hide_password=True)

    def __repr__(self) -> str:
        return f"DatabaseUrl({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatabaseUrl) and self.url == other.url

    def __hash__(self) -> int:
        return hash(self.url)


StoreAddress: TypeAlias = Path | DatabaseUrl
"""Where a store is."""


def store_address(text: str | os.PathLike[str] | DatabaseUrl) -> StoreAddress:
    """The path or URL of a text. Raises StoreError for URLs that are malformed or not of PostgreSQL.

    >>> store_address("matches.db"), store_address("postgresql://ann@localhost/poker")
    (PosixPath('matches.db'), DatabaseUrl('postgresql+psycopg://ann@localhost/poker'))
    """
    if isinstance(text, DatabaseUrl):
        return text
    name = os.fspath(text)
    url = name.strip()
    if _URL.match(url) or _MEANT_AS_URL.match(url):
        return DatabaseUrl(url)
    if _URL_WITHIN.search(url):
        raise _malformed("something stands in front of it, such as a quotation mark")
    return Path(name)


def default_store() -> StoreAddress:
    """``RAILBIRD_STORE``, a file or a URL; otherwise ``railbird.db`` in the user's data folder.

    >>> str(default_store())[-3:]
    '.db'
    """
    setting = os.environ.get("RAILBIRD_STORE", "")
    if not setting:
        return _data_folder() / "railbird.db"
    address = store_address(setting)
    return address.expanduser() if isinstance(address, Path) else address


def folder_beside(address: StoreAddress) -> Path:
    """The folder for files that belong to a store: its own, or the user's data folder if it is a database.

    >>> folder_beside(Path("games/matches.db"))
    PosixPath('games')
    """
    return address.parent if isinstance(address, Path) else _data_folder()


def _data_folder() -> Path:
    import platformdirs

    return platformdirs.user_data_path("railbird", appauthor=False)


def _malformed(why: str) -> StoreError:
    return StoreError(f"the URL of the store is malformed: {why}. It is written {EXAMPLE}")

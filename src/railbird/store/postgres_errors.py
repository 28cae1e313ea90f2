"""What errors of PostgreSQL mean for the user of a store, in one line and without passwords."""

from __future__ import annotations

from sqlalchemy.exc import SQLAlchemyError

from railbird.store import files
from railbird.store.address import DatabaseUrl

_RESTARTING = ("57P01", "57P02", "57P03")
"""Codes of a server that is being stopped, has crashed, or is starting."""
_AWAY = (
    "refused",
    "starting up",
    "not yet accepting",
    "shutting down",
    "recovery mode",
    "No such file",
    "closed the connection",
    "timeout",
)
_NO_PASSWORD = ("no password supplied", "password authentication failed")


def is_away(error: SQLAlchemyError) -> bool:
    """Whether a server cannot be reached that may come back."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlstate", None) in _RESTARTING or any(each in str(cause) for each in _AWAY)


def error_text(error: SQLAlchemyError, address: DatabaseUrl) -> str:
    """The message of an error."""
    cause = getattr(error, "orig", None) or error
    state = getattr(cause, "sqlstate", None) or ""
    line = _without_password(_telling_line(str(cause)), address)
    store = f"the store {address}"
    if state == "55P03":
        return f"another process used {store} for more than {files.PATIENCE} seconds; try again"
    if state in ("40001", "40P01"):
        return f"several processes wrote {store} at once, and the server stopped this one ({line}); try again"
    if state == "22003":
        return f"a number is too large for {store}"
    if state == "53100":
        return f"the disk is full for {store} ({line}); everything written so far is safe"
    if state == "42501":
        return f"the user of {store} lacks a right: {line}"
    if state == "25006":
        return f"{store} is read-only"
    if state in ("42P01", "3F000"):
        return f"{store} was deleted while it was in use, or lacks tables: {line}"
    if getattr(error, "connection_invalidated", False) or state in _RESTARTING[:2]:
        return f"the connection to {store} was lost ({line}); everything that was reported as kept is safe. Try again"
    if any(each in line for each in _NO_PASSWORD):
        return f"{store} refused the password: {line}. Put the right one into ~/.pgpass, PGPASSWORD or the URL"
    if "does not exist" in line and "database" in line and not state:
        return f"{store} cannot be used: {line}. Create it with createdb"
    return f"{store} cannot be used: {line}"


def _telling_line(message: str) -> str:
    """The line that says why: a refusal of the server if there is one."""
    lines = [line.strip(" \t-") for line in message.splitlines() if line.strip()] or ["it gave no reason"]
    chosen = next((line for line in lines if "FATAL:" in line), lines[0])
    return " ".join(chosen.removeprefix("connection failed: ").removeprefix("connection is bad: ").split())


def _without_password(line: str, address: DatabaseUrl) -> str:
    """Hide the passwords of a URL, should a message ever repeat one."""
    password, query = address.url.password, address.url.query
    secrets = [password, *(value for name, value in query.items() if "password" in name)]
    for secret in secrets:
        if isinstance(secret, str) and len(secret) > 3:
            line = line.replace(secret, "***")
    return line

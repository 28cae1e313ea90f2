"""Connections to a PostgreSQL database."""

from __future__ import annotations

import logging
from typing import Any

from sqlalchemy import Engine, create_engine, event

from railbird.errors import StoreError
from railbird.store import files
from railbird.store.address import DatabaseUrl

_ARGUMENTS = {
    "application_name": "railbird",
    "client_encoding": "utf8",
    "connect_timeout": "10",
    "keepalives_idle": "30",
    "tcp_user_timeout": "60000",  # a server that has vanished is noticed after a minute
}
"""Unless the URL says otherwise."""


class ConnectionPool:
    """The connections of one store. Those that broke while they were idle are replaced when they are used."""

    def __init__(self, address: DatabaseUrl) -> None:
        try:
            import psycopg
        except ImportError:
            remedy = 'pip install "railbird[postgres]"'
            raise StoreError(f"the store {address} needs the driver psycopg: {remedy}") from None
        logging.getLogger(psycopg.__name__).addHandler(logging.NullHandler())  # errors are reported as errors
        given = address.url.query
        arguments = {name: value for name, value in _ARGUMENTS.items() if name not in given}
        self.engine: Engine = create_engine(
            address.url,
            connect_args=arguments,
            hide_parameters=True,
            max_overflow=20,
            pool_pre_ping=True,
            pool_size=2,
        )
        self.connections = 0
        """How many have been made."""

        @event.listens_for(self.engine, "connect")
        def connected(connection: Any, _: object) -> None:
            connection.execute(f"SET lock_timeout = '{round(1000 * files.PATIENCE)}ms'")
            connection.commit()
            self.connections += 1

    def close(self) -> None:
        self.engine.dispose()

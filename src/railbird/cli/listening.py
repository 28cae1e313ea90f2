"""A socket that a server listens on."""

from __future__ import annotations

import socket

from railbird.errors import RailbirdError

HOME = "127.0.0.1"


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, or an error in one line."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)  # whoever is quick waits until the server is ready
    except OSError as error:
        listening.close()
        raise RailbirdError(f"cannot listen on {host}, port {port}: {error.strerror or error}; try --port 0") from None
    return listening

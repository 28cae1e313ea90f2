"""The connection of this process to a Ray cluster. Ray never phones home, and prints nothing of its own."""

from __future__ import annotations

import atexit
import logging
import os
import socket
from contextlib import suppress
from typing import Any

from railbird.errors import RailbirdError, quoted

PATIENCE = 10.0
"""Seconds in which a cluster must answer."""
CLIENT = "ray://"

_connected: str | None = None


def connected(address: str) -> Any:
    """The ``ray`` module, connected to the cluster at an address; empty for the one that runs on this machine.

    Raises RailbirdError, in one line, if that is not possible.
    """
    global _connected
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    try:
        import ray
    except ImportError:
        raise RailbirdError('workers on a cluster need Ray: pip install "railbird[ray]"') from None
    if ray.is_initialized() and _connected in (None, address):
        return ray  # a program that uses Ray itself has connected
    disconnect()
    where = address or os.environ.get("RAY_ADDRESS", "") or "auto"
    if listening := _here(where) if where == "auto" else where:
        _check_listening(listening)
    _connect(ray, where)
    _connected = address
    return ray


def _here(address: str) -> str:
    """The address of the cluster that runs on this machine, as Ray remembers it; it may have died since."""
    with suppress(ImportError):
        from ray._private.services import canonicalize_bootstrap_address_or_die as find

        try:
            return str(find(address))
        except ConnectionError as error:
            raise RailbirdError(_reason(error, address)) from None
    return ""


def cluster_cores(address: str) -> int:
    """How many cores a cluster has for tasks."""
    return int(connected(address).cluster_resources().get("CPU", 0))


def disconnect() -> None:
    """Leave the cluster that this process is connected to, if any."""
    global _connected
    if _connected is not None:
        import ray

        _connected = None
        ray.shutdown()


def check_cluster(address: str) -> None:
    """Raise RailbirdError if a cluster cannot be reached, or has no core for tasks."""
    if not cluster_cores(address):
        where = f" at {address}" if address else ""
        raise RailbirdError(
            f"the Ray cluster{where} has no core for tasks: add a node that has some, with ray start "
            "--address=HOST:PORT"
        )


def _check_listening(address: str) -> None:
    """Raise RailbirdError unless something listens at an address: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix(CLIENT).rpartition(":")
    if not (host and colon and port.isascii() and port.isdecimal() and int(port) < 1 << 16):
        raise RailbirdError(
            f"the address of a Ray cluster is HOST:PORT, ray://HOST:PORT or auto, not {quoted(address)}"
        )
    try:
        with socket.create_connection((host.strip("[]"), int(port)), timeout=PATIENCE) as tried:
            tried.sendall(_HTTP2)
            answer = tried.recv(9)
    except (OSError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise RailbirdError(f"no Ray cluster answers at {address}: {why}") from None
    if answer[3:4] != _SETTINGS:
        raise RailbirdError(f"what answers at {address} is not a Ray cluster")


_HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + bytes(3) + b"\x04" + bytes(5)
"""How every client of Ray begins: the preface of HTTP/2, and an empty frame of settings."""
_SETTINGS = b"\x04"
"""The type of the frame with which every server of Ray answers."""


def _connect(ray: Any, address: str) -> None:
    logging.getLogger("ray").setLevel(logging.CRITICAL)
    _silence()
    quiet = {"log_to_driver": False, "configure_logging": False, "logging_level": logging.CRITICAL}
    try:
        ray.init(address=address, **quiet)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # Ray exits when it has waited for long enough
        with suppress(Exception):
            ray.shutdown()
        raise RailbirdError(_reason(error, address)) from None
    atexit.register(disconnect)


def _silence() -> None:
    """Keep Ray from printing news about nodes to standard output, where results go."""
    with suppress(ImportError, AttributeError):
        from ray._private import worker

        worker.print_to_stdstream = lambda *_, **__: None


def _reason(error: BaseException, address: str) -> str:
    """Why there is no connection, in one line with a remedy."""
    text = " ".join(str(error).split())
    where = "this machine" if address == "auto" else address
    if isinstance(error, SystemExit):
        return f"what answers at {where} is not a Ray cluster"
    if "ersion mismatch" in text:
        return f"Ray or Python differ between this machine and the cluster at {where}: {_versions(text)}"
    if "ray[client]" in text:
        return f'{address} needs the client of Ray: pip install "ray[client]"'
    if address == "auto" and isinstance(error, ConnectionError):
        return "no Ray cluster runs on this machine: start one with ray start --head, or name one with --ray HOST:PORT"
    return f"there is no connection to the Ray cluster at {where}: {text[:300]}"


def _versions(text: str) -> str:
    return text[text.index("ersion mismatch") + len("ersion mismatch") :].lstrip(": ")[:300]

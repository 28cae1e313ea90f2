"""The process that computes what tools ask for: it can be ended at any time, and writes nothing to standard output."""

from __future__ import annotations

from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from railbird.agent.clock import Beacon
from railbird.mcp import computing, looking_up
from railbird.tables.processes import serve

ENTRY = "railbird.mcp.worker:work"
JOBS: dict[str, Callable[..., Any]] = {
    "equity": computing.compute_equity,
    "strength": computing.compute_strength,
    "solve": computing.solve,
    "list": looking_up.list_stored,
    "show": looking_up.show_hand,
    "explain": looking_up.explain_hand,
    "advise": looking_up.advise,
}


def work(connection: Connection, _: Beacon) -> None:
    """The main loop of the process: a question is the name of a job, and its arguments."""

    def answer(question: tuple[str, tuple[Any, ...]]) -> Any:
        job, arguments = question
        return JOBS[job](*arguments)

    serve(connection, answer)

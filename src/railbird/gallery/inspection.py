"""The process that loads other people's bots and answers the inspector's questions about them."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any

from railbird.agent.failure import failure_text
from railbird.errors import RailbirdError, quoted
from railbird.gallery.inspector import SEEN, Description
from railbird.gallery.spec import load_bot
from railbird.game import parse_game


def serve(connection: Connection, shared: memoryview[Any]) -> None:
    """Answer questions in the other process until the connection is closed."""
    while True:
        try:
            text, what, *more = connection.recv()
        except (EOFError, OSError):
            os._exit(0)
        try:
            answer = (True, _answer(text, what, *more))
        except RailbirdError as error:
            answer = (False, str(error))
        except BaseException as error:
            answer = (False, f"{quoted(text, 200)} cannot be loaded: {failure_text(error)}")
        connection.send(answer)


def _answer(text: str, what: str, more: str) -> Description | str | None:
    if what == "refusal":
        return load_bot(text, model_state=SEEN).refusal(parse_game(more))
    spec = load_bot(text, model_state=more)
    return spec.name, dict(spec.options), spec.fingerprint, spec.traits, spec.model

"""Checks other people's bots in a separate process, which can be killed whatever they do."""

from __future__ import annotations

import os
from collections.abc import Sequence
from multiprocessing.connection import Connection

from railbird._child import Child, end_with_parent
from railbird._progress import Progress, report_nothing
from railbird.agent.check import CLOCK, BotReport, Check, check_bot
from railbird.agent.clock import Beacon, Watch
from railbird.agent.failure import failure_text
from railbird.errors import RailbirdError
from railbird.gallery.spec import BotSpec, load_bot
from railbird.game import Game, parse_game


def check_spec(
    spec: BotSpec,
    *,
    games: Sequence[Game] | None = None,
    hands: int = 200,
    seed: int = 0,
    progress: Progress = report_nothing,
) -> BotReport:
    """Run ``check_bot`` on the bot of a spec."""
    if not spec.foreign:
        return check_bot(spec.make, games=games, hands=hands, seed=seed, progress=progress)
    child = Child("railbird.gallery.checking:serve")
    watch = Watch(child.shared)
    try:
        child.connection.send((str(spec), None if games is None else [str(game) for game in games], hands, seed))
        while True:
            if not child.connection.poll(0.1):
                if seconds := watch.overdue():
                    return _failed(f"did not respond for {seconds:.0f} seconds and could not be interrupted")
                continue
            message = child.connection.recv()
            if isinstance(message, BotReport):
                return message
            progress(message)
    except (EOFError, OSError):
        return _failed(f"ended its process ({child.ending()})")
    finally:
        child.close()


def _failed(what: str) -> BotReport:
    return BotReport((Check("leaves its process intact", False, what),))


def serve(connection: Connection, beacon: Beacon) -> None:
    """Run the checks in the other process."""
    end_with_parent()
    CLOCK.show_on(beacon)
    text, games, hands, seed = connection.recv()
    try:
        spec = load_bot(text)
        chosen = None if games is None else [parse_game(game) for game in games]
        report = check_bot(spec.make, games=chosen, hands=hands, seed=seed, progress=connection.send)
    except RailbirdError as error:
        report = _failed(str(error))
    except BaseException as error:
        report = _failed(failure_text(error))
    connection.send(report)
    os._exit(0)  # ends at once, whatever threads and exit handlers the bot has left

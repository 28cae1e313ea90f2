"""The legs of a match, played in this process or in several."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Event
from typing import Any

from railbird.arena.definition import Leg, MatchDefinition, define_match
from railbird.arena.keeper import LegState
from railbird.arena.leg import Chunk, LegRunner
from railbird.errors import MatchError, RailbirdError

CHUNK_SECONDS = 1.0
"""Hands are handed over to be kept after so long, so that not more is lost if everything stops."""

Keep = Callable[[Chunk], None]


def play_here(
    definition: MatchDefinition,
    legs: list[LegState],
    keep: Keep,
    stop: Event,
    chunk_seconds: float = CHUNK_SECONDS,
) -> None:
    """Play legs one after the other."""
    by_number = {leg.number: leg for leg in definition.legs()}
    for state in legs:
        if stop.is_set():
            return
        runner = _runner(definition, by_number, state)
        finished = False
        while not finished and not stop.is_set():
            chunk = runner.run(chunk_seconds, stop.is_set)
            keep(chunk)
            finished = chunk.finished


def _runner(definition: MatchDefinition, legs: dict[int, Leg], state: LegState) -> LegRunner:
    """What goes on with a leg from where it is."""
    return LegRunner(definition, legs[state.number], start=state.done, before=state.before, learned=state.learned)


def play_on_workers(
    definition: MatchDefinition,
    legs: list[LegState],
    keep: Keep,
    stop: Event,
    workers: int,
    chunk_seconds: float = CHUNK_SECONDS,
) -> None:
    """Play legs in other processes, which hand over what they have played."""
    context = multiprocessing.get_context("spawn")
    told_to_stop = context.Event()
    waiting = list(reversed(legs))
    team: dict[Connection, BaseProcess] = {}
    try:
        for _ in range(workers):
            ours, theirs = context.Pipe()
            worker = context.Process(
                target=_work,
                args=(theirs, told_to_stop, definition.to_json(), chunk_seconds),
                daemon=True,
            )
            with _ignoring_interrupts():
                worker.start()
            theirs.close()
            team[ours] = worker
            ours.send(waiting.pop())
        while team:
            if stop.is_set():
                told_to_stop.set()
            for ready in wait(list(team), timeout=0.1):
                assert isinstance(ready, Connection)
                chunk, waits = _received(ready, team[ready])
                keep(chunk)
                if waits:
                    task = waiting.pop() if waiting and not told_to_stop.is_set() else None
                    ready.send(task)
                    if task is None:
                        team.pop(ready).join()
                        ready.close()
    finally:
        for connection, left in team.items():
            connection.close()
            left.terminate()
            left.join()


@contextmanager
def _ignoring_interrupts() -> Iterator[None]:
    """What is started here ignores Ctrl-C from its first moment: this process decides when to stop."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _received(connection: Connection, worker: BaseProcess) -> tuple[Chunk, bool]:
    """What a worker hands over, and whether it waits for more work."""
    try:
        message = connection.recv()
    except (EOFError, OSError):
        worker.join()
        raise MatchError(
            f"a worker process died with exit code {worker.exitcode}; a bot may have ended it. What was kept before is "
            "safe, and railbird match --resume goes on from there"
        ) from None
    if isinstance(message, RailbirdError):
        raise message
    chunk, waits = message
    return chunk, waits


def _work(
    connection: Connection,
    told_to_stop: Any,
    definition_json: dict[str, Any],
    chunk_seconds: float,
) -> None:
    """What a worker does: leg after leg, until there are no more, or nobody listens any longer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        definition = define_match(definition_json)
        by_number = {leg.number: leg for leg in definition.legs()}
        while (state := connection.recv()) is not None:
            runner = _runner(definition, by_number, state)
            ended = False
            while not ended:
                chunk = runner.run(chunk_seconds, told_to_stop.is_set)
                ended = chunk.finished or told_to_stop.is_set()
                connection.send((chunk, ended))
    except RailbirdError as error:
        connection.send(error)
    except (BrokenPipeError, ConnectionResetError, EOFError):
        os._exit(1)

"""The legs of one match or of several, played in this process or in others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from threading import Event
from typing import Any, NamedTuple, Protocol

from railbird.arena.definition import MatchDefinition, define_match
from railbird.arena.keeper import LegState
from railbird.arena.leg import Chunk, LegRunner
from railbird.errors import MatchError, RailbirdError

CHUNK_SECONDS = 1.0
"""Hands are handed over to be kept after so long, so that not more is lost if everything stops."""

Keep = Callable[[int, Chunk], None]
"""Keeps hands of the match of a number."""


class Task(NamedTuple):
    """A leg that is to be played up to some hand."""

    match: int
    """The number of its match, among those that the team knows."""
    state: LegState
    upto: int


class Team(Protocol):
    """Those who play the legs of matches."""

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        """Play legs, and hand over what was played, until told to stop."""

    def go_home(self) -> None:
        """There is nothing more to play."""


@contextmanager
def team_of(matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float = CHUNK_SECONDS) -> Iterator[Team]:
    """This process, or as many others as there are workers."""
    team: Team = Workers(matches, workers, chunk_seconds) if workers > 1 else Alone(matches, chunk_seconds)
    try:
        yield team
    finally:
        team.go_home()


class Alone:
    """Plays in this process, one leg after the other."""

    def __init__(self, matches: Sequence[MatchDefinition], chunk_seconds: float) -> None:
        self._matches = matches
        self._chunk_seconds = chunk_seconds

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        for match, state, upto in tasks:
            if stop.is_set():
                return
            runner = _runner(self._matches[match], state)
            ended = False
            while not ended and not stop.is_set():
                chunk = runner.run(self._chunk_seconds, stop.is_set, upto)
                keep(match, chunk)
                ended = chunk.finished or runner.next_hand >= upto

    def go_home(self) -> None:
        pass


def _runner(definition: MatchDefinition, state: LegState) -> LegRunner:
    """What goes on with a leg from where it is."""
    leg = definition.leg(state.number)
    return LegRunner(definition, leg, start=state.done, before=state.before, learned=state.learned)


class Workers:
    """Play in other processes, which are started when there is something to play for them."""

    def __init__(self, matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._told_to_stop = self._context.Event()
        self._arguments = (self._told_to_stop, [match.to_json() for match in matches], chunk_seconds)
        self._most = workers
        self._team: dict[Connection, BaseProcess] = {}

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        waiting = list(reversed(tasks))
        while len(self._team) < min(self._most, len(tasks)):
            self._hire()
        busy = {}
        for connection in self._team:
            if waiting:
                busy[connection] = waiting.pop()
                _send(connection, busy[connection])
        while busy:
            if stop.is_set():
                self._told_to_stop.set()
            for ready in wait(list(busy), timeout=0.1):
                assert isinstance(ready, Connection)
                chunk, waits = _received(ready, self._team[ready])
                keep(busy[ready].match, chunk)
                if not waits:
                    continue
                if waiting and not self._told_to_stop.is_set():
                    busy[ready] = waiting.pop()
                    _send(ready, busy[ready])
                else:
                    del busy[ready]

    def _hire(self) -> None:
        ours, theirs = self._context.Pipe()
        worker = self._context.Process(target=_work, args=(theirs, *self._arguments), daemon=True)
        with _ignoring_interrupts():
            worker.start()
        theirs.close()
        self._team[ours] = worker

    def go_home(self) -> None:
        for connection, worker in self._team.items():
            connection.close()
            worker.terminate()
            worker.join()
        self._team.clear()


def _send(connection: Connection, task: Task) -> None:
    with suppress(BrokenPipeError, ConnectionResetError):  # who died says so when it is listened to
        connection.send(task)


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
            "safe, and --resume goes on from there"
        ) from None
    if isinstance(message, RailbirdError):
        raise message
    chunk, waits = message
    return chunk, waits


def _work(connection: Connection, told_to_stop: Any, matches: list[dict[str, Any]], chunk_seconds: float) -> None:
    """What a worker does: leg after leg, until nobody listens any longer."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        defined: dict[int, MatchDefinition] = {}
        while True:
            match, state, upto = connection.recv()
            if match not in defined:
                defined[match] = define_match(matches[match])
            runner = _runner(defined[match], state)
            ended = False
            while not ended:
                chunk = runner.run(chunk_seconds, told_to_stop.is_set, upto)
                ended = chunk.finished or runner.next_hand >= upto or told_to_stop.is_set()
                connection.send((chunk, ended))
    except RailbirdError as error:
        connection.send(error)
    except (BrokenPipeError, ConnectionResetError, EOFError):
        os._exit(1)

"""Playing the legs of one or several matches, in this process or in worker processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from multiprocessing.connection import Connection, wait
from threading import Event
from typing import Any, NamedTuple, Protocol

from railbird._child import Child, end_with_parent
from railbird.agent.clock import ENTRANT, HAND, MILLISECONDS, Beacon, Clock, Watch
from railbird.agent.failure import failure_text
from railbird.arena.definition import Leg, MatchDefinition, define_match, loaded_bot
from railbird.arena.leg import LOADING, Chunk, LegRunner
from railbird.arena.match_record import LegState
from railbird.errors import BrokenBotError, MatchError, RailbirdError
from railbird.gallery import BotSpec

CHUNK_SECONDS = 1.0
"""Seconds after which played hands are handed over to be saved: the most that is lost in a crash."""

Keep = Callable[[int, Chunk], None]
"""Saves a chunk of the match of a number."""


class Task(NamedTuple):
    """A leg to play, up to some hand."""

    match: int
    """The index of its match in the team's list."""
    leg: Leg
    state: LegState
    upto: int


class Team(Protocol):
    """Plays the legs of matches."""

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        """Play legs and pass each chunk to ``keep``, until ``stop`` is set."""

    def close(self) -> None:
        """Release the workers."""


@contextmanager
def team_of(matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float = CHUNK_SECONDS) -> Iterator[Team]:
    """A team of worker processes; with one worker, this process if all bots are Railbird's own.

    Foreign code runs in a process that can always be ended. Classes defined in this process can be played only here.
    """
    bots = {entrant.bot.name: entrant.bot for match in matches for entrant in match.entrants}
    local = [name for name, bot in bots.items() if bot.local]
    if local and workers > 1:
        raise MatchError(
            f"{', '.join(local)} is a class of this process, which worker processes cannot load: use workers=1, or "
            "save it in a file and name it FILE.py:CLASS"
        )
    alone = workers <= 1 and (local or not any(bot.foreign for bot in bots.values()))
    team: Team = Alone(matches, chunk_seconds) if alone else Workers(matches, max(workers, 1), chunk_seconds)
    try:
        yield team
    finally:
        team.close()


class Alone:
    """Plays in this process, one leg after the other."""

    def __init__(self, matches: Sequence[MatchDefinition], chunk_seconds: float) -> None:
        self._matches = matches
        self._chunk_seconds = chunk_seconds

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        for match, leg, state, upto in tasks:
            if stop.is_set():
                return
            runner = _runner(self._matches[match], leg, state)
            ended = False
            while not ended and not stop.is_set():
                chunk = runner.run(self._chunk_seconds, stop.is_set, upto)
                keep(match, chunk)
                ended = chunk.finished or runner.next_hand >= upto

    def close(self) -> None:
        pass


def _runner(definition: MatchDefinition, leg: Leg, state: LegState, beacon: Beacon | None = None) -> LegRunner:
    """Return a runner that continues a leg from its state."""
    return LegRunner(definition, leg, start=state.done, before=state.before, learned=state.learned, beacon=beacon)


class Workers:
    """Plays in worker processes, which are started on demand."""

    def __init__(self, matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float) -> None:
        self._matches = matches
        # Workers know the seeds of their legs, but not the seed of the match, from which all others follow.
        self._hello = ([{**match.to_json(), "seed": 0} for match in matches], chunk_seconds)
        self._most = workers
        self._team: dict[Connection, _Worker] = {}

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        waiting = list(reversed(tasks))
        while len(self._team) < min(self._most, len(tasks)):
            self._start_worker()
        busy = {}
        for connection, worker in self._team.items():
            if waiting:
                busy[connection] = worker
                worker.begin(waiting.pop())
        stopping = False
        while busy:
            if stop.is_set() and not stopping:
                stopping = True
                for worker in busy.values():
                    worker.send(None)
            ready = wait(list(busy), timeout=0.1)
            for worker in busy.values():
                if worker.child.connection not in ready:
                    worker.check_time(self._matches)
            for connection in [each for each in busy if each in ready]:
                worker = busy[connection]
                chunk, waits = worker.receive(self._matches)
                keep(worker.task.match, chunk)
                if not waits:
                    continue
                if waiting and not stopping:
                    worker.begin(waiting.pop())
                else:
                    del busy[connection]

    def _start_worker(self) -> None:
        worker = _Worker(Child("railbird.arena.workers:work"))
        worker.send(self._hello)
        self._team[worker.child.connection] = worker

    def close(self) -> None:
        for worker in self._team.values():
            worker.child.close()
        self._team.clear()


class _Worker:
    """A worker as its parent sees it."""

    def __init__(self, child: Child) -> None:
        self.child = child
        self.task: Task
        self._watch = Watch(child.shared)

    def send(self, message: Any) -> None:
        with suppress(OSError):  # a dead worker is noticed when its answer is read
            self.child.connection.send(message)

    def begin(self, task: Task) -> None:
        self.task = task
        self.send(task)

    def receive(self, matches: Sequence[MatchDefinition]) -> tuple[Chunk, bool]:
        """Receive a chunk, and whether the worker waits for more work."""
        try:
            message = self.child.connection.recv()
        except BlockingIOError:  # bots can write to any open file of their process
            raise BrokenBotError(f"{self._suspects(matches)} sent something that is not a result") from None
        except (EOFError, OSError):
            raise BrokenBotError(
                f"{self._suspects(matches)} ended the worker process ({self.child.ending()})"
            ) from None
        except Exception as error:
            what = failure_text(error)
            raise BrokenBotError(f"{self._suspects(matches)} sent something that is not a result ({what})") from None
        if isinstance(message, RailbirdError):
            raise message
        if isinstance(message, str):
            raise BrokenBotError(f"{self._suspects(matches)} broke the worker process: {message}")
        chunk, waits = message
        return chunk, waits

    def check_time(self, matches: Sequence[MatchDefinition]) -> None:
        """Raise BrokenBotError if the same bot has been running for much too long."""
        if waited := self._watch.overdue():
            allowed = self.child.shared[MILLISECONDS] / 1000
            late = f"did not answer for {waited:.1f} seconds (the limit is {allowed:g}), and could not be interrupted"
            raise BrokenBotError(f"{self._suspects(matches)} {late}")

    def _suspects(self, matches: Sequence[MatchDefinition]) -> str:
        """The bot that was running, or else all bots that may have caused it."""
        entrants = matches[self.task.match].entrants
        acting = self.child.shared[ENTRANT]
        if 1 <= acting <= len(entrants):
            hand = self.child.shared[HAND]
            when = f", in hand {hand:,} of leg {self.task.state.number + 1}," if hand else ""
            return _name(entrants[acting - 1].player, entrants[acting - 1].bot) + when
        foreign = [each for each in entrants if each.bot.foreign] or entrants
        return " or ".join(_name(each.player, each.bot) for each in foreign)


def _name(player: str, bot: BotSpec) -> str:
    return player if player == str(bot) else f"{player} ({bot})"


def work(connection: Connection, beacon: Beacon) -> None:
    """The main loop of a worker: play legs until the connection closes."""
    end_with_parent()
    try:
        matches, chunk_seconds = connection.recv()
        loaded: dict[int, MatchDefinition] = {}
        while True:
            task = connection.recv()
            if task is None:  # a stop request that arrived while idle
                continue
            match, leg, state, upto = task
            if match not in loaded:
                loaded[match] = _loaded_match(matches[match], beacon)
            runner = _runner(loaded[match], leg, state, beacon)
            ended = False
            while not ended:
                chunk = runner.run(chunk_seconds, connection.poll, upto)
                stopped = connection.poll() and connection.recv() is None
                ended = chunk.finished or runner.next_hand >= upto or stopped
                connection.send((chunk, ended))
    except RailbirdError as error:
        connection.send(error)
    except (EOFError, OSError):
        os._exit(1)
    except BaseException as error:  # bots can break the code that runs them
        connection.send(failure_text(error))
    sys.stderr.flush()
    os._exit(0)  # ignore threads and exit handlers that bots have left


def _loaded_match(data: Mapping[str, Any], beacon: Beacon) -> MatchDefinition:
    """Return a match with its bots loaded into this process; the parent has checked that they play the game."""
    clock = Clock(LOADING, __name__, beacon)

    def load(number: int, each: Mapping[str, Any]) -> BotSpec:
        clock.begin(number)
        bot = loaded_bot(number, each)
        clock.end()
        return bot

    with redirect_stdout(sys.stderr):
        return define_match(data, load)

"""The legs of one match or of several, played in this process or in others."""

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
"""Hands are handed over to be kept after so long, so that not more is lost if everything stops."""

Keep = Callable[[int, Chunk], None]
"""Keeps hands of the match of a number."""


class Task(NamedTuple):
    """A leg that is to be played up to some hand."""

    match: int
    """The number of its match, among those that the team knows."""
    leg: Leg
    state: LegState
    upto: int


class Team(Protocol):
    """Those who play the legs of matches."""

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        """Play legs, and hand over what was played, until told to stop."""

    def close(self) -> None:
        """There is nothing more to play."""


@contextmanager
def team_of(matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float = CHUNK_SECONDS) -> Iterator[Team]:
    """As many other processes as there are workers; with one worker this process, if all bots are Railbird's own.

    Code of other people is run in a process that can be ended whatever it does. Classes that only this process knows
    can be played nowhere else.
    """
    bots = {entrant.bot.name: entrant.bot for match in matches for entrant in match.entrants}
    local = [name for name, bot in bots.items() if bot.local]
    if local and workers > 1:
        raise MatchError(
            f"{', '.join(local)} is a class of this process, which other processes cannot load: play it with "
            "workers=1, or put it into a file and name it FILE.py:CLASS"
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
    """What goes on with a leg from where it is."""
    return LegRunner(definition, leg, start=state.done, before=state.before, learned=state.learned, beacon=beacon)


class Workers:
    """Play in other processes, which are started when there is something to play for them."""

    def __init__(self, matches: Sequence[MatchDefinition], workers: int, chunk_seconds: float) -> None:
        self._matches = matches
        # Workers know the seeds of their legs, but not that of the match, from which those of all legs follow.
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
        with suppress(OSError):  # who died says so when it is listened to
            self.child.connection.send(message)

    def begin(self, task: Task) -> None:
        self.task = task
        self.send(task)

    def receive(self, matches: Sequence[MatchDefinition]) -> tuple[Chunk, bool]:
        """What it hands over, and whether it waits for more work."""
        try:
            message = self.child.connection.recv()
        except BlockingIOError:  # bots can write to whatever their process has opened
            raise BrokenBotError(f"{self._suspects(matches)} sent something that is not a result") from None
        except (EOFError, OSError):
            raise BrokenBotError(
                f"{self._suspects(matches)} ended the process that played ({self.child.ending()})"
            ) from None
        except Exception as error:
            what = failure_text(error)
            raise BrokenBotError(f"{self._suspects(matches)} sent something that is not a result ({what})") from None
        if isinstance(message, RailbirdError):
            raise message
        if isinstance(message, str):
            raise BrokenBotError(f"{self._suspects(matches)} broke the process that played: {message}")
        chunk, waits = message
        return chunk, waits

    def check_time(self, matches: Sequence[MatchDefinition]) -> None:
        """Give up if the same bot has been at work for much too long."""
        if waited := self._watch.overdue():
            allowed = self.child.shared[MILLISECONDS] / 1000
            late = f"did not answer for {waited:.1f} seconds (it has {allowed:g}), and could not be interrupted"
            raise BrokenBotError(f"{self._suspects(matches)} {late}")

    def _suspects(self, matches: Sequence[MatchDefinition]) -> str:
        """The bot at work, or else those that may have done it."""
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
    """What a worker does: leg after leg, until nobody listens any longer."""
    end_with_parent()
    try:
        matches, chunk_seconds = connection.recv()
        defined: dict[int, MatchDefinition] = {}
        while True:
            task = connection.recv()
            if task is None:  # told to stop while it had nothing to do
                continue
            match, leg, state, upto = task
            if match not in defined:
                defined[match] = _defined(matches[match], beacon)
            runner = _runner(defined[match], leg, state, beacon)
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
    except BaseException as error:  # a bot can reach into what plays it
        connection.send(failure_text(error))
    sys.stderr.flush()
    os._exit(0)  # whatever threads and exit handlers bots have left


def _defined(data: Mapping[str, Any], beacon: Beacon) -> MatchDefinition:
    """A match whose bots are loaded into this process; the parent has asked already whether they play the game."""
    clock = Clock(LOADING, __name__, beacon)

    def load(number: int, each: Mapping[str, Any]) -> BotSpec:
        clock.begin(number)
        bot = loaded_bot(number, each)
        clock.end()
        return bot

    with redirect_stdout(sys.stderr):
        return define_match(data, load)

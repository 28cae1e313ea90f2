"""Playing a match: its legs on all cores, every finished piece kept, and what comes of it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from railbird.agent.clock import StopNow
from railbird.arena.definition import MatchDefinition
from railbird.arena.keeper import Keeper
from railbird.arena.leg import Chunk
from railbird.arena.results import MatchResult, Payoffs, match_result
from railbird.arena.workers import CHUNK_SECONDS, play_here, play_on_workers

Report = Callable[[Payoffs], None]


def play_match(
    definition: MatchDefinition,
    *,
    keeper: Keeper | None = None,
    workers: int = 1,
    chunk_seconds: float = CHUNK_SECONDS,
    report: Report = lambda _: None,
) -> MatchResult:
    """Play a match, or what is left of it, and keep it.

    The result depends on the definition alone, not on the number of workers or on interruptions. After Ctrl-C, or when
    ``report`` asks for no more by raising ``StopIteration``, what was played so far is kept and the result is of that.
    """
    keeper = keeper or Keeper(definition)
    payoffs = keeper.payoffs()
    left = [state for state in keeper.states() if not state.finished]
    stop = threading.Event()

    ended = 0

    def keep(chunk: Chunk) -> None:
        nonlocal ended
        keeper.keep(chunk)
        ended += chunk.finished
        payoffs.add(chunk.leg, chunk.payoffs, finished=chunk.finished)
        try:
            report(payoffs)
        except StopIteration:
            stop.set()

    with _stopping(stop):
        if workers <= 1 or len(left) <= 1:
            play_here(definition, left, keep, stop, chunk_seconds)
        else:
            play_on_workers(definition, left, keep, stop, min(workers, len(left)), chunk_seconds)
    return match_result(payoffs, match=keeper.match, faults=tuple(keeper.faults()), finished=ended == len(left))


@contextmanager
def _stopping(stop: threading.Event) -> Iterator[None]:
    """Ctrl-C stops after the hand that is being played, a second one at once, a third whatever a bot does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    pressed = 0

    def interrupted(number: int, _: object) -> None:
        nonlocal pressed
        pressed += 1
        if pressed >= 3:
            os._exit(130)
        if stop.is_set():
            raise StopNow
        stop.set()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    except StopNow:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, before)

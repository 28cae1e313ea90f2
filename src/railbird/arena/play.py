"""Playing a match: its legs on all cores, every finished piece kept, and what comes of it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

import numpy as np
from numpy.typing import NDArray

from railbird.agent.clock import StopNow
from railbird.arena.definition import Adjustment, BotLike, MatchDefinition, MatchOptions, match_of
from railbird.arena.evidence import Evidence, evidence_of
from railbird.arena.leg import Chunk
from railbird.arena.match_record import LegState, MatchRecord
from railbird.arena.results import MatchResult, MatchStatus, Payoffs, match_result
from railbird.arena.stages import Stage, outcome_bounds, planned_samples, sample_bounds, stages_of
from railbird.arena.workers import CHUNK_SECONDS, Task, team_of
from railbird.errors import MatchError
from railbird.stats.sequential import BetterThan, Precision

if TYPE_CHECKING:
    from railbird.store import StoredMatch

Report = Callable[[Payoffs], None]


def play_match(
    match: MatchDefinition | Sequence[BotLike],
    *,
    record: MatchRecord | None = None,
    workers: int = 1,
    chunk_seconds: float = CHUNK_SECONDS,
    report: Report = lambda _: None,
    on_stop: Callable[[], None] = lambda: None,
    **options: Unpack[MatchOptions],
) -> MatchResult:
    """Play a match, or what is left of it, and keep it.

    A match is its definition, or just its bots, as texts, classes or bots: ``play_match([MyBot, "simple"])``, with
    ``options`` such as ``game`` and ``hands`` (``match_of``).

    The result depends on the definition alone, not on the number of workers or on interruptions. A match that may stop
    early is looked at after fixed numbers of hands. After Ctrl-C, or when
    ``report`` asks for no more by raising ``StopIteration``, what was played so far is kept and the result is of that.
    ``on_stop`` is called when Ctrl-C is pressed for the first time.
    """
    if isinstance(match, MatchDefinition):
        if options:
            raise MatchError(f"a definition says everything: {', '.join(options)} cannot be given beside it")
        definition = match
    else:
        definition = match_of(match, **options)
    record = record or MatchRecord(definition)
    payoffs = record.payoffs()
    states = {state.number: state for state in record.states()}
    evidence = evidence_of(record, payoffs)
    stop = threading.Event()

    def keep(_: int, chunk: Chunk) -> None:
        record.add(chunk)
        state = states[chunk.leg]
        states[chunk.leg] = replace(
            state, done=state.done + len(chunk.hands), finished=chunk.finished, learned=chunk.learned
        )
        payoffs.add(chunk.leg, chunk.payoffs, finished=chunk.finished)
        if evidence is not None:
            evidence.add(chunk.leg, chunk.hands)
        try:
            report(payoffs)
        except StopIteration:
            stop.set()

    verdict = None
    most = min(workers, sum(not state.finished for state in states.values()))
    with stopping(stop, on_stop), team_of([definition], most, chunk_seconds) as team:
        for stage in stages_of(definition):
            if _is_past(stage, states):
                continue
            left = [state for state in _part(stage, states) if _is_left(stage, state)]
            team.play([Task(0, definition.leg(state.number), state, stage.upto) for state in left], keep, stop)
            if any(_is_left(stage, state) for state in _part(stage, states)):
                break
            verdict = look(payoffs, evidence)
            if verdict is not None:
                record.conclude(verdict)
            if verdict is not None or stop.is_set():
                break
    finished = verdict is not None or all(state.finished for state in states.values())
    status = MatchStatus(
        match=record.match,
        faults=tuple(record.faults()),
        finished=finished,
        verdict=verdict,
        thinking=record.thinking(),
    )
    return _result(payoffs, evidence, status)


def kept_result(record: MatchRecord, stored: StoredMatch) -> tuple[MatchResult, Payoffs]:
    """What came of a match of the store."""
    payoffs = record.payoffs()
    evidence = evidence_of(record, payoffs)
    status = MatchStatus(
        match=stored.id,
        faults=tuple(record.faults()),
        finished=stored.finished,
        verdict=stored.verdict or (look(payoffs, evidence) if stored.finished else None),
        thinking=record.thinking(),
    )
    return _result(payoffs, evidence, status), payoffs


def _result(payoffs: Payoffs, evidence: Evidence | None, status: MatchStatus) -> MatchResult:
    adjusted = None if evidence is None else evidence.samples(by_replicate=payoffs.definition.by_replicate)
    return match_result(payoffs, status, adjusted=adjusted, anytime=_anytime(payoffs, evidence))


def _part(stage: Stage, states: Mapping[int, LegState]) -> list[LegState]:
    return [states[number] for number in range(stage.legs)]


def _is_left(stage: Stage, state: LegState) -> bool:
    return not state.finished and state.done < stage.upto


def _is_past(stage: Stage, states: Mapping[int, LegState]) -> bool:
    """Was more played than this stage? Then the results were looked at after it, and did not stop the match."""
    beyond = any(state.done for number, state in states.items() if number >= stage.legs)
    return beyond or any(state.done > stage.upto for state in _part(stage, states))


def look(payoffs: Payoffs, evidence: Evidence | None) -> str | None:
    """What the rule that stops a match says of what was played so far; None if it does not stop."""
    definition = payoffs.definition
    if definition.stop is None:
        return None
    samples = judged_samples(payoffs, evidence)
    bounds_of = outcome_bounds if isinstance(definition.stop, Precision) else sample_bounds
    return definition.stop.verdict(samples, planned_samples(definition), bounds_of(definition))


def judged_samples(payoffs: Payoffs, evidence: Evidence | None) -> NDArray[np.float64]:
    """The samples by which a match is stopped, in the order in which they were made.

    Where only bounds are known of them they are what was won, since adjusted samples have none.
    """
    definition = payoffs.definition
    bounded = sample_bounds(definition) is not None and definition.adjust in (
        Adjustment.LUCK,
        Adjustment.AIVAT,
        Adjustment.DIVAT,
    )
    source = payoffs if evidence is None or bounded else evidence
    samples = source.samples(by_replicate=definition.by_replicate)
    return samples if definition.by_replicate else payoffs.as_played(samples)


def _anytime(payoffs: Payoffs, evidence: Evidence | None) -> tuple[tuple[float, float], ...]:
    """Of a match that is stopped by a test: intervals that hold whenever one looks."""
    definition = payoffs.definition
    if not isinstance(definition.stop, BetterThan):
        return ()
    samples = judged_samples(payoffs, evidence)
    planned, bounds = planned_samples(definition), sample_bounds(definition)
    return tuple(definition.stop.interval(column, planned, bounds) for column in samples.T)


@contextmanager
def stopping(stop: threading.Event, on_stop: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Ctrl-C stops after the hand that is being played, a second one at once, a third whatever happens."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    pressed = 0

    def interrupted(number: int, _: object) -> None:
        nonlocal pressed
        pressed += 1
        if pressed >= 3:
            os._exit(130)
        if pressed > 1:
            raise StopNow
        stop.set()
        on_stop()

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    except StopNow:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, before)

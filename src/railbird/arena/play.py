"""Playing a match: its legs on all cores, every finished chunk recorded, and the result."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from railbird._live_progress import LiveBar
from railbird.agent.clock import StopNow
from railbird.arena.backends import WorkersLike
from railbird.arena.definition import Adjustment, MatchDefinition, MatchOptions, match_of
from railbird.arena.entrants import BotLike
from railbird.arena.evidence import Evidence, evidence_of
from railbird.arena.leg import Chunk
from railbird.arena.match_record import LegState, MatchRecord, StoredRecord
from railbird.arena.results import MatchResult, MatchStatus, Payoffs, match_result
from railbird.arena.stages import Stage, outcome_bounds, planned_samples, sample_bounds, stages_of
from railbird.arena.workers import CHUNK_SECONDS, Task, team_of
from railbird.errors import MatchError
from railbird.stats.sequential import BetterThan, Precision

if TYPE_CHECKING:
    from railbird.store import DatabaseUrl, Store, StoredMatch

Report = Callable[[Payoffs], None]


class KeptMatchOptions(MatchOptions, total=False):
    """What a match may say beyond who plays it, and where it is kept."""

    store: Store | str | os.PathLike[str] | DatabaseUrl | None
    """The store, or its path; by default nothing is kept."""
    name: str | None
    """The name of the match in the store."""


def play_match(
    match: MatchDefinition | Sequence[BotLike],
    *,
    record: MatchRecord | None = None,
    workers: WorkersLike = 1,
    progress: bool | None = None,
    chunk_seconds: float = CHUNK_SECONDS,
    report: Report = lambda _: None,
    on_stop: Callable[[], None] = lambda: None,
    **options: Unpack[KeptMatchOptions],
) -> MatchResult:
    """Play a match, or what is left of it.

    A match is its definition, or just its bots, as texts, classes or bots: ``play_match([MyBot, "simple"])``, with
    ``options`` such as ``game``, ``hands``, ``seed`` and ``dealing`` (``KeptMatchOptions``). A ``store`` keeps every
    hand, under a ``name`` if one is given. ``record`` goes on with a match of a store.

    ``workers`` is a number of processes, or ``"ray"`` for a cluster; None for the usual ones. The result depends on the
    definition alone, not on workers or interruptions. Ctrl-C stops the
    match; the result is then of the hands played so far. ``progress`` shows a bar, by default in notebooks and at
    prompts. ``report`` is called with the payoffs so far after each piece of work; it stops the match by raising
    ``StopIteration``. ``on_stop`` is called when Ctrl-C is pressed for the first time.

    >>> result = play_match(["simple", "always-call"], hands=500, seed=1)
    >>> result["simple"].verdict
    'wins'
    """
    store, name = options.pop("store", None), options.pop("name", None)
    if isinstance(match, MatchDefinition):
        if options:
            raise MatchError(f"a match definition already contains {', '.join(options)}: leave the options out")
        definition = match
    else:
        definition = match_of(match, **cast(MatchOptions, options))
    record = record or _new_record(definition, store, name)
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
        bar(payoffs.hands / definition.total_hands, f"{payoffs.hands:,} of {definition.total_hands:,} hands")
        try:
            report(payoffs)
        except StopIteration:
            stop.set()

    verdict = None
    unfinished = sum(not state.finished for state in states.values())
    bar = LiveBar("match", shown=progress)
    with bar, stopping(stop, on_stop), team_of([definition], workers, unfinished, chunk_seconds) as team:
        for stage in stages_of(definition):
            if _is_past(stage, states):
                continue
            left = [state for state in _part(stage, states) if _is_unfinished(stage, state)]
            team.play([Task(0, definition.leg(state.number), state, stage.upto) for state in left], keep, stop)
            if any(_is_unfinished(stage, state) for state in _part(stage, states)):
                break
            verdict = check_stop(payoffs, evidence)
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


def _new_record(
    definition: MatchDefinition, store: Store | str | os.PathLike[str] | DatabaseUrl | None, name: str | None
) -> MatchRecord:
    if store is None:
        return MatchRecord(definition)
    from railbird.store import Store

    return StoredRecord.new(store if isinstance(store, Store) else Store(store), definition, name)


def kept_result(record: MatchRecord, stored: StoredMatch) -> tuple[MatchResult, Payoffs]:
    """The result of a stored match, and its payoffs."""
    payoffs = record.payoffs()
    evidence = evidence_of(record, payoffs)
    status = MatchStatus(
        match=stored.id,
        faults=tuple(record.faults()),
        finished=stored.finished,
        verdict=stored.verdict or (check_stop(payoffs, evidence) if stored.finished else None),
        thinking=record.thinking(),
    )
    return _result(payoffs, evidence, status), payoffs


def _result(payoffs: Payoffs, evidence: Evidence | None, status: MatchStatus) -> MatchResult:
    adjusted = None if evidence is None else evidence.samples(by_replicate=payoffs.definition.by_replicate)
    return match_result(payoffs, status, adjusted=adjusted, anytime=_anytime(payoffs, evidence))


def _part(stage: Stage, states: Mapping[int, LegState]) -> list[LegState]:
    return [states[number] for number in range(stage.legs)]


def _is_unfinished(stage: Stage, state: LegState) -> bool:
    return not state.finished and state.done < stage.upto


def _is_past(stage: Stage, states: Mapping[int, LegState]) -> bool:
    """Whether more than this stage was played: then the results were checked after it, and did not stop the match."""
    beyond = any(state.done for number, state in states.items() if number >= stage.legs)
    return beyond or any(state.done > stage.upto for state in _part(stage, states))


def check_stop(payoffs: Payoffs, evidence: Evidence | None) -> str | None:
    """The verdict of the stop rule on the hands so far; None if the match continues."""
    definition = payoffs.definition
    if definition.stop is None:
        return None
    samples = judged_samples(payoffs, evidence)
    bounds_of = outcome_bounds if isinstance(definition.stop, Precision) else sample_bounds
    return definition.stop.verdict(samples, planned_samples(definition), bounds_of(definition))


def judged_samples(payoffs: Payoffs, evidence: Evidence | None) -> NDArray[np.float64]:
    """The samples that the stop rule uses, in the order in which they were played.

    If the test relies on bounds, they are the plain winnings, since adjusted samples have no bounds.
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
    """Anytime-valid intervals of a match with a stopping test; empty for other matches."""
    definition = payoffs.definition
    if not isinstance(definition.stop, BetterThan):
        return ()
    samples = judged_samples(payoffs, evidence)
    planned, bounds = planned_samples(definition), sample_bounds(definition)
    return tuple(definition.stop.interval(column, planned, bounds) for column in samples.T)


@contextmanager
def stopping(
    stop: threading.Event, on_stop: Callable[[], None] = lambda: None, *, at_once: bool = False
) -> Iterator[None]:
    """Ctrl-C stops after the current hand, a second one ``at_once``, a third one kills the process."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    pressed = int(at_once)

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

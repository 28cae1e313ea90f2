"""Playing the legs of one or several matches: in this process, in worker processes, or on a cluster."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, replace
from threading import Event
from typing import Any, NamedTuple

from railbird.agent.clock import ENTRANT, HAND, Beacon, Clock
from railbird.arena.backends import Perform, Team, WorkersLike, team_for, workers_of
from railbird.arena.definition import Leg, MatchDefinition, StackRule, define_match, loaded_bot
from railbird.arena.leg import LOADING, Chunk, LegRunner
from railbird.arena.match_record import LegState
from railbird.errors import BrokenBotError, MatchError
from railbird.gallery import BotSpec
from railbird.histories.hand_line import HandLine

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


class LegTeam:
    """Plays the legs of matches."""

    def __init__(self, team: Team[Task, Chunk]) -> None:
        self._team = team

    def play(self, tasks: Sequence[Task], keep: Keep, stop: Event) -> None:
        """Play legs and pass each chunk to ``keep``, until ``stop`` is set."""
        for index, chunk in self._team.run(tasks, stop.is_set):
            keep(tasks[index].match, chunk)


@contextmanager
def team_of(
    matches: Sequence[MatchDefinition], workers: WorkersLike, legs: int, chunk_seconds: float = CHUNK_SECONDS
) -> Iterator[LegTeam]:
    """A team that plays this many legs; with one worker, this process if all bots are Railbird's own.

    Foreign code runs in a process that can always be ended. Classes defined in this process can be played only here.
    """
    chosen = workers_of(workers).at_most(max(legs, 1))
    bots = {entrant.bot.name: entrant.bot for match in matches for entrant in match.entrants}
    local = [name for name, bot in bots.items() if bot.local]
    if local and (chosen.remote or chosen.count != 1):
        raise MatchError(
            f"{', '.join(local)} is a class of this process, which worker processes cannot load: use workers=1, or "
            "save it in a file and name it FILE.py:CLASS"
        )
    work = LegWork(matches, chunk_seconds)
    with team_for(work, chosen, apart=not local and any(bot.foreign for bot in bots.values())) as team:
        yield LegTeam(team)


@dataclass(frozen=True, slots=True)
class LegWork:
    """Legs of some matches, as work for a team."""

    matches: Sequence[MatchDefinition]
    chunk_seconds: float
    entry: str = "railbird.arena.workers:legs"
    guarded: bool = True

    @property
    def setup(self) -> tuple[list[dict[str, Any]], float]:
        # Workers know the seeds of their legs, but not the seed of the match, from which all others follow.
        return [{**match.to_json(), "seed": 0} for match in self.matches], self.chunk_seconds

    @property
    def bots(self) -> list[str]:
        return sorted({str(entrant.bot) for match in self.matches for entrant in match.entrants})

    def here(self) -> Perform:
        return _player(self.matches.__getitem__, self.chunk_seconds)

    def rest(self, task: Task, result: Chunk) -> Task:
        match, leg, state, upto = task
        before = state.before
        if self.matches[match].stacks is StackRule.KEPT:
            before = [*before, *(HandLine.parse(line).payoffs for line in result.hands)]
        done = state.done + len(result.hands)
        left = replace(state, done=done, finished=result.finished, learned=result.learned, before=before)
        return Task(match, leg, left, upto)

    def blame(self, task: Task, beacon: Sequence[int], what: str) -> BrokenBotError:
        return BrokenBotError(f"{_suspects(self.matches[task.match], task, beacon)} {what}")


def _suspects(match: MatchDefinition, task: Task, beacon: Sequence[int]) -> str:
    """The bot that was running, or else all bots that may have caused it."""
    entrants = match.entrants
    acting = beacon[ENTRANT] if beacon else 0
    if 1 <= acting <= len(entrants):
        hand = beacon[HAND]
        when = f", in hand {hand:,} of leg {task.state.number + 1}," if hand else ""
        return _name(entrants[acting - 1].player, entrants[acting - 1].bot) + when
    foreign = [each for each in entrants if each.bot.foreign] or entrants
    return " or ".join(_name(each.player, each.bot) for each in foreign)


def _name(player: str, bot: BotSpec) -> str:
    return player if player == str(bot) else f"{player} ({bot})"


def legs(setup: tuple[Sequence[Mapping[str, Any]], float], beacon: Beacon) -> Perform:
    """Plays legs in a worker."""
    matches, chunk_seconds = setup
    loaded: dict[int, MatchDefinition] = {}

    def match_of(number: int) -> MatchDefinition:
        if number not in loaded:
            loaded[number] = _loaded_match(matches[number], beacon)
        return loaded[number]

    return _player(match_of, chunk_seconds, beacon)


def _player(match_of: Callable[[int], MatchDefinition], chunk_seconds: float, beacon: Beacon | None = None) -> Perform:
    def play(task: Task, stopped: Callable[[], bool]) -> Iterator[tuple[Chunk, bool]]:
        match, leg, state, upto = task
        runner = LegRunner(
            match_of(match), leg, start=state.done, before=state.before, learned=state.learned, beacon=beacon
        )
        ended = False
        while not ended:
            chunk = runner.run(chunk_seconds, stopped, upto)
            ended = chunk.finished or runner.next_hand >= upto or stopped()
            yield chunk, ended

    return play


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

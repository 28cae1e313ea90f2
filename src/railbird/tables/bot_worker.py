"""The process in which the bots of a table think. It gets the views of their seats, and nothing else of a hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, Protocol, runtime_checkable

from railbird.agent import Bot, MatchStart, Streams
from railbird.agent.clock import Beacon
from railbird.arena.guard import FAILED, Guard, GuardedBot
from railbird.bots.rezai import Rezai
from railbird.errors import TableError
from railbird.gallery import load_bot
from railbird.game import Action, Event, View, parse_game
from railbird.models.portrait import Portrait
from railbird.policies.rezai.rules import PlayingStyle
from railbird.tables.processes import serve
from railbird.tables.shown_hand import ShownHand

PATIENCE = 60.0
"""Seconds in which a bot must be created."""


class Opening(NamedTuple):
    """The bots of a table, and what they are told when it opens."""

    game: str
    players: tuple[str, ...]
    """By seat; empty seats have a name too."""
    bots: tuple[tuple[str, str], ...]
    """Player id and spec."""
    seed: int
    limit: float
    """Seconds for each decision."""


class Begin(NamedTuple):
    """A hand begins."""

    hand: int
    views: Mapping[str, View]


class Ask(NamedTuple):
    """It is a bot's turn."""

    player: str
    view: View
    events: Sequence[Event]


class End(NamedTuple):
    """A hand is over."""

    views: Mapping[str, View]
    events: Mapping[str, Sequence[Event]]


class About(NamedTuple):
    """What have the bots learned about a player?"""

    player: str


class SetStyle(NamedTuple):
    """A person chooses the style of RezAI at a practice table."""

    player: str
    style: str


Request = Opening | Begin | Ask | End | About | SetStyle


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot does, and why."""

    action: Action
    decision: dict[str, Any] | None
    """The decision as JSON, if it explains itself."""
    faults: list[str] = field(default_factory=list)


@runtime_checkable
class _Knows(Protocol):
    def portraits(self) -> list[Portrait]: ...


class _Hosted(GuardedBot):
    """A bot that sees its hands through views from another process."""

    def __init__(self, bot: Bot, memory: dict[str, Any], number: int, guard: Guard) -> None:
        super().__init__(bot, memory, number, guard)
        self.seen = ShownHand()
        memory["look"] = self.seen.look

    def begin_hand(self, view: View, streams: Streams) -> None:
        self.position = view.position
        self._memory["streams"] = streams
        self.seen.show(view, ())
        self.begin(self.seen)


class BotWorker:
    """Answers requests, one after the other."""

    def __init__(self, opening: Opening, beacon: Beacon | None = None) -> None:
        self._seed = opening.seed
        self._guard = Guard(opening.limit, beacon)
        self._guard.explains = True
        self._bots: dict[str, _Hosted] = {}
        game = parse_game(opening.game)
        with self._guard.clock, self._guard.clock.patient(PATIENCE), redirect_stdout(sys.stderr):
            for number, (player, spec) in enumerate(opening.bots):
                self._guard.clock.begin(number)
                bot = load_bot(spec).make()
                self._guard.clock.end()
                hosted = _Hosted(bot, vars(bot), number, self._guard)
                self._bots[player] = hosted
                seat = opening.players.index(player)
                hosted.call("start_match", MatchStart(game, opening.players, seat))

    def answer(self, request: Request) -> Any:
        """Do what is asked; the result is None, an ``Answer``, texts about faults, or a list of portraits."""
        self._guard.notes.faults.clear()
        self._guard.notes.explained.clear()
        with self._guard.clock, redirect_stdout(sys.stderr):
            match request:
                case Begin():
                    self._guard.hand = request.hand
                    for number, (player, view) in enumerate(request.views.items()):
                        self._bots[player].begin_hand(view, Streams(self._seed, request.hand, number))
                    return self._faults()
                case Ask():
                    return self._asked(request)
                case End():
                    for player, view in request.views.items():
                        self._bots[player].seen.show(view, request.events[player])
                        self._bots[player].end(self._bots[player].seen)
                    return self._faults()
                case About():
                    return self._portraits(request.player)
                case SetStyle():
                    return self._set_style(request)
                case _:
                    raise TableError(f"a bot worker cannot answer {type(request).__name__}")

    def _asked(self, request: Ask) -> Answer:
        bot = self._bots[request.player]
        bot.seen.show(request.view, request.events)
        bot.move(bot.seen)
        assert bot.seen.answer is not None
        explained = self._guard.notes.explained
        decision = json.loads(explained[-1].decision) if explained else None
        return Answer(bot.seen.answer, decision, self._faults())

    def _faults(self) -> list[str]:
        players = list(self._bots)
        return [f"{players[fault.entrant]}: {fault.message}" for fault in self._guard.notes.faults]

    def _portraits(self, about: str) -> list[dict[str, Any]]:
        result = []
        for player, hosted in self._bots.items():
            if not isinstance(hosted.bot, _Knows):
                continue
            portraits = self._guard.call(0, hosted.bot.portraits)
            for portrait in [] if portraits is FAILED else portraits:
                if portrait.player == about:
                    rows = [asdict(each) for each in portrait.frequencies]
                    result.append(
                        {"bot": player, "words": portrait.words, "actions": portrait.actions, "frequencies": rows}
                    )
        return result

    def _set_style(self, request: SetStyle) -> None:
        bot = self._bots[request.player].bot
        if not isinstance(bot, Rezai):
            raise TableError(f"{request.player} has no style to choose")
        bot.play_style(PlayingStyle(request.style) if request.style else None)


def work(connection: Connection, beacon: Beacon) -> None:
    """The main loop of the process."""
    workers: list[BotWorker] = []

    def answer(request: Request) -> Any:
        if isinstance(request, Opening):
            workers[:] = [BotWorker(request, beacon)]
            return None
        return workers[0].answer(request)

    serve(connection, answer)

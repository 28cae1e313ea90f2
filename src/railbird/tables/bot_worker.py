"""The process in which the bots of a table think. It gets the views of their seats, and nothing else of a hand."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass, field
from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from railbird.agent import MatchStart, Streams
from railbird.agent.bot import saved_by
from railbird.agent.clock import Beacon
from railbird.arena.guard import FAILED, FaultKind, Guard
from railbird.arena.shown_bot import ShownBot
from railbird.bots.rezai import Rezai
from railbird.errors import TableError
from railbird.gallery import load_bot
from railbird.game import Action, Event, View, parse_game
from railbird.models.portrait import KnowsPlayers
from railbird.policies.rezai.rules import PlayingStyle
from railbird.tables.processes import serve

HANDLED = "handled: "
"""Begins the text of a fault that the bot handled itself."""
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
    learned: Mapping[str, Mapping[str, bytes]] = {}
    """What bots had learned when their process ended, by player id."""
    style: str = ""
    """The style that was chosen for RezAI at a practice table."""


class Begin(NamedTuple):
    """A hand begins."""

    deal: int
    """The number of the deal, which names the bots' random streams."""
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


class Save(NamedTuple):
    """What have the bots learned? Their process is about to end."""


Request = Opening | Begin | Ask | End | About | SetStyle | Save


@dataclass(frozen=True, slots=True)
class Answer:
    """What a bot does, and why."""

    action: Action
    decision: dict[str, Any] | None
    """The decision as JSON, if it explains itself."""
    faults: list[str] = field(default_factory=list)


class BotWorker:
    """Answers requests, one after the other."""

    def __init__(self, opening: Opening, beacon: Beacon | None = None) -> None:
        self._seed = opening.seed
        self._guard = Guard(opening.limit, beacon)
        self._guard.explains = True
        self._bots: dict[str, ShownBot] = {}
        game = parse_game(opening.game)
        with self._guard.clock, self._guard.clock.patient(PATIENCE), redirect_stdout(sys.stderr):
            for number, (player, spec) in enumerate(opening.bots):
                hosted = ShownBot.made(load_bot(spec), number, self._guard)
                self._bots[player] = hosted
                seat = opening.players.index(player)
                hosted.call("start_match", MatchStart(game, opening.players, seat, seconds=opening.limit))
                if player in opening.learned:
                    hosted.call("load", opening.learned[player])
            if opening.style:
                self._set_style(SetStyle(opening.bots[0][0], opening.style))

    def answer(self, request: Request) -> Any:
        """Do what is asked; the result is None, an ``Answer``, texts about faults, portraits, or what was learned."""
        self._guard.notes.faults.clear()
        self._guard.notes.explained.clear()
        with self._guard.clock, redirect_stdout(sys.stderr):
            match request:
                case Begin():
                    self._guard.hand = request.deal
                    for number, (player, view) in enumerate(request.views.items()):
                        self._bots[player].begin_hand(view, Streams(self._seed, request.deal, number))
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
                case Save():
                    return self._learned()
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
        return [
            f"{players[fault.entrant]}: {HANDLED if fault.kind is FaultKind.HANDLED else ''}{fault.message}"
            for fault in self._guard.notes.faults
        ]

    def _portraits(self, about: str) -> list[dict[str, Any]]:
        result = []
        for player, hosted in self._bots.items():
            if not isinstance(hosted.bot, KnowsPlayers):
                continue
            portraits = self._guard.call(0, hosted.bot.portraits)
            for portrait in [] if portraits is FAILED else portraits:
                if portrait.player == about:
                    rows = [asdict(each) for each in portrait.frequencies]
                    result.append(
                        {"bot": player, "words": portrait.words, "actions": portrait.actions, "frequencies": rows}
                    )
        return result

    def _learned(self) -> dict[str, dict[str, bytes]]:
        """What each bot has learned. Raises TableError if one of them cannot save it."""
        saved = {}
        for number, (player, hosted) in enumerate(self._bots.items()):
            if hosted.bot.learns:
                saved[player] = self._guard.call(number, saved_by, hosted.bot)
        if any(each is FAILED for each in saved.values()):
            raise TableError("; ".join(self._faults()))
        return saved

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

"""Who sits at the dealer: our bots, programs that it starts, and programs that come by themselves.

Our bots play in processes of their own, over the same ports as everybody else, so they hold no card that their seat
may not see. A process knows the seed of its bots' random numbers, from which the deals do not follow.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

from railbird._child import Child
from railbird.acpc.client import BOT_SECONDS, JoinOptions
from railbird.acpc.reports import FailedMatchError
from railbird.errors import AcpcError, RailbirdError, quoted
from railbird.gallery import BotSpec, parse_bot
from railbird.game import Game

WAIT = "wait"
RUN = "run:"
FAREWELL = 5.0
"""Seconds in which programs must end after the match."""
_NAME = re.compile(r"([\w.-]+)=(?=\S)")


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a match: a bot, or the command of a program; neither for a program that comes by itself."""

    name: str
    bot: BotSpec | None = None
    command: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Player:
        """Parse ``poki``, ``wait`` or ``run:./program --option``; each may have a name in front, as in ``Ann=poki``.

        >>> Player.parse("Ann=wait"), Player.parse("run:./shark 7").command
        (Player(name='Ann', bot=None, command=()), ('./shark', '7'))
        """
        match = _NAME.match(text)
        name, what = (match[1], text[match.end() :]) if match else ("", text)
        if what.strip() == WAIT:
            return cls(name or "player")
        if not what.startswith(RUN):
            bot = parse_bot(what)
            return cls(name or bot.name.rpartition(":")[2].lower(), bot)
        try:
            command = tuple(shlex.split(what.removeprefix(RUN)))
        except ValueError as error:
            raise AcpcError(f"{quoted(what)} is not a command: {error}") from None
        if not command:
            raise AcpcError(f"{quoted(text)} names no program: write run:PROGRAM, such as 'run:./shark --fast'")
        return cls(name or Path(command[-1] if len(command) == 2 else command[0]).stem, None, command)


def parse_players(texts: Sequence[str]) -> tuple[Player, ...]:
    """Parse the players of a match; those of the same name get numbers."""
    players = [Player.parse(text) for text in texts]
    names = [player.name for player in players]
    taken: set[str] = set()
    named = []
    for player in players:
        name, number = player.name, 1
        while name in taken or (names.count(player.name) > 1 and name == player.name):
            name, number = f"{player.name}-{number}", number + 1
        taken.add(name)
        named.append(replace(player, name=name))
    return tuple(named)


class BotOrders(NamedTuple):
    """What the process of a bot is told."""

    bot: str
    fingerprint: str
    model_fingerprint: str
    game: str
    options: JoinOptions
    host: str
    port: int


class Ended(NamedTuple):
    """What the process of a bot tells at the end."""

    faults: tuple[str, ...]


class StartedPlayers:
    """The programs and processes of a match, which are ended with its ``with`` block."""

    def __init__(self) -> None:
        self._bots: dict[str, Child] = {}
        self._programs: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self, players: Sequence[Player], game: Game, options: JoinOptions, host: str, ports: Sequence[int]
    ) -> None:
        """Start all players that the dealer has to start. ``options`` are those of every bot but for its seat."""
        for seat, (player, port) in enumerate(zip(players, ports, strict=True)):
            if player.bot is not None:
                self._start_bot(
                    player,
                    player.bot,
                    BotOrders(
                        str(player.bot),
                        player.bot.fingerprint,
                        player.bot.model.fingerprint if player.bot.model else "",
                        str(game),
                        replace(options, seat=seat),
                        host,
                        port,
                    ),
                )
            elif player.command:
                self._start_program(player, (*player.command, host, str(port)))

    def _start_bot(self, player: Player, bot: BotSpec, told: BotOrders) -> None:
        if bot.local:
            raise AcpcError(f"{bot} is a class of this process: save it in a file and name it FILE.py:CLASS")
        child = self._bots[player.name] = Child("railbird.acpc.bot_process:work")
        child.connection.send(told)

    def _start_program(self, player: Player, command: Sequence[str]) -> None:
        try:
            self._programs[player.name] = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=2, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise AcpcError(f"{player.name} cannot be started: {quoted(shlex.join(command))}: {reason}") from None

    def check(self) -> None:
        """Raise an error if somebody has ended who should be coming."""
        for name, child in self._bots.items():
            if child.connection.poll():
                self._ended(name, child)
        for name, program in self._programs.items():
            if program.poll() is not None:
                raise FailedMatchError(f"{name} has ended before the match began (exit code {program.returncode})")

    def _ended(self, name: str, child: Child) -> tuple[str, ...]:
        try:
            message = child.connection.recv()
        except (EOFError, OSError):
            raise FailedMatchError(f"the process of {name} has ended ({child.ending()})") from None
        if isinstance(message, RailbirdError):
            raise FailedMatchError(f"{name}: {message}")
        return message.faults if isinstance(message, Ended) else ()

    def faults(self, patience: float = FAREWELL) -> list[str]:
        """What our bots have failed to do, and why they have ended; call it when the match is over."""
        faults = []
        for name, child in self._bots.items():
            if child.connection.poll(patience):
                try:
                    faults += [f"{name}: {fault}" for fault in self._ended(name, child)]
                except FailedMatchError as error:
                    faults.append(str(error))
        return faults

    def __enter__(self) -> StartedPlayers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._bots.values():
            child.close()
        patience = FAREWELL if kind is None else 0.2
        for program in self._programs.values():
            with suppress(subprocess.TimeoutExpired):
                program.wait(patience)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(program.pid, signal.SIGKILL)
            program.wait()


def bot_options(players: Sequence[Player], hands: int, streams_seed: int, response: int) -> JoinOptions:
    """The options of our bots at the dealer; a bot checks or folds before the dealer would end the match."""
    seconds = min(BOT_SECONDS, 0.8 * response / 1000)
    names = tuple(player.name for player in players)
    return JoinOptions(players=names, hands=hands, streams_seed=streams_seed, time_limit=seconds)

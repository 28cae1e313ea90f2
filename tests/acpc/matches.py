"""Matches over real sockets, for tests: our dealer in this process, its players in threads."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from railbird.acpc.client import BotClient, JoinOptions, play_at
from railbird.acpc.dealer import Dealer, DealerMatch
from railbird.acpc.limits import TimeLimits
from railbird.acpc.lines import VERSION, LineSocket
from railbird.acpc.match_files import MatchLog, MatchTitle, TransactionLog, score_line
from railbird.acpc.reports import DealerReports, FailedMatchError
from railbird.arena import Entrant
from railbird.arena.definition import MatchDefinition, cards_seed, match_of, streams_seed
from railbird.arena.leg import LegRunner
from railbird.arena.seats import seats_of
from railbird.gallery import BotSpec, parse_bot
from railbird.game import AcpcDealing, Dealing, Game, SeededDealing
from railbird.histories import state_line
from railbird.histories.hand_line import HandLine
from railbird.histories.match_state import MatchStateLine

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ida", "jon")
FOREVER = 3600.0
Play = Callable[[LineSocket], None]


@dataclass
class Heard(DealerReports):
    """Notes what the dealer tells."""

    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    messages: list[tuple[str, int, str]] = field(default_factory=list)

    def warning(self, text: str) -> None:
        self.warnings.append(text)

    def error(self, text: str) -> None:
        self.errors.append(text)

    def sent(self, seat: int, when: float, line: str) -> None:
        self.messages.append(("to", seat, line))

    def received(self, seat: int, when: float, line: str) -> None:
        self.messages.append(("from", seat, line))


@dataclass
class Table:
    """A match to be played in a test."""

    game: Game
    hands: int = 1
    dealing: Dealing = field(default_factory=lambda: AcpcDealing(0))
    fixed_button: bool = False
    limits: TimeLimits = field(default_factory=TimeLimits)
    folder: Path | None = None
    append: bool = False
    heard: Heard = field(default_factory=Heard)

    @property
    def names(self) -> tuple[str, ...]:
        return NAMES[: self.game.players]

    def dealer(self) -> Dealer:
        match = DealerMatch(
            game=self.game,
            names=self.names,
            hands=self.hands,
            dealing=self.dealing,
            title=MatchTitle("test", "test.game", self.hands, "0"),
            fixed_button=self.fixed_button,
            limits=self.limits,
        )
        log, transactions = (None, None) if self.folder is None else (self.folder / "a.log", self.folder / "a.tlog")
        return Dealer(
            match,
            log=MatchLog(log, append=self.append),
            transactions=TransactionLog(transactions, append=self.append),
            reports=self.heard,
        )

    def log_lines(self) -> list[str]:
        assert self.folder is not None
        return (self.folder / "a.log").read_text().splitlines()

    def play(self, players: Sequence[Play]) -> str:
        """Play the match, and return its score. Raises FailedMatchError, as the dealer does."""
        with self.dealer() as dealer, ThreadPoolExecutor(len(players)) as threads:
            running = [threads.submit(_visit, play, port) for play, port in zip(players, dealer.ports, strict=True)]
            try:
                dealer.wait_for_players(lambda: _check(running))
                score = dealer.play()
            finally:
                dealer.close()
            for each in running:
                each.result(60)
            return score

    def fail(self, players: Sequence[Play]) -> FailedMatchError:
        """Play a match that the dealer ends without a score."""
        try:
            score = self.play(players)
        except FailedMatchError as error:
            return error
        raise AssertionError(f"the match went to its end: {score}")


def _visit(play: Play, port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), 10) as connection:
        line = LineSocket(connection)
        with suppress(OSError):
            play(line)


def _check(running: Sequence[Future[Any]]) -> None:
    for each in running:
        if each.done() and each.exception():
            each.result()


def answering(answer: Callable[[str], str | bytes | None], game: Game) -> Play:
    """A program that answers with a text of its own when it is its turn; None for no answer.

    ``answer`` gets the dealer's line, and returns what comes after it, or with bytes, all that is sent.
    """

    def play(dealer: LineSocket) -> None:
        dealer.write(VERSION)
        while line := dealer.read(FOREVER):
            text = line.decode().rstrip("\r\n")
            view = MatchStateLine.parse(text).view(game)
            if view.over or view.actor != view.position:
                continue
            reply = answer(text)
            if isinstance(reply, bytes):
                dealer._socket.sendall(reply)
            elif reply is not None:
                dealer.write(text + reply)

    return play


def caller(game: Game) -> Play:
    return answering(lambda _: ":c", game)


def play_bots(table: Table, bots: Sequence[str], seed: int) -> str:
    """Play a match of our bots over TCP, each with its own client."""
    return play_with_specs(table, [parse_bot(bot) for bot in bots], seed)


def play_with_specs(table: Table, bots: Sequence[BotSpec], seed: int) -> str:
    """The same with bots that need not have a name."""
    options = JoinOptions(players=table.names, hands=table.hands, streams_seed=streams_seed(seed))

    def joining(seat: int, bot: BotSpec) -> Callable[[int], BotClient]:
        client = BotClient(bot, table.game, replace(options, seat=seat))

        def play(port: int) -> BotClient:
            play_at(client, "127.0.0.1", port)
            return client

        return play

    joins = [joining(seat, bot) for seat, bot in enumerate(bots)]
    with table.dealer() as dealer, ThreadPoolExecutor(len(bots)) as threads:
        running = [threads.submit(join, port) for join, port in zip(joins, dealer.ports, strict=True)]
        dealer.wait_for_players(lambda: _check(running))
        score = dealer.play()
        dealer.close()
        for each in running:
            client = each.result(60)
            assert client.hands == table.hands
            assert not client.faults
    return score


class AcpcDealtMatch(MatchDefinition):
    """A match of the arena with the cards of the reference dealer."""

    __slots__ = ()

    def cards_of(self, _: object) -> Dealing:
        return AcpcDealing(self.seed)


def dealing_of(seed: int, *, acpc: bool) -> Dealing:
    return AcpcDealing(seed) if acpc else SeededDealing(cards_seed(seed))


def arena_log(game: Game, bots: Sequence[str], hands: int, seed: int, *, acpc: bool) -> list[str]:
    """The lines of hands and score that the same match of the arena gives."""
    plain = match_of(list(bots), game=game, hands=hands, seed=seed)
    entrants = tuple(Entrant(each.bot, player=name) for each, name in zip(plain.entrants, NAMES, strict=False))
    kind = AcpcDealtMatch if acpc else MatchDefinition
    definition = kind(game=game, entrants=entrants, hands=hands, seed=seed)
    leg = definition.leg(0)
    chunk = LegRunner(definition, leg).run(FOREVER)
    assert not chunk.faults
    seats, lines, totals = seats_of(definition, leg), [], [Fraction(0)] * game.players
    for number, text in enumerate(chunk.hands):
        seating = seats.next_hand()
        line = HandLine.parse(text)
        lines.append(state_line(line.hand(game, seating.ids), number))
        for entrant, payoff in zip(seating.entrants, line.payoffs, strict=True):
            totals[entrant] += payoff
    return [*lines, score_line(totals, NAMES[: game.players])]

"""A dealer that behaves like the reference dealer of the ACPC: one port for each seat, hand after hand, log and score.

Players hold nothing but what the protocol tells them: the dealer's hands never leave this process. It asks one player
at a time, so one that dies, hangs or floods costs the others nothing but time.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction
from types import TracebackType

from railbird.acpc.answers import read_answer
from railbird.acpc.limits import TimeLimits, UsedTime
from railbird.acpc.lines import LineSocket, is_comment, text_of
from railbird.acpc.match_files import MatchLog, MatchTitle, Transaction, TransactionLog, score_line
from railbird.acpc.reports import DealerReports, FailedMatchError
from railbird.errors import AcpcError, ActionError, quoted
from railbird.game import Action, Dealing, Game, Hand
from railbird.histories.acpc_log import check_names
from railbird.histories.match_state import MatchStateLine, action_of, action_text, check_expressible

_CHECK_SECONDS = 0.2
"""Seconds between looks at the programs that should connect."""
MOST_HANDS = 2**32 - 1


@dataclass(frozen=True, kw_only=True)
class DealerMatch:
    """What is played, and how."""

    game: Game
    names: tuple[str, ...]
    """By seat."""
    hands: int
    dealing: Dealing
    title: MatchTitle
    fixed_button: bool = False
    """The button does not move: every player keeps their position."""
    limits: TimeLimits = field(default_factory=TimeLimits)

    def __post_init__(self) -> None:
        check_expressible(self.game)
        if not 1 <= self.hands <= MOST_HANDS:
            raise AcpcError(f"a match has 1 to 2^32 - 1 hands, not {self.hands}")
        if len(self.names) != self.game.players:
            raise AcpcError(f"{self.game} has {self.game.players} players, not {len(self.names)}")
        if len(set(self.names)) < len(self.names):
            raise AcpcError(f"players need different names, not {', '.join(self.names)}")
        check_names(self.names)

    def positions(self, number: int) -> list[int]:
        """The position of each seat in the hand of a number."""
        players = self.game.players
        shift = 0 if self.fixed_button else number % players
        return [(seat - shift) % players for seat in range(players)]


class Dealer:
    """Deals one match. Opening it opens the ports.

    >>> from railbird.game import AcpcDealing, limit
    >>> title = MatchTitle("demo", "limit", 1, "0")
    >>> match = DealerMatch(game=limit(), names=("Ann", "Bob"), hands=1, dealing=AcpcDealing(0), title=title)
    >>> with Dealer(match) as dealer:
    ...     len(dealer.ports)
    2
    """

    def __init__(
        self,
        match: DealerMatch,
        *,
        host: str = "127.0.0.1",
        ports: Sequence[int] = (),
        log: MatchLog | None = None,
        transactions: TransactionLog | None = None,
        reports: DealerReports | None = None,
    ) -> None:
        """``ports`` are in order of the seats; 0, or no port, for any that is free."""
        self.match = match
        self._log = log or MatchLog(None)
        self._transactions = transactions or TransactionLog(None)
        self._reports = reports or DealerReports()
        self._used = [UsedTime(match.limits, match.hands) for _ in match.names]
        self._totals = [Fraction(0)] * match.game.players
        self._earlier: Iterator[Transaction] = iter(())
        self._players: list[LineSocket] = []
        self._listening: list[socket.socket] = []
        wanted = [*ports, *[0] * (match.game.players - len(ports))]
        try:
            for port in wanted[: match.game.players]:
                self._listening.append(_listening_socket(host, port))
        except AcpcError:
            self.close()
            raise
        self.ports = tuple(each.getsockname()[1] for each in self._listening)

    def __enter__(self) -> Dealer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections and files."""
        with ExitStack() as stack:
            stack.callback(self._log.close)
            stack.callback(self._transactions.close)
            for listening in self._listening:
                stack.callback(listening.close)
            for player in self._players:
                stack.callback(player.close)

    def wait_for_players(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until there is a player in every seat. Raises FailedMatchError if they do not come in time.

        ``check`` is called several times a second; it raises an error if somebody will never come.
        """
        self._log.open()
        self._transactions.open()
        title = self.match.title.lines(self.match.game, self.match.limits)
        self._log.write(title)
        self._reports.started(title)
        limit = self.match.limits.start
        until = None if limit < 0 else time.monotonic() + limit / 1000
        for seat, listening in enumerate(self._listening):
            connection = self._accepted(seat, listening, until, check)
            listening.close()  # one player for each seat
            self._players.append(LineSocket(connection))
        for seat, player in enumerate(self._players):
            self._check_version(seat, player, until)

    def _accepted(
        self, seat: int, listening: socket.socket, until: float | None, check: Callable[[], None]
    ) -> socket.socket:
        while True:
            check()
            left = _CHECK_SECONDS if until is None else min(until - time.monotonic(), _CHECK_SECONDS)
            if left <= 0:
                raise FailedMatchError(f"timed out waiting for seat {seat + 1} to connect")
            listening.settimeout(left)
            try:
                connection, _ = listening.accept()
            except TimeoutError:
                continue
            except OSError as error:
                raise FailedMatchError(f"seat {seat + 1} could not connect: {error.strerror or error}") from None
            return connection

    def _check_version(self, seat: int, player: LineSocket, until: float | None) -> None:
        try:
            line = player.read(None if until is None else max(until - time.monotonic(), 0.0))
        except OSError:
            line = b""
        if not line:
            raise FailedMatchError(f"could not read version string from seat {seat + 1}")
        version = _version(text_of(line))
        if version is None:
            raise FailedMatchError(f"invalid version string {quoted(text_of(line))} from seat {seat + 1}")
        major, minor = version
        if major != 2 or minor > 0:
            self._reports.error("this server is currently using version 2.0.0")

    def play(self) -> str:
        """Play the match, and return its score line. Raises FailedMatchError if a player ends it."""
        self._reports.begins()
        self._earlier = self._transactions.earlier()
        for number in range(self.match.hands):
            self._play_hand(number)
        if extra := next(self._earlier, None):
            raise FailedMatchError(f"handId mismatch in transaction log: {extra}")
        score = score_line(self._totals, self.match.names)
        self._log.write(f"{score}\n")
        self._reports.ended(score)
        return score

    def _play_hand(self, number: int) -> None:
        match = self.match
        positions = match.positions(number)
        seats = [positions.index(position) for position in range(match.game.players)]
        players = [match.names[seat] for seat in seats]
        hand = Hand(match.game, match.dealing.deal(match.game, number), players=players)
        asked = False
        for used in self._used:
            used.next_hand()
        while not hand.over:
            seat = seats[hand.actor]
            action = self._repeated(hand, number, seat)
            if action is None:
                action, asked = self._asked(hand, number, positions, seat), True
            hand.act(action)
        for seat, position in enumerate(positions):
            self._totals[seat] += hand.payoffs[position]
        self._log.hand(hand, number)
        if asked:
            self._show(hand, number, positions)
        self._reports.hand_over(number, [used.match for used in self._used])

    def _repeated(self, hand: Hand, number: int, seat: int) -> Action | None:
        """The next action of the transactions that were there at the beginning; None after the last one."""
        earlier = next(self._earlier, None)
        if earlier is None:
            return None
        if earlier.hand != number:
            raise FailedMatchError(f"handId mismatch in transaction log: {earlier}")
        try:
            action = action_of(hand.view(hand.actor), earlier.action)
            hand.clone().act(action)
        except ActionError as error:
            raise FailedMatchError(f"invalid action in transaction log: {earlier} ({error})") from None
        if not self._used[seat].add(earlier.received - earlier.sent):
            raise FailedMatchError(f"seat {seat + 1} ran out of time in transaction file")
        return action

    def _asked(self, hand: Hand, number: int, positions: Sequence[int], seat: int) -> Action:
        """Show the hand to all players, and return the action of the one whose turn it is."""
        sent = self._show(hand, number, positions)[seat]
        view = hand.view(hand.actor)
        state = MatchStateLine.of(view, number, hand)
        used, start = self._used[seat], time.monotonic()
        allowed = used.left()
        while True:
            line = self._line_of(seat, start, allowed)
            received = time.time()
            self._reports.received(seat, received, text_of(line))
            if is_comment(line):
                continue
            answer = read_answer(line, view, state)
            for warning in answer.warnings:
                self._reports.warning(warning)
            if answer.action is not None:
                break
        if not used.add(time.monotonic() - start):
            raise FailedMatchError(f"seat {seat + 1} ran out of time")
        self._transactions.add(Transaction(action_text(view, answer.action), number, sent, received))
        return answer.action

    def _line_of(self, seat: int, start: float, allowed: float) -> bytes:
        """The next line of a player who may take this long since the start."""
        try:
            left = start + allowed - time.monotonic()
            line = self._players[seat].read(left)
        except OSError:
            line = b""
        if not line:
            spent, most = time.monotonic() - start, self.match.limits.response / 1000
            details = f"{spent:.1f} seconds spent waiting; timeout {most:.1f}"
            raise FailedMatchError(f"could not get action from seat {seat + 1}", details)
        return line

    def _show(self, hand: Hand, number: int, positions: Sequence[int]) -> list[float]:
        """Show every player the hand as their seat sees it, and return the times."""
        times = []
        for seat, position in enumerate(positions):
            line = str(MatchStateLine.of(hand.view(position), number, hand))
            try:
                self._players[seat].write(line, self.match.limits.response / 1000)
            except OSError:
                raise FailedMatchError(f"could not send state to seat {seat + 1}") from None
            times.append(time.time())
            self._reports.sent(seat, times[-1], line)
        return times


def _version(line: str) -> tuple[int, int] | None:
    """The major and minor version of a player's first line; None if it is not one."""
    word, _, numbers = line.partition(":")
    parts = numbers.split(".")
    if word != "VERSION" or len(parts) < 3 or not all(part[:1].isdecimal() and part.isascii() for part in parts[:3]):
        return None
    if not (parts[0].isdecimal() and parts[1].isdecimal() and max(map(len, parts)) < 20):
        return None
    return int(parts[0]), int(parts[1])


def _listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens, or an error in one line."""
    if not 0 <= port < 65_536:
        raise AcpcError(f"a port is a number from 0 to 65535, not {port}")
    listening = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(8)
    except OSError as error:
        listening.close()
        raise AcpcError(f"cannot listen on {host}, port {port}: {error.strerror or error}") from None
    return listening

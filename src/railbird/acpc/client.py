"""Any of our bots at a table of any dealer that speaks the ACPC's protocol.

The bot gets what it gets in the arena: views, the actions of all players, showdowns, results, and the players by id. A
message does not name players, but it gives positions, and those go round the table: so ids belong to seats.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from railbird.acpc.lines import LONGEST_LINE, VERSION, LineSocket, is_comment, text_of
from railbird.agent import MatchStart, Streams
from railbird.agent.clock import OutOfTime
from railbird.agent.shown_hand import FollowedHand
from railbird.arena.guard import Fault, Guard
from railbird.arena.shown_bot import ShownBot
from railbird.errors import AcpcError, quoted
from railbird.gallery import BotSpec
from railbird.game import Game, View
from railbird.game.hand import checked_players
from railbird.histories.match_state import MatchStateLine, action_text, check_expressible

LOADING = 60.0
"""Seconds for creating the bot."""
BOT_SECONDS = 10.0
"""Seconds for one decision, as in the arena."""
PATIENCE = 10.0
"""Seconds for reaching the dealer."""


@dataclass(frozen=True, kw_only=True)
class JoinOptions:
    """What the messages of a dealer do not say."""

    players: tuple[str, ...] = ()
    """The ids of all players, by seat; if they are not known, players are named after their seats."""
    seat: int | None = None
    """The bot's seat; None if it follows from the first message, as with a dealer whose button moves from seat 0."""
    hands: int | None = None
    """How many hands will be played, if known."""
    streams_seed: int = 0
    """The seed of the bot's random numbers."""
    time_limit: float = BOT_SECONDS
    """Seconds for one decision; a bot that takes longer checks or folds."""


class CutOffError(AcpcError):
    """The dealer has ended the match in the middle of a hand."""


class BotClient:
    """Answers the lines of a dealer with the decisions of a bot.

    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import limit
    >>> client = BotClient(parse_bot("always-call"), limit(), JoinOptions(players=("caller", "ann")))
    >>> client.answer("MATCHSTATE:1:0::|QsQd")
    'MATCHSTATE:1:0::|QsQd:c'
    >>> client.answer("MATCHSTATE:1:0:c:|QsQd") is None  # it is the other player's turn
    True
    """

    def __init__(self, spec: BotSpec, game: Game, options: JoinOptions) -> None:
        check_expressible(game)
        if (reason := spec.refusal(game)) is not None:
            raise AcpcError(f"{spec} does not play {game}: {reason}")
        self._spec, self._game, self._options = spec, game, options
        self._ids = checked_players(game, options.players) if options.players else ()
        if not 0.001 <= options.time_limit <= 10**6:
            raise AcpcError(f"the time limit for a decision is 0.001 to 1,000,000 seconds, not {options.time_limit}")
        if options.seat is not None and not 0 <= options.seat < game.players:
            raise AcpcError(f"the seats of {game} are 0 to {game.players - 1}, not {options.seat}")
        self._seat = options.seat
        self._guard = Guard(options.time_limit)
        self._hand = FollowedHand()
        with self._guard.clock, self._guard.clock.patient(LOADING):
            try:
                self._bot = ShownBot.made(spec, 0, self._guard, self._hand)
            except OutOfTime:
                raise AcpcError(f"{spec} could not be created within {LOADING:g} seconds") from None
        self._state: MatchStateLine | None = None
        self._players: tuple[str, ...] = ()
        self._over = True
        self.hands = 0
        """The number of hands that have ended."""

    @property
    def faults(self) -> Sequence[Fault]:
        """What the bot has failed to do."""
        return self._guard.notes.faults

    def answer(self, line: str) -> str | None:
        """The answer to a line without its end; None if none is due.

        Raises AcpcError if the line is malformed, or impossible after those before; the bot then sees nothing of it.
        """
        state = MatchStateLine.parse(line)
        if state == self._state:  # it came twice
            return None
        begins = self._state is None or state.number != self._state.number
        view = state.view(self._game, self._players or None)
        self._check_order(state, begins)
        if begins:
            view.players = self._players = self._players_of(state)
        with self._guard.clock:
            if begins:
                self._begin(state)
            self._state = state
            self._hand.show(view, ())
            self._over = view.over
            if view.over:
                self.hands += 1
                self._bot.end(self._hand)
            elif view.actor == view.position:
                return f"{line}:{self._decided(view)}"
        return None

    def finish(self) -> None:
        """The match is over. Raises CutOffError if a hand is not."""
        with self._guard.clock:
            if self._state is not None:
                self._bot.call("end_match")
        if not self._over and self._state is not None:
            raise CutOffError(f"the dealer has ended the match in the middle of hand {self._state.number}")

    def _decided(self, view: View) -> str:
        self._bot.move(self._hand)
        assert self._hand.answer is not None
        return action_text(view, self._hand.answer)

    def _begin(self, state: MatchStateLine) -> None:
        assert self._seat is not None
        if self._state is None:
            options = self._options
            start = MatchStart(self._game, self._ids, self._seat, options.hands, options.time_limit)
            self._bot.call("start_match", start)
        self._guard.hand = state.number
        opening = state.opening().view(self._game, self._players)
        self._bot.begin_hand(opening, Streams(self._options.streams_seed, state.number, self._seat))

    def _players_of(self, state: MatchStateLine) -> tuple[str, ...]:
        """The ids by position: the seats follow each other clockwise, from the bot's own."""
        count = self._game.players
        if self._seat is None:
            self._seat = (state.position + state.number) % count
        if not self._ids:
            own = self._spec.name.rpartition(":")[2].lower()
            self._ids = tuple(own if seat == self._seat else f"seat-{seat + 1}" for seat in range(count))
        return tuple(self._ids[(self._seat + position - state.position) % count] for position in range(count))

    def _check_order(self, state: MatchStateLine, begins: bool) -> None:
        """Raise AcpcError for a state that cannot come now."""
        before = self._state
        if before is None:
            return
        if begins:
            if not self._over:
                raise AcpcError(f"{quoted(str(state), 120)} begins before hand {before.number} is over")
            if state.number < before.number:
                raise AcpcError(f"{quoted(str(state), 120)} comes after hand {before.number}")
        elif not state.continues(before):
            raise AcpcError(f"{quoted(str(state), 120)} does not go on from {quoted(str(before), 120)}")


def play_at(client: BotClient, host: str, port: int, hand_over: Callable[[int], None] = lambda _: None) -> None:
    """Play at a dealer until it closes the connection; ``hand_over`` is called with the number of hands so far.

    Raises AcpcError if the dealer says something impossible, and CutOffError if it goes in the middle of a hand.
    """
    try:
        connection = socket.create_connection((host, port), PATIENCE)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or error
        raise AcpcError(f"there is no dealer at {quoted(host)}, port {port}: {reason}") from None
    dealer, hands = LineSocket(connection), 0
    try:
        dealer.write(VERSION)
        while line := dealer.read():
            if line[-1:] != b"\n":
                what = "too long" if len(line) >= LONGEST_LINE else "cut off"
                raise AcpcError(f"a line of the dealer is {what}: {quoted(text_of(line))}")
            answer = None if is_comment(line) else client.answer(text_of(line))
            if answer is not None:
                dealer.write(answer)
            if client.hands > hands:
                hands = client.hands
                hand_over(hands)
    except ConnectionError:  # a dealer that has closed its end
        pass
    finally:
        dealer.close()
    client.finish()

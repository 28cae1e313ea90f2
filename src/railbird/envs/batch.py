"""Many hands at once, one at each of many tables, natively: numbers of actions in, arrays out."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird import _core
from railbird._core import RandomStream
from railbird.envs.encoding import Encoding, shown, to_encoding
from railbird.errors import ActionError, GameError, quoted
from railbird.game import Game, parse_deal
from railbird.game.dealing import deck

LEAVE = -1
"""In place of an action: leave the table alone."""
DEAL = -2
"""In place of an action: deal the next hand."""
CALLER = "caller"
NATIVE_PLAYERS = ("random", "always-call")
"""Players of seats that act natively: any legal action with the same probability, or always a check or call."""
MOST_TABLES = 2**20
_PLAYERS = (CALLER, *NATIVE_PLAYERS)


class TableBatch:
    """Hands at many tables, acted on together. The button moves with every hand.

    ``players`` names who plays each seat: ``caller`` (you; the default for all), ``random`` or ``always-call``. In hand
    h (from 0), seat s has the position ``(s - h) % players``. Hand h of a table depends on the table's seed and h
    alone, so it is the same in any batch.

    After ``act``, row i of each array is about table i. The arrays are the batch's own and change with the next call:

    - ``observations``: what the player whose turn it is sees, and when the hand is over the seat ``home`` (-1 for the
      caller's seat that acted last)
    - ``masks``: 1 for each legal action; all 0 when the hand is over
    - ``seats``: whose turn it is; -1 when the hand is over
    - ``payoffs``: what each seat won, in big blinds, when the hand is over. After a deal it has the payoffs of hands
      that ended before any seat of the caller could act; those are dealt past.

    >>> batch = TableBatch(2, "limit", players=["caller", "always-call"], seeds=[7, 8])
    >>> batch.act([DEAL, DEAL])
    >>> batch.masks.tolist()  # the other player called, so there is nothing to fold to
    [[0, 1, 1], [0, 1, 1]]
    >>> while not batch.over[0]:
    ...     batch.act([1, LEAVE])
    >>> batch.payoffs[0].tolist(), batch.seats.tolist()
    ([-1.0, 1.0], [-1, 0])
    """

    def __init__(
        self,
        tables: int,
        game: Encoding | Game | str = "limit",
        *,
        players: Sequence[str] | None = None,
        home: int = -1,
        seeds: ArrayLike | None = None,
    ) -> None:
        self.encoding = to_encoding(game)
        seats = self.encoding.game.players
        if not isinstance(tables, (int, np.integer)) or not 1 <= tables <= MOST_TABLES:
            raise GameError(f"there are 1 to {MOST_TABLES:,} tables, not {shown(tables)}")
        names = [CALLER] * seats if players is None else list(players)
        if len(names) != seats:
            raise GameError(f"{self.encoding.game} has {seats} seats: name a player for each, not {len(names)}")
        for name in names:
            if name not in _PLAYERS:
                raise GameError(f"a seat is played by {', '.join(_PLAYERS)}, not by {quoted(str(name))}")
        self.tables = int(tables)
        self.players = tuple(names)
        numbers = checked_seeds(range(self.tables) if seeds is None else seeds, self.tables)
        try:
            self._native = _core.HandBatch(
                self.encoding.native, [_PLAYERS.index(name) for name in names], home, self.encoding.unit, numbers
            )
        except ValueError as error:
            raise GameError(f"{self.encoding.game}: {error}") from None
        self.observations: NDArray[np.float32] = np.zeros((self.tables, self.encoding.size), np.float32)
        self.masks: NDArray[np.int8] = np.zeros((self.tables, self.encoding.actions), np.int8)
        self.seats: NDArray[np.int32] = np.full(self.tables, -1, np.int32)
        self.payoffs: NDArray[np.float64] = np.zeros((self.tables, seats), np.float64)

    @property
    def hands(self) -> NDArray[np.int64]:
        """The number of the hand at each table, from 0; -1 before the first."""
        return self._native.hands()

    @property
    def over(self) -> NDArray[np.bool_]:
        """Whether the hand at each table is over, or none was dealt yet."""
        return self.seats < 0

    def act(self, actions: ArrayLike, *, strict: bool = True) -> None:
        """Take an action at each table, or ``DEAL`` the next hand, or ``LEAVE`` the table alone.

        With ``strict``, an illegal action raises ActionError before anything has changed; otherwise the player checks
        or calls. An action that does not exist, or at a table whose hand is over, always raises.
        """
        chosen = checked_actions(actions, self.tables)
        try:
            self._native.act(chosen, strict, self.observations, self.masks, self.seats, self.payoffs)
        except ValueError:
            raise ActionError(self._why_refused(chosen)) from None

    def random_actions(self, random: RandomStream) -> NDArray[np.int32]:
        """A random legal action for each table; ``DEAL`` where the hand is over."""
        actions = _core.random_actions(self.masks, random)
        actions[self.seats < 0] = DEAL
        return actions

    def reseed(self, seeds: Mapping[int, int]) -> None:
        """Start tables again with other seeds; the hand that is dealt next has the number 0."""
        for table, seed in seeds.items():
            (number,) = checked_seeds([seed], 1)
            self._native.reseed(table, int(number))
            self.seats[table] = -1
            self.masks[table] = 0

    def set_next_deal(self, table: int, cards: bytes | str) -> None:
        """Give the next hand of a table these cards, as bytes of a deal or as text; for tests and chosen situations."""
        deal = checked_deal(self.encoding.game, cards)
        self._native.set_next_deal(operator.index(table), deal)

    def _why_refused(self, chosen: NDArray[np.int32]) -> str:
        for table, action in enumerate(chosen.tolist()):
            if action in (LEAVE, DEAL):
                continue
            if not 0 <= action < self.encoding.actions:
                return f"table {table}: an action is a number from 0 to {self.encoding.actions - 1}, not {action}"
            if self.seats[table] < 0:
                return f"table {table}: the hand is over; deal the next one"
            if not self.masks[table, action]:
                legal = ", ".join(map(str, np.flatnonzero(self.masks[table]).tolist()))
                return f"table {table}: action {action} is not legal; legal: {legal}"
        return "the arrays of results were replaced by others"


def checked_actions(actions: ArrayLike, count: int) -> NDArray[np.int32]:
    """One whole number for each table, as int32. Raises ActionError otherwise."""
    given = np.asarray(actions)
    if given.shape != (count,) or given.dtype.kind not in "iu":
        raise ActionError(
            f"actions are {count} whole numbers, one for each table, not an array of {given.dtype} with the shape "
            f"{given.shape}"
        )
    if given.dtype == np.int32:
        return given
    return np.clip(given.astype(np.int64), -(2**31), 2**31 - 1).astype(np.int32)


def checked_seeds(seeds: ArrayLike, count: int) -> NDArray[np.uint64]:
    """Whole numbers from 0 to 2^64 - 1. Raises GameError otherwise."""
    try:
        numbers = [operator.index(seed) for seed in seeds]  # type: ignore[union-attr, arg-type]
    except TypeError:
        raise GameError(f"seeds are whole numbers, one for each table, not {quoted(str(seeds))}") from None
    if len(numbers) != count:
        raise GameError(f"there is one seed for each of the {count} tables, not {len(numbers)}")
    for number in numbers:
        if not 0 <= number < 2**64:
            raise GameError(f"a seed must be a whole number between 0 and 2^64 - 1, not {number}")
    return np.array(numbers, np.uint64)


def checked_deal(game: Game, cards: object) -> bytes:
    """The cards of a deal, given as bytes or as text, all of them known. Raises GameError or CardError otherwise."""
    if isinstance(cards, str):
        cards = parse_deal(game, cards)
    if not isinstance(cards, bytes):
        raise GameError(f"the cards of a deal are bytes or text, not {quoted(str(cards))}")
    if len(cards) != game.cards_needed or len(set(cards)) != len(cards) or not set(cards) <= set(deck(game)):
        raise GameError(f"a deal of {game} has {game.cards_needed} different cards of its deck, all of them known")
    return cards

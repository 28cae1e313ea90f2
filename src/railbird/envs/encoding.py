"""Observations and actions: hands of any game as numbers, and numbers as actions.

An observation is a vector of numbers from 0 to 1: what a player sees of a hand. ``Encoding.parts`` says which numbers
are what:

- ``hole_cards``: the player's own cards, 52 numbers, 1 for each card held (0 is 2c, 51 is As)
- ``board_1``, … : the board cards dealt before a betting round (flop: ``board_1``), 52 numbers each
- ``round``: one number for each betting round, 1 for the current one
- ``position``: one for each position, 1 for the player's own
- ``seats``: five for each player, from the observing one round the table: stack, bet of this round, chips put in in
  this hand, 1 if still in the hand, 1 if all-in
- ``pot``: the pot by players, the cost of a call, and that cost as a share of the pot after the call (the pot odds)
- ``betting``: the actions of each round, three numbers each: 1 for a fold, 1 for a call, and for a raise what it adds
  to the bet, as a share of the pot that it makes. Of a longer round, the last actions are held.

Chips are divided by the most that a player can lose in a hand. Cards of other players are never part of it.

Action 0 folds, 1 checks or calls, and 2 bets or raises in limit games. In pot-limit and no-limit games 2 and above are
the sizes of the bet menu, in the order in which it lists them for the turn.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction.bet_menu import KINDS, BetMenu, BetSize, BetTurn, to_menu
from railbird.errors import ActionError, GameError, quoted
from railbird.extensive.poker import CALL, FOLD, RAISE, SIZES, poker_state
from railbird.game import CALL as CALLING
from railbird.game import FOLD as FOLDING
from railbird.game import Action, Betting, Game, View, parse_game, raise_to
from railbird.game.definition import UNLIMITED_RAISES

CARDS = 52
SEAT_NUMBERS = 5
POT_NUMBERS = 3
CELL_NUMBERS = 3
MOST_HISTORY = 255
_UNITS = ("%", "x", "bb", "chips", "min", "a")
_LARGEST = 2**60
"""The largest part of a fraction in native code."""


class Encoding:
    """How hands of a game become observations, and numbers become actions.

    ``sizes`` is the bet menu of pot-limit and no-limit games (``railbird.abstraction.bet_menu`` says what it can be).
    ``history`` is the number of actions of each round that an observation holds: by default all that a limit game can
    have, and three for each player, plus three, in other games.

    >>> encoding = Encoding("limit")
    >>> encoding.size, encoding.actions, encoding.parts["board_1"]
    (299, 3, slice(52, 104, None))
    >>> from railbird.game import Hand
    >>> view = Hand.parse("limit; AhKh QsQd / Kc7d2h; r c").view(0)
    >>> encoding.observe(view)[encoding.parts["pot"]].tolist(), encoding.mask(view).tolist()
    ([0.0833333358168602, 0.0, 0.0], [0, 1, 1])
    """

    def __init__(self, game: Game | str = "limit", sizes: BetMenu | str = SIZES, history: int | None = None) -> None:
        self.game = parse_game(game) if isinstance(game, str) else game
        self.sizes = to_menu(sizes)
        if history is not None and (type(history) is not int or not 1 <= history <= MOST_HISTORY):
            raise GameError(f"an observation holds 1 to {MOST_HISTORY} actions of each round, not {shown(history)}")
        self.history = history or usual_history(self.game)
        self.scale = max(1.0, -poker_state(self.game, self.sizes).payoff_range[0])
        """The chips that count as 1."""
        self.unit = self.game.big_blind or self.game.bets[0]
        """The chips of one unit of reward: the big blind, or the bet of the first round where there is none."""
        menu = _menu_parts(self.game, self.sizes)
        self.native = _core.HandEncoding(self.game.native, self.game.stacks, menu, self.history, self.scale)
        self.size = self.native.size
        """How many numbers an observation has."""
        self.actions = self.native.actions
        """How many actions there are."""

    @cached_property
    def parts(self) -> dict[str, slice]:
        """The parts of an observation."""
        game = self.game
        lengths = {"hole_cards": CARDS}
        lengths |= {f"board_{number}": CARDS for number, cards in enumerate(game.board_cards) if cards}
        lengths |= {"round": game.rounds, "position": game.players, "seats": game.players * SEAT_NUMBERS}
        lengths |= {"pot": POT_NUMBERS, "betting": game.rounds * self.history * CELL_NUMBERS}
        parts, start = {}, 0
        for name, length in lengths.items():
            parts[name] = slice(start, start + length)
            start += length
        return parts

    def observe(self, view: View) -> NDArray[np.float32]:
        """What the player of a view observes."""
        self._check(view)
        return self.native.observe(view)

    def mask(self, view: View) -> NDArray[np.int8]:
        """1 for each legal action of the player to act, 0 for the others; all 0 when the hand is over."""
        return (np.array(self._totals(view)) > 0).astype(np.int8)

    def action(self, view: View, number: int) -> Action:
        """The action with a number. Raises ActionError if it is not legal."""
        totals = self._totals(view)
        index = checked_number(number, self.actions)
        if not totals[index]:
            legal = ", ".join(str(each) for each, total in enumerate(totals) if total) or "none"
            raise ActionError(f"action {index} is not legal here; legal: {legal}")
        return FOLDING if index == FOLD else CALLING if index == CALL else raise_to(totals[index])

    def legal_number(self, view: View, number: int) -> int:
        """The number of the action, or of a check or call if it is not legal."""
        index = checked_number(number, self.actions)
        return index if self._totals(view)[index] else CALL

    def __str__(self) -> str:
        menu = "" if self.game.betting is Betting.LIMIT else f"; {self.sizes}"
        return f"{self.game}{menu}"

    def __reduce__(self) -> tuple[object, ...]:
        return Encoding, (self.game, self.sizes, self.history)

    def _totals(self, view: View) -> list[int]:
        self._check(view)
        return self.native.totals(view)

    def _check(self, view: View) -> None:
        if view.game.with_stacks(self.game.stacks) != self.game:
            raise GameError(f"observations of {quoted(str(self.game))} cannot be made of {quoted(str(view.game))}")


def to_encoding(game: Encoding | Game | str) -> Encoding:
    """An encoding, given as one, as a game, or as the text of a game."""
    return game if isinstance(game, Encoding) else Encoding(game)


def usual_history(game: Game) -> int:
    """The actions of a round that an observation holds by default."""
    raises = max(game.most_raises)
    if game.betting is Betting.LIMIT and raises < UNLIMITED_RAISES:
        return min(MOST_HISTORY, game.players + raises * (game.players - 1))
    return 3 * game.players + 3


def shown(value: object) -> str:
    """A wrong value, for an error."""
    return str(value) if isinstance(value, (int, float)) else quoted(str(value))


def checked_number(number: object, actions: int) -> int:
    """The number of an action as an int. Raises ActionError if there is no such action."""
    if isinstance(number, (int, np.integer)) or (isinstance(number, np.ndarray) and number.shape == ()):
        index = int(number)
        if 0 <= index < actions and index == number:
            return index
    raise ActionError(f"an action is a number from {FOLD} to {actions - 1}, not {shown(number)}")


def _menu_parts(
    game: Game, menu: BetMenu
) -> tuple[list[list[tuple[int, int, int]]], list[int], list[tuple[int, int]], int, int]:
    """A bet menu as whole numbers, for native code."""
    lists: dict[tuple[BetSize, ...], int] = {}
    list_of = []
    for kind in KINDS:
        for street in range(game.rounds):
            for player in range(game.players):
                sizes = menu.sizes(_turn_of(kind, street, player))
                list_of.append(lists.setdefault(sizes, len(lists)) if sizes else -1)
    parts = [[(_UNITS.index(size.unit), *_fraction(size, menu)) for size in sizes] for sizes in lists]
    options = [
        _bounded(*value.as_integer_ratio(), str(menu)) for value in (menu.spr, menu.commit, menu.add_all_in, menu.merge)
    ]
    raises = UNLIMITED_RAISES if menu.most_raises is None else min(menu.most_raises, UNLIMITED_RAISES)
    return parts, list_of, options, raises, game.big_blind


def _turn_of(kind: str, street: int, player: int) -> BetTurn:
    level = int(kind == "raise")
    return BetTurn(
        round=street, player=player, level=level, pot=1, least=1, most=1, all_in=1, raises=0, donk=kind == "donk"
    )


def _fraction(size: BetSize, menu: BetMenu) -> tuple[int, int]:
    part, whole = size.number.as_integer_ratio()
    return _bounded(part, whole * 100 if size.unit == "%" else whole, str(menu))


def _bounded(part: int, whole: int, menu: str) -> tuple[int, int]:
    if max(part, whole) > _LARGEST // 2:
        raise GameError(f"the bet menu {quoted(menu)} has a number with too many digits for an environment: round it")
    return part, whole


__all__ = ["CALL", "FOLD", "RAISE", "Encoding", "to_encoding"]

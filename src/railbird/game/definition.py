"""Game definitions: everything that defines a game, as data.

Positions are numbered from the first seat left of the button. With three or more players, 0 is the small blind and the
last position is the button; heads-up, 0 is the big blind and 1 is the small blind, on the button. Amounts are in chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from operator import index
from typing import Any

from railbird import _core
from railbird.errors import GameError, quoted
from railbird.game.rules import Betting, Rake, Rules

MOST_PLAYERS = 10
MOST_ROUNDS = 4
MOST_CHIPS = 2**40
UNLIMITED_RAISES = 255
HOLDEM_BOARD = (0, 3, 1, 1)
"""The number of board cards dealt before each betting round of hold'em."""
BOARD_SIZES = (0, 3, 4, 5)
"""The number of board cards on the table in each betting round of hold'em."""
HOLDEM_STREETS = ("preflop", "flop", "turn", "river")


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game. Tuples with one item per player are indexed by position, those with one per betting round by round.

    >>> from railbird.game import limit
    >>> limit(players=3).blinds
    (5, 10, 0)
    """

    betting: Betting
    blinds: tuple[int, ...]
    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    """The fixed bet of each round in limit games, the minimum bet in others."""
    most_raises: tuple[int, ...]
    """The maximum number of bets and raises in each round, without the blinds."""
    first: tuple[int, ...]
    """The position that acts first in each round."""
    board_cards: tuple[int, ...]
    """The number of board cards dealt before each round."""
    antes: tuple[int, ...] = ()
    most_actions: tuple[int, ...] = ()
    """The maximum number of actions in each round; 0 for no maximum."""
    hole_cards: int = 2
    ranks: int = 13
    suits: int = 4
    rules: Rules = field(default_factory=Rules)
    rake: Rake = field(default_factory=Rake)

    def __post_init__(self) -> None:
        if self.betting not in list(Betting):
            raise GameError(f"betting must be one of {list(Betting)}, not {quoted(str(self.betting))}")
        object.__setattr__(self, "betting", Betting(self.betting))
        for name in _TUPLES:
            object.__setattr__(self, name, whole_numbers(name, getattr(self, name)))
        for name in ("hole_cards", "ranks", "suits"):
            object.__setattr__(self, name, *whole_numbers(name, (getattr(self, name),)))
        if not self.antes:
            object.__setattr__(self, "antes", (0,) * len(self.blinds))
        if not self.most_actions:
            object.__setattr__(self, "most_actions", (0,) * len(self.bets))
        _check(self)

    def __str__(self) -> str:
        return self._text

    @cached_property
    def _text(self) -> str:
        return _text_form[0](self)

    @property
    def players(self) -> int:
        return len(self.blinds)

    @property
    def rounds(self) -> int:
        return len(self.bets)

    @property
    def big_blind(self) -> int:
        """The big blind, ignoring straddles: the unit of amounts such as 200bb."""
        return max(self.blinds[:2])

    @property
    def is_holdem(self) -> bool:
        """Whether this is hold'em with any betting: two hole cards, five board cards in four rounds, all 52 cards."""
        cards = (self.hole_cards, self.board_cards, self.ranks, self.suits)
        return cards == (2, HOLDEM_BOARD, 13, 4)

    @property
    def cards_needed(self) -> int:
        """The number of cards dealt in a hand: all hole cards and the whole board."""
        return self.players * self.hole_cards + sum(self.board_cards)

    def with_stacks(self, stacks: tuple[int, ...]) -> Game:
        """The same game with these stacks."""
        if stacks == self.stacks:
            return self
        if type(self) is not Game or len(stacks) != self.players or not _are_stacks(stacks):
            return replace(self, stacks=stacks)
        # Nothing else depends on stacks: the rest is right as it is, and so is the native definition.
        game = object.__new__(Game)
        game.__dict__.update(self.__dict__)
        game.__dict__["stacks"] = stacks
        game.__dict__.pop("_text", None)
        return game

    def street(self, round_number: int) -> str:
        """The name of a betting round."""
        if self.rounds > 1 and HOLDEM_BOARD[: self.rounds] == self.board_cards:
            return HOLDEM_STREETS[round_number]
        return f"round {round_number + 1}"

    def __getstate__(self) -> dict[str, object]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def native(self) -> _core.GameDefinition:
        """The definition in the form of the native engine."""
        return _core.GameDefinition(
            betting=int(self.betting),
            players=self.players,
            rounds=self.rounds,
            blinds=self.blinds,
            antes=self.antes,
            bets=self.bets,
            most_raises=self.most_raises,
            most_actions=tuple(most or self.rules.most_actions for most in self.most_actions),
            first=self.first,
            hole_cards=self.hole_cards,
            board_cards=self.board_cards,
            ranks=self.ranks,
            suits=self.suits,
            reopening=int(self.rules.reopening(self.betting)),
            full_blind_to_call=self.rules.full_blind_to_call,
            short_bets_count=self.rules.short_bets_count,
            needs_a_caller=self.rules.needs_a_caller,
            skips_idle=self.rules.skips_idle,
            odd_chips=self.rules.odd_chips,
            free_fold=self.rules.free_fold,
            uncapped_heads_up=self.rules.uncapped_heads_up,
            muck=self.rules.muck,
            rake=self.rake.ten_thousandths,
            rake_cap=self.rake.cap,
            no_flop_no_drop=self.rake.no_flop_no_drop,
        )


def _are_stacks(stacks: tuple[int, ...]) -> bool:
    return set(map(type, stacks)) == {int} and min(stacks) >= 1 and max(stacks) <= MOST_CHIPS


_text_form: list[Callable[[Game], str]] = []


def text_form(write: Callable[[Game], str]) -> Callable[[Game], str]:
    """Decorator that makes a function ``str(game)``. The text forms import this module, so they register here."""
    _text_form[:] = [write]
    return write


_TUPLES = ("blinds", "stacks", "bets", "most_raises", "first", "board_cards", "antes", "most_actions")


def whole_numbers(name: str, values: Iterable[Any]) -> tuple[int, ...]:
    """Convert the values to a tuple of int. Raises GameError, with their name, if they are not integers."""
    try:
        return tuple(index(value) for value in values)
    except TypeError:
        raise GameError(f"{name} must be whole numbers, not {quoted(str(values))}") from None


def _check(game: Game) -> None:
    if not 2 <= game.players <= MOST_PLAYERS:
        raise GameError(f"a game has 2 to {MOST_PLAYERS} players, not {game.players}")
    if not 1 <= game.rounds <= MOST_ROUNDS:
        raise GameError(f"a game has 1 to {MOST_ROUNDS} betting rounds, not {game.rounds}")
    for name, values, unit in (
        ("antes", game.antes, "player"),
        ("stacks", game.stacks, "player"),
        ("most_raises", game.most_raises, "round"),
        ("most_actions", game.most_actions, "round"),
        ("first", game.first, "round"),
        ("board_cards", game.board_cards, "round"),
    ):
        count = game.players if unit == "player" else game.rounds
        if len(values) != count:
            raise GameError(f"{name} needs {count} numbers, one for each {unit}, not {len(values)}")
    for name, values in (("blinds", game.blinds), ("antes", game.antes)):
        for value in values:
            if not 0 <= value <= MOST_CHIPS:
                raise GameError(f"{name} must be 0 to 2^40 chips, not {value}")
    for name, values in (("stacks", game.stacks), ("bets", game.bets)):
        for value in values:
            if not 1 <= value <= MOST_CHIPS:
                raise GameError(f"{name} must be 1 to 2^40 chips, not {value}")
    if not any(game.blinds) and not any(game.antes):
        raise GameError("a game needs a blind or an ante")
    for raises in game.most_raises:
        if not 0 <= raises <= UNLIMITED_RAISES:
            raise GameError(f"a round has 0 to {UNLIMITED_RAISES} raises, not {raises}")
    for actions in game.most_actions:
        if actions and not game.players <= actions <= UNLIMITED_RAISES:
            raise GameError(f"a round has at least one action for each player and at most 255, not {actions}")
    for position in game.first:
        if not 0 <= position < game.players:
            raise GameError(f"the first to act must be a position from 0 to {game.players - 1}, not {position}")
    if not (1 <= game.ranks <= 13 and 1 <= game.suits <= 4):
        raise GameError(f"a deck has 1 to 13 ranks and 1 to 4 suits, not {game.ranks} and {game.suits}")
    if not 0 <= game.rake.cap <= MOST_CHIPS:
        raise GameError(f"the cap on the rake must be 0 to 2^40 chips, not {game.rake.cap}")
    if not 1 <= game.hole_cards <= 3:
        raise GameError(f"a player has 1 to 3 hole cards, not {game.hole_cards}")
    if any(cards < 0 for cards in game.board_cards) or game.hole_cards + sum(game.board_cards) > 7:
        raise GameError(
            f"a player has at most 7 hole and board cards together, not {game.hole_cards} and {game.board_cards}"
        )
    if game.cards_needed > game.ranks * game.suits:
        raise GameError(f"a hand needs {game.cards_needed} cards, but the deck has {game.ranks * game.suits}")

"""Spots: where a solver begins, from the start of a small game to the river of a no-limit hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate

from railbird import _core
from railbird.cards import Card, cards_text, parse_cards
from railbird.errors import GameError, quoted
from railbird.game import Game, parse_game
from railbird.game.dealing import deck
from railbird.game.definition import MOST_CHIPS, whole_numbers


@dataclass(frozen=True, init=False)
class Spot:
    """The public facts from which two players go on: the game, the board, the pot and the stacks behind.

    A spot with neither a pot nor a board is the start of the game, with its own antes and blinds. Otherwise a betting
    round begins, nobody has bet yet, and the pot is dead money: ``stacks`` is what each player has left, by default the
    game's stacks without half the pot each.

    >>> spot = Spot(game="nolimit(stack=50bb)", board="Kh7d2c", pot=600)
    >>> spot.first_round, spot.stacks, spot.first
    (1, (4700, 4700), 0)
    >>> print(spot)
    nolimit(stack=50bb); Kh7d2c; pot 600, stacks 4700 4700, p1 first
    """

    game: Game
    board: tuple[Card, ...] = ()
    pot: int = 0
    stacks: tuple[int, int] = (0, 0)
    """The chips of each player behind; for a game from its start, before antes and blinds."""
    first: int = -1
    """The position that acts first, in this round and in later ones; -1 for the game's order."""
    aggressor: int | None = None
    """Who bet or raised last on the street before, for donk bets."""

    def __init__(
        self,
        *,
        game: Game | str,
        board: str | Iterable[Card] = (),
        pot: int = 0,
        stacks: Iterable[int] | None = None,
        first: int | None = None,
        aggressor: int | None = None,
    ) -> None:
        game = parse_game(game) if isinstance(game, str) else game
        if game.players != 2:
            raise GameError(f"a spot has two players, not {game.players}: {game}")
        cards = parse_cards(board) if isinstance(board, str) else tuple(map(Card, board))
        (chips,) = whole_numbers("the pot", [pot])
        first_round = _round_of(game, cards)
        _check_players(first, aggressor)
        fields = {
            "game": game,
            "board": cards,
            "pot": chips,
            "stacks": _stacks(game, chips, stacks, bool(cards)),
            "first": game.first[first_round] if first is None else first,
            "aggressor": aggressor,
        }
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @property
    def first_round(self) -> int:
        """The betting round that begins here, from 0."""
        return _round_of(self.game, self.board)

    @property
    def is_start(self) -> bool:
        """Whether this is the start of the game, before its antes and blinds."""
        return not self.pot

    @cached_property
    def rest_of_game(self) -> Game:
        """The game that is left: its rounds from here on, and the pot as the dead money of an ante.

        The engine treats what one ante exceeds another as dead money, so the chips need no other scale.
        """
        game, start = self.game, self.first_round
        if self.is_start:
            order = game.first if self.first == game.first[0] else (self.first,) * game.rounds
            return replace(game, stacks=self.stacks, first=order)
        return replace(
            game,
            blinds=(0, 0),
            antes=(self.pot, 0),
            stacks=(self.stacks[0] + self.pot, self.stacks[1]),
            bets=game.bets[start:],
            most_raises=game.most_raises[start:],
            most_actions=game.most_actions[start:],
            first=game.first[start:] if self.first == game.first[start] else (self.first,) * (game.rounds - start),
            board_cards=(len(self.board), *game.board_cards[start + 1 :]),
        )

    def hand(self, cards: bytes | None = None) -> _core.Hand:
        """The betting from here on, on the engine. Its cards are placeholders unless a deal is given."""
        rest = self.rest_of_game
        deal = bytes(sorted(deck(rest))[: rest.cards_needed]) if cards is None else cards
        return _core.Hand(rest.native, rest.stacks, deal)

    def __str__(self) -> str:
        if self.is_start:
            return str(self.game.with_stacks(self.stacks))
        parts = [f"pot {self.pot}", f"stacks {self.stacks[0]} {self.stacks[1]}", f"p{self.first + 1} first"]
        parts += [] if self.aggressor is None else [f"p{self.aggressor + 1} aggressor"]
        return "; ".join(filter(None, [str(self.game), cards_text(self.board), ", ".join(parts)]))


def _round_of(game: Game, board: tuple[Card, ...]) -> int:
    """The round whose betting begins with this board."""
    sizes = list(accumulate(game.board_cards))
    if len(set(board)) < len(board) or not set(board) <= set(deck(game)):
        raise GameError(f"the board {quoted(cards_text(board))} must be different cards of the deck of {game}")
    if len(board) not in sizes:
        raise GameError(f"the board of {game} has {_listed(sizes)} cards, not {len(board)} ({cards_text(board)})")
    return sizes.index(len(board))


def _stacks(game: Game, pot: int, given: Iterable[int] | None, later: bool) -> tuple[int, int]:
    if not 0 <= pot <= MOST_CHIPS:
        raise GameError(f"the pot must be 0 to 2^40 chips, not {pot}")
    if not pot and later:
        raise GameError("a spot with a board needs a pot of at least one chip")
    if given is None:
        stacks = tuple(stack - (pot + 1) // 2 for stack in game.stacks)
        if min(stacks) < 1:
            half = f"half of the pot of {pot} leaves no chips"
            raise GameError(f"{half} of the stacks {_listed(game.stacks)}: give a smaller pot or the stacks behind")
    else:
        stacks = whole_numbers("stacks", given)
    if len(stacks) != 2 or not all(1 <= stack <= MOST_CHIPS - pot for stack in stacks):
        raise GameError(f"a spot needs two stacks of at least one chip, not {quoted(_listed(stacks))}")
    return stacks[0], stacks[1]


def _check_players(*positions: int | None) -> None:
    for position in positions:
        if position not in (None, 0, 1):
            raise GameError(f"a player of a spot is position 0 or 1, not {quoted(str(position))}")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))

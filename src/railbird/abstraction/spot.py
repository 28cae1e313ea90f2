"""Spots: where a solver begins, from the start of a small game to the river of a no-limit hand."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import Any

from railbird import _core
from railbird._options import read_options
from railbird.cards import Card, cards_text, parse_cards
from railbird.errors import GameError, quoted
from railbird.game import Game, parse_game
from railbird.game.dealing import deck
from railbird.game.definition import MOST_CHIPS
from railbird.game.families import Amount, chips_of

_PLAYERS = {"p1": 0, "p2": 1}
_OPTIONS = ("pot", "stacks", "first", "aggressor")


@dataclass(frozen=True, init=False)
class Spot:
    """The public facts from which two players go on: the game, the board, the pot and the stacks behind.

    A spot with neither a pot nor a board is the start of the game, with its own antes and blinds. Otherwise a betting
    round begins, nobody has bet yet, and the pot is dead money. The default stacks are those of the game; if there is a
    pot, each without half of it. The pot and the stacks can be given in big blinds, such as ``6bb``. ``parse_spot``
    reads the text of a spot.

    >>> spot = Spot("nolimit(stack=50bb)", "Kh7d2c", pot="6bb")
    >>> spot.first_round, spot.pot, spot.stacks, spot.first
    (1, 600, (4700, 4700), 0)
    >>> print(Spot("limit", "Kh7d2c9s", pot=80, stacks=(300, 200), aggressor=1))
    limit; Kh7d2c9s; pot=80, stacks=300/200, aggressor=p2
    """

    game: Game
    board: tuple[Card, ...]
    pot: int
    stacks: tuple[int, int]
    """The chips that each player has behind; at the start of a game, before antes and blinds."""
    first: int
    """The position that acts first, in this round and in later ones; by default in the game's order."""
    aggressor: int | None
    """Who bet or raised last on the street before, for donk bets."""

    def __init__(
        self,
        game: Game | str,
        board: str | Iterable[Card] = (),
        *,
        pot: Amount = 0,
        stacks: Iterable[Amount] | None = None,
        first: int | None = None,
        aggressor: int | None = None,
    ) -> None:
        game = parse_game(game) if isinstance(game, str) else game
        if game.players != 2:
            raise GameError(f"a spot has two players, not {game.players}: {game}")
        cards = parse_cards(board) if isinstance(board, str) else tuple(map(Card, board))
        first_round = _round_of(game, cards)
        chips = _checked_pot(chips_of(pot, game.big_blind), bool(cards))
        behind = _default_stacks(game, chips)
        if stacks is not None:
            behind = tuple(chips_of(each, game.big_blind) for each in stacks)
        elif min(behind) < 1:
            listed = " and ".join(map(str, game.stacks))
            remedy = "make it smaller, or give the stacks behind"
            raise GameError(f"a pot of {chips} leaves nothing of stacks of {listed}: {remedy}")
        values = {
            "game": game,
            "board": cards,
            "pot": chips,
            "stacks": _checked_stacks(behind, chips),
            "first": game.first[first_round] if first is None else _checked_position(first),
            "aggressor": None if aggressor is None else _checked_position(aggressor),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __str__(self) -> str:
        """The text of the spot, which ``parse_spot`` reads."""
        options: dict[str, object] = {"pot": self.pot} if self.pot else {}
        if self.stacks != _default_stacks(self.game, self.pot):
            options["stacks"] = "/".join(map(str, self.stacks))
        if self.first != self.game.first[self.first_round]:
            options["first"] = f"p{self.first + 1}"
        if self.aggressor is not None:
            options["aggressor"] = f"p{self.aggressor + 1}"
        listed = ", ".join(f"{key}={value}" for key, value in options.items())
        return "; ".join(filter(None, [str(self.game), cards_text(self.board), listed]))

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

        The engine takes the part of an ante that not everybody pays as dead money.
        """
        game, start = self.game, self.first_round
        order = game.first[start:] if self.first == game.first[start] else (self.first,) * (game.rounds - start)
        if self.is_start:
            return replace(game, stacks=self.stacks, first=order)
        return replace(
            game,
            blinds=(0, 0),
            antes=(self.pot, 0),
            stacks=(self.stacks[0] + self.pot, self.stacks[1]),
            bets=game.bets[start:],
            most_raises=game.most_raises[start:],
            most_actions=game.most_actions[start:],
            first=order,
            board_cards=(len(self.board), *game.board_cards[start + 1 :]),
        )

    def hand(self, deal: bytes | None = None) -> _core.Hand:
        """The betting from here on, as a hand of ``rest_of_game``; without a deal its cards mean nothing."""
        rest = self.rest_of_game
        cards = bytes(sorted(deck(rest))[: rest.cards_needed]) if deal is None else deal
        return _core.Hand(rest.native, rest.stacks, cards)


def parse_spot(text: str) -> Spot:
    """Parse the text of a spot, ``GAME; BOARD; OPTIONS``: the game alone, or with a board, a pot and more.

    >>> spot = parse_spot("nolimit(stack=50bb); Kh7d2c; pot=6bb, stacks=47bb/20bb, first=p2, aggressor=p1")
    >>> spot.stacks, spot.first, str(parse_spot("kuhn"))
    ((4700, 2000), 1, 'kuhn')
    """
    game, *rest = (part.strip() for part in text.split(";"))
    board = rest.pop(0) if rest and "=" not in rest[0] else ""
    if len(rest) > 1:
        raise GameError(f"a spot is written GAME; BOARD; OPTIONS, not {quoted(text)}")
    return Spot(game, board, **_values(read_options("the spot", rest[0] if rest else "", "option", GameError)))


def _values(options: Mapping[str, str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, text in options.items():
        if key not in _OPTIONS:
            raise GameError(f"{quoted(key)} is not an option of a spot (options: {', '.join(_OPTIONS)})")
        if key in ("first", "aggressor"):
            if text not in _PLAYERS:
                raise GameError(f"{key} must be {' or '.join(_PLAYERS)}, not {quoted(text)}")
            values[key] = _PLAYERS[text]
        else:
            values[key] = text if key == "pot" else [part.strip() for part in text.split("/")]
    return values


def _round_of(game: Game, board: tuple[Card, ...]) -> int:
    """The round whose betting begins with this board."""
    sizes = list(accumulate(game.board_cards))
    if len(set(board)) < len(board) or not set(board) <= set(deck(game)):
        raise GameError(f"the board must be different cards of the deck of {game}, not {quoted(cards_text(board))}")
    if len(board) not in sizes:
        wanted = " or ".join(map(str, dict.fromkeys(sizes)))
        raise GameError(f"a board of {game} has {wanted} cards, not {len(board)}: {quoted(cards_text(board))}")
    return sizes.index(len(board))


def _checked_pot(pot: int, later: bool) -> int:
    if not 0 <= pot <= MOST_CHIPS // 2:
        raise GameError(f"the pot must be 0 to 2^39 chips, not {pot}")
    if later and not pot:
        raise GameError("a spot with a board needs a pot, such as pot=6bb")
    return pot


def _default_stacks(game: Game, pot: int) -> tuple[int, ...]:
    """The game's stacks, each without half the pot."""
    return tuple(stack - (pot + 1) // 2 for stack in game.stacks)


def _checked_stacks(stacks: tuple[int, ...], pot: int) -> tuple[int, int]:
    if len(stacks) != 2 or not all(1 <= stack <= MOST_CHIPS - pot for stack in stacks):
        raise GameError(
            f"a spot needs two stacks behind of at least one chip, not {quoted(', '.join(map(str, stacks)))}"
        )
    return stacks[0], stacks[1]


def _checked_position(position: int) -> int:
    if position not in (0, 1):
        raise GameError(f"a player of a spot is position 0 or 1, not {quoted(str(position))}")
    return int(position)

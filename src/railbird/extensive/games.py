"""Games as one line of text, such as ``pig(goal=50)`` or ``openspiel:go(board_size=9)``."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, get_type_hints

from railbird._options import read_options, split_spec, switch_text, with_options
from railbird.errors import GameError, quoted
from railbird.extensive.card_duel import CardDuel
from railbird.extensive.open_spiel import FAMILIAR, PREFIX, open_spiel_game, open_spiel_names
from railbird.extensive.phantom_tic_tac_toe import PhantomTicTacToe
from railbird.extensive.pig import Pig
from railbird.extensive.poker import SIZES, menu_of, poker_state
from railbird.extensive.rock_paper_scissors import RockPaperScissors
from railbird.extensive.state import State
from railbird.extensive.tic_tac_toe import TicTacToe
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.game import parse_game

GAMES: Mapping[str, tuple[Callable[..., State], str]] = {
    "tic-tac-toe": (TicTacToe, "three in a row on nine cells"),
    "ultimate-tic-tac-toe": (UltimateTicTacToe, "nine boards of tic-tac-toe that make up one"),
    "phantom-tic-tac-toe": (PhantomTicTacToe, "in a row on a board where you do not see the opponent's stones"),
    "rock-paper-scissors": (RockPaperScissors, "both choose at the same time, in one round or several"),
    "pig": (Pig, "roll dice until you hold; a one loses the turn's points"),
    "card-duel": (CardDuel, "creatures attack and block; hands are hidden, and both players have the same deck"),
}
"""Our games by name: what makes the first state, and a summary.

The options of a game are the parameters of what makes it: whole numbers, numbers, switches or texts, with defaults.
"""
POKER: Mapping[str, str] = {
    "kuhn": "Kuhn poker: three cards, one each, and one bet",
    "leduc": "Leduc hold'em: six cards, one each and one on the board, and two rounds",
    "limit": "limit hold'em",
    "potlimit": "pot-limit hold'em with a bet menu",
    "nolimit": "no-limit hold'em with a bet menu",
    "rezai": "RezAI's heads-up limit game",
    "game": "any other poker game, every field written out",
}
"""Poker games, with the options of ``railbird.game`` and ``sizes``, the bet menu.

It is written with ``/`` in place of commas, as in ``sizes=33%/75%/a; raise 3x``. Numbers alone are shares of the pot,
which all-in follows: ``sizes=0.5/1`` is ``sizes=50%/100%/a``.
"""
_WANTED = {bool: "on or off", int: "a whole number", float: "a number"}
_WHOLE = re.compile(r"-?[0-9]{1,18}", re.ASCII)
_NUMBER = re.compile(r"-?([0-9]{1,18}(\.[0-9]{0,18})?|\.[0-9]{1,18})(e-?[0-9]{1,2})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class ExtensiveGame:
    """A game with its options, which gives the state that it starts from.

    >>> game = parse_extensive_game("pig(goal=50, dice=1)")
    >>> print(game)
    pig(goal=50)
    >>> print(game.start())
    0-0, player 0 has rolled 0
    """

    name: str
    options: tuple[tuple[str, str], ...]
    """The options that differ from their defaults, as text."""
    summary: str = field(compare=False)
    _make: Callable[[], State] = field(compare=False, repr=False)

    def start(self) -> State:
        """A new state at the start of the game."""
        return self._make()

    def __str__(self) -> str:
        """The text of the game, which parses back."""
        return with_options(self.name, dict(self.options))

    def __reduce__(self) -> tuple[Callable[[str], ExtensiveGame], tuple[str]]:
        return parse_extensive_game, (str(self),)


def extensive_game_names() -> tuple[str, ...]:
    """The names of our games; those of OpenSpiel are in ``open_spiel_names()``."""
    return (*GAMES, *(name for name in POKER if name != "game"))


def game_summaries() -> dict[str, str]:
    """What each of our games is, by name."""
    return {name: summary for name, (_, summary) in GAMES.items()} | {
        name: summary for name, summary in POKER.items() if name != "game"
    }


def parse_extensive_game(text: str) -> ExtensiveGame:
    """Parse a game from a line of text. Raises GameError if there is no such game, or an option is wrong.

    Games of OpenSpiel have the prefix ``openspiel:``, which can be left out if we have no game of that name.

    >>> str(parse_extensive_game("connect-four(rows=5)"))
    'openspiel:connect_four(rows=5)'
    """
    parts = split_spec(text)
    if parts is None:
        raise GameError(f"{quoted(text)} is not a game: write NAME or NAME(OPTION=VALUE, …), such as pig(goal=50)")
    name, given = parts
    if name.startswith(PREFIX):
        return _of_open_spiel(name.removeprefix(PREFIX), _options(name, given))
    ours = name.lower().replace("_", "-")
    if ours in GAMES:
        return _ours(ours, _options(ours, given))
    if ours in POKER:
        return _poker(ours, _options(ours, given))
    theirs = name.lower().replace("-", "_")
    if theirs in FAMILIAR or theirs in open_spiel_names():
        return _of_open_spiel(theirs, _options(name, given))
    names = [*extensive_game_names(), *(each.replace("_", "-") for each in {*FAMILIAR, *open_spiel_names()})]
    near = difflib.get_close_matches(ours, names, n=1)
    hint = f"did you mean {near[0]}?" if near else f"the games are {', '.join(extensive_game_names())}"
    raise GameError(f"there is no game {quoted(name)}: {hint} (write {PREFIX}NAME for a game of OpenSpiel)")


def _options(name: str, given: str) -> dict[str, str]:
    return read_options(name, given, "option", GameError)


def _of_open_spiel(name: str, options: Mapping[str, str]) -> ExtensiveGame:
    game = open_spiel_game(name, options)
    return ExtensiveGame(PREFIX + game.name, game.options, game.summary, game.start)


def _poker(name: str, given: dict[str, str]) -> ExtensiveGame:
    sizes = given.pop("sizes", None) or SIZES
    game = parse_game(with_options(name, given))
    parts = [part.strip() for part in sizes.split("/")]
    shares = _NUMBER.fullmatch(parts[0])
    menu = menu_of([_value(f"a size of {name}", float, part) for part in parts] if shares else sizes)
    start = poker_state(game, menu)
    spec = split_spec(str(game))
    assert spec
    options = _options(*spec)
    if menu != menu_of(SIZES):
        options["sizes"] = str(menu).replace(", ", "/")
    return ExtensiveGame(spec[0], tuple(options.items()), POKER[spec[0]], start.clone)


def _ours(name: str, given: Mapping[str, str]) -> ExtensiveGame:
    make, summary = GAMES[name]
    parameters = inspect.signature(make).parameters
    for key in given:
        if key not in parameters:
            near = difflib.get_close_matches(key, parameters, n=1)
            hint = f"did you mean {near[0]}?" if near else f"options: {', '.join(parameters) or 'none'}"
            raise GameError(f"{quoted(key)} is not an option of {name} ({hint})")
    kinds = get_type_hints(make.__init__ if isinstance(make, type) else make)  # type: ignore[misc]
    values = {key: _value(f"{key} of {name}", kinds[key], text) for key, text in given.items()}
    changed = {key: values[key] for key in parameters if key in values and values[key] != parameters[key].default}
    make(**changed)  # an error in the options shows now
    options = tuple((key, _text(value)) for key, value in changed.items())
    return ExtensiveGame(name, options, summary, lambda: make(**changed))


def _value(what: str, kind: Any, text: str) -> Any:
    """Parse the value of an option. Raises GameError if it is of another kind."""
    if kind is bool and text in ("on", "off"):
        return text == "on"
    if kind is int and _WHOLE.fullmatch(text):
        return int(text)
    if kind is float and _NUMBER.fullmatch(text):
        return float(text)
    if kind is str:
        return text
    raise GameError(f"{what} must be {_WANTED[kind]}, not {quoted(text)}")


def _text(value: Any) -> str:
    return switch_text(value) if isinstance(value, bool) else str(value)

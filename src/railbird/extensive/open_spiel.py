"""Turn-based games of OpenSpiel, among them chess, go, connect four and backgammon, as states.

OpenSpiel comes with the extra ``games``. Options are checked against its specification of the game, and
a game with options is tried in a process of its own first, because OpenSpiel may end the process on wrong values.
"""

from __future__ import annotations

import difflib
import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from railbird._core import RandomStream
from railbird._options import split_options, switch_text, with_options
from railbird.errors import GameError, quoted
from railbird.extensive.state import CHANCE, NOBODY

PREFIX = "openspiel:"
FAMILIAR = (
    "amazons",
    "backgammon",
    "breakthrough",
    "checkers",
    "chess",
    "connect_four",
    "go",
    "hex",
    "mancala",
    "nim",
    "othello",
    "quoridor",
)
"""Names that mean games of OpenSpiel even if it is not installed."""
WHOLE_POSITIONS = ("breakthrough", "connect_four", "hex", "othello", "tic_tac_toe")
"""Games whose text and turn are the whole position; play in others, such as go, may depend on how it came about."""
TRIAL_SECONDS = 60
_TRIAL = Path(__file__).with_name("open_spiel_trial.py")
_NESTED = re.compile(r"([^()]+?)\s*(?:\((.*)\))?", re.DOTALL)
_WANTED = {
    bool: "on or off",
    int: "a whole number of at most 9 digits",
    float: "a number",
    dict: "a game such as kuhn_poker(players=2)",
}
_SWITCHES = {"on": True, "off": False, "true": True, "false": False}


@dataclass(frozen=True, slots=True)
class OpenSpielGame:
    """A game of OpenSpiel, ready to be played."""

    name: str
    options: tuple[tuple[str, str], ...]
    """The options that differ from their defaults, as text."""
    summary: str
    resamples: bool
    """Whether OpenSpiel can redraw what is hidden from a player."""
    game: Any = field(compare=False, repr=False)
    """The ``pyspiel.Game``."""

    def start(self) -> OpenSpielState:
        """A new state at the start of the game."""
        return OpenSpielState(self)

    def __str__(self) -> str:
        return with_options(self.name, dict(self.options))


class OpenSpielState:
    """A position of a game of OpenSpiel. It has no ``undo``, since most of these games have none.

    The information key is the history or, where nothing depends on that, the position, if nothing is hidden; otherwise
    it is OpenSpiel's information state. When the game is over, everything counts as revealed.

    >>> state = open_spiel_game("connect_four").start()
    >>> state.apply(3)
    >>> state.turn, [state.action_text(action) for action in state.legal_actions()][:2]
    (1, ['o0', 'o1'])
    """

    __slots__ = ("_game", "_state", "turn")

    turn: int

    def __init__(self, game: OpenSpielGame) -> None:
        self._game = _facts(game)
        self._state: Any = game.game.new_initial_state()
        self.turn = _turn(self._state)

    @property
    def players(self) -> int:
        return self._game.players

    @property
    def payoff_range(self) -> tuple[float, float]:
        return self._game.payoff_range

    @property
    def perfect_information(self) -> bool:
        return self._game.perfect_information

    @property
    def zero_sum(self) -> bool:
        return self._game.zero_sum

    def legal_actions(self) -> Sequence[int]:
        actions: list[int] = self._state.legal_actions()
        return actions

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        outcomes: list[tuple[int, float]] = self._state.chance_outcomes() if self.turn == CHANCE else []
        return outcomes

    def apply(self, action: int) -> None:
        self._state.apply_action(action)
        self.turn = _turn(self._state)

    def clone(self) -> OpenSpielState:
        return self._with(self._state.clone())

    def _with(self, state: Any) -> OpenSpielState:
        copy = OpenSpielState.__new__(OpenSpielState)
        copy._game = self._game
        copy._state = state
        copy.turn = _turn(state)
        return copy

    def returns(self) -> Sequence[float]:
        returns: list[float] = self._state.returns()
        return returns

    def information_key(self, player: int) -> tuple[object, ...]:
        game = self._game
        if game.perfect_information or self.turn == NOBODY:
            return (self.turn, str(self._state)) if game.whole_positions else tuple(self._state.history())
        if not game.has_information_states:
            raise GameError(f"OpenSpiel has no information states for {game.name}: a search cannot tell what is hidden")
        return (self.turn, self._state.information_state_string(player))

    def determinize(self, player: int, random: RandomStream) -> OpenSpielState:
        """OpenSpiel's redraw of what is hidden, at the turn of a player, by uniform random numbers as it asks for them.

        Raises GameError if it offers none for this game.
        """
        game = self._game
        if game.perfect_information or self.turn == NOBODY:
            return self.clone()
        if not game.resamples:
            raise GameError(
                f"OpenSpiel cannot redraw what is hidden in {game.name}: searches for hidden information need that"
            )
        if self.turn == CHANCE:
            raise GameError(f"OpenSpiel redraws what is hidden in {game.name} at the turn of a player, not of chance")
        copy = self._with(self._state.resample_from_infostate(player, random.uniform))
        if game.has_information_states and copy.information_key(player) != self.information_key(player):
            raise GameError(f"OpenSpiel's redraw of {game.name} changed what player {player} knows")
        return copy

    def action_text(self, action: int) -> str:
        """OpenSpiel's name of the action, with ``_`` in place of spaces."""
        return "_".join(str(self._state.action_to_string(self._state.current_player(), action)).split())

    def __str__(self) -> str:
        return str(self._state)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What all states of a game share."""

    name: str
    players: int
    payoff_range: tuple[float, float]
    perfect_information: bool
    zero_sum: bool
    whole_positions: bool
    has_information_states: bool
    resamples: bool


@cache
def _facts(game: OpenSpielGame) -> _Facts:
    spiel, kind = _open_spiel(), game.game.get_type()
    return _Facts(
        name=str(game),
        players=game.game.num_players(),
        payoff_range=(game.game.min_utility(), game.game.max_utility()),
        perfect_information=kind.information == spiel.GameType.Information.PERFECT_INFORMATION,
        zero_sum=kind.utility == spiel.GameType.Utility.ZERO_SUM,
        whole_positions=game.name in WHOLE_POSITIONS,
        has_information_states=kind.provides_information_state_string,
        resamples=game.resamples,
    )


def _turn(state: Any) -> int:
    player: int = state.current_player()
    return player if player >= 0 else CHANCE if player == CHANCE else NOBODY


def open_spiel_names() -> tuple[str, ...]:
    """The names of OpenSpiel's games; none if it is not installed."""
    try:
        return tuple(_open_spiel().registered_names())
    except GameError:
        return ()


def open_spiel_game(name: str, options: Mapping[str, str] | None = None) -> OpenSpielGame:
    """Load a game by name with options as text. Raises GameError if it cannot be played, saying why.

    >>> str(open_spiel_game("go", {"board_size": "9", "komi": "7.5"}))
    'go(board_size=9)'
    """
    return _load(name, tuple((options or {}).items()))


@cache
def _load(name: str, options: tuple[tuple[str, str], ...]) -> OpenSpielGame:
    spiel = _open_spiel()
    kind, parameters, changed = _checked(spiel, name, dict(options))
    text = with_options(name, changed)
    _check_turn_based(spiel, kind, text)
    missing = [key for key, default in kind.parameter_specification.items() if default == {} and key not in parameters]
    if missing or (not kind.default_loadable and not parameters):
        raise GameError(f"{name} of OpenSpiel needs options: {', '.join(missing or kind.parameter_specification)}")
    hidden = kind.information != spiel.GameType.Information.PERFECT_INFORMATION
    resamples = _trial(name, parameters, text) if changed or hidden else True
    game = spiel.load_game(name, parameters)
    _check_turn_based(spiel, game.get_type(), text)
    if game.get_type().chance_mode == spiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        raise GameError(f"{text} of OpenSpiel draws its own random numbers: a search cannot repeat or enumerate them")
    return OpenSpielGame(name, tuple(changed.items()), str(kind.long_name), resamples, game)


def _check_turn_based(spiel: ModuleType, kind: Any, text: str) -> None:
    """Raise GameError if players do not act one after the other."""
    if kind.dynamics == spiel.GameType.Dynamics.SIMULTANEOUS:
        remedy = f"write {PREFIX}turn_based_simultaneous_game(game={text}) to take turns"
        raise GameError(f"{text} of OpenSpiel is not turn-based, its players act at the same time: {remedy}")
    if kind.dynamics != spiel.GameType.Dynamics.SEQUENTIAL:
        raise GameError(f"{text} of OpenSpiel is not turn-based: it is a mean-field game")


def _open_spiel() -> ModuleType:
    try:
        import pyspiel
    except ImportError:
        raise GameError("games of OpenSpiel need open_spiel: pip install open_spiel") from None
    module: ModuleType = pyspiel
    return module


def _checked(spiel: ModuleType, name: str, given: Mapping[str, str]) -> tuple[Any, dict[str, Any], dict[str, str]]:
    """The type of the game, its parameters, and the text of those that differ from the default."""
    kinds = {kind.short_name: kind for kind in spiel.registered_games()}
    if name not in kinds:
        near = difflib.get_close_matches(name, kinds, n=1)
        hint = f"did you mean {near[0]}?" if near else "it names them as connect_four, go or kuhn_poker"
        raise GameError(f"OpenSpiel has no game {quoted(name)}: {hint}")
    known = kinds[name].parameter_specification
    parameters: dict[str, Any] = {}
    changed: dict[str, str] = {}
    for key, text in given.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"options: {', '.join(known) or 'none'}"
            raise GameError(f"{quoted(key)} is not an option of {name} of OpenSpiel ({hint})")
        value, written = _value(spiel, f"{key} of {name}", type(known[key]), text)
        if value != known[key]:
            parameters[key], changed[key] = value, written
    return kinds[name], parameters, changed


def _value(spiel: ModuleType, what: str, kind: type, text: str) -> tuple[Any, str]:
    """The value of a parameter, and its text."""
    try:
        if kind is bool:
            return _SWITCHES[text.lower()], switch_text(_SWITCHES[text.lower()])
        if kind is int and len(text) <= 9:
            return int(text), str(int(text))
        if kind is float and len(text) <= 18:
            return float(text), repr(float(text))
    except (KeyError, ValueError):
        pass
    if kind is str:
        return text, text
    match = _NESTED.fullmatch(text) if kind is dict else None
    if match is None:
        raise GameError(f"{what} must be {_WANTED[kind]}, not {quoted(text)}")
    given = {key: value or "" for _, key, value in split_options(match[2] or "")}
    _, parameters, changed = _checked(spiel, match[1], given)
    return {"name": match[1], **parameters}, with_options(match[1], changed)


def _trial(name: str, parameters: Mapping[str, Any], text: str) -> bool:
    """Play the beginning of a random game in a process of its own; whether what is hidden can be redrawn."""
    command = [sys.executable, "-P", str(_TRIAL), json.dumps([name, parameters])]
    try:
        finished = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=TRIAL_SECONDS)
    except subprocess.TimeoutExpired:
        raise GameError(
            f"{text} of OpenSpiel takes too long to start: {TRIAL_SECONDS} seconds were not enough"
        ) from None
    try:
        answer = json.loads(finished.stdout)
    except ValueError:
        how = f"signal {-finished.returncode}" if finished.returncode < 0 else f"exit code {finished.returncode}"
        raise GameError(f"{text} of OpenSpiel ends its process ({how}): change its options") from None
    if "error" in answer:
        raise GameError(f"OpenSpiel refuses {text}: {quoted(str(answer['error']), 200)}")
    return bool(answer["resamples"])

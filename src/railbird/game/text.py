"""Games as one line of text; parsing the text gives the same game back.

``limit(players=3)``, ``nolimit(players=6, stack=200bb)``, ``potlimit(blinds=1/2, ante=1)``, ``kuhn``, ``leduc`` or
``rezai``; any other game is ``game(...)`` with every field written out. List items are separated by ``/``; switches are
``on`` or ``off``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache
from typing import Any

from railbird._options import split_options, switch_text, with_options
from railbird.errors import GameError, quoted
from railbird.game.definition import Game, text_form
from railbird.game.families import kuhn, leduc, limit, nolimit, potlimit, rezai
from railbird.game.rules import Betting, Profile, Showing, Split

_SPEC = re.compile(r"([a-z]+)\s*(?:\(([^()]*)\))?")
_BETTING = {"limit": Betting.LIMIT, "potlimit": Betting.POT_LIMIT, "nolimit": Betting.NO_LIMIT}


_HOLDEM = re.compile(r"\s*(limit|nolimit|potlimit)\s*(?:\((.*)\))?\s*")


def parse_game_for(text: str, players: int) -> Game:
    """Parse a game. One that does not say how many players it has gets ``players``.

    >>> parse_game_for("nolimit(stack=50bb)", 3).players, parse_game_for("limit(players=2)", 3).players
    (3, 2)
    """
    family = _HOLDEM.fullmatch(text)
    if family and "players" not in (family[2] or ""):
        options = f"players={players}" + (f", {family[2]}" if (family[2] or "").strip() else "")
        return parse_game(f"{family[1]}({options})")
    return parse_game(text)


@lru_cache(maxsize=1024)
def parse_game(text: str) -> Game:
    """Parse a game such as ``limit(players=3)``.

    >>> parse_game("nolimit(players=3, stack=50bb)").stacks
    (5000, 5000, 5000)
    """
    match = _SPEC.fullmatch(text.strip())
    if not match or match[1] not in _FAMILIES:
        raise GameError(f"{quoted(text)} is not a game (write {', '.join(_FAMILIES)}, as in limit(players=3))")
    make, readers = _FAMILIES[match[1]]
    given: dict[str, Any] = {}
    for item, key, value in split_options(match[2] or ""):
        if value is None or key not in readers:
            known = f"options: {', '.join(readers)}, as in players=3" if readers else "it has no options"
            raise GameError(f"{quoted(item)} is not an option of {match[1]} ({known})")
        if key in given:
            raise GameError(f"{key} is given twice in {quoted(text)}")
        given[key] = readers[key](key, value)
    rules = {key: given.pop(key) for key in _RULES if key in given}
    rake = {_RAKE_FIELDS[key]: rules.pop(key) for key in _RAKE_FIELDS if key in rules}
    try:
        game: Game = make(**given)
    except TypeError:
        raise GameError(f"{quoted(text)} needs all of {', '.join(_RAW)}") from None
    if rules:
        profile = rules.pop("rules", game.rules.profile)
        game = replace(game, rules=replace(game.rules, profile=profile, **rules))
    if rake:
        game = replace(game, rake=replace(game.rake, **rake))
    return game


@text_form
def game_text(game: Game) -> str:
    """The shortest text of a game, by its family if it has one.

    >>> game_text(limit(3, stack=500))
    'limit(players=3, stack=50bb)'
    """
    candidates = ["kuhn", "leduc", "rezai", f"rezai(stack={game.stacks[0]})", f"rezai(stack={game.stacks[0]}chips)"]
    name = next(name for name, betting in _BETTING.items() if betting is game.betting)
    rules = {
        "rules": game.rules.profile.value,
        "free_fold": switch_text(game.rules.free_fold),
        "uncapped_heads_up": switch_text(game.rules.uncapped_heads_up),
        "split": game.rules.split,
        "showing": game.rules.showing,
        "rake": f"{game.rake.percent.normalize():f}%",
        "rake_cap": str(game.rake.cap),
        "no_flop_no_drop": switch_text(game.rake.no_flop_no_drop),
    }
    posts = tuple(reversed(game.blinds)) if game.players == 2 else game.blinds
    blinds = posts[: max((i + 1 for i, blind in enumerate(posts) if blind), default=0)]
    options = {
        "players": str(game.players),
        "blinds": _joined(blinds),
        "bets": _joined(game.bets) if game.betting is Betting.LIMIT else None,
        "cap": str(game.most_raises[-1]) if game.betting is Betting.LIMIT else None,
        "stack": _stacks_text(_same(game.stacks), posts[1]),
        "ante": _joined(_same(game.antes)),
        "actions": str(game.most_actions[0]) if game.betting is Betting.LIMIT else None,
        **rules,
    }
    raw = {key: _raw_value(game, key) for key in _RAW} | rules
    for spec in (*((candidate, {}) for candidate in candidates), (name, options), ("game", raw)):
        shortest = _shortest(game, *spec)
        if shortest is not None:
            return shortest
    raise AssertionError(f"no text for {game!r}")


def _shortest(game: Game, name: str, options: Mapping[str, str | None]) -> str | None:
    """The text without options that have no effect, or None if it does not describe this game."""
    kept = {key: value for key, value in options.items() if value is not None}
    if not _reads_as(game, with_options(name, kept)):
        return None
    for key in list(kept):
        fewer = {other: value for other, value in kept.items() if other != key}
        if _reads_as(game, with_options(name, fewer)):
            kept = fewer
    return with_options(name, kept)


def _reads_as(game: Game, text: str) -> bool:
    try:
        return parse_game(text) == game
    except GameError:
        return False


def _joined(values: tuple[object, ...]) -> str:
    return "/".join(map(str, values))


def _same(values: tuple[int, ...]) -> tuple[int, ...]:
    return values[:1] if len(set(values)) == 1 else values


def _stacks_text(stacks: tuple[int, ...], big_blind: int) -> str:
    """Stacks in big blinds where that is a whole number. If all are below one big blind, each needs its unit."""
    unit = "chips" if max(stacks) < big_blind else ""
    whole = [big_blind > 0 and stack % big_blind == 0 for stack in stacks]
    return _joined(
        tuple(f"{stack // big_blind}bb" if bb else f"{stack}{unit}" for stack, bb in zip(stacks, whole, strict=True))
    )


def _number(key: str, value: str) -> int:
    if not (value.isascii() and value.isdecimal() and len(value) <= 13):
        raise GameError(f"{key} must be a whole number, not {quoted(value)}")
    return int(value)


def _numbers(key: str, value: str) -> tuple[int, ...]:
    return tuple(_number(key, part.strip()) for part in value.split("/"))


def _number_or_numbers(key: str, value: str) -> int | tuple[int, ...]:
    numbers = _numbers(key, value)
    return numbers if len(numbers) > 1 else numbers[0]


def _amounts(_: str, value: str) -> str | tuple[str, ...]:
    amounts = tuple(part.strip() for part in value.split("/"))
    return amounts if len(amounts) > 1 else amounts[0]


def _on_or_off(key: str, value: str) -> bool:
    if value not in ("on", "off"):
        raise GameError(f"{key} must be on or off, not {quoted(value)}")
    return value == "on"


def _one_of(kind: Any) -> Callable[[str, str], Any]:
    def read(key: str, value: str) -> Any:
        names = {str(getattr(each, "value", each)): each for each in kind}
        if value not in names:
            raise GameError(f"{key} must be {' or '.join(names)}, not {quoted(value)}")
        return names[value]

    return read


def _percent(key: str, value: str) -> Decimal:
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,2})?%", value, re.ASCII):
        raise GameError(f"{key} must be a percentage such as 2.5%, not {quoted(value)}")
    return Decimal(value[:-1])


def _betting(key: str, value: str) -> Betting:
    return _BETTING[_one_of(_BETTING)(key, value)]


_RULES: dict[str, Callable[[str, str], Any]] = {
    "rules": _one_of(Profile),
    "free_fold": _on_or_off,
    "uncapped_heads_up": _on_or_off,
    "split": _one_of(Split),
    "showing": _one_of(Showing),
    "rake": _percent,
    "rake_cap": _number,
    "no_flop_no_drop": _on_or_off,
}
_RAKE_FIELDS = {"rake": "percent", "rake_cap": "cap", "no_flop_no_drop": "no_flop_no_drop"}
_BIG_BET: dict[str, Callable[[str, str], Any]] = {
    "players": _number,
    "blinds": _numbers,
    "stack": _amounts,
    "ante": _number_or_numbers,
    **_RULES,
}
_LIMIT = {**_BIG_BET, "bets": _numbers, "cap": _number, "actions": _number}
_RAW: dict[str, Callable[[str, str], Any]] = {
    "betting": _betting,
    "blinds": _numbers,
    "stacks": _numbers,
    "bets": _numbers,
    "most_raises": _numbers,
    "first": _numbers,
    "board_cards": _numbers,
    "antes": _numbers,
    "most_actions": _numbers,
    "hole_cards": _number,
    "ranks": _number,
    "suits": _number,
}
_FAMILIES: dict[str, tuple[Callable[..., Game], Mapping[str, Callable[[str, str], Any]]]] = {
    "limit": (limit, _LIMIT),
    "nolimit": (nolimit, _BIG_BET),
    "potlimit": (potlimit, _BIG_BET),
    "kuhn": (kuhn, _RULES),
    "leduc": (leduc, _RULES),
    "rezai": (rezai, {"stack": _amounts, **_RULES}),
    "game": (Game, {**_RAW, **_RULES}),
}


def _raw_value(game: Game, key: str) -> str:
    if key == "betting":
        return next(name for name, betting in _BETTING.items() if betting is game.betting)
    value = getattr(game, key)
    return _joined(value) if isinstance(value, tuple) else str(value)

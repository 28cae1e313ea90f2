"""The settings of a bot: one frozen dataclass whose fields state their meaning and origin."""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import NoneType
from typing import Any, TypeVar, get_args, get_type_hints

from railbird._options import switch_text
from railbird.errors import BotError, quoted

Value = TypeVar("Value")

NONE = "none"
"""The text of None."""


@dataclass(frozen=True, slots=True)
class NoSettings:
    """Settings of a bot that has none."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of a bot."""

    name: str
    kind: type[Any]
    default: Any
    meaning: str
    origin: str
    """The source and its section, or "ours"."""
    optional: bool = False
    """Whether it may be None, which is written ``none``."""

    def read(self, text: str) -> Any:
        """Parse a value. Raises BotError if the text is not one."""
        if self.optional and text == NONE:
            return None
        try:
            return _READERS[self._base](self, text)
        except ValueError:
            raise BotError(f"{self.name} must be {self._wanted}, not {quoted(text)}") from None

    def write(self, value: Any) -> str:
        """The text of a value; ``read`` parses it back."""
        if value is None:
            return NONE
        if isinstance(value, bool):
            return switch_text(value)
        return str(value.value) if isinstance(value, Enum) else repr(value) if self.kind is float else str(value)

    @property
    def _base(self) -> type[Any]:
        return Enum if issubclass(self.kind, Enum) else self.kind

    @property
    def _wanted(self) -> str:
        more = f" or {NONE}" * self.optional
        if issubclass(self.kind, Enum):
            return " or ".join(str(each.value) for each in self.kind) + more
        return {bool: "on or off", int: "a whole number", float: "a number", str: "a text"}[self.kind] + more


def setting(default: Value, meaning: str, origin: str) -> Value:
    """Declare a field of a settings class.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class Settings:
    ...     bluffs: float = setting(0.1, "share of hands that bluff", "ours")
    >>> Settings().bluffs
    0.1
    """
    metadata = {"meaning": meaning, "origin": origin}
    field: Value = dataclasses.field(default=default, metadata=metadata)
    return field


def settings_of(kind: type[Any]) -> Iterator[Setting]:
    """The settings that a settings class declares."""
    if not dataclasses.is_dataclass(kind):
        raise BotError(f"the settings class {kind.__name__} must be a dataclass")
    hints = get_type_hints(kind)
    for each in dataclasses.fields(kind):
        base, optional = _without_none(hints[each.name])
        known = base in (bool, int, float, str) or (isinstance(base, type) and issubclass(base, Enum))
        if not known or each.default is dataclasses.MISSING:
            wanted = "must have a default and be a bool, int, float, str or Enum, or None"
            raise BotError(f"the setting {each.name} of {kind.__name__} {wanted}")
        meaning, origin = each.metadata.get("meaning", ""), each.metadata.get("origin", "")
        yield Setting(each.name, base, each.default, meaning, origin, optional)


def _without_none(hint: Any) -> tuple[Any, bool]:
    """The type X of ``X`` or ``X | None``, and whether None is allowed."""
    kinds = get_args(hint)
    if len(kinds) == 2 and NoneType in kinds:
        return next(each for each in kinds if each is not NoneType), True
    return hint, False


def settings_by_name(kind: type[Any], bot: str) -> dict[str, Setting]:
    """The settings of a bot by name. Raises a BotError that names the bot if its settings class is wrong."""
    try:
        return {each.name: each for each in settings_of(kind)}
    except BotError as error:
        raise BotError(f"{bot}: {error}") from None


def read_settings(kind: type[Any], given: Mapping[str, str], bot: str) -> Any:
    """Parse settings from texts; settings not given have their defaults."""
    known = settings_by_name(kind, bot)
    for name in given:
        if name not in known:
            near = difflib.get_close_matches(name, known, n=1)
            hint = f": did you mean {near[0]}?" if near else ""
            have = ", ".join(known) or "none"
            raise BotError(f"{quoted(name)} is not a setting of {bot}{hint} (settings: {have})")
    try:
        return kind(**{name: known[name].read(text) for name, text in given.items()})
    except BotError:
        raise
    except ValueError as error:
        raise BotError(f"{bot}: {error}") from None


def write_settings(settings: Any) -> dict[str, str]:
    """The texts of the settings that differ from their defaults."""
    values = ((each, getattr(settings, each.name)) for each in settings_of(type(settings)))
    return {each.name: each.write(value) for each, value in values if value != each.default}


def check_within(settings: Any, **ranges: tuple[float, float]) -> None:
    """Raise ValueError if a setting is outside its range: for use in ``__post_init__``."""
    for name, (low, high) in ranges.items():
        if not low <= getattr(settings, name) <= high:
            raise ValueError(f"{name} must be between {low:g} and {high:g}, not {getattr(settings, name)}")


def _read_switch(_: Setting, text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError
    return text == "on"


def _read_float(_: Setting, text: str) -> float:
    value = float(text)
    if value != value or value in (float("inf"), float("-inf")) or "_" in text:
        raise ValueError
    return value


def _read_int(_: Setting, text: str) -> int:
    if len(text) > 18 or "_" in text:
        raise ValueError
    return int(text)


def _read_choice(setting: Setting, text: str) -> Any:
    names = {str(each.value): each for each in setting.kind}
    if text not in names:
        raise ValueError
    return names[text]


_READERS: dict[type[Any], Any] = {
    bool: _read_switch,
    int: _read_int,
    float: _read_float,
    str: lambda _, text: text,
    Enum: _read_choice,
}

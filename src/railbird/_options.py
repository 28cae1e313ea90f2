"""Options in brackets, such as ``limit(players=3, stack=50bb)``: a small language shared by games and bots."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

_SPEC = re.compile(r"([^()]+?)\s*(?:\((.*)\))?\s*", re.DOTALL)


def split_spec(text: str) -> tuple[str, str] | None:
    """The name and the options of ``NAME`` or ``NAME(OPTIONS)``; None if it is neither.

    >>> split_spec("pig(goal=50, dice=1)"), split_spec("pig("), split_spec("(goal=50)")
    (('pig', 'goal=50, dice=1'), None, None)
    """
    match = _SPEC.fullmatch(text.strip())
    if not match or text.count("(") != text.count(")"):
        return None
    return match[1].strip(), match[2] or ""


def read_options(name: str, text: str, word: str, error: Callable[[str], Exception]) -> dict[str, str]:
    """The options of a name by key. Raises the error if one has no value or is given twice; ``word`` is their name."""
    options: dict[str, str] = {}
    for item, key, value in split_options(text):
        if value is None:
            raise error(
                f"{item!r:.60} is not {'an' if word[0] in 'aeio' else 'a'} {word} of {name}: write {word.upper()}=VALUE"
            )
        if key in options:
            raise error(f"the {word} {key!r:.60} of {name} is given twice")
        options[key] = value
    return options


def split_options(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Each item of ``players=3, stack=50bb`` as written, its key, and its value (None if there is no ``=``).

    A value may contain options in brackets.

    >>> [(key, value) for _, key, value in split_options("first=simple(bluff=off, x=1), after=3")]
    [('first', 'simple(bluff=off, x=1)'), ('after', '3')]
    """
    for item in outside_brackets(text):
        if item.strip():
            key, equals, value = (part.strip() for part in item.partition("="))
            yield item.strip(), key, value if equals else None


def outside_brackets(text: str, separator: str = ",") -> Iterator[str]:
    """Split the text at commas, or at another separator, outside brackets."""
    depth, start = 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == separator and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]


def with_options(name: str, options: Mapping[str, str]) -> str:
    """A name with its options in brackets, if it has any."""
    listed = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{name}({listed})" if listed else name


def switch_text(value: bool) -> str:
    return "on" if value else "off"

"""Options in brackets, such as ``limit(players=3, stack=50bb)``: a small language shared by games and bots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def split_options(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Each item of ``players=3, stack=50bb`` as written, its key, and its value (None if there is no ``=``).

    A value may contain options in brackets.

    >>> [(key, value) for _, key, value in split_options("first=simple(bluff=off, x=1), after=3")]
    [('first', 'simple(bluff=off, x=1)'), ('after', '3')]
    """
    for item in _outside_brackets(text):
        if item.strip():
            key, equals, value = (part.strip() for part in item.partition("="))
            yield item.strip(), key, value if equals else None


def _outside_brackets(text: str) -> Iterator[str]:
    """Split the text at commas outside brackets."""
    depth, start = 0, 0
    for index, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            yield text[start:index]
            start = index + 1
    yield text[start:]


def with_options(name: str, options: Mapping[str, str]) -> str:
    """A name with its options in brackets, if it has any."""
    listed = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{name}({listed})" if listed else name


def switch_text(value: bool) -> str:
    return "on" if value else "off"

"""Options in brackets, as in ``limit(players=3, stack=50bb)``: a small language that games and bots share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def split_options(text: str) -> Iterator[tuple[str, str, str | None]]:
    """Each item of ``players=3, stack=50bb`` as written, its key, and its value (None if there is no ``=``)."""
    for item in text.split(","):
        if item.strip():
            key, equals, value = (part.strip() for part in item.partition("="))
            yield item.strip(), key, value if equals else None


def with_options(name: str, options: Mapping[str, str]) -> str:
    """A name with its options in brackets, if it has any."""
    listed = ", ".join(f"{key}={value}" for key, value in options.items())
    return f"{name}({listed})" if listed else name


def switch_text(value: bool) -> str:
    return "on" if value else "off"

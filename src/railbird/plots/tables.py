"""Small tables, as text and for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def notebook_table(head: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "", note: str = "") -> str:
    """A table as HTML that takes the notebook's own style: numbers to the right, text to the left."""
    rows = list(rows)
    right = [all(_is_number(row[index]) for row in rows) for index in range(len(head))]

    def cells(tag: str, row: Sequence[str]) -> str:
        return "".join(
            f'<{tag} style="text-align:{"right" if right[index] else "left"}">{escape(text)}</{tag}>'
            for index, text in enumerate(row)
        )

    body = "".join(f"<tr>{cells('td', row)}</tr>" for row in rows)
    above = f"<div><b>{escape(caption)}</b></div>" if caption else ""
    below = f'<div style="opacity:.65">{escape(note)}</div>' if note else ""
    return f"{above}<table><thead><tr>{cells('th', head)}</tr></thead><tbody>{body}</tbody></table>{below}"


def _is_number(text: str) -> bool:
    """Does a cell hold a number, an interval, or nothing?"""
    return not text or text[0] in "+-−" or text[0].isdigit()


def text_table(rows: Sequence[Sequence[str]], *, note: str = "") -> str:
    """Rows in columns: the first one to the left, the others to the right.

    >>> print(text_table([("simple", "+0.21"), ("random", "-0.21")], note="300 hands"))
    simple  +0.21
    random  -0.21
    300 hands
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    aligned = (
        "  ".join(f"{text:{'>' if index else '<'}{widths[index]}}" for index, text in enumerate(row)).rstrip()
        for row in rows
    )
    return "\n".join([*aligned, *([note] if note else [])])

"""Tables for terminals of any width and for pipes, which never drop the labels of a row.

A column holds *labels*, *text* or *numbers*. If a table does not fit, text is wrapped first, then labels. Numbers are
never cut or wrapped: columns that still do not fit move below, with the labels repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

GAP = 2
"""Spaces between columns."""
NARROW_LABEL, NARROW_TEXT = 16, 14
"""Labels and text may be narrowed to this many characters, if no word is longer, before a table is split."""
PIPE_WIDTH = 80
"""Width of output to a file or pipe, unless a table is wider."""


class Kind(Enum):
    """What a column is for."""

    LABEL = "label"
    """Identifies the row."""
    TEXT = "text"
    NUMBERS = "numbers"


@dataclass(frozen=True, slots=True)
class _Column:
    heading: Text
    kind: Kind
    style: str
    right: bool


class Grid:
    """A table without rules, which keeps its labels at any width.

    >>> grid = Grid()
    >>> grid.labels("bot")
    >>> grid.numbers("wins", "losses")
    >>> grid.row("simple", "70", "30")
    >>> Console(width=20).print(grid)
    bot     wins  losses
    simple    70      30
    >>> Console(width=14).print(grid)
    bot     wins
    simple    70
    <BLANKLINE>
    bot     losses
    simple      30
    """

    def __init__(self, *, header: bool = True, caption: str = "", split: bool = True) -> None:
        """Without ``split``, words are broken instead of moving columns below."""
        self._header, self._caption, self._split = header, caption, split
        self._columns: list[_Column] = []
        self._rows: list[tuple[list[Text], str]] = []

    def labels(self, *headings: str | Text, style: str = "", right: bool = False) -> None:
        """Add columns that identify the row."""
        self._add(Kind.LABEL, headings, style, right)

    def text(self, *headings: str | Text, style: str = "") -> None:
        """Add columns of text, which may be wrapped."""
        self._add(Kind.TEXT, headings, style, right=False)

    def numbers(self, *headings: str | Text, style: str = "", right: bool = True) -> None:
        """Add columns whose cells are never wrapped."""
        self._add(Kind.NUMBERS, headings, style, right)

    def _add(self, kind: Kind, headings: Sequence[str | Text], style: str, right: bool) -> None:
        self._columns += [_Column(_text(heading), kind, style, right) for heading in headings]

    def row(self, *cells: str | Text, style: str = "") -> None:
        """Add a row: a cell for each column. Strings are shown as they are, without markup."""
        if len(cells) != len(self._columns):
            raise ValueError(f"a row of this table needs {len(self._columns)} cells, not {len(cells)}")
        self._rows.append(([_text(cell) for cell in cells], style))

    @property
    def width(self) -> int:
        """The width without wrapping."""
        return max(_total(map(self._natural, range(len(self._columns)))), cell_len(self._caption))

    def _natural(self, column: int) -> int:
        cells = [row[column] for row, _ in self._rows]
        if self._header:
            cells.append(self._columns[column].heading)
        return max((cell_len(line) for cell in cells for line in cell.plain.split("\n")), default=1) or 1

    def _least(self, column: int) -> int:
        """The fewest characters to which a column may be narrowed."""
        kind = self._columns[column].kind
        words = self._columns[column].heading.plain.split() if self._header else []
        for row, _ in self._rows:
            words += row[column].plain.split("\n" if kind is Kind.NUMBERS else None)
        longest = max(map(cell_len, words), default=1) or 1
        if kind is Kind.NUMBERS:
            return longest
        return min(self._natural(column), max(longest, NARROW_LABEL if kind is Kind.LABEL else NARROW_TEXT))

    def _blocks(self, room: int) -> Iterator[dict[int, int]]:
        """Groups of columns that fit side by side, with their widths; each group includes all labels."""
        every = range(len(self._columns))
        if not self._split or self._fitted(list(every), room) is not None:
            yield self._squeezed(list(every), room)
            return
        labels = [column for column in every if self._columns[column].kind is Kind.LABEL]
        others = [column for column in every if self._columns[column].kind is not Kind.LABEL]
        block: list[int] = []
        for column in others:
            if block and self._fitted([*labels, *block, column], room) is None:
                yield self._squeezed([*labels, *block], room)
                block = []
            block.append(column)
        yield self._squeezed([*labels, *block], room)

    def _fitted(self, columns: list[int], room: int) -> dict[int, int] | None:
        """Widths at which the columns fit; None if they do not fit."""
        widths = {column: self._natural(column) for column in sorted(columns)}
        least = {column: self._least(column) for column in widths}
        for kind in (Kind.TEXT, Kind.NUMBERS, Kind.LABEL):  # in number columns only headings are wrapped
            mine = [column for column in widths if self._columns[column].kind is kind]
            while _total(widths.values()) > room:
                wide = [column for column in mine if widths[column] > least[column]]
                if not wide:
                    break
                widths[max(wide, key=lambda column: widths[column])] -= 1
        return widths if _total(widths.values()) <= room else None

    def _squeezed(self, columns: list[int], room: int) -> dict[int, int]:
        """Widths at which the columns fit, even if words must be broken."""
        fitted = self._fitted(columns, room)
        if fitted is not None:
            return fitted
        widths = {column: self._least(column) for column in sorted(columns)}
        words = [column for column in widths if self._columns[column].kind is not Kind.NUMBERS]
        for breakable, least in ((words, 4), (list(widths), 1)):
            while _total(widths.values()) > room and any(widths[column] > least for column in breakable):
                widths[max(breakable, key=lambda column: widths[column])] -= 1
        return widths

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for number, widths in enumerate(self._blocks(options.max_width)):
            if number:
                yield Text()
            yield self._table(widths)
        if self._caption:
            yield Text(self._caption, style="dim italic")

    def _table(self, widths: dict[int, int]) -> Table:
        table = Table(box=None, pad_edge=False, padding=(0, GAP, 0, 0), header_style="bold", show_header=self._header)
        for column, width in widths.items():
            each = self._columns[column]
            table.add_column(
                each.heading,
                justify="right" if each.right else "left",
                style=each.style,
                width=width,
                overflow="fold",
            )
        for cells, style in self._rows:
            table.add_row(*(cells[column] for column in widths), style=style or None)
        return table

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement(min(self.width, 1), self.width).with_maximum(options.max_width)


def _text(cell: str | Text) -> Text:
    return cell if isinstance(cell, Text) else Text(cell)


def _total(widths: Iterable[int]) -> int:
    every = list(widths)
    return sum(every) + GAP * (len(every) - 1)


def display(*parts: RenderableType) -> None:
    """Print to standard output. In a pipe, lines are as long as the widest table needs."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, *(grid.width for grid in _grids(parts)), PIPE_WIDTH)
    console.print(*parts, sep="\n")


def _grids(parts: Sequence[RenderableType]) -> Iterator[Grid]:
    for part in parts:
        if isinstance(part, Grid):
            yield part
        elif isinstance(part, Group):
            yield from _grids(part.renderables)

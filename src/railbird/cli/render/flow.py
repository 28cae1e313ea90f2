"""Items one after the other, as many in a line as fit; an item is never broken."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

GAP = "   "


class Flow:
    """Items in lines.

    >>> Console(width=12).print(Flow([Text("call 1"), Text("fold"), Text("raise to 4")]))
    call 1
    fold
    raise to 4
    """

    def __init__(self, items: Sequence[Text]) -> None:
        self._items = items

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = Text()
        for item in self._items:
            if line and line.cell_len + len(GAP) + item.cell_len > options.max_width:
                yield line
                line = Text()
            line = line.append(GAP).append_text(item) if line else item.copy()
        yield line

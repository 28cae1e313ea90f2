"""Pictures of search trees, as SVG and as text with box characters; wide and deep parts are summed up as "+17 more"."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape

from railbird.errors import RailbirdError
from railbird.plots.charts import LINE_HEIGHT, WIDTH
from railbird.plots.colours import colour

LABEL_WIDTH = 24
"""Characters of a label that are shown."""
CHARACTER = 7.6
"""The width of a character in an SVG, on average."""
ROW, GAP, RADIUS = 34, 56, 6
"""Sizes in an SVG: the height of a leaf's row, the room between columns for the edges, the mark of a node."""
THICKEST = 9.0
"""The width of an edge that all visits of its parent take."""


@dataclass(frozen=True, slots=True)
class TreePicture:
    """A node of a tree that is to be drawn, with the nodes below it.

    >>> tree = TreePicture("start", 100, 0.2, (TreePicture("a1", 75, 0.4), TreePicture("b2", 25, -0.4)), player=0)
    >>> print(tree_text(tree))
    start  100  +0.20
    ├─ a1   75  +0.40
    └─ b2   25  -0.40
    >>> print(tree_text(tree, width=1))
    start       100  +0.20
    ├─ a1        75  +0.40
    └─ +1 more
    """

    label: str
    """The action that leads here."""
    visits: int | None = None
    value: float | None = None
    children: tuple[TreePicture, ...] = ()
    player: int | None = None
    """Whose turn it is, for the colour of the node; None for chance and at the end."""
    hidden: int = 0
    """Further children that are not in the picture."""

    def limited(self, width: int, depth: int) -> TreePicture:
        """This tree with at most ``width`` children per node, those with most visits, and ``depth`` levels below it."""
        if width < 1 or depth < 0:
            raise RailbirdError(f"a tree is drawn with width 1 and depth 0 at least, not {width} and {depth}")
        if depth == 0:
            return replace(self, children=(), hidden=self.hidden + len(self.children))
        kept = sorted(self.children, key=lambda child: -(child.visits or 0))[:width]
        children = tuple(child.limited(width, depth - 1) for child in kept)
        return replace(self, children=children, hidden=self.hidden + len(self.children) - len(kept))


def tree_text(tree: TreePicture, *, width: int = 5, depth: int = 2) -> str:
    """A tree as lines of text: labels, visits and values."""
    rows = list(_text_rows(tree.limited(width, depth), "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    return "\n".join(
        f"{name:{widths[0]}}  {visits:>{widths[1]}}  {value:>{widths[2]}}".rstrip() for name, visits, value in rows
    )


def _text_rows(node: TreePicture, own: str, below: str) -> Iterator[tuple[str, str, str]]:
    """The rows of a node and its children; ``own`` and ``below`` are the box characters in front of them."""
    yield own + " ".join(filter(None, (_short(node.label), _below(node)))), _visits(node), _value(node)
    rest = len(node.children) + _has_more(node)
    for child in node.children:
        rest -= 1
        yield from _text_rows(child, below + ("├─ " if rest else "└─ "), below + ("│  " if rest else "   "))
    if _has_more(node):
        yield f"{below}└─ +{node.hidden:,} more", "", ""


def tree_svg(tree: TreePicture, *, width: int = 5, depth: int = 2) -> str:
    """A tree as SVG from left to right.

    The width of an edge is the share of visits that goes there. The colour of a node is that of the player to act, and
    a bar below its label shows its value: to the right in green above 0, to the left in red below 0.
    """
    tree = tree.limited(width, depth)
    columns = _columns(tree, depth)
    largest = max((abs(node.value) for node in _nodes(tree) if node.value is not None), default=0.0) or 1.0
    drawing = _Drawing(columns, largest)
    drawing.node(tree, 0)
    height = drawing.rows * ROW + 16
    total = max(WIDTH, columns[-1])
    parts = "".join(drawing.edges + drawing.marks)
    return f'<svg viewBox="0 0 {total:.0f} {height}" role="img">{parts}</svg>'


def _columns(tree: TreePicture, depth: int) -> list[float]:
    """Where the marks of each level are, and where the picture ends."""
    widths = [0.0] * (depth + 2)
    for level, node in _levels(tree, 0):
        widths[level] = max(widths[level], _text_width(node))
        if _has_more(node):
            widths[level + 1] = max(widths[level + 1], CHARACTER * len(f"+{node.hidden:,} more"))
    columns = [16.0]
    for each in widths:
        columns.append(columns[-1] + (each + RADIUS + GAP if each else 0))
    return columns


class _Drawing:
    """The edges and marks of a tree; each leaf takes a row, and a node stands in the middle of its children."""

    def __init__(self, columns: list[float], largest: float) -> None:
        self.columns = columns
        self.largest = largest
        self.rows = 0
        self.edges: list[str] = []
        self.marks: list[str] = []

    def node(self, node: TreePicture, level: int) -> float:
        """Draw a node with all that is below it; returns its height in the picture."""
        x = self.columns[level]
        heights = [self.node(child, level + 1) for child in node.children]
        if _has_more(node):
            heights.append(self._next_row())
            more = f'<text class="dim" x="{self.columns[level + 1]:.1f}" y="{heights[-1] + 4:.1f}">'
            self.marks.append(f"{more}+{node.hidden:,} more</text>")
        y = (heights[0] + heights[-1]) / 2 if heights else self._next_row()
        text = x + RADIUS + 6 + _text_width(node)
        shares = [_share(child, node) for child in node.children] + [None] * _has_more(node)
        for height, share in zip(heights, shares, strict=True):
            self._edge((text, y), (self.columns[level + 1] - RADIUS - 2, height), share)
        self._mark(node, x, y)
        return y

    def _next_row(self) -> float:
        self.rows += 1
        return self.rows * ROW - ROW / 2 + 8

    def _edge(self, start: tuple[float, float], end: tuple[float, float], share: float | None) -> None:
        """A curve from the end of a label to a mark; a thin one without a share of visits."""
        middle = (start[0] + end[0]) / 2
        thickness = 1.0 if share is None else max(1.0, THICKEST * share)
        self.edges.append(
            f'<path d="M{start[0]:.1f},{start[1]:.1f} C{middle:.1f},{start[1]:.1f} {middle:.1f},{end[1]:.1f} '
            f'{end[0]:.1f},{end[1]:.1f}" fill="none" stroke="var(--dim)" stroke-opacity=".55" '
            f'stroke-width="{thickness:.1f}"/>'
        )

    def _mark(self, node: TreePicture, x: float, y: float) -> None:
        shade = "var(--dim)" if node.player is None else colour(node.player)
        label, left = _short(node.label), x + RADIUS + 6
        title = f"<title>{escape(node.label)}</title>" if label != node.label else ""
        self.marks.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{shade}"/>'
            f'<text x="{left:.1f}" y="{y + 4:.1f}">{title}{escape(label)}'
            f'<tspan class="dim" dx="8">{escape(_numbers(node))}</tspan></text>'
        )
        if node.value is not None and math.isfinite(node.value):
            full = LINE_HEIGHT * 1.6
            length, middle = full * abs(node.value) / self.largest, left + full
            kind, start = ("win", middle) if node.value >= 0 else ("loss", middle - length)
            self.marks.append(
                f'<rect x="{start:.1f}" y="{y + 9:.1f}" width="{length:.1f}" height="3" fill="rgb(var(--{kind}))"/>'
                f'<line class="zero" x1="{middle:.1f}" x2="{middle:.1f}" y1="{y + 8:.1f}" y2="{y + 13:.1f}"/>'
            )


def _levels(node: TreePicture, level: int) -> Iterator[tuple[int, TreePicture]]:
    yield level, node
    for child in node.children:
        yield from _levels(child, level + 1)


def _nodes(tree: TreePicture) -> Iterator[TreePicture]:
    return (node for _, node in _levels(tree, 0))


def _share(child: TreePicture, parent: TreePicture) -> float | None:
    if child.visits is None or not parent.visits:
        return None
    return min(child.visits / parent.visits, 1.0)


def _has_more(node: TreePicture) -> bool:
    """Whether hidden children have a row of their own; those of a node that shows none stand beside it."""
    return node.hidden > 0 and bool(node.children)


def _below(node: TreePicture) -> str:
    return f"(+{node.hidden:,} more)" if node.hidden and not node.children else ""


def _text_width(node: TreePicture) -> float:
    """The width of a node's text in an SVG."""
    return CHARACTER * len(f"{_short(node.label)}  {_numbers(node)}") + RADIUS


def _short(label: str) -> str:
    return label if len(label) <= LABEL_WIDTH else label[: LABEL_WIDTH - 1] + "…"


def _visits(node: TreePicture) -> str:
    return "" if node.visits is None else f"{node.visits:,}"


def _value(node: TreePicture) -> str:
    return "" if node.value is None else f"{node.value:+.2f}"


def _numbers(node: TreePicture) -> str:
    return " ".join(filter(None, (_visits(node), _value(node), _below(node))))

"""Draw the architecture from the import rules: ``python tools/architecture.py`` writes docs/images/architecture.svg.

The layers come from the import-linter contract in pyproject.toml, the text of each room from the first line of its
docstring. A room that is in the rules but not in the source tree is left out; a room without a layer is an error.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "images" / "architecture.svg"

WIDTH, MARGIN, GAP = 860, 22, 8
LEFT = MARGIN + 26
"""Where boxes begin: the arrow is to the left of them."""
TEXT_SIZE, LINE = 12.5, 17
NAME_COLUMN = 118
"""Width of a room's name where its text stands beside it."""
CHARACTER = 0.53
"""Width of an average character, as a share of the font size; a little too large, so that lines never run over."""
PADDING = 13

STYLE = """\
.card { fill: #ffffff; stroke: #d5d9de }
.room { fill: #f6f8fa; stroke: #d5d9de }
.name { fill: #1f2328; font: 600 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
.text { fill: #57606a; font: 12.5px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
.head { fill: #1f2328; font: 600 16px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif }
.arrow { stroke: #8b949e; fill: none; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round }
@media (prefers-color-scheme: dark) {
  .card { fill: #0d1117; stroke: #30363d }
  .room { fill: #161b22; stroke: #30363d }
  .name, .head { fill: #e6edf3 }
  .text { fill: #9198a1 }
}"""


@dataclass(frozen=True)
class Room:
    """A folder of src/railbird, and what its docstring says."""

    name: str
    text: str


@dataclass(frozen=True)
class Architecture:
    """The layers from top to bottom, each with its rooms, and the single modules below all of them."""

    layers: tuple[tuple[Room, ...], ...]
    helpers: tuple[str, ...]


def read_architecture(root: Path = ROOT) -> Architecture:
    """Read rules and rooms. Raises ValueError for a room that is in no layer, or that has no docstring."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (rules,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    source = root / "src" / "railbird"
    rooms = {path.parent.name: summary(path) for path in source.glob("*/__init__.py")}
    layers, helpers, placed = [], [], set[str]()
    for rule in rules:
        names = re.findall(r"\w+", rule)
        layer = tuple(Room(name, rooms[name]) for name in names if name in rooms)
        placed |= {room.name for room in layer}
        helpers += [name for name in names if (source / f"{name}.py").exists()]
        if layer:
            layers.append(layer)
    if missing := sorted(rooms.keys() - placed):
        raise ValueError(f"no layer in pyproject.toml for {', '.join(missing)}: add it to [tool.importlinter]")
    return Architecture(tuple(layers), tuple(helpers))


def summary(path: Path) -> str:
    """The first line of a module's docstring, without markup."""
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    if not docstring:
        raise ValueError(f"{path} has no docstring: say in one line what is in the room")
    return docstring.partition("\n")[0].replace("`", "")


def wrap(text: str, width: float) -> list[str]:
    """Break text into as few lines as fit into so many pixels, of about the same length."""
    most = int(width / (CHARACTER * TEXT_SIZE))
    lines = textwrap.wrap(text, most)
    while len(shorter := textwrap.wrap(text, most - 1)) == len(lines) > 1:
        lines, most = shorter, most - 1
    return lines


def draw(architecture: Architecture) -> str:
    """The picture as SVG."""
    top = MARGIN + 46
    body: list[str] = []
    count = len(architecture.layers)
    for number, layer in enumerate(architecture.layers):
        height = draw_layer(layer, top, hue=round(215 - 65 * number / max(count - 1, 1)), body=body)
        top += height + GAP
    bottom = top - GAP
    for line in wrap(f"Helpers below all rooms: {', '.join(architecture.helpers)}", WIDTH - LEFT - MARGIN):
        top += LINE
        body.append(text_element(line, LEFT + 2, top))
    return "\n".join([*frame(top + MARGIN), *arrow(MARGIN + 46, bottom), *body, "</svg>", ""])


def draw_layer(layer: Sequence[Room], top: int, *, hue: int, body: list[str]) -> int:
    """Draw the rooms of a layer side by side, and return its height."""
    width = (WIDTH - LEFT - MARGIN - GAP * (len(layer) - 1)) / len(layer)
    beside = len(layer) == 1  # a room alone in its layer has its text beside the name, others below it
    start = NAME_COLUMN if beside else 0
    texts = [wrap(room.text, width - start - 2 * PADDING) for room in layer]
    lines = max(map(len, texts)) + (not beside)
    height = LINE * lines + (17 if beside else 19)
    for index, (room, text) in enumerate(zip(layer, texts, strict=True)):
        left = LEFT + index * (width + GAP)
        body += [
            f'<rect class="room" x="{left:g}" y="{top}" width="{width:g}" height="{height}" rx="6"/>',
            f'<rect x="{left:g}" y="{top + 7}" width="3" height="{height - 14}" rx="1.5" fill="hsl({hue} 60% 50%)"/>',
            text_element(room.name, left + PADDING, top + 21, kind="name"),
        ]
        first = top + (21 if beside else 23 + LINE)
        for number, line in enumerate(text):
            body.append(text_element(line, left + PADDING + start, first + LINE * number))
    return height


def text_element(text: str, left: float, base: float, kind: str = "text") -> str:
    return f'<text class="{kind}" x="{left:g}" y="{base:g}">{escape(text, quote=False)}</text>'


def frame(height: int) -> Iterator[str]:
    """The beginning of the file: size, colours, background and heading."""
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img">'
    yield "<title>The rooms of Railbird</title>"
    yield f"<style>\n{STYLE}\n</style>"
    yield f'<rect class="card" x="0.5" y="0.5" width="{WIDTH - 1}" height="{height - 1}" rx="10"/>'
    yield text_element("The rooms of Railbird", LEFT, MARGIN + 14, kind="head")
    yield text_element("A room imports only from rooms below it.", LEFT, MARGIN + 33)


def arrow(top: int, bottom: int) -> Iterator[str]:
    """The direction of imports, at the left edge."""
    middle = MARGIN + 8
    yield f'<path class="arrow" d="M{middle} {top + 4}V{bottom - 4}m-5 -7l5 7l5 -7"/>'


def main() -> None:
    PICTURE.write_text(draw(read_architecture()), encoding="utf-8")
    print(f"wrote {PICTURE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()

"""HTML pages in one file, without external scripts, fonts or pictures."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path

from railbird._files import write_whole
from railbird._version import __version__
from railbird.errors import RailbirdError, quoted
from railbird.plots import colour, letter

STYLE = """
:root { color-scheme: light dark; --ink: #1d2430; --dim: #667085; --line: #d8dde6; --page: #ffffff; --card: #f6f7f9;
  --win: 58, 143, 91; --loss: 209, 73, 91; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaed; --dim: #9aa4b2; --line: #39414d; --page: #14181f;
  --card: #1c222b; --win: 78, 173, 111; --loss: 225, 95, 112; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.5rem 4rem; color: var(--ink); background: var(--page);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2.4rem 0 .6rem; }
p, .note { color: var(--dim); margin: .3rem 0; max-width: 46rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; color: var(--dim); white-space: normal; vertical-align: bottom; }
td:first-child, td.left { white-space: normal; overflow-wrap: break-word; min-width: 7rem; max-width: 26rem; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
td.left, th.left { text-align: left; }
.win { background: rgba(var(--win), var(--much, .2)); } .loss { background: rgba(var(--loss), var(--much, .2)); }
.unsure { color: var(--dim); }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg text.dim { fill: var(--dim); }
svg .grid { stroke: var(--line); stroke-width: 1; } svg .zero { stroke: var(--dim); stroke-width: 1; }
.legend span { margin-right: 1.2rem; } .legend i { display: inline-block; width: .8rem; height: .8rem;
  border-radius: 50%; margin-right: .4rem; vertical-align: -1px; }
h3 { font-size: 1rem; margin: 1.2rem 0 .3rem; } ul { margin: .2rem 0; padding-left: 1.2rem; }
li, h3 { white-space: pre-wrap; }
.square td, .square td:first-child { text-align: center; min-width: 0; padding: .1rem .4rem; font-size: .8rem; }
.suit-h { color: #d1495b; } .suit-d { color: #2a6fbb; } .suit-c { color: #3a8f5b; }
footer { margin-top: 3rem; color: var(--dim); font-size: .85rem; }
@media (max-width: 46rem) { body { padding: 1.2rem 1rem 3rem; } section { overflow-x: auto; }
  svg[viewBox^="0 0 960 "] { min-width: 44rem; } }
"""


def check_page(path: Path | None) -> None:
    """Raise an error unless a report can be written to this file; called before the work starts."""
    if path is None:
        return
    if path.suffix.lower() not in (".html", ".htm"):
        raise RailbirdError(f"a report file ends in .html, not {quoted(path.name)}")
    if not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise RailbirdError(f"there is no writable folder {quoted(str(path.parent))} for the report")
    if path.is_dir():
        raise RailbirdError(f"{quoted(str(path))} is a folder; name a file for the report")


def write_page(path: Path, title: str, under: str, sections: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Write a page of sections, each a heading and its HTML; returns the headings of non-empty sections."""
    shown = [(heading, html) for heading, html in sections if html]
    body = "".join(f"<section><h2>{escape(heading)}</h2>{html}</section>" for heading, html in shown)
    page = (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f"<body><h1>{escape(title)}</h1><p>{escape(under)}</p>{body}"
        f"<footer>Railbird {__version__}</footer></body></html>\n"
    )
    write_whole(path, page.encode())
    return tuple(heading for heading, _ in shown)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are whole ``td`` elements."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'


def cell(text: str, kind: str = "", *, title: str = "", much: float | None = None) -> str:
    """A cell; ``kind`` is its CSS class, ``much`` the strength of its colour."""
    attributes = f' class="{kind}"' if kind else ""
    attributes += f' title="{escape(title)}"' if title else ""
    attributes += f' style="--much: {much:.2f}"' if much is not None else ""
    return f"<td{attributes}>{escape(text)}</td>"


def note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'


def legend(names: Sequence[str]) -> str:
    marks = (
        f'<span><i style="background:{colour(number)}"></i>{letter(number)} {escape(name)}</span>'
        for number, name in enumerate(names)
    )
    return f'<div class="legend">{"".join(marks)}</div>'

"""Hooks of mkdocs for the documentation site (mkdocs.yml): add the generated pages, and prepare the written ones."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from site_pages import EXPLAINED, pages

GENERATED = "<!-- site: generated reference -->"


def on_config(config: Any, **_: Any) -> Any:
    """Replace folders in the navigation with their pages."""
    config["nav"] = expanded(config["nav"], Path(config["docs_dir"]))
    return config


def expanded(nav: Any, docs: Path) -> Any:
    match nav:
        case list():
            return [expanded(each, docs) for each in nav if expanded(each, docs) != {}]
        case dict():
            return {title: entries for title, each in nav.items() if (entries := expanded(each, docs))}
        case str() if nav.endswith("/"):
            written = {path.relative_to(docs).as_posix() for path in (docs / nav).glob("*.md")}
            return sorted({*written, *(path for path in pages() if path.startswith(nav))}, key=in_order)
        case _:
            return nav


def in_order(path: str) -> tuple[bool, str]:
    """The page of a folder itself first, the others by name; pages of the Python interface as they are generated."""
    listed = list(pages())
    number = listed.index(path) if path.startswith("reference/api/") else 0
    return (not path.endswith("README.md"), f"{number:03} {path}")


def on_files(files: Files, config: Any, **_: Any) -> Files:
    """Add the generated pages."""
    for path, text in pages().items():
        files.append(File.generated(config, path, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Leave out the comments for tools, show examples as sessions, and link to generated pages."""
    path = page.file.src_uri
    text = re.sub(r"^<!-- (?:not run|run with|run with input|run as|bots): .*? -->\n", "", markdown, flags=re.M)
    text = re.sub(r"^```python\n>>> ", "```pycon\n>>> ", text, flags=re.M)
    up = "../" * path.count("/")
    if GENERATED in text:
        text = text.replace(GENERATED, generated_links(up))
    bots = EXPLAINED.get(Path(path).stem, ()) if path.startswith("reference/") and path.count("/") == 1 else ()
    if bots:
        links = ", ".join(f"[{bot}](bots/{bot}.md)" for bot in bots)
        said = "The page of each bot lists its settings and explains one of its decisions"
        text += f"\n## Settings and sample decisions\n\n{said}: {links}.\n"
    return text


def generated_links(up: str) -> str:
    return (
        "## Generated pages\n\n"
        f"- [The command line]({up}reference/command-line.md): every command with its options\n"
        f"- [Bots]({up}reference/bots/README.md): every bot with its settings, results and a decision explained\n"
        f"- [Python]({up}reference/api/README.md): every public name of `railbird`\n"
    )

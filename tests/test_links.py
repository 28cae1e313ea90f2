"""Links between documents lead somewhere, and every page links the glossary."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]


def links(text: str) -> list[str]:
    """Relative targets of all links and pictures, code left out."""
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)
    targets = re.findall(r"\]\(<?([^)\s>]+)>?\)", prose)
    return [target for target in targets if not re.match(r"[a-z]+:", target)]


def anchors(text: str) -> set[str]:
    """The anchors of all headings, as GitHub makes them."""
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+?) *$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_to_files_and_headings(path: Path) -> None:
    for target in links(path.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        file = (path.parent / name).resolve() if name else path
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            assert anchor in anchors(file.read_text(encoding="utf-8")), target


GENERATED = {"benchmarks.md", "intervals.md", "reproductions.md"}
"""Pages of results that tools write."""
READ_FIRST = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "docs/index.md", "docs/decisions/README.md")),
    ROOT / "docs" / "reference" / "checklists" / "README.md",
    *(path for kind in ("guides", "reference", "results") for path in sorted((ROOT / "docs" / kind).glob("*.md"))),
]
"""Pages that a reader may open first."""


@pytest.mark.parametrize(
    "path",
    [path for path in READ_FIRST if path.name not in GENERATED],
    ids=lambda path: path.relative_to(ROOT).as_posix(),
)
def test_pages_link_the_glossary(path: Path) -> None:
    targets = [(path.parent / each).resolve() for each in links(path.read_text(encoding="utf-8"))]
    assert ROOT / "docs" / "glossary.md" in targets


@pytest.mark.parametrize("path", sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md")), ids=lambda path: path.stem)
def test_a_decision_has_four_parts_in_forty_lines(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.findall("^## (.+)$", text, re.MULTILINE) == [
        *("Context", "Decision", "Consequences", "Alternatives considered")
    ]
    assert text.count("\n") <= 40
    assert f"]({path.name})" in (path.parent / "README.md").read_text(encoding="utf-8")

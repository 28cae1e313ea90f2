"""Fill in the last column of docs/reference/checklists/: the files with the tests of each item.

A test of item 12 of lain.md is named test_lain_12_…, one of several items test_lain_12_and_13_… or
test_lain_12_to_15_…. Cells of items without such a test are written by hand and left alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
NOT_BUILT = "not built yet"


@dataclass(frozen=True)
class Item:
    """A row of a checklist."""

    checklist: str
    number: int
    tests: str
    """The last cell."""


def checklists(root: Path = ROOT) -> dict[str, Path]:
    """The checklists by the name that tests use: mcts_review for mcts-review.md."""
    files = sorted((root / "docs" / "reference" / "checklists").glob("*.md"))
    return {path.stem.replace("-", "_"): path for path in files if path.stem != "README"}


def items_of(name: str, names: list[str]) -> tuple[str, list[int]] | None:
    """The checklist and items that the name of a test refers to; None if it refers to none."""
    match = re.match(rf"test_({'|'.join(names)})_(\d+(?:_(?:to_|and_)?\d+)*)_", name)
    if not match:
        return None
    numbers: list[int] = []
    for until, number in re.findall(r"(to_)?(\d+)", match[2]):
        numbers += range(numbers[-1] + 1, int(number) + 1) if until else [int(number)]
    return match[1], numbers


def files_by_test(root: Path = ROOT) -> dict[str, set[str]]:
    """The names of all tests, each with the files that contain it, relative to tests/."""
    files: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for name in re.findall(r"^ *def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE):
            files[name].add(path.relative_to(root / "tests").as_posix())
    return dict(files)


def files_by_item(root: Path = ROOT) -> dict[tuple[str, int], set[str]]:
    """The files with numbered tests for each item."""
    names = list(checklists(root))
    files: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for test, paths in files_by_test(root).items():
        checklist, numbers = items_of(test, names) or ("", [])
        for number in numbers:
            files[checklist, number] |= paths
    return dict(files)


def read(name: str, text: str) -> list[Item]:
    """The items of a checklist."""
    rows = re.findall(r"^\| (\d+) \|.*\| *([^|]*?) *\|$", text, re.MULTILINE)
    return [Item(name, int(number), cell) for number, cell in rows]


def filled_in(name: str, text: str, files: dict[tuple[str, int], set[str]]) -> str:
    """Return a checklist with the files of its numbered tests filled in."""

    def row(match: re.Match[str]) -> str:
        paths = sorted(files.get((name, int(match[2])), ()))
        return f"{match[1]}| {', '.join(f'`{path}`' for path in paths)} |" if paths else match[0]

    return re.sub(r"^(\| (\d+) \|.*)\|[^|]*\|$", row, text, flags=re.MULTILINE)


def main() -> None:
    files = files_by_item()
    for name, path in checklists().items():
        text = path.read_text(encoding="utf-8")
        path.write_text(filled_in(name, text, files), encoding="utf-8")


if __name__ == "__main__":
    main()

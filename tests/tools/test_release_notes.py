"""Release notes are the changelog's section of the version."""

from __future__ import annotations

from pathlib import Path

import pytest
from release_notes import ROOT, ReleaseError, release_notes, section, version

from railbird import __version__

CHANGELOG = """# Changes

## 0.2.0, 2026-12-24

### Bots

- A new one.

## 0.1.0, not yet released

- The first.
"""


def _checkout(root: Path, number: str, changelog: str = CHANGELOG) -> Path:
    (root / "src" / "railbird").mkdir(parents=True)
    (root / "src" / "railbird" / "_version.py").write_text(f'"""The version."""\n\n__version__ = "{number}"\n')
    (root / "CHANGELOG.md").write_text(changelog)
    return root


def test_the_version_is_that_of_the_package() -> None:
    assert version() == __version__


def test_this_version_has_notes() -> None:
    notes = release_notes(ROOT)
    assert notes.startswith("### ")
    assert "\n## " not in notes


def test_notes_end_before_the_next_version(tmp_path: Path) -> None:
    assert release_notes(_checkout(tmp_path, "0.2.0"), "v0.2.0") == "### Bots\n\n- A new one.\n"
    assert section(CHANGELOG, "0.1.0") == ("not yet released", "- The first.\n")


@pytest.mark.parametrize(
    ("number", "tag", "message"),
    [
        ("0.2.0", "v0.2.1", "the tag v0.2.1 is not v0.2.0"),
        ("0.2.0", "0.2.0", "the tag 0.2.0 is not v0.2.0"),
        ("0.1.0", "v0.1.0", "CHANGELOG.md has no date for 0.1.0"),
        ("0.3.0", None, "CHANGELOG.md says nothing about 0.3.0"),
        ("0.2", None, "CHANGELOG.md says nothing about 0.2:"),
    ],
)
def test_what_is_not_ready_is_not_released(tmp_path: Path, number: str, tag: str | None, message: str) -> None:
    with pytest.raises(ReleaseError, match=message):
        release_notes(_checkout(tmp_path, number), tag)

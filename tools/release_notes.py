"""Print the release notes of a version: its section of CHANGELOG.md.

Run from anywhere: python tools/release_notes.py [TAG]. With a tag such as v0.1.0, everything must be ready for a
release: the tag names the version of ``src/railbird/_version.py``, and its section of the changelog has a date. Needs
only the standard library.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


class ReleaseError(Exception):
    """Something is missing for a release."""


def version(root: Path = ROOT) -> str:
    """The version of the checkout."""
    match = re.search(
        r'^__version__ = "([^"]+)"$', (root / "src/railbird/_version.py").read_text("utf-8"), re.MULTILINE
    )
    if match is None:
        raise ReleaseError('src/railbird/_version.py has no line __version__ = "…"')
    return match[1]


def section(changelog: str, number: str) -> tuple[str, str]:
    """The rest of a version's heading, which is its date, and what stands under it."""
    match = re.search(rf"^## {re.escape(number)}(?:, ([^\n]*))?\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL)
    if match is None or not match[2].strip():
        raise ReleaseError(
            f"CHANGELOG.md says nothing about {number}: write what users will notice under '## {number}, DATE'"
        )
    return match[1] or "", match[2].strip() + "\n"


def release_notes(root: Path = ROOT, tag: str | None = None) -> str:
    """The notes of the checkout's version. Raises ReleaseError if the tag or the date does not belong to it."""
    number = version(root)
    when, notes = section((root / "CHANGELOG.md").read_text("utf-8"), number)
    if tag is not None and tag != f"v{number}":
        raise ReleaseError(f"the tag {tag} is not v{number}, the version in src/railbird/_version.py")
    if tag is not None and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", when):
        raise ReleaseError(f"CHANGELOG.md has no date for {number}: write '## {number}, YYYY-MM-DD'")
    return notes


def main() -> int:
    parser = argparse.ArgumentParser(description="Print the release notes of the version: its section of CHANGELOG.md.")
    parser.add_argument("tag", nargs="?", help="check that this tag, such as v0.1.0, can be released")
    try:
        print(release_notes(tag=parser.parse_args().tag), end="")
    except ReleaseError as error:
        print(f"release_notes: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

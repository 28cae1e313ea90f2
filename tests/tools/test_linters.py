"""pre-commit runs the linters of .ci/run and of the tests, and files that describe the project agree with it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from railbird import __version__

ROOT = Path(__file__).parent.parent.parent
SETUP = (
    *("#", "set ", "cd ", "command -v ", "trap ", "export ", "unset ", "python3 -m venv ", "source ", "pip ", "echo "),
    *("eval ", "wait "),
)
"""How lines of .ci/run begin that run no linter."""
TESTED = ("python tools/check_words.py", "lint-imports --no-cache")
"""Linters that are tests too: .ci/run need not run them twice."""


def test_pre_commit_runs_the_linters_of_ci() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assigns = re.compile(r"\w+=")
    commands = [line.partition(" & ")[0] for line in lines]
    in_ci = [line for line in commands if line and not line.startswith(SETUP) and not assigns.match(line)]
    config = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    entries = re.findall(r"^ +entry: (.+)$", config, re.MULTILINE)
    in_hooks = [shlex.split(each)[2] if each.startswith("bash -c ") else each for each in entries]
    assert [each for each in in_hooks if each not in TESTED] == in_ci
    assert set(TESTED) < set(in_hooks)


def test_the_citation_names_this_version() -> None:
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert re.search(r"^version: (.+)$", citation, re.MULTILINE)[1] == __version__  # type: ignore[index]
    assert citation.count("  - type: ") == len(list((ROOT / "docs" / "reference" / "checklists").glob("[a-z]*.md")))

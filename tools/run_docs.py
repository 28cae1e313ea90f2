"""Run every shell command and Python block of the documents, top to bottom, each file on a fresh store.

Documents are README.md, CONTRIBUTING.md and all pages of docs/.

Run from the project's root: python tools/run_docs.py [FILE...]. Failures are reported with file and line.

Blocks marked ``sh`` are run line by line, blocks marked ``python`` as doctests (with >>>) or as plain code. The blocks
of a file share one temporary folder and one namespace. Comments above a block change how it is run:

    <!-- not run: WHY -->             skip the block
    <!-- run with: A => B; C => D --> replace text in it, to shorten long matches; B may be empty
    <!-- run with input: TEXT -->     the standard input, lines separated by commas
    <!-- run as: FILE -->             save the block as a file, for later blocks

Commands in running text, in tables and in ``--help`` are not run; only their names and options are checked.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LONGEST = 600.0
"""Seconds allowed for a command."""
_MARK = re.compile(r"<!-- (not run|run with input|run with|run as): (.*?) -->")


@dataclass
class Block:
    """A block of a document."""

    path: Path
    line: int
    """The line number of its first line of code."""
    language: str
    text: str
    marks: dict[str, str] = field(default_factory=dict)

    @property
    def location(self) -> str:
        name = self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path
        return f"{name}:{self.line}"

    def shortened(self) -> str:
        """The text that is run, with replacements. Raises ValueError if the text to replace is missing."""
        text = self.text
        for change in filter(None, self.marks.get("run with", "").split("; ")):
            old, _, new = (part.strip() for part in change.partition("=>"))
            if old not in text:
                raise ValueError(f"{self.location}: there is no {old!r} to be replaced")
            text = text.replace(old, new)
        return text

    def commands(self) -> Iterator[tuple[int, str]]:
        """The commands of a shell block with their line numbers; continued lines are joined."""
        whole, start = "", self.line
        for number, line in enumerate(self.shortened().splitlines(), self.line):
            whole, start = (whole + line, start) if whole else (line, number)
            if whole.endswith("\\"):
                whole = whole[:-1]
                continue
            if whole.strip() and not whole.lstrip().startswith("#"):
                yield start, whole
            whole = ""


class DocumentError(Exception):
    """A block or command of a document fails."""


def blocks_of(path: Path) -> Iterator[Block]:
    """The shell and Python blocks of a document."""
    marks: dict[str, str] = {}
    block: Block | None = None
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            if fenced:
                if block is not None:
                    yield block
                fenced, block, marks = False, None, {}
            else:
                fenced = True
                language = line[3:].strip()
                block = Block(path, number + 1, language, "", marks) if language in ("sh", "python") else None
        elif fenced:
            if block is not None:
                block.text += line + "\n"
        elif new := _MARK.findall(line):
            marks.update(new)
        elif line.strip():
            marks = {}


def run_document(path: Path, *, show: bool = False) -> int:
    """Run a document in a fresh folder with a fresh store; returns the number of blocks run."""
    names: dict[str, Any] = {"__name__": "__docs__"}
    done = 0
    with tempfile.TemporaryDirectory() as folder:
        environment = _environment(Path(folder))
        for block in blocks_of(path):
            if "not run" in block.marks:
                if show:
                    print(f"{block.location}: not run: {block.marks['not run']}", flush=True)
                continue
            start = time.monotonic()
            if "run as" in block.marks:
                (Path(folder) / block.marks["run as"]).write_text(block.shortened(), encoding="utf-8")
            elif block.language == "python":
                _run_python(block, names, folder)
            else:
                _run_shell(block, folder, environment)
            done += 1
            if show:
                print(f"{block.location}: {time.monotonic() - start:.1f} s", flush=True)
    return done


def _environment(folder: Path) -> dict[str, str]:
    tools = Path(sys.executable).parent
    return {
        **os.environ,
        "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
        "RAILBIRD_STORE": str(folder / "store" / "railbird.db"),
        "COLUMNS": "100",
    }


def _run_shell(block: Block, folder: str, environment: dict[str, str]) -> None:
    typed = "".join(f"{key}\n" for key in block.marks.get("run with input", "").split(","))
    for line, command in block.commands():
        location = f"{block.location.rpartition(':')[0]}:{line}"
        finished = subprocess.run(
            ["bash", "-e", "-u", "-o", "pipefail", "-c", command],
            cwd=folder,
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
        if finished.returncode:
            output = (finished.stderr or finished.stdout).strip()[-2000:]
            raise DocumentError(f"{location}: {command.strip()}\nended with exit code {finished.returncode}:\n{output}")


def _run_python(block: Block, names: dict[str, Any], folder: str) -> None:
    text, before = block.shortened(), Path.cwd()
    os.chdir(folder)
    try:
        if ">>>" not in text:
            exec(compile("\n" * (block.line - 1) + text, str(block.path), "exec"), names)
            return
        test = doctest.DocTestParser().get_doctest(text, names, block.location, str(block.path), block.line - 1)
        output: list[str] = []
        result = doctest.DocTestRunner().run(test, out=output.append, clear_globs=False)
        names.update(test.globs)
        if result.failed:
            raise DocumentError(f"{block.location}:\n{''.join(output)}")
    finally:
        os.chdir(before)


def command_problems(path: Path) -> list[str]:
    """The commands in running text and tables that do not exist or have unknown options."""
    problems = []
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced:
            for span in re.findall(r"`(railbird [^`]+)`", line):
                problems += [f"{path.name}:{number}: {problem}" for problem in problems_in(span)]
    return problems


def problems_in(command: str) -> list[str]:
    """The problems with the names of a command and its options."""
    from railbird.cli.app import COMMANDS
    from railbird.cli.lazy import load

    problems = []
    for part in re.split(r"\s(?:&&|\|\||\|)\s", command):
        try:
            words = shlex.split(part, comments=True)
        except ValueError:
            return [f"{part} is not a command"]
        if words[:1] != ["railbird"] or len(words) < 2 or words[1].startswith("-"):
            continue
        name = words[1].rstrip(",")
        if name not in COMMANDS:
            problems.append(f"there is no command railbird {name}")
            continue
        loaded = load(name)
        while hasattr(loaded, "commands") and len(words) > 2 and words[2].rstrip(",") in loaded.commands:
            loaded, words = loaded.commands[words[2].rstrip(",")], words[1:]
        options = {option for each in loaded.params for option in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}
        given = (word.partition("=")[0].rstrip(",") for word in words[2:] if re.match(r"--?[a-z]", word))
        problems += [f"railbird {name} has no option {option}" for option in given if option not in options]
    return problems


def main(names: Sequence[str]) -> int:
    """Run the named documents, or all of them."""
    paths = [Path(name).resolve() for name in names] or [
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        *sorted((ROOT / "docs").rglob("*.md")),
    ]
    failed = 0
    for path in paths:
        try:
            run_document(path, show=True)
        except (DocumentError, ValueError, subprocess.TimeoutExpired) as error:
            failed += 1
            print(f"FAILED {error}", flush=True)
        for problem in command_problems(path):
            failed += 1
            print(f"FAILED {problem}", flush=True)
    print(f"{len(paths)} documents, {failed} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

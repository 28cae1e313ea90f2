"""Check a wheel: install it in an empty environment on a PATH without a compiler, and use it.

Run from a checkout, with the Python that the wheel is for, and pip: python tools/check_wheel.py WHEEL [--tests PATH...]

- The wheel has the version of the checkout, one native module, its licence and its types, and at most 12 MB.
- pip installs it with its dependencies from wheels alone; the new environment is all that is on the PATH.
- The first command of the README runs (with fewer hands), and so does the README's Python session.
- With ``--tests``, these tests run against the installed wheel, not against the checkout's sources, with the system's
  programs beside them, but for compilers.

Prints a line for each step with its seconds, and exits with 1 at the first that fails. Needs only the standard library
and pip.
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from release_notes import version
from run_docs import ROOT, blocks_of

COMPILERS = re.compile(
    r"(.*-)?(c\+\+|cc|cpp|g\+\+|gcc|clang|c[89]9|ld|as|make|cmake|ninja|rustc|cargo|go)(\+\+|[-.].*)?"
)
"""Programs of the system that tests are not given."""
LARGEST = 12_000_000
"""Bytes of a wheel: what a slow connection loads in a few seconds."""
NATIVE = re.compile(r"railbird/_core/_native\..*\.so")
NEEDED = ("railbird/py.typed", "railbird/_core/_native.pyi", "railbird/web/pages/index.html")
UNWANTED = re.compile(r"\.(?:cpp|hpp|o|a|pyc)$|(?:^|/)(?:tests|native)/")


class WheelError(Exception):
    """A wheel that must not be released."""


def problems_inside(wheel: Path) -> list[str]:
    """What is wrong with the size, name and contents of a wheel."""
    problems = []
    if wheel.stat().st_size > LARGEST:
        problems.append(f"{wheel.stat().st_size:,} bytes are more than {LARGEST:,}")
    if not wheel.name.startswith(f"railbird-{version()}-cp"):
        problems.append(f"its version is not {version()}, that of src/railbird/_version.py, or it is for every Python")
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    native = [name for name in names if NATIVE.fullmatch(name)]
    if len(native) != 1:
        problems.append(f"it has {len(native)} native modules, not one")
    problems += [f"it has no {name}" for name in NEEDED if name not in names]
    if not any(name.endswith(".dist-info/licenses/LICENSE") for name in names):
        problems.append("it has no licence")
    problems += [f"{name} does not belong in a wheel" for name in names if UNWANTED.search(name)]
    return problems


def first_command(document: Path) -> str:
    """The first command of the README's first block that is run, shortened as the block says."""
    for block in blocks_of(document):
        if block.language == "sh" and "not run" not in block.marks:
            for _, command in block.commands():
                return command.strip()
    raise WheelError(f"{document} has no command")


class Environment:
    """An empty virtual environment: nothing else is on the PATH, and railbird's files are in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "environment" / "bin"
        self.variables = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "RAILBIRD_"))},
            "PATH": str(self.bin),
            "HOME": str(folder),
            "RAILBIRD_STORE": str(folder / "railbird.db"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "XDG_DATA_HOME": str(folder / "data"),
        }
        run([sys.executable, "-m", "venv", "--without-pip", str(self.bin.parent)], folder, dict(os.environ))

    def install(self, *wanted: str) -> None:
        """Install from wheels alone, with the pip of the Python that runs this."""
        pip = [sys.executable, "-m", "pip", f"--python={self.bin / 'python'}", "install", "--quiet"]
        run([*pip, "--only-binary=:all:", *wanted], self.folder, dict(os.environ))

    def add_programs(self, folder: Path) -> None:
        """Put the system's programs on the PATH, but for compilers and what the environment has."""
        for program in folder.iterdir() if folder.is_dir() else ():
            here = self.bin / program.name
            if not COMPILERS.fullmatch(program.name) and not here.exists():
                here.symlink_to(program)

    def run(self, command: Sequence[str | Path], folder: Path | None = None) -> str:
        return run([self.bin / command[0], *command[1:]], folder or self.folder, self.variables)


def run(command: Sequence[str | Path], folder: Path, variables: dict[str, str]) -> str:
    """What a command prints. Raises WheelError with the end of its output if it fails."""
    finished = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True)
    if finished.returncode:
        said = (finished.stdout + finished.stderr).strip()[-3000:]
        raise WheelError(f"{' '.join(map(str, command))}\nended with exit code {finished.returncode}:\n{said}")
    return finished.stdout


@contextmanager
def step(name: str) -> Iterator[None]:
    start = time.monotonic()
    yield
    print(f"{name}: {time.monotonic() - start:.1f} s", flush=True)


def check(wheel: Path, tests: Sequence[str]) -> None:
    """Check a wheel. Raises WheelError at the first step that fails."""
    if problems := problems_inside(wheel):
        raise WheelError("\n".join(f"{wheel.name}: {each}" for each in problems))
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB")
    with tempfile.TemporaryDirectory() as folder:
        with step("empty environment"):
            environment = Environment(Path(folder))
        start = time.monotonic()
        with step("pip install"):
            environment.install(str(wheel))
        command = first_command(ROOT / "README.md")
        with step(command):
            environment.run(shlex.split(command))
        print(f"from pip install to the first result: {time.monotonic() - start:.1f} s")
        place = environment.run(["python", "-c", "import railbird; print(railbird.__file__)"]).strip()
        if not Path(place).is_relative_to(Path(folder).resolve()):
            raise WheelError(f"railbird was imported from {place}, not from the wheel")
        with step("railbird --help"):
            environment.run(["railbird", "--help"])
        with step("Python session of README.md"):
            environment.run(["python", "-m", "doctest", ROOT / "README.md"])
        if tests:
            with step("pip install of the tests' packages"):
                environment.install(f"{wheel}[test]")
            environment.add_programs(Path("/usr/bin"))
            with step(f"tests {' '.join(tests)}"):
                said = environment.run(["python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests], ROOT)
            print(said.strip().splitlines()[-1])


def main() -> int:
    parser = argparse.ArgumentParser(description="Check a wheel: install it in an empty environment, and use it.")
    parser.add_argument("wheel", type=Path, help="the wheel, for this Python and this machine")
    parser.add_argument("--tests", nargs="+", default=[], metavar="PATH", help="tests to run, such as tests/cards")
    arguments = parser.parse_args()
    if not arguments.wheel.is_file():
        parser.error(f"there is no wheel {arguments.wheel}: build one with python -m build --wheel")
    try:
        check(arguments.wheel.resolve(), arguments.tests)
    except WheelError as error:
        print(f"check_wheel: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

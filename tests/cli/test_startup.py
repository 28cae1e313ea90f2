"""Small commands start quickly: they import only what they need."""

import subprocess
import sys

import pytest

from railbird.cli.app import COMMANDS
from railbird.cli.lazy import load

HEAVY = (
    "numpy",
    "sqlalchemy",
    "matplotlib",
    "railbird._core",
    "railbird.agent",
    "railbird.arena",
    "railbird.bots.simple",
)


def imported(*arguments: str) -> list[str]:
    """The heavy modules that a command imports."""
    code = (
        "import atexit, sys\n"
        f"sys.argv = ['railbird', *{arguments!r}]\n"
        f"atexit.register(lambda: print('HEAVY', *[name for name in {HEAVY!r} if name in sys.modules]))\n"
        "from railbird.cli import main\n"
        "main()\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()[-1].split()[1:]


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["bots"], ["bots", "--json"]])
def test_simple_commands_import_nothing_heavy(arguments: list[str]) -> None:
    assert imported(*arguments) == []


def test_the_heavy_modules_are_imported_when_needed() -> None:
    assert "numpy" in imported("bots", "--game", "kuhn")
    assert "railbird.arena" in imported("show", "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_listed_with_the_first_line_of_its_help(name: str) -> None:
    own = " ".join((load(name).help or "").strip().split("\n\n")[0].split())
    assert COMMANDS[name][1] == own


def loaded_by(code: str) -> set[str]:
    """The modules that a program loads, besides those that every interpreter has."""
    found = "[finder.find_spec('railbird', None) for finder in sys.meta_path]"  # those of editable installs load more
    program = f"import sys; {found}; before = set(sys.modules)\n{code}\nprint(*sorted(set(sys.modules) - before))"
    finished = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert finished.returncode == 0, finished.stderr
    return set(finished.stdout.splitlines()[-1].split())


def test_importing_the_library_imports_nothing_but_its_front_door() -> None:
    packages = {name.partition(".")[0] for name in loaded_by("import railbird")}
    assert packages <= {
        "railbird",
        "__future__",
        "importlib",
        "warnings",
    }  # not even typing, which takes as long as all the rest
    ours = {name for name in loaded_by("import railbird") if name.startswith("railbird")}
    assert ours == {"railbird", "railbird._lazy", "railbird._version"}


NEVER = {"IPython", "matplotlib", "pandas", "pyspiel", "rich", "scipy", "starlette", "typer", "uvicorn", "websockets"}
"""Packages that the library needs for nothing but what they are for."""


@pytest.mark.parametrize(
    ("used", "left_out"),
    [
        ("equity", {"railbird.agent", "railbird.arena", "railbird.game", "railbird.store", "sqlite3", "tomllib"}),
        ("Bot", {"railbird.arena", "railbird.models", "railbird.search", "railbird.store", "sqlite3", "tomllib"}),
        (
            "play_match",
            {"importlib.metadata", "railbird.bots.poki", "railbird.store", "sqlalchemy", "sqlite3", "tomllib"},
        ),
    ],
)
def test_a_name_of_the_library_loads_what_it_needs(used: str, left_out: set[str]) -> None:
    loaded = loaded_by(f"import railbird; railbird.{used}")
    assert "numpy" in loaded
    assert not loaded & (NEVER | left_out)


def test_importing_the_library_loads_modules_on_use() -> None:
    code = (
        "import sys, railbird\n"
        "print('numpy' in sys.modules, railbird.Card('Ah'), railbird.game.limit().players, 'numpy' in sys.modules)\n"
        "print(all(hasattr(railbird, name) for name in railbird.__all__), hasattr(railbird, 'nonsense'))\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.stdout.split() == ["False", "Ah", "2", "True", "True", "False"], finished.stderr

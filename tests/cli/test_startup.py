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


def test_importing_the_library_loads_modules_on_use() -> None:
    code = (
        "import sys, railbird\n"
        "print('numpy' in sys.modules, railbird.Card('Ah'), railbird.game.limit().players, 'numpy' in sys.modules)\n"
        "print(all(hasattr(railbird, name) for name in railbird.__all__), hasattr(railbird, 'nonsense'))\n"
    )
    finished = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert finished.stdout.split() == ["False", "Ah", "2", "True", "True", "False"], finished.stderr

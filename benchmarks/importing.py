"""How long Railbird takes to start: its import on top of NumPy's, first uses, and the command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator

from benchmarks.harness import Contestant, Task

FIRST_USES = {
    "import railbird": "import numpy, railbird",
    "an equity": "import numpy, railbird; railbird.equity(['AhKh', 'QsQd'], board='2c7d9h')",
    "a match": "import numpy, railbird; railbird.play_match(['simple', 'always-call'], hands=10, seed=1)",
    "every public name": "import numpy; from railbird import *",
}
COMMANDS = {"railbird --help": ("--help",), "railbird --version": ("--version",), "railbird bots": ("bots",)}


def importing() -> Iterator[Task]:
    """A fresh interpreter each time; the contestants take turns, so that a busy machine slows all of them alike."""
    yield Task(
        "First use in a fresh interpreter",
        [
            *(Contestant(name, _fresh("-c", code), ours=True) for name, code in FIRST_USES.items()),
            Contestant("import numpy alone", _fresh("-c", "import numpy")),
        ],
        "s",
        target="import railbird takes at most 60 ms more than NumPy alone",
    )
    yield Task(
        "The command",
        [
            *(Contestant(name, _fresh("-m", "railbird", *words), ours=True) for name, words in COMMANDS.items()),
            Contestant("import typer and rich alone", _fresh("-c", "import typer.rich_utils")),
        ],
        "s",
    )


def _fresh(*arguments: str) -> Callable[[], object]:
    return lambda: subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)

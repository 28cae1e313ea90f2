"""The import time of railbird on top of NumPy's."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

from benchmarks.harness import Contestant, Task


def importing() -> Iterator[Task]:
    """A fresh interpreter each time."""

    def run(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True)

    yield Task(
        "Import in a fresh interpreter",
        [
            Contestant("numpy and railbird", lambda: run("import numpy; from railbird import *"), ours=True),
            Contestant("numpy alone", lambda: run("import numpy")),
        ],
        "s",
        target="at most 100 ms more than NumPy",
    )

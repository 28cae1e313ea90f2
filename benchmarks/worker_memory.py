"""``python -m benchmarks.worker_memory``: the memory of the processes of a match with two workers (Linux).

RSS is all memory that a process uses; PSS counts memory that several processes share, such as the native core, in equal
parts, so that the PSS of all processes add up to what the match takes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Annotated

import typer

from benchmarks.report import table

LINE_UPS = ("simple always-call", "magpie lain", "poki simple", "kestrel psopti", "peregrine simple")
OPTIONS = ("--dealing", "duplicate", "--workers", "2", "--hands", "10000000", "--seed", "1", "--json")
"""More hands than any line-up plays meanwhile."""


def main(
    line_ups: Annotated[list[str] | None, typer.Argument(help="Bots of a match, separated by spaces.")] = None,
    seconds: Annotated[float, typer.Option(min=1, help="How long each match is played before it is measured.")] = 20.0,
) -> None:
    """Print the memory of a worker, and of the process that started it, in MB."""
    rows = [(line_up, *map(str, measured(line_up.split(), seconds))) for line_up in line_ups or LINE_UPS]
    print("\n".join(table(("line-up", "worker RSS", "worker PSS", "main RSS", "main PSS"), rows)))


def measured(bots: list[str], seconds: float) -> tuple[int, int, int, int]:
    """RSS and PSS of the larger worker, and those of the main process, after some seconds of a match."""
    with tempfile.TemporaryDirectory() as folder:
        match = subprocess.Popen(
            [sys.executable, "-m", "railbird", "match", *bots, *OPTIONS],
            env={**os.environ, "RAILBIRD_STORE": f"{folder}/railbird.db"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            time.sleep(seconds)
            children = Path(f"/proc/{match.pid}/task/{match.pid}/children").read_text().split()
            workers = [used(int(child)) for child in children]
            if len(workers) != 2:
                raise SystemExit(f"{' '.join(bots)}: the match has {len(workers)} workers, not 2")
            return (*max(workers), *used(match.pid))
        finally:
            match.send_signal(signal.SIGINT)
            match.wait(60)


def used(process: int) -> tuple[int, int]:
    """RSS and PSS of a process, in MB."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:]
    sizes = {name: int(size.split()[0]) for name, _, size in (line.partition(":") for line in lines)}
    return round(sizes["Rss"] * 1024 / 1e6), round(sizes["Pss"] * 1024 / 1e6)


if __name__ == "__main__":
    typer.run(main)

"""``python -m benchmarks.against CHECKOUT``: compare the speed of this checkout with another one.

Both take turns, each turn in its own process, on all benchmark tasks that include Railbird. The medians of the turns
are compared, in CPU seconds, so that a busy machine matters less. The other checkout needs its native module built
(``pip install -e .`` there, or a copy of the module in ``src/railbird/_core``).
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

HERE = Path(__file__).resolve().parents[1]
MEASURE = """
import json, sys, time
from benchmarks import searches
from benchmarks.__main__ import SUITES, Name

searches.LONG = searches.SHORT  # a long match is as fast per hand, and takes minutes
for name in sys.argv[1:]:
    for task in SUITES[Name(name)]():
        for each in task.contestants:
            if not each.ours:
                continue
            taken, rounds = 0.0, 1
            while taken < 0.15:
                start = time.process_time()
                units = 0.0
                for _ in range(rounds):
                    returned = each.work()
                    units += each.units if each.units is not None else float(str(returned))
                taken = max(time.process_time() - start, 1e-9)
                rounds *= 2
            print(json.dumps([name, task.title, each.name, units / taken]), flush=True)
"""


USUAL = [
    *("single", "array", "equity", "strength", "engine", "arena"),
    *("search", "mcts", "reading", "decisions"),
]
"""All suites but import and seven-cards."""
RENAMED = {"before the flop": "pre-flop"}
"""Words in the titles of earlier checkouts."""


def measured(checkout: Path, names: list[str]) -> dict[tuple[str, str, str], float]:
    """Units per CPU second, by suite, task and contestant."""
    environment = {**os.environ, "PYTHONPATH": str(checkout / "src")}
    command = [sys.executable, "-c", MEASURE, *names]
    finished = subprocess.run(command, cwd=checkout, env=environment, capture_output=True, text=True)
    if finished.returncode:
        raise SystemExit(f"the benchmarks of {checkout} fail:\n{finished.stderr[-2000:]}")
    rows = (json.loads(line) for line in finished.stdout.splitlines() if line.startswith("["))
    return {(suite, _today(title), name): rate for suite, title, name, rate in rows}


def _today(title: str) -> str:
    """A task's title as it is written today."""
    for old, new in RENAMED.items():
        title = title.replace(old, new)
    return title


def main(
    checkout: Annotated[Path, typer.Argument(help="The folder of the other checkout.")],
    names: Annotated[
        list[str] | None, typer.Argument(help="Suites of python -m benchmarks.", show_default="all but import")
    ] = None,
    turns: Annotated[int, typer.Option(min=1, help="Turns for each checkout; the median is compared.")] = 5,
) -> None:
    """Compare the speed of this checkout with another one."""
    suites = names or USUAL
    slower = 0
    for suite in suites:
        old: dict[tuple[str, str, str], list[float]] = {}
        new: dict[tuple[str, str, str], list[float]] = {}
        for _ in range(turns):
            for folder, rates in ((checkout.resolve(), old), (HERE, new)):
                for key, rate in measured(folder, [suite]).items():
                    rates.setdefault(key, []).append(rate)
        for key in old.keys() & new.keys():
            ratio = statistics.median(new[key]) / statistics.median(old[key])
            slower += ratio < 0.95
            print(f"{ratio:6.2f}{'  SLOWER' if ratio < 0.95 else ''}  {suite}: {key[1]}: {key[2]}", flush=True)
        for key in old.keys() ^ new.keys():
            print(f"        {suite}: {key[1]}: {key[2]} is only in one checkout", flush=True)
    print(f"{slower} rows more than 5 % slower")


if __name__ == "__main__":
    typer.run(main)

"""Plays every hostile bot in its own match: ``python -m tests.arena.hostile``.

Every match must end, name the right bot and return the right exit code, with one worker and with two.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.arena import hostile_bots

FILE = Path(hostile_bots.__file__)
LONGEST = 120.0
"""Seconds allowed for a match."""


def arguments(bot: str, workers: int, folder: Path, hands: int = 3) -> list[str]:
    """The arguments of ``railbird`` for a small match with one bot, of two replicates."""
    return [
        *("match", f"{FILE}:{bot}", "always-call", "--hands", str(hands), "--replicates", "2", "--time-limit", "0.2"),
        *("--workers", str(workers), "--explain", "all", "--store", str(folder / f"{bot}-{workers}.db"), "--json"),
    ]


def play(bot: str, workers: int, folder: Path, hands: int = 3) -> tuple[int, str, str]:
    """Play it in a process of its own; returns exit code, output and errors."""
    command = [sys.executable, "-c", "from railbird.cli import main; main()"]
    with subprocess.Popen(
        [*command, *arguments(bot, workers, folder, hands)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            out, err = process.communicate(timeout=LONGEST)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            raise
    return process.returncode, out.decode(), err.decode(errors="replace")


def verdict(bot: str, code: int, out: str, err: str, hands: int = 3) -> str:
    """What is wrong with the end of a match; empty if nothing is."""
    endings = hostile_bots.BOTS[bot].split()
    errors = [line for line in err.splitlines() if line.startswith("railbird: ")]
    if code == 0:
        result = json.loads(out)
        faults = result["faults"]
        ending = "fault" if faults else "fine"
        if not result["finished"] or result["hands_played"] != 2 * hands:
            return f"not all hands were played: {result['hands_played']}"
        if any(fault["player"] != bot.lower() for fault in faults):
            return f"another player is blamed: {faults}"
    else:
        ending = {1: "broken", 2: "refused"}.get(code, f"exit code {code}")
        if len(errors) != 1 or bot.lower() not in errors[0].lower():
            return f"{bot} is not named in one line: {err[-300:]!r}"
        if ending == "broken" and "resume with" not in errors[0]:
            return f"no resume command: {errors[0]!r}"
    return "" if ending in endings else f"{ending}, not {' or '.join(endings)}: {(err or out)[-300:]!r}"


def main(names: Sequence[str]) -> int:
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, bot in enumerate(names or hostile_bots.BOTS, 1):
            for workers in (1, 2):
                start = time.monotonic()
                try:
                    problem = verdict(bot, *play(bot, workers, Path(folder)))
                except subprocess.TimeoutExpired:
                    problem = f"did not end within {LONGEST:g} seconds"
                failures += bool(problem)
                print(f"{number:3} {bot} {workers} {time.monotonic() - start:.1f} s {problem or 'ok'}", flush=True)
    print(f"{len(names or hostile_bots.BOTS)} bots, with one worker and with two: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Plays every hostile bot isolated: ``python -m tests.processes.hostile``.

Every match must end, blame the right bot alone and return the right exit code, with all barriers of this system and
with those that work inside containers. Names of bots, as arguments, choose some of them.
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
from tests.arena.hostile import FILE, LONGEST

BARRIERS = {"all barriers": "", "without namespaces": "namespaces"}
HANDS = 3


def play(bot: str, without: str, folder: Path) -> tuple[int, str, str]:
    """Play a small match with it: exit code, output and errors."""
    command = [
        *(sys.executable, "-c", "from railbird.cli import main; main()"),
        *("match", f"isolated({FILE}:{bot}, memory=1000)", "always-call", "--hands", str(HANDS), "--replicates", "2"),
        *("--time-limit", "0.2", "--workers", "1", "--explain", "all", "--json"),
        *("--store", str(folder / f"{bot}-{without}.db")),
    ]
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LONGEST,
        check=False,
        env={**os.environ, "RAILBIRD_WITHOUT": without},
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode(errors="replace")


def verdict(bot: str, code: int, out: str, err: str) -> str:
    """What is wrong with the end of a match; empty if nothing is.

    A bot that would break the process of the dealer may break its own: that is a fault, unless it learns.
    """
    wanted = {*hostile_bots.BOTS[bot].split(), "fault", "fine"}
    errors = [line for line in err.splitlines() if line.startswith("railbird: ")]
    if code == 0:
        result = json.loads(out)
        if not result["finished"] or result["hands_played"] != 2 * HANDS:
            return f"not all hands were played: {result['hands_played']}"
        if any(fault["player"] != bot.lower() for fault in result["faults"]):
            return f"another player is blamed: {result['faults']}"
        return "" if result["faults"] or "fine" in hostile_bots.BOTS[bot] else _unharmed(bot)
    ending = {1: "broken", 2: "refused"}.get(code, f"exit code {code}")
    if len(errors) != 1 or bot.lower() not in errors[0].lower():
        return f"{bot} is not named in one line: {err[-300:]!r}"
    return "" if ending in wanted else f"{ending}, not {' or '.join(sorted(wanted))}: {err[-300:]!r}"


def _unharmed(bot: str) -> str:
    """A bot whose attack does nothing here, since process 1 of a namespace cannot be killed from inside."""
    harmless = ("Kills", "Terminates", "Stops", "Forks", "Closes", "Writes", "Breaks", "Switches", "Reads")
    return "" if bot.startswith(harmless) else "no fault was reported"


def main(names: Sequence[str]) -> int:
    """Play them all."""
    failures = count = 0
    with tempfile.TemporaryDirectory() as folder:
        for bot in names or hostile_bots.BOTS:
            for what, without in BARRIERS.items():
                start = time.monotonic()
                try:
                    problem = verdict(bot, *play(bot, without, Path(folder)))
                except subprocess.TimeoutExpired:
                    problem = f"did not end within {LONGEST:g} seconds"
                failures += bool(problem)
                count += 1
                print(f"{count:3} {bot}, {what}: {time.monotonic() - start:.1f} s {problem or 'ok'}", flush=True)
    print(f"{count} matches: {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Long matches over TCP against the arena: ``python -m tests.acpc.same_as_arena [HANDS] [NAME...]``.

Every match is played twice, with our deals and with those of the reference dealer; the logs must be the same.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from railbird.game import parse_game_for
from tests.acpc.matches import Table, arena_log, dealing_of, play_bots

MATCHES: dict[str, tuple[str, tuple[str, ...], int]] = {
    "limit, a bot that learns": ("limit", ("poki", "simple"), 12),
    "limit, adaptive tree search": ("limit", ("lain", "simple"), 60),
    "three-handed limit": ("limit", ("simple", "flock", "jag"), 100),
    "no-limit": ("nolimit", ("simple", "random"), 100),
    "six-handed no-limit": (
        "nolimit(stack=40bb)",
        ("simple", "random", "flock", "random", "simple", "always-call"),
        60,
    ),
    "ten-handed limit": ("limit", ("random",) * 10, 40),
    "leduc": ("leduc", ("random", "always-call"), 100),
    "kuhn": ("kuhn", ("random", "random"), 100),
}
"""Game, bots, and the hands of the quick test."""


def main(arguments: list[str]) -> None:
    hands, names = int(arguments[0]) if arguments else 3_000, arguments[1:] or list(MATCHES)
    for name in names:
        text, bots, _ = MATCHES[name]
        game = parse_game_for(text, len(bots))
        for acpc in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                table = Table(game, hands, dealing_of(7, acpc=acpc), folder=Path(folder))
                start = time.perf_counter()
                play_bots(table, bots, 7)
                over_tcp = time.perf_counter() - start
                lines = [line for line in table.log_lines() if not line.startswith("#")]
                start = time.perf_counter()
                same = lines == arena_log(game, bots, hands, 7, acpc=acpc)
                here = time.perf_counter() - start
            deals = "deals of the reference dealer" if acpc else "our deals"
            print(f"{name}, {deals}: {hands} hands, {over_tcp:.1f} s over TCP, {here:.1f} s in the arena, same={same}")
            assert same


if __name__ == "__main__":
    main(sys.argv[1:])

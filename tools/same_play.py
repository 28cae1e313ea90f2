"""Check that all bots play as recorded: fixed matches of every bot, and a SHA-256 of everything done in them.

``python tools/same_play.py`` plays them all and compares the hashes with ``tools/same_play.json``; ``--record`` records
new hashes, which is right only when bots are meant to play differently, and the commit says so. A hash covers the
payoffs and actions of all hands and the probabilities and values of every decision, with nine digits, so that the last
bits of another processor do not matter.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

RECORD = Path(__file__).with_suffix(".json")
SEED = 2026


class Fixed(NamedTuple):
    """A match with a recorded hash."""

    game: str
    bots: tuple[str, ...]
    hands: int
    replicates: int = 1
    stacks: str = "reset"
    dealing: str = "plain"

    def __str__(self) -> str:
        more = "" if self.stacks == "reset" else ", freeze-out"
        more += "" if self.dealing == "plain" else f", {self.dealing}"
        more += "" if self.replicates == 1 else f", {self.replicates} replicates"
        return f"{self.game}: {' '.join(self.bots)} ({self.hands:,} hands{more})"


MATCHES = (
    Fixed("limit", ("lain", "simple"), 400, replicates=2),
    Fixed("limit", ("magpie", "rezai"), 300, replicates=2),
    Fixed("limit", ("vexbot", "brplayer"), 300, replicates=2),
    Fixed("limit", ("poki", "saukonoja"), 250, replicates=2),
    Fixed("limit", ("simbot(trials=40)", "aki-realbot(trials=40)"), 60, replicates=2),
    Fixed("limit", ("saukonoja(estimator=miximax, strength=range)", "simple"), 150, replicates=2),
    Fixed("limit", ("saukonoja(estimator=simulation, trials=30)", "poki(field=on)"), 80),
    Fixed("limit", ("saukonoja(estimator=scenarios)", "turncoat(after=100)"), 300),
    Fixed("limit", ("poki(predictor=neural, reweighting=loki)", "style"), 200, replicates=2),
    Fixed("limit", ("magpie", "random"), 200, dealing="duplicate"),
    Fixed("limit", ("kestrel", "simple"), 300, dealing="duplicate"),
    Fixed("limit", ("psopti", "always-raise"), 300, dealing="duplicate"),
    Fixed("limit(stack=10bb)", ("psopti", "kestrel"), 300),
    Fixed("limit(stack=20bb, rules=casino)", ("lain", "magpie"), 200, stacks="kept"),
    Fixed("limit(players=3)", ("lain", "magpie", "always-call"), 300, replicates=2),
    Fixed("limit(players=3)", ("poki", "saukonoja", "chump"), 150, replicates=2),
    Fixed("limit(players=3)", ("advanced-rules", "basic-rules", "ehs"), 300, dealing="permuted"),
    Fixed(
        "limit(players=3, stack=10bb, rules=casino)",
        ("magpie", "lain", "always-raise"),
        300,
        stacks="kept",
        replicates=10,
    ),
    Fixed("limit(players=6)", ("poki", "saukonoja", "rezai", "simple", "jag", "flock"), 80, replicates=2),
    Fixed("limit(players=6)", ("simbot(trials=20)", "aki-realbot(trials=20)", "style", "ehs", "chump", "random"), 20),
    Fixed(
        "limit(players=10)",
        ("poki", "saukonoja", "rezai", "simple", "jag", "flock", "advanced-rules", "chump", "style", "always-fold"),
        40,
    ),
    Fixed("nolimit", ("saukonoja", "rezai"), 200, replicates=2),
    Fixed("nolimit(stack=100bb)", ("merlin", "simple"), 300, dealing="duplicate"),
    Fixed("nolimit(stack=300bb)", ("merlin", "random"), 300),
    Fixed("nolimit(stack=50bb)", ("simbot(trials=30)", "simple"), 60, replicates=2),
    Fixed(
        "nolimit(players=3, stack=20bb, rules=casino)", ("saukonoja", "chump", "ehs"), 300, stacks="kept", replicates=10
    ),
    Fixed("nolimit(players=6, stack=30bb)", ("saukonoja", "rezai", "simple", "jag", "flock", "random"), 100),
    Fixed(
        "nolimit(players=10, stack=40bb, rules=casino)",
        ("saukonoja", "rezai", "simple", "jag", "flock", "ehs", "chump", "style", "basic-rules", "advanced-rules"),
        60,
        stacks="kept",
    ),
    Fixed("nolimit(stack=100bb)", ("magpie", "simple"), 300, replicates=2),
    Fixed("nolimit(stack=100bb)", ("newbot(iterations=60)", "poki"), 60, replicates=2),
    Fixed(
        "nolimit(players=3, stack=20bb, ante=5, rules=casino)",
        ("magpie", "poki", "always-raise"),
        300,
        stacks="kept",
        replicates=10,
    ),
    Fixed("potlimit(players=3)", ("saukonoja", "simple", "always-raise"), 150),
    Fixed("leduc", ("random", "always-raise"), 1_000),
    Fixed("kuhn", ("random", "always-call"), 1_000),
)


def played(match: Fixed) -> tuple[str, float]:
    """The SHA-256 of everything done in a match, and how long it took."""
    from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule, play_match
    from railbird.arena.match_record import MatchRecord
    from railbird.game import parse_game

    class Hashing(MatchRecord):
        """Records everything."""

        def add(self, chunk: Any) -> None:
            super().add(chunk)
            for line, payoffs in zip(chunk.hands, chunk.payoffs, strict=True):
                note("hand", chunk.leg, line, *payoffs)
            for each in chunk.explained:
                note("decision", chunk.leg, each.hand, each.action, each.entrant, *_numbers(json.loads(each.decision)))
            for fault in chunk.faults:
                note("fault", chunk.leg, fault.entrant, fault.hand, fault.kind)

    lines: list[str] = []

    def note(*words: object) -> None:
        lines.append(" ".join(map(str, words)))

    entrants = tuple(Entrant(bot, player=f"player{number}") for number, bot in enumerate(match.bots))
    definition = MatchDefinition(
        game=parse_game(match.game),
        entrants=entrants,
        hands=match.hands,
        seed=SEED,
        dealing=DealingScheme(match.dealing),
        replicates=match.replicates,
        time_limit=600.0,
        stacks=StackRule(match.stacks),
        explain_every=1,
    )
    start = time.perf_counter()
    play_match(definition, record=Hashing(definition), chunk_seconds=1e9)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest(), time.perf_counter() - start


def _numbers(decision: dict[str, Any]) -> Iterator[str]:
    """The action, its probabilities and values."""
    yield decision["action"]
    for part in ("probabilities", "values"):
        for action, number in decision[part].items():
            yield f"{action}={number + 0.0:.9g}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--record", action="store_true", help="record the hashes of this version")
    parser.add_argument("--workers", type=int, default=2, help="number of processes")
    parser.add_argument("--only", default="", help="only matches whose text contains this, such as lain")
    given = parser.parse_args()
    recorded = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    chosen = [match for match in MATCHES if given.only in str(match)]
    different = 0
    with ProcessPoolExecutor(given.workers) as pool:
        for match, (digest, seconds) in zip(chosen, pool.map(played, chosen), strict=True):
            same = recorded.get(str(match)) == digest
            different += not same
            word = "recorded" if given.record else "same     " if same else "DIFFERENT"
            print(f"{word} {digest[:12]} {seconds:6.1f} s  {match}", flush=True)
            recorded[str(match)] = digest
    if given.record:
        RECORD.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n")
        return 0
    print(f"{len(chosen) - different} of {len(chosen)} matches play as recorded")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

"""The shipped strategies: how large their abstract games are, how far they were solved, what building them takes."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.build_runs import known_builds
from benchmarks.kept import here_and_now
from benchmarks.report import quantity, table
from railbird._memory import gigabytes
from railbird.abstraction import parse_spot, strategy_head
from railbird.abstraction.bet_menu import parse_menu
from railbird.abstraction.cards.bucket_counts import bucket_counts
from railbird.abstraction.public_tree import public_tree
from railbird.abstraction.strategy_file import MOST_NODES, WHOLE
from railbird.bots.equilibrium.strategies import DATA
from railbird.solve.buckets import parse_plan, plan_size, shipped_plans
from railbird.solve.buckets.solver import vector_size

PARTS = ("", "buckets", "decisions", "pairs", "boards", "iterations", "exploitability, mb/g")
FILES = ("", "buckets by", "memory", "file", "steps")
BUILDS = ("", "threads", "time", "CPU time", "peak", "the shipped file, byte for byte")


def sizes() -> str:
    """The tables of all strategies that are part of the package."""
    names = [name for name in shipped_plans() if (DATA / f"{name}.strategy").is_file()]
    builds = [(name, *build) for name in names for build in known_builds(name)]
    lines = [
        f"{here_and_now()}. Buckets are listed street by street; a pair is a bucket with one of its actions. Boards, "
        "iterations and exploitability are read from the files. The exploitability is that inside the abstraction, in "
        "thousandths of a big blind a game; with imperfect recall it cannot be computed.",
        *table(PARTS, (row for name in names for row in _parts(name))),
        "",
        "*Memory* is what a build of today's plan needs for counting, solving and checkpoints. Probabilities are "
        "stored in steps.",
        *table(FILES, (_file(name) for name in names)),
        "",
    ]
    if not builds:
        return "\n".join(lines)
    rows = [
        (
            name,
            str(run.threads),
            quantity(result.seconds, "s"),
            quantity(result.cpu_seconds, "s"),
            gigabytes(result.peak_bytes),
            "yes" if result.same else "no",
        )
        for name, run, result in builds
    ]
    where = "; ".join(dict.fromkeys(result.where for _, _, result in builds))
    lines += [
        f"What building takes, from the start, with buckets, tables and measuring (`sizes --build NAME`): {where}.",
        *table(BUILDS, rows),
        "",
    ]
    return "\n".join(lines)


def _parts(name: str) -> Iterator[tuple[str, ...]]:
    """A row for each part of a strategy, from the head of its file."""
    for part, head in strategy_head(DATA / f"{name}.strategy").items():
        spot, facts = parse_spot(head["spot"]), head["facts"]
        counts = bucket_counts(spot.game, head["buckets"])
        size = vector_size(public_tree(spot, parse_menu(head["menu"]), most_nodes=MOST_NODES), counts)
        yield (
            name if part == WHOLE else f"{name}, {part}",
            " · ".join(f"{count:,}" for count in counts[spot.first_round :]),
            f"{size.decisions:,}",
            f"{size.entries:,}",
            *(f"{facts[key]:,}" if key in facts else "" for key in ("boards", "iterations", "exploitability_mbb")),
        )


def _file(name: str) -> tuple[str, ...]:
    path = DATA / f"{name}.strategy"
    heads = list(strategy_head(path).values())
    specs = ", ".join(f"`{each}`" for each in dict.fromkeys(head["buckets"] for head in heads))
    memory = gigabytes(plan_size(parse_plan(name), threads=1).memory)
    return name, specs, memory, gigabytes(path.stat().st_size), f"{heads[0]['steps']}"

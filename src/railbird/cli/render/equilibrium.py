"""Plans of equilibria, their files, and what a strategy does at one decision, as tables and data."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from railbird._memory import available_memory, gigabytes
from railbird._progress import duration_text
from railbird.abstraction import BucketStrategy
from railbird.abstraction.public_tree import DECISION
from railbird.cli.render.action_grid import GRID_NOTE, ActionGrid
from railbird.cli.render.grid import Grid
from railbird.cli.render.solve import chips_text, frequencies_line
from railbird.game import Betting
from railbird.solve.buckets import EquilibriumPlan, PlanSize, StrategyPlace
from railbird.solve.buckets.strategy_place import ClassActions


def size_table(plan: EquilibriumPlan, size: PlanSize) -> Group:
    """What building a plan needs."""
    facts = Grid(header=False)
    facts.labels("")
    facts.numbers("")
    facts.row("decisions", f"{size.decisions:,}")
    facts.row("pairs of a bucket and an action", f"{size.entries:,}")
    facts.row("memory", gigabytes(size.memory), style="bold")
    facts.row("free memory", gigabytes(available_memory()))
    facts.row("disk while it is built, at most", gigabytes(size.disk))
    facts.row("time, roughly", duration_text(size.seconds), style="bold")
    parts = Grid()
    parts.labels("part")
    parts.numbers("buckets by street", "decisions", "pairs", "an iteration")
    for part in size.parts:
        numbers = (_counts(part.buckets), f"{part.decisions:,}", f"{part.entries:,}", _seconds(part.iteration_seconds))
        parts.row(part.name, *numbers)
    return Group(Text(str(plan), style="bold"), "", parts, "", facts)


def size_data(plan: EquilibriumPlan, size: PlanSize) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "plan": str(plan),
        "decisions": size.decisions,
        "pairs": size.entries,
        "memory": size.memory,
        "disk": size.disk,
        "seconds": size.seconds,
        "parts": [
            {
                "name": part.name,
                "spot": part.spot,
                "buckets": list(part.buckets),
                "decisions": part.decisions,
                "pairs": part.entries,
                "memory": part.memory,
                "iteration_seconds": part.iteration_seconds,
                "seconds": part.seconds,
            }
            for part in size.parts
        ],
    }


def file_summary(path: Path, parts: Mapping[str, BucketStrategy]) -> Group:
    """The parts of a file: games, buckets, and how far they were solved."""
    table = Grid()
    table.labels("part")
    table.text("from")
    table.numbers("buckets by street", "decisions", "iterations", "exploitability inside the abstraction")
    for name, part in parts.items():
        iterations = part.facts.get("iterations")
        table.row(
            name,
            _beginning(part),
            _counts(part.abstraction.counts),
            f"{decisions_of(part):,}",
            f"{iterations:,}" if isinstance(iterations, int) else "–",
            exploitability_text(part),
        )
    specs = dict.fromkeys(str(part.abstraction.spec) for part in parts.values())
    menus = dict.fromkeys(
        str(part.tree.menu) for part in parts.values() if part.tree.spot.game.betting is not Betting.LIMIT
    )
    notes = [*specs, *(f"bet menu {menu}" for menu in menus), f"{path}: {gigabytes(path.stat().st_size)}"]
    return Group(table, "", Text("\n".join(notes), style="dim"))


def _beginning(part: BucketStrategy) -> str:
    """Where a part begins; its board stands for any."""
    spot = part.tree.spot
    return str(spot) if spot.is_start else f"{spot.game}, {spot.game.street(spot.first_round)}, pot {spot.pot:,}"


def part_data(name: str, part: BucketStrategy) -> dict[str, Any]:
    """A part of a file as plain data."""
    facts = {key: _finite(value) if isinstance(value, float) else value for key, value in part.facts.items()}
    return {
        "name": name,
        "spot": str(part.tree.spot),
        "menu": str(part.tree.menu),
        "abstraction": str(part.abstraction.spec),
        "buckets": list(part.abstraction.counts),
        "decisions": decisions_of(part),
        "pairs": len(part.rows),
        "facts": facts,
    }


def place_summary(place: StrategyPlace, classes: ClassActions | None, top: int) -> Group:
    """What the player to act does: the squares of all hands, or a table of buckets."""
    tree = place.strategy.tree
    unit = tree.spot.game.big_blind
    head = Text(f"after {place.line}" if place.line else "at the start", style="bold")
    pot = tree.pot + int(tree.paid[place.node].sum())
    street = tree.spot.game.street(place.street)
    head.append(f"   {street}   p{place.player + 1} acts   pot {chips_text(pot, unit)}")
    parts: list[RenderableType] = [head, ""]
    if not place.reach.any():
        return Group(head, Text(f"p{place.player + 1} never gets here: their strategy takes another line"))
    if classes is None:
        parts.append(bucket_table(place, top))
    elif len(classes.names) == 169:
        parts += [ActionGrid(classes, place.actions), "", _frequencies(place, classes), Text(GRID_NOTE, style="dim")]
    else:
        parts += [_rank_table(place, classes), "", _frequencies(place, classes)]
    return Group(*parts)


def bucket_table(place: StrategyPlace, top: int) -> Grid:
    """What each bucket does that gets here, the weakest first."""
    rows = np.flatnonzero(place.reach > 0).tolist()
    left = len(rows) - top
    table = Grid(caption=f"{left:,} more: --top {len(rows)} shows all" if left > 0 else "")
    table.labels("bucket")
    hands = place.hands_of_buckets()
    if hands is not None:
        table.text("hands")
    table.numbers("gets here", *(action.name for action in place.actions))
    for row in rows[:top]:
        named = [place.bucket_names[row], *([hands[row]] if hands is not None else [])]
        table.row(*named, _percent(place.reach[row]), *map(_percent, place.probabilities[row]))
    return table


def place_data(place: StrategyPlace, classes: ClassActions | None) -> dict[str, Any]:
    """What the player to act does, as plain data."""
    data: dict[str, Any] = {
        "line": place.line,
        "street": place.street,
        "player": f"p{place.player + 1}",
        "actions": [action.text for action in place.actions],
        "buckets": {
            name: {"reach": round(float(reach), 9), "probabilities": _plain(row)}
            for name, reach, row in zip(place.bucket_names, place.reach, place.probabilities, strict=True)
        },
    }
    if classes is not None:
        data["frequencies"] = _plain(classes.overall)
        data["classes"] = {
            name: {"reach": round(float(reach), 9), "probabilities": _plain(row)}
            for name, reach, row, possible in zip(
                classes.names, classes.fractions, classes.frequencies, classes.possible, strict=True
            )
            if possible
        }
    return data


def decisions_of(part: BucketStrategy) -> int:
    """The number of decisions of a strategy's tree."""
    return int((part.tree.kind == DECISION).sum())


def exploitability_text(part: BucketStrategy) -> str:
    """What a best response inside the abstraction gains, as the file states it."""
    mbb, chips = part.facts.get("exploitability_mbb"), part.facts.get("exploitability")
    if isinstance(mbb, int | float) and math.isfinite(mbb):
        return f"{mbb:.3g} mbb"
    if isinstance(chips, int | float):
        return f"{chips:.3g} chips"
    return "–" if part.abstraction.spec.perfect else "not computable: imperfect recall"


def _rank_table(place: StrategyPlace, classes: ClassActions) -> Grid:
    table = Grid()
    table.labels("hand")
    table.numbers("gets here", *(action.name for action in place.actions))
    for row in np.flatnonzero(classes.possible).tolist():
        table.row(classes.names[row], _percent(classes.fractions[row]), *map(_percent, classes.frequencies[row]))
    return table


def _frequencies(place: StrategyPlace, classes: ClassActions) -> RenderableType:
    return frequencies_line(place.player, place.actions, classes.overall)


def _counts(counts: tuple[int, ...]) -> str:
    return " · ".join(f"{count:,}" for count in counts)


def _seconds(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %" if math.isfinite(share) else "–"


def _plain(numbers: Any) -> list[float | None]:
    return [_finite(round(float(number), 9)) for number in numbers]


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None

"""Counter-strategies, as tables."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group
from rich.text import Text

from railbird.arena.respond import Responded
from railbird.cli.render.grid import Grid


def response_summary(found: Responded) -> Group:
    """What one response wins and what it may lose."""
    return _table([found])


def curve_summary(found: Sequence[Responded]) -> Group:
    """Several responses, from the safest on."""
    return _table(found)


def _table(found: Sequence[Responded]) -> Group:
    first = found[0]
    table = Grid()
    table.labels(f"response to {first.bot}")
    in_mbb = first.mbb is not None
    unit = "mb/g" if in_mbb else "chips"
    table.numbers(f"wins, {unit}", f"exploitable by, {unit}")
    for each in found:
        wins, loses = each.mbb or (each.wins, each.exploitability)
        digits = 1 if in_mbb else 4
        table.row(each.method, f"{wins:+,.{digits}f}", f"{loses:,.{digits}f}")
    model = (
        "the policy that it states"
        if first.observations is None
        else f"{first.observations:,.0f} actions that it was seen to take"
    )
    where = f"{first.game}, with {first.buckets}" if first.buckets else f"{first.game}, exact"
    notes = [
        f"model: {model}; {where}",
        "wins: from the model, above the value of the game, mean over both seats"
        + ("; inside the abstraction" if first.buckets else ""),
    ]
    worst = max(found, key=lambda each: each.gap)
    if first.buckets:
        scale = worst.mbb[0] / worst.wins if worst.mbb and worst.wins else 1.0
        notes.append(f"solved to within {worst.gap * scale:,.1f} {unit} of the best response of its kind")
    return Group(table, "", Text("\n".join(notes), style="dim"))

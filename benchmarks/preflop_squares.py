"""Kestrel's pre-flop strategy as squares of the 169 hand classes, in docs/images."""

from __future__ import annotations

from pathlib import Path

from benchmarks.kept import here_and_now
from railbird.abstraction import load_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.bots.equilibrium.strategies import DATA
from railbird.solve.buckets import StrategyPlace, place_chart

IMAGES = Path(__file__).parent.parent / "docs" / "images"
SQUARES = {
    "start": ("", "The button, first to act"),
    "raised": ("r", "The big blind after a raise"),
    "called": ("c", "The big blind after a call"),
}
"""By the name of the picture: the line before the decision, and who decides."""


def preflop(images: Path = IMAGES) -> str:
    """Draw the squares, and describe them."""
    strategy = load_strategies(DATA / "kestrel.strategy")[WHOLE]
    buckets = strategy.abstraction.counts[0]
    lines = [
        f"{here_and_now()}. What kestrel does with each of the 169 hand classes: suited hands are above the diagonal, "
        "pairs on it. A square is divided by how often each action is taken; its letter and percentage are those of "
        f"the most frequent one. Kestrel has {buckets} buckets pre-flop, and hands of one bucket do the same. "
        "`railbird equilibrium show` prints such squares for any line.",
    ]
    for name, (line, who) in SQUARES.items():
        place = StrategyPlace.after(strategy, line)
        file = place_chart(place).save(images / f"kestrel-{name}.svg")
        shares = zip(place.actions, place.by_class().overall.tolist(), strict=True)
        often = ", ".join(f"{100 * share:.1f} % {action.name}" for action, share in shares)
        lines += ["", f"**{who}**: {often}.", "", f"![{who}: {often}](../images/{file.name})"]
    return "\n".join([*lines, ""])

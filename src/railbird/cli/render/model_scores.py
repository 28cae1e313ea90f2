"""Scores of predictors as tables and calibration plots."""

from __future__ import annotations

from pathlib import Path

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.cli.prediction_scores import SPANS, PlayerScores
from railbird.cli.render.grid import Grid
from railbird.cli.render.pictures import save_calibrations
from railbird.models.prediction_scores import PredictionScore


def scores_summary(scores: PlayerScores) -> Group:
    """The scores of all predictors for one player, as tables."""
    table = Grid()
    table.labels("predictor")
    table.numbers("accuracy", "log-loss", "Brier", "accuracy*", "log-loss*", "Brier*")
    for name, each in scores.prequential_scores.items():
        crossed = scores.cross_validated[name]
        table.row(name, *_numbers(each), *_numbers(crossed))
    majority = next(iter(scores.prequential_scores.values())).majority
    parts: list[RenderableType] = [
        Text(f"{scores.player}: {scores.actions:,} actions, the most frequent one {majority:.0%}", style="bold"),
        table,
        Text("* by cross-validation; the others predict each action from the earlier ones", style="dim"),
        Text(
            "log-loss: mean of -ln(probability of the action taken); Brier: its squared error; lower is better",
            style="dim",
        ),
        Text(
            "most important inputs of the net (increase in log-loss without them): "
            + ", ".join(f"{name} {loss:+.3f}" for name, loss in _first(scores.relevance, 6))
        ),
    ]
    spans = [span for span in SPANS if span <= scores.actions]
    if spans:
        learning = Grid()
        learning.labels("log-loss by context detail")
        learning.numbers(*(f"after {span:,}" for span in spans))
        for name, losses in scores.contexts.items():
            learning.row(name, *(f"{loss:.3f}" for loss in losses))
        parts.append(learning)
    return Group(*parts, "")


def _first(items: dict[str, float], count: int) -> list[tuple[str, float]]:
    return list(items.items())[:count]


def _numbers(each: PredictionScore) -> tuple[str, str, str]:
    return f"{each.accuracy:.1%}", f"{each.log_loss:.3f}", f"{each.brier:.3f}"


def save_scores(path: Path, results: list[PlayerScores]) -> None:
    """Plot calibration curves to a file, with a panel for each player."""
    panels = []
    for each in results:
        lines = {}
        for name, one in each.prequential_scores.items():
            filled = one.calibration.count > 0
            lines[name] = (one.calibration.predicted[filled], one.calibration.happened[filled])
        panels.append((each.player, lines))
    save_calibrations(path, panels)

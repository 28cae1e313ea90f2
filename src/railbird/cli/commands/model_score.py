"""``railbird model score``: how well can it be foretold what players do?"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from railbird.arena import StoredRecord
from railbird.arena.evidence import played_hands
from railbird.cli.options import Json, MatchRef, StorePath
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.pictures import check_picture, save_calibrations
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import open_store
from railbird.errors import ModelError, quoted
from railbird.game import Hand
from railbird.models.prediction_scores import (
    ObservedAction,
    PredictionScore,
    cross_validated,
    prequential,
    relevance,
    watched,
)
from railbird.models.predictors import PREDICTORS, Contexts, NeuralPredictor, StatisticsPredictor, make_predictor

SPANS = (100, 300, 1000, 3000, 10_000)
"""Actions after which the learning of contexts is looked at."""


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """All scores of one player's predictions."""

    player: str
    actions: int
    as_they_come: dict[str, PredictionScore]
    cross_validated: dict[str, PredictionScore]
    relevance: dict[str, float]
    contexts: dict[str, list[float]]
    """By how fine contexts are told apart, the log-loss of statistics over the last half of each span."""

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "actions": self.actions,
            "prequential": {name: each.to_json() for name, each in self.as_they_come.items()},
            "cross_validated": {name: each.to_json() for name, each in self.cross_validated.items()},
            "relevance": self.relevance,
            "contexts": {
                name: dict(zip(map(str, SPANS), losses, strict=False)) for name, losses in self.contexts.items()
            },
        }


def score(
    match: MatchRef,
    player: Annotated[
        str | None, typer.Option(help="Whose actions; all players' if not given.", show_default=False)
    ] = None,
    folds: Annotated[int, typer.Option(help="Blocks of hands for cross-validation.", min=2, max=100)] = 5,
    replicate: Annotated[int, typer.Option(help="Of which replicate and seating, counted from 1.")] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw calibrations into a .png, .svg or .pdf.", show_default=False),
    ] = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Say how well predictors foretell what players do: as actions come, and by cross-validation.

    Examples:

      railbird match simple chump --hands 3000 && railbird model score last

      railbird model score last --player chump --plot calibration.svg
    """
    check_picture(plot)
    hands = hands_of(match, replicate, store)
    players = players_of(hands)
    if player is not None and player not in players:
        raise ModelError(f"{quoted(player)} did not play in match {match} ({', '.join(players)} did)")
    wanted = players if player is None else [player]
    found = []
    with ProgressBar("predicting") as bar:
        for place, each in enumerate(wanted):
            found.append(_scores(each, watched(hands, each), folds))
            bar((place + 1) / len(wanted))
    if plot is not None:
        _draw(plot, found)
    if as_json:
        typer.echo(json.dumps([each.to_json() for each in found], indent=2))
        return
    display(*map(_picture, found))


def hands_of(match: str, replicate: int, store: Path | None) -> list[Hand]:
    """The hands of a replicate of a match of hold'em."""
    opened = open_store(store)
    record = StoredRecord.read(opened, opened.match_number(match))
    legs = list(record.definition.legs())
    if not 1 <= replicate <= len(legs):
        raise ModelError(f"match {match} has {len(legs)} replicates and seatings, not {replicate}")
    if not record.definition.game.is_holdem:
        raise ModelError(f"match {match} is not of hold'em, and of other games nothing is predicted")
    leg = legs[replicate - 1]
    hands = [hand for hand, _ in played_hands(record.definition, leg, record.lines(leg.number))]
    if not hands:
        raise ModelError(f"no hand of match {match}, replicate {replicate}, was played yet")
    return hands


def players_of(hands: list[Hand]) -> list[str]:
    """Who plays, in the order of their first hand."""
    return list(dict.fromkeys(name for hand in hands for name in hand.players))


def _scores(player: str, data: list[ObservedAction], folds: int) -> PlayerScores:
    neural = NeuralPredictor()
    as_they_come = {
        name: prequential(neural if name == neural.name else make_predictor(name), data) for name in PREDICTORS
    }
    contexts = {}
    for fine in Contexts:
        losses = prequential(StatisticsPredictor(fine), data).losses
        contexts[fine.value] = [float(losses[span // 2 : span].mean()) for span in SPANS if span <= len(data)]
    crossed = {name: cross_validated(partial(make_predictor, name), data, folds) for name in PREDICTORS}
    return PlayerScores(player, len(data), as_they_come, crossed, relevance(neural, data), contexts)


def _picture(scores: PlayerScores) -> Group:
    table = Grid()
    table.labels("predictor")
    table.numbers("accuracy", "log-loss", "Brier", "accuracy*", "log-loss*", "Brier*")
    for name, each in scores.as_they_come.items():
        crossed = scores.cross_validated[name]
        table.row(name, *_numbers(each), *_numbers(crossed))
    majority = next(iter(scores.as_they_come.values())).majority
    parts: list[RenderableType] = [
        Text(f"{scores.player}: {scores.actions:,} actions, the most frequent one {majority:.0%}", style="bold"),
        table,
        Text("* by cross-validation; the others as actions came", style="dim"),
        Text(
            "log-loss: mean of -ln(probability of what was done); Brier: its squared error; less is better", style="dim"
        ),
        Text("what the net goes by: " + ", ".join(f"{name} {loss:+.3f}" for name, loss in _first(scores.relevance, 6))),
    ]
    spans = [span for span in SPANS if span <= scores.actions]
    if spans:
        learning = Grid()
        learning.labels("log-loss of contexts")
        learning.numbers(*(f"by {span:,}" for span in spans))
        for name, losses in scores.contexts.items():
            learning.row(name, *(f"{loss:.3f}" for loss in losses))
        parts.append(learning)
    return Group(*parts, "")


def _first(items: dict[str, float], count: int) -> list[tuple[str, float]]:
    return list(items.items())[:count]


def _numbers(each: PredictionScore) -> tuple[str, str, str]:
    return f"{each.accuracy:.1%}", f"{each.log_loss:.3f}", f"{each.brier:.3f}"


def _draw(path: Path, found: list[PlayerScores]) -> None:
    panels = []
    for each in found:
        lines = {}
        for name, one in each.as_they_come.items():
            known = one.calibration.count > 0
            lines[name] = (one.calibration.predicted[known], one.calibration.happened[known])
        panels.append((each.player, lines))
    save_calibrations(path, panels)

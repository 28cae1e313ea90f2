"""``railbird model score``: how well predictors predict what players do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from railbird.cli.options import HandsRef, Json, StorePath
from railbird.cli.prediction_scores import hands_of, players_of, scores_of
from railbird.cli.render.grid import display
from railbird.cli.render.model_scores import save_scores, scores_summary
from railbird.cli.render.pictures import check_picture
from railbird.cli.render.progress import ProgressBar
from railbird.errors import ModelError, quoted


def score(
    match: HandsRef,
    player: Annotated[str | None, typer.Option(help="Predict only this player's actions.", show_default=False)] = None,
    folds: Annotated[int, typer.Option(help="Number of cross-validation folds (blocks of hands).", min=2, max=100)] = 5,
    replicate: Annotated[int, typer.Option(help="Which replicate and seating, counted from 1.")] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Plot calibration curves to a .png, .svg or .pdf file.", show_default=False),
    ] = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Score how well each predictor predicts what players do, action by action and by cross-validation.

    Examples:

      railbird match simple chump --hands 3000 && railbird model score last

      railbird model score last --player chump --plot calibration.svg

      railbird model score imports --player Hero
    """
    check_picture(plot)
    hands = hands_of(match, replicate, store)
    players = players_of(hands)
    if player is not None and player not in players:
        raise ModelError(f"{quoted(player)} did not play in {match}; its players are {', '.join(players)}")
    wanted = players if player is None else [player]
    with ProgressBar("predicting") as bar:
        results = scores_of(hands, wanted, folds, bar)
    if plot is not None:
        save_scores(plot, results)
    if as_json:
        typer.echo(json.dumps([each.to_json() for each in results], indent=2))
        return
    display(*map(scores_summary, results))

"""``railbird model train``: train a net on many players before it meets a new one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from railbird._progress import part_of
from railbird.cli.options import StorePath
from railbird.cli.prediction_scores import hands_of, players_of
from railbird.cli.render.progress import ProgressBar
from railbird.errors import ModelError
from railbird.models.prediction_scores import ObservedAction, PredictionScore, kinds_of, observed_actions, score
from railbird.models.predictors import NeuralPredictor
from railbird.models.predictors.pretraining import pretrain, write_net

HELD_BACK = 5
"""Every fifth hand is held out of training and used to score the net."""


def train(
    matches: Annotated[list[str], typer.Argument(metavar="MATCH...", help="Stored matches: numbers, names, or last.")],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    replicate: Annotated[int, typer.Option(help="Which replicate and seating of each match, counted from 1.")] = 1,
    store: StorePath = None,
) -> None:
    """Train a net on the actions of all players in some matches, as a starting point for Poki's nets.

    Examples:

      railbird match simple chump jag --hands 3000 && railbird model train last -o players.net

      railbird match "poki(net=players.net)" flock
    """
    seen: list[ObservedAction] = []
    with ProgressBar("learning") as bar:
        watching = part_of(bar, 0.0, 0.5)
        for index, match in enumerate(matches):
            hands = hands_of(match, replicate, store)
            players = players_of(hands)
            for number, player in enumerate(players):
                seen += observed_actions(hands, player)
                watching((index + (number + 1) / len(players)) / len(matches))
        learned = [each for each in seen if each.hand % HELD_BACK != HELD_BACK - 1]
        held = [each for each in seen if each.hand % HELD_BACK == HELD_BACK - 1]
        if not learned or not held:
            raise ModelError(f"there are too few actions to learn from: {len(seen)}")
        net = pretrain([(each.observation, each.kind) for each in learned], progress=part_of(bar, 0.5, 1.0))
    write_net(output, net)
    trained, fresh = (_scored(NeuralPredictor(begin=begin), held) for begin in (net, None))
    typer.echo(
        f"wrote {output}: trained on {len(learned):,} actions; on {len(held):,} held-out actions, log-loss "
        f"{trained.log_loss:.3f} (untrained net {fresh.log_loss:.3f}), accuracy {trained.accuracy:.1%} "
        f"(always the most frequent action {trained.majority:.1%})"
    )


def _scored(predictor: NeuralPredictor, held: list[ObservedAction]) -> PredictionScore:
    result = predictor.predict_many([each.observation for each in held])
    return score(np.asarray(result), kinds_of(held))

"""``railbird model train``: train a net or regression trees on many players before they meet a new one."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from railbird._progress import part_of
from railbird.cli.options import StorePath
from railbird.cli.prediction_scores import hands_of, players_of
from railbird.cli.render.progress import ProgressBar
from railbird.errors import ModelError
from railbird.game import ActionKind
from railbird.models.prediction_scores import ObservedAction, PredictionScore, kinds_of, observed_actions, score
from railbird.models.predictors import NeuralPredictor, Observation, Observations, Predictor, TreePredictor
from railbird.models.predictors.pretraining import grow_trees, pretrain, shipped_trees, write_net, write_trees


class Trained(StrEnum):
    """What can be trained."""

    NET = "net"
    TREES = "trees"


UNTRAINED = {Trained.NET: "untrained net", Trained.TREES: "trees that ship"}
HELD_BACK = 5
"""Every fifth hand is held out of training and used to score the net."""


def train(
    matches: Annotated[
        list[str],
        typer.Argument(
            metavar="SOURCE...", help="Stored matches (numbers, names, or last), import:2, imports, table:3, or tables."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    kind: Annotated[Trained, typer.Option(help="What to train.")] = Trained.NET,
    replicate: Annotated[int, typer.Option(help="Which replicate and seating of each match, counted from 1.")] = 1,
    store: StorePath = None,
) -> None:
    """Train a net or regression trees on the actions of all players in some matches, to predict new players.

    Examples:

      railbird match simple chump jag --hands 3000 && railbird model train last -o players.net

      railbird match "poki(net=players.net)" flock

      railbird model train last --kind trees -o players.trees

      railbird model train imports -o humans.net
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
        pairs = [(each.observation, each.kind) for each in learned]
        trained, fresh = _trained(kind, pairs, output, part_of(bar, 0.5, 1.0))
    mine, other = (_scored(predictor, held) for predictor in (trained, fresh))
    typer.echo(
        f"wrote {output}: trained on {len(learned):,} actions; on {len(held):,} held-out actions, log-loss "
        f"{mine.log_loss:.3f} ({UNTRAINED[kind]} {other.log_loss:.3f}), accuracy {mine.accuracy:.1%} "
        f"(always the most frequent action {mine.majority:.1%})"
    )


def _trained(
    kind: Trained, pairs: list[tuple[Observation, ActionKind]], output: Path, progress: Callable[[float], None]
) -> tuple[Predictor, Predictor]:
    """Train and write; returns the trained predictor and one to compare it with."""
    if kind is Trained.NET:
        net = pretrain(pairs, progress=progress)
        write_net(output, net)
        return NeuralPredictor(begin=net), NeuralPredictor()
    trees = grow_trees(pairs, progress=progress)
    write_trees(output, trees)
    return TreePredictor(trees), TreePredictor(shipped_trees())


def _scored(predictor: Predictor, held: list[ObservedAction]) -> PredictionScore:
    result = predictor.predict_many(Observations.of(each.observation for each in held))
    return score(np.asarray(result), kinds_of(held))

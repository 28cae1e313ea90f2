"""Scores of predictors on the actions of one player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from railbird._progress import Progress, report_nothing
from railbird.arena.parallel import parallel_map
from railbird.arena.stored_hands import SourceKind, sources_of, stored_hands
from railbird.cli.stores import open_store
from railbird.errors import ModelError
from railbird.game import Hand
from railbird.models.prediction_scores import (
    ObservedAction,
    PredictionScore,
    cross_validate,
    observed_actions,
    prequential,
    relevance,
)
from railbird.models.predictors import PREDICTORS, Contexts, NeuralPredictor, StatisticsPredictor, make_predictor

SPANS = (100, 300, 1000, 3000, 10_000)
"""Numbers of actions after which the context predictors are scored."""


@dataclass(frozen=True, slots=True)
class PlayerScores:
    """The scores of all predictors for one player."""

    player: str
    actions: int
    prequential_scores: dict[str, PredictionScore]
    cross_validated: dict[str, PredictionScore]
    relevance: dict[str, float]
    contexts: dict[str, list[float]]
    """By granularity of contexts, the log-loss of the statistics predictor over the last half of each span."""

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "actions": self.actions,
            "prequential": {name: each.to_json() for name, each in self.prequential_scores.items()},
            "cross_validated": {name: each.to_json() for name, each in self.cross_validated.items()},
            "relevance": self.relevance,
            "contexts": {
                name: dict(zip(map(str, SPANS), losses, strict=False)) for name, losses in self.contexts.items()
            },
        }


def hands_of(reference: str, replicate: int, store: str | None) -> list[Hand]:
    """Return the hands of hold'em of some sources, of a match those of one replicate; ModelError if there are none."""
    opened = open_store(store)
    sources = sources_of(opened, reference)
    hands = [stored.played.hand for source in sources for stored in stored_hands(opened, source, leg=replicate)]
    what = f"match {reference}" if sources[0].kind is SourceKind.MATCH else reference
    if not hands:
        raise ModelError(f"{what} has no hands yet")
    hands = [hand for hand in hands if hand.game.is_holdem]
    if not hands:
        raise ModelError(f"{what} is not hold'em; predictors are for hold'em only")
    return hands


def players_of(hands: list[Hand]) -> list[str]:
    """Return the players, in the order of their first hand."""
    return list(dict.fromkeys(name for hand in hands for name in hand.players))


def scores_of(
    hands: list[Hand], players: Sequence[str], folds: int, progress: Progress = report_nothing
) -> list[PlayerScores]:
    """Score all predictors on the actions of some players, in the order in which they were observed.

    Each predictor and player is a task of its own.
    """
    data = {player: observed_actions(hands, player) for player in players}
    tasks = [(player, part, name) for player in players for part, name in _PARTS]
    results = parallel_map(partial(_part, data, folds), tasks, progress=progress)
    found = dict(zip(tasks, results, strict=True))

    def of(player: str, part: str) -> dict[str, Any]:
        return {name: found[player, part, name] for each, name in _PARTS if each == part}

    return [
        PlayerScores(
            player,
            len(data[player]),
            {name: scored for name, (scored, _) in of(player, _IN_TURN).items()},
            of(player, _CROSSED),
            found[player, _IN_TURN, NeuralPredictor.name][1],
            of(player, _CONTEXTS),
        )
        for player in players
    ]


_IN_TURN, _CROSSED, _CONTEXTS = "prequential", "cross-validated", "contexts"
_PARTS = [
    *((_IN_TURN, name) for name in PREDICTORS),
    *((_CROSSED, name) for name in PREDICTORS),
    *((_CONTEXTS, each.value) for each in Contexts),
]


def _part(data: Mapping[str, list[ObservedAction]], folds: int, task: tuple[str, str, str]) -> Any:
    """One predictor on the actions of one player, in one way."""
    player, part, name = task
    seen = data[player]
    if part == _CROSSED:
        return cross_validate(partial(make_predictor, name), seen, folds)
    if part == _CONTEXTS:
        losses = prequential(StatisticsPredictor(Contexts(name)), seen).losses
        return [float(losses[span // 2 : span].mean()) for span in SPANS if span <= len(seen)]
    predictor = make_predictor(name)
    scored = prequential(predictor, seen)
    return scored, relevance(predictor, seen) if isinstance(predictor, NeuralPredictor) else {}

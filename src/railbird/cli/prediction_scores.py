"""Scores of predictors on the actions of one player."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from railbird.arena.stored_hands import SourceKind, sources_of, stored_hands
from railbird.cli.stores import open_store
from railbird.errors import ModelError
from railbird.game import Hand
from railbird.models.prediction_scores import ObservedAction, PredictionScore, cross_validate, prequential, relevance
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


def player_scores(player: str, data: list[ObservedAction], folds: int) -> PlayerScores:
    """Score all predictors on a player's actions, in the order in which they were observed."""
    neural = NeuralPredictor()
    prequential_scores = {
        name: prequential(neural if name == neural.name else make_predictor(name), data) for name in PREDICTORS
    }
    contexts = {}
    for fine in Contexts:
        losses = prequential(StatisticsPredictor(fine), data).losses
        contexts[fine.value] = [float(losses[span // 2 : span].mean()) for span in SPANS if span <= len(data)]
    crossed = {name: cross_validate(partial(make_predictor, name), data, folds) for name in PREDICTORS}
    return PlayerScores(player, len(data), prequential_scores, crossed, relevance(neural, data), contexts)

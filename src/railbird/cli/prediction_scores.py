"""Scores of the predictions of one player's actions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from railbird.arena import StoredRecord
from railbird.arena.evidence import played_hands
from railbird.cli.stores import open_store
from railbird.errors import ModelError
from railbird.game import Hand
from railbird.models.prediction_scores import ObservedAction, PredictionScore, cross_validated, prequential, relevance
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


def player_scores(player: str, data: list[ObservedAction], folds: int) -> PlayerScores:
    """All scores of a player, whose actions were observed in this order."""
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

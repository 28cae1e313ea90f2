"""Artificial situations and players for tests of predictors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np

from railbird.agent.situation import Situation
from railbird.agent.tracker import BettingTracker
from railbird.game import ActionKind, Hand, limit
from railbird.models.predictors import Observation, Predictor
from railbird.policies.triples import Array


def _flop() -> Situation:
    """Three players on the flop, before any action."""
    hand = Hand(limit(3), "7c2d KsKd AhJs / Ac9dQh / 4s / 3d")
    tracker = BettingTracker(hand)
    hand.play("c c c")
    list(tracker.follow(hand.view(0)).steps())
    return tracker.situation()


FLOP = _flop()


def seen(bets: int = 0, **changes: Any) -> Observation:
    """A situation with some bets to call, and whatever else is changed."""
    given = {"bets_to_call": bets, "to_call": 10 * bets, "raises": bets, "first": not bets, **changes}
    return Observation(replace(FLOP, **given))


Triple = Sequence[float]
Play = Callable[[Observation], Triple]
"""A player's triple as a function of the observation."""


def drawn(chance: np.random.Generator) -> Observation:
    """A random situation."""
    raises = int(chance.integers(4))
    bets = 0 if raises == 0 else int(chance.integers(1, min(raises, 2) + 1))
    last = [None, ActionKind.CALL, ActionKind.RAISE][chance.integers(3)]
    situation = replace(
        FLOP,
        active=int(chance.integers(2, 5)),
        players=4,
        round=int(chance.integers(4)),
        pot=int(chance.integers(4, 30)) * 10,
        to_call=10 * bets,
        raises=raises,
        bets_to_call=bets,
        committed=bool(raises > 1 and chance.random() < 0.5),
        behind=int(chance.integers(3)),
        first=raises == 0 and bool(chance.random() < 0.5),
        last_action=last,
        last_paid=last is ActionKind.CALL and bool(chance.random() < 0.5),
        bet_ratio=float(chance.random()),
    )
    expert = np.array([0.3, 0.4, 0.3]) if bets else np.array([0.0, 0.6, 0.4])
    return Observation(
        situation, float(chance.random()), float(chance.random()) / 3, expert, bool(chance.random() < 0.5)
    )


@dataclass(frozen=True, slots=True)
class Record:
    """An action of a player, and the observation before it."""

    seen: Observation
    kind: ActionKind


def records(play: Play, count: int, seed: int) -> list[Record]:
    """Actions of a player in random situations."""
    chance = np.random.default_rng(seed)
    result = []
    for _ in range(count):
        each = drawn(chance)
        result.append(Record(each, ActionKind(int(chance.choice(3, p=each.legal(np.array(play(each), dtype=float)))))))
    return result


def by_last_action(given: Observation) -> list[float]:
    """Repeats their last action, and folds when the pot odds are bad."""
    now = given.situation
    raised = now.last_action is ActionKind.RAISE
    folds = 0.7 if now.pot_odds > 0.15 and not raised else 0.02
    raises = 0.85 if raised else 0.05
    return [folds, (1 - folds) * (1 - raises), (1 - folds) * raises]


def counted(known: Sequence[Record]) -> Array:
    """Counts of folds, calls and raises: [round, bets to call, 3]."""
    result = np.zeros((4, 3, 3))
    for each in known:
        result[each.seen.situation.round, each.seen.situation.bets_to_call, each.kind] += 1
    return result


def taught(predictor: Predictor, known: Sequence[Record]) -> Predictor:
    """The predictor, after it has learned from some records."""
    for each in known:
        predictor.learn(each.seen, each.kind)
    return predictor


def log_loss(predictor: Predictor, held_out: Sequence[Record]) -> float:
    shares = [predictor.predict(each.seen)[each.kind] for each in held_out]
    return float(-np.log(np.maximum(shares, 1e-3)).mean())


def accuracy(predictor: Predictor, held_out: Sequence[Record]) -> float:
    return float(np.mean([predictor.predict(each.seen).argmax() == each.kind for each in held_out]))


class Fixed(Predictor):
    """Always predicts the same triple."""

    name: ClassVar[str] = "fixed"

    def __init__(self, triple: Triple) -> None:
        self.triple: Array = np.array(triple, dtype=np.float64)

    def predict(self, seen: Observation) -> Array:
        return self.triple

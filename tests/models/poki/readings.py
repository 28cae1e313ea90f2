"""Random hands: weights stay valid whatever is predicted and done."""

from __future__ import annotations

import random

import numpy as np

from railbird.cards import HAND_MASKS
from railbird.game import Hand, limit, parse_deal
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings, Reweighting
from railbird.models.predictors import PREDICTORS, Observation, Predictor, make_predictor
from railbird.policies.triples import Array

NONSENSE = "nonsense"
DEALS = 100
"""Fixed boards for each number of players: computing strength on new boards would take most of the time."""


class Nonsense(Predictor):
    """Predicts arbitrary triples."""

    def __init__(self, choose: random.Random) -> None:
        self._choose = choose

    def predict(self, seen: Observation) -> Array:
        return np.array(self._choose.choices([float("nan"), float("inf"), -1.0, 0.0, 1e-300, 0.3, 1.0, 1e300], k=3))


def check_reading(choose: random.Random) -> str:
    """Play a random hand and check everybody's weights after every action; returns a description of the hand."""
    players = choose.randint(2, 6)
    game = limit(players)
    hand = Hand(game, parse_deal(game, "", seed=choose.randrange(DEALS)))
    name = choose.choice((*PREDICTORS, NONSENSE))
    how = choose.choice(list(Reweighting))
    models = OpponentModels(
        lambda: Nonsense(choose) if name == NONSENSE else make_predictor(name),
        OpponentModelSettings(
            reweighting=how,
            by_policy=choose.random() < 0.3,
            floor=choose.choice((0.0, 0.01)),
            sigma=choose.choice((0.0, 0.2, 0.5)),
            blind=choose.choice((0.0, 0.3, 1.0)),
        ),
    )
    reader = choose.randrange(players)
    models.begin_hand(hand.view(reader))
    folds = choose.random() * 0.2
    while not hand.over:
        dice = choose.random()
        if dice < folds and hand.legal.fold:
            hand.fold()
        elif dice < 0.6 or not hand.legal.most_raise:
            hand.call()
        else:
            hand.raise_to(hand.legal.least_raise)
        view = hand.view(reader)
        models.watch(view)
        mine = np.uint64(sum(1 << card for card in view.hole_bytes[reader]))
        for position in range(players):
            weights = models.table(position).weights
            assert np.isfinite(weights).all()
            assert 0 <= weights.min() <= weights.max() <= 1
            assert weights.sum() > 0
            assert not weights[(HAND_MASKS & mine) != 0].any()
    return f"{players} players, {how}"

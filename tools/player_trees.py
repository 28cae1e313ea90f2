"""Grow the regression trees that ship with Railbird, from hands of many bots of the gallery.

Run from the project's root: ``python tools/player_trees.py``. Bots that NewBot is measured against are left out. Every
fifth hand is held back, to score the trees.
"""

from __future__ import annotations

import tempfile
from itertools import combinations
from pathlib import Path

import numpy as np

import railbird as rb
from railbird.cli.prediction_scores import hands_of, players_of
from railbird.models.prediction_scores import ObservedAction, kinds_of, observed_actions, score
from railbird.models.predictors import Observations, StatisticsPredictor, TreePredictor
from railbird.models.predictors.pretraining import SHIPPED, grow_trees, write_trees

OUTPUT = Path(__file__).parent.parent / "src/railbird/models/predictors" / SHIPPED
PLAYERS = (
    *("jag", "flock", "ehs", "rezai", "saukonoja", "random(fold=1,call=4,raise_=1)"),
    *("style(hands=0.15,aggression=0.2)", "style(hands=0.4,aggression=0.8)"),
)
HANDS, SEED, HELD_BACK = 250, 2009, 5


def main() -> None:
    """Play, learn, write and score."""
    tables: list[tuple[str, tuple[str, ...]]] = [
        (game, pair) for game in ("limit", "nolimit") for pair in combinations(PLAYERS, 2)
    ]
    tables += [(f"{game}(players=6)", PLAYERS[first : first + 6]) for game in ("limit", "nolimit") for first in (0, 2)]
    seen: list[ObservedAction] = []
    with tempfile.TemporaryDirectory() as folder:
        store = rb.Store(Path(folder) / "hands.db")
        for number, (game, bots) in enumerate(tables):
            result = rb.play_match(list(bots), hands=HANDS, game=game, seed=SEED + number, store=store)
            hands = hands_of(str(result.match), 1, str(store.path))
            for player in players_of(hands):
                seen += observed_actions(hands, player)
            print(f"{number + 1} of {len(tables)} tables, {len(seen):,} actions", flush=True)
    learned = [each for each in seen if each.hand % HELD_BACK != HELD_BACK - 1]
    held = [each for each in seen if each.hand % HELD_BACK == HELD_BACK - 1]
    trees = grow_trees([(each.observation, each.kind) for each in learned])
    write_trees(OUTPUT, trees)
    print(f"wrote {OUTPUT.name}: {', '.join(str(len(tree)) for tree in trees)} nodes, {OUTPUT.stat().st_size:,} bytes")
    for predictor in (TreePredictor(trees), StatisticsPredictor()):
        predictions = np.asarray(predictor.predict_many(Observations.of(each.observation for each in held)))
        print(f"{predictor.name}: log-loss {score(predictions, kinds_of(held)).log_loss:.3f} on {len(held):,} actions")


if __name__ == "__main__":
    main()

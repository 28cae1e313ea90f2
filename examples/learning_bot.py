"""A bot that learns its opponent: it bluffs those who fold often.

The model is Railbird's own: counts of what a player did by round and bets to call (Papp 1998). The bot asks it how
likely the opponent is to fold to a bet, and bets with anything if that alone is profitable.
"""

import json
from collections.abc import Mapping

import numpy as np

import railbird as rb
from railbird.models.predictors import Observation, StatisticsPredictor


class Bluffer(rb.Bot):
    """Bets when the opponent folds often enough, and with good hands."""

    learns = True

    def start_match(self, start: rb.MatchStart) -> None:
        self.model = StatisticsPredictor()

    def watch(self, view: rb.View) -> None:
        """Teach the model what the opponent did since the last call."""
        for step in self.betting(view).steps():
            if step.situation.player != view.position:
                self.model.learn(Observation(step.situation), step.kind)

    def act(self, view: rb.View) -> rb.Decision:
        self.watch(view)
        situation = self.betting(view).situation()
        facing_bet = self.model.counts()[situation.round, 1]  # how often they folded, called, raised facing one bet
        folds = (facing_bet[0] + 3) / (facing_bet.sum() + 10)
        bluff = folds * situation.pot > (1 - folds) * situation.bet
        strength = rb.one_hand(view.hole_cards, view.board).hs if view.board else 0.5
        facts = (rb.Fact("folds to a bet", float(folds)), rb.Fact("HS", float(strength), private=True))
        if (bluff or strength > 0.7) and view.legal.most_raise and situation.raises < 2:
            return rb.Decision(rb.raise_to(view.legal.least_raise), facts=facts)
        stay = not view.to_call or strength > situation.to_call / (situation.pot + situation.to_call)
        return rb.Decision(rb.CALL if stay else rb.FOLD, facts=facts)

    def end_hand(self, view: rb.View) -> None:
        self.watch(view)

    def save(self) -> dict[str, bytes]:
        """What it has learned; Railbird keeps it between matches and resumed runs."""
        return {"": json.dumps({name: array.tolist() for name, array in self.model.state().items()}).encode()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        self.model.restore({name: np.array(rows) for name, rows in json.loads(learned[""]).items()})


if __name__ == "__main__":
    # A learner's hands depend on each other: judge it over independent replicates.
    result = rb.play_match([Bluffer, "simple"], hands=300, replicates=6, seed=2)
    print(result)
    result.plot().save("bluffer.svg")

"""Bots as observers: what each believes of another player's next action and hand, without playing itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Generic, TypeVar

import numpy as np

from railbird.agent import Bot, MatchStart
from railbird.agent.streams import Streams
from railbird.bots.magpie import Magpie
from railbird.bots.poki import Poki
from railbird.bots.raven import Raven
from railbird.cards import HAND_MASKS, Card
from railbird.game import View
from railbird.models.reading.strata import strata_on
from railbird.policies.triples import Array, legal_triples
from railbird.strength import final_strengths

AnyBot = TypeVar("AnyBot", bound=Bot)


class Believer(ABC, Generic[AnyBot]):
    """A bot that watches from a player's seat, and is asked what it believes of another player."""

    def __init__(self, bot: AnyBot, match: MatchStart) -> None:
        self.bot = bot
        self._hand = 0
        bot.start_match(match)

    def begin(self, view: View) -> None:
        """A hand begins."""
        self._hand += 1
        self.bot.streams = Streams(0, self._hand, view.position)
        self.bot.start_hand(view)

    @abstractmethod
    def expects(self, view: View, position: int) -> Array:
        """How likely a player who is to act folds, calls and raises."""

    @abstractmethod
    def hands_of(self, view: View, position: int) -> Array:
        """How likely a player has each of the 1326 hands, after what they did; impossible hands have 0."""

    def end(self, view: View) -> None:
        """A hand is over."""
        self.bot.end_hand(view)


class RavenBeliefs(Believer[Raven]):
    """What Raven believes."""

    def expects(self, view: View, position: int) -> Array:
        reader = self.bot.reader
        reader.watch(view)
        opponent = reader.opponents[position]
        return opponent.next_action(reader.context(reader.tracker.situation()), strata_on(reader.board))

    def hands_of(self, view: View, position: int) -> Array:
        self.bot.reader.watch(view)
        return self.bot.reader.opponents[position].likely()


class PokiBeliefs(Believer[Poki]):
    """What Poki believes."""

    def expects(self, view: View, position: int) -> Array:
        models = self.bot.models
        models.watch(view)
        seen, _ = models.observed(models.tracker.situation())
        return seen.legal(models.predictor(view.players[position]).predict(seen))

    def hands_of(self, view: View, position: int) -> Array:
        models = self.bot.models
        models.watch(view)
        weights = models.table(position).weights
        return np.asarray(weights / weights.sum())


class MagpieBeliefs(Believer[Magpie]):
    """What Magpie believes.

    It expects a histogram of hand ranks at the showdown, no hands. A hand is as likely as the ranks that it may have:

        w(h) = Σ_b P(b | h) · H(b) / (Σ_h' P(b | h') / N),

    with H the histogram, P(b | h) the chance that hand h has a rank in bin b on the river, and N the number of hands.
    """

    def expects(self, view: View, position: int) -> Array:
        now = self.bot.betting(view).situation()
        return legal_triples(np.array(self.bot.expects(view, position)), free=now.to_call == 0, can_raise=now.can_raise)

    def hands_of(self, view: View, position: int) -> Array:
        histogram = np.array(self.bot.ranks_of(view, position))
        chances = _rank_chances(view.board_bytes, len(histogram))
        left = (HAND_MASKS & _mask(view.board_bytes + view.hole_bytes[view.position])) == 0
        base = chances[left].mean(axis=0)
        weights = np.where(left, chances @ (histogram / np.maximum(base, 1e-9)), 0.0)
        return np.asarray(weights / weights.sum())


@lru_cache(maxsize=256)
def _rank_chances(board: bytes, bins: int) -> Array:
    """How likely each hand has a rank in each bin on the river: [1326, bins]."""
    return np.nan_to_num(final_strengths([Card(each) for each in board], bins).histogram.astype(np.float64))


def _mask(cards: bytes) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))


BELIEVERS: dict[str, Callable[[MatchStart], Believer[Any]]] = {
    "raven": lambda match: RavenBeliefs(Raven(), match),
    "poki": lambda match: PokiBeliefs(Poki(), match),
    "magpie": lambda match: MagpieBeliefs(Magpie(), match),
}
"""Makes a bot that watches a match from its beginning, and knows nobody yet."""

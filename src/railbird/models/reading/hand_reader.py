"""``HandReader``: the hands that the players at a table may hold, from what they do.

For each opponent there is a range for each hypothesis about them. After an action, each range is multiplied by how
likely its hypothesis thinks that action with each hand:

    w(h) ← w(h) · ((1 − b) p(a | stratum of h) + b Σ_h w(h) p(a | stratum of h)),

where b is the hypothesis's share of actions that do not depend on the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.agent.situation import Situation
from railbird.agent.tracker import BettingTracker, Step
from railbird.cards import HANDS, hand_index
from railbird.game import ActionKind, Betting, Hand, View
from railbird.models.poki.policy_tables import by_price
from railbird.models.reading.contexts import Context, SequenceHash, context_of
from railbird.models.reading.player_reading import PlayerReading, SeenAction
from railbird.models.reading.strata import strata_on
from railbird.policies.triples import recalibrated

Array = NDArray[np.float64]

Watcher = Callable[[int, Context, Array, ActionKind], None]
"""Called with each action of an opponent: their position, its context, what was expected, and the action."""


class OpponentRange:
    """What one opponent may hold in a hand: a range for each hypothesis."""

    def __init__(self, reading: PlayerReading, known: bytes) -> None:
        self.reading = reading
        self.actions: list[SeenAction] = []
        self._range = _core.HypothesisRanges(reading.native, _mask(known))

    @property
    def possible(self) -> NDArray[np.bool_]:
        """Which hands no known card excludes."""
        return self._range.possible

    def remove(self, cards: bytes) -> None:
        """Exclude all hands with one of these cards."""
        self._range.remove(_mask(cards))

    def likely(self) -> Array:
        """The probability of each hand, over all hypotheses."""
        return self._range.likely()

    def expected(self, context: Context, strata: NDArray[np.intp]) -> tuple[Array, Array, Array]:
        """What each level expects of each stratum, each hypothesis on average, and what is expected over all.

        Arrays [levels, strata, 3], [hypotheses, 3] and [3].
        """
        return self._range.expected(context, strata)

    def next_action(self, context: Context, strata: NDArray[np.intp]) -> Array:
        """How likely they fold, call and raise in a context."""
        return self.expected(context, strata)[2]

    def policy(self, context: Context, strata: NDArray[np.intp]) -> Array:
        """What they do with each hand: [hands, 3], over all hypotheses.

        p(a | h) = Σ_k w_k ((1 − b_k) p_k(a | stratum of h) + b_k Σ_h' w(h') p_k(a | stratum of h')), with w_k the
        weights of the hypotheses; then adjusted to what is expected of the player's next action, whatever they hold.
        """
        reading = self.reading
        weights, blind_of = reading.weights, reading.blind_of
        triples, means, next_action = self.expected(context, strata)
        seeing = np.bincount(reading.level_of, weights * (1 - blind_of), len(triples))
        by_hand = (np.tensordot(seeing, triples, 1) + (weights * blind_of) @ means)[strata]
        return recalibrated(by_hand, next_action, self.likely() @ by_hand)

    def see(self, context: Context, street: int, strata: NDArray[np.intp], kind: ActionKind) -> Array:
        """Take an action of theirs; what was expected is returned, as a triple."""
        self.actions.append(SeenAction(context, street, strata, kind))
        return self._range.see(context, strata, kind, not self.reading.settled)

    def end(self, shown: bytes | None, dead: bytes) -> None:
        """Learn from the hand, which is over; ``shown`` is what they showed, ``dead`` all other cards known by now."""
        if shown:
            hand = hand_index(shown)
            self.reading.saw_hand(self._range.likelihoods(hand))
            hands = np.zeros(HANDS)
            hands[hand] = 1.0
        else:
            self.remove(dead)
            hands = self.likely()
        self.reading.learn(self.actions, hands)


def _mask(cards: bytes) -> int:
    return sum(1 << card for card in cards)


class HandReader:
    """Reads the hands of everybody at a table but its own player."""

    def __init__(self, make: Callable[[], PlayerReading], watcher: Watcher | None = None) -> None:
        self._make, self._watcher = make, watcher
        self.readings: dict[str, PlayerReading] = {}

    def reading(self, player: str) -> PlayerReading:
        """What is known about a player."""
        if player not in self.readings:
            self.readings[player] = self._make()
        return self.readings[player]

    def begin_hand(self, view: View, tracker: BettingTracker | None = None) -> None:
        """Start a hand in which nobody has acted yet."""
        others = [position for position in range(len(view.players)) if position != view.position]
        self._begin(view, others, view.hole_bytes[view.position], tracker)

    def begin_watching(self, hand: View | Hand, position: int) -> None:
        """Start to watch one player from outside, knowing no cards."""
        self._begin(hand, [position], b"", None)

    def _begin(self, hand: View | Hand, watched: Sequence[int], known: bytes, tracker: BettingTracker | None) -> None:
        self.tracker = BettingTracker(hand) if tracker is None else tracker
        self._board, self._round = b"", 0
        self._priced = hand.game.betting is not Betting.LIMIT
        self.opponents = {each: OpponentRange(self.reading(hand.players[each]), known) for each in watched}
        self._sequence = SequenceHash()

    def watch(self, view: View | Hand) -> None:
        """Take all actions since the last call."""
        for step in self.tracker.follow(view).steps():
            self._see_board(step.situation.round, view.board_bytes)
            self._see(step)
        if not view.over:
            self._see_board(view.round, view.board_bytes)

    def _see_board(self, street: int, board: bytes) -> None:
        if self._round < street:
            self._round = street
            shown = board[: street + 2]
            for opponent in self.opponents.values():
                opponent.remove(shown[len(self._board) :])
            self._board = shown

    def _see(self, step: Step) -> None:
        situation, player = step.situation, step.situation.player
        opponent = self.opponents.get(player)
        if opponent is not None:
            context = self.context(situation)
            predicted = opponent.see(context, situation.round, strata_on(self._board), step.kind)
            if self._priced and step.kind is ActionKind.RAISE:
                opponent.reading.saw_raise(self.tracker.pots_of_raise(situation))
            if self._watcher:
                self._watcher(player, context, predicted, step.kind)
        self._sequence.add(situation.round, player, step.kind)

    def context(self, situation: Situation) -> Context:
        """The contexts of a player who is to act; in no-limit games by the price of bets instead of their number."""
        if self._priced:
            situation = by_price(situation)
        return context_of(situation, self._sequence.place(situation.player, situation.round))

    @property
    def board(self) -> bytes:
        """The board as far as it was seen."""
        return self._board

    def end_hand(self, view: View | Hand) -> None:
        """Learn from a hand that is over."""
        self.watch(view)
        for position, opponent in self.opponents.items():
            dead = view.board_bytes + b"".join(
                cards for other, cards in enumerate(view.hole_bytes) if cards and other != position
            )
            opponent.end(view.hole_bytes[position] or None, dead)

"""How good beliefs about a player are: log-loss of their actions, log-score of their hands, and calibration.

Several believers watch the same hands from the seat of another player. Before each action they say how likely the
player folds, calls and raises (log-loss: −ln p of the action taken), and after each on turn and river but a fold how
likely the player holds each hand (log-score: ln p of the hand that they held).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.agent import MatchStart
from railbird.cards import HANDS, hand_index
from railbird.game import ActionKind, Hand
from railbird.models.prediction_scores import LEAST
from railbird.papers.believers import BELIEVERS

Array = NDArray[np.float64]
TURN = 2
DOUBT = 0.01
"""This share of each belief about hands is spread evenly over all hands, so that no error costs without bound."""


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """What was believed before and after each action of a player, by name of the believer."""

    hand: NDArray[np.intp]
    """The number of the hand."""
    kinds: NDArray[np.intp]
    """The action that was taken."""
    triples: dict[str, Array]
    """What was expected: [actions, 3]."""
    scores: dict[str, Array]
    """ln p of the hand that they held, after the action; nan pre-flop, on the flop and after a fold."""

    def since(self, hand: int) -> Beliefs:
        """From a hand on."""
        late = self.hand >= hand
        return Beliefs(
            self.hand[late],
            self.kinds[late],
            {name: each[late] for name, each in self.triples.items()},
            {name: each[late] for name, each in self.scores.items()},
        )

    def losses(self, name: str) -> Array:
        """The log-loss of each action."""
        taken = self.triples[name][np.arange(len(self.kinds)), self.kinds]
        return np.asarray(-np.log(np.maximum(taken, LEAST)))

    def log_loss(self, name: str) -> float:
        """The mean log-loss; nan if there was no action."""
        return _mean(self.losses(name))

    def log_score(self, name: str) -> float:
        """The mean log-score of the hands that were held; nan if turn and river were never reached."""
        return _mean(self.scores[name][~np.isnan(self.scores[name])])


def _mean(values: Array) -> float:
    return float(values.mean()) if len(values) else float("nan")


def joined(parts: Sequence[Beliefs]) -> Beliefs:
    """The beliefs of several believers of the same names, one after another."""
    return Beliefs(
        np.concatenate([each.hand for each in parts]),
        np.concatenate([each.kinds for each in parts]),
        {name: np.concatenate([each.triples[name] for each in parts]) for name in parts[0].triples},
        {name: np.concatenate([each.scores[name] for each in parts]) for name in parts[0].scores},
    )


def beliefs_of(names: Iterable[str], hands: Sequence[Hand], player: str, watcher: str) -> Beliefs:
    """What several bots believe of a player while they learn, from the seat of the watcher."""
    first = hands[0]
    match = MatchStart(first.game, first.players, first.players.index(watcher), len(hands))
    believers = {name: BELIEVERS[name](match) for name in names}
    numbers: list[int] = []
    kinds: list[ActionKind] = []
    triples: dict[str, list[Array]] = {name: [] for name in believers}
    scores: dict[str, list[float]] = {name: [] for name in believers}
    for number, hand in enumerate(hands):
        seat, theirs = hand.players.index(watcher), hand.players.index(player)
        for believer in believers.values():
            believer.begin(hand.clone(0).view(seat))
        for turn, kind in _actions_of(hand, theirs):
            now, then = hand.clone(turn).view(seat), hand.clone(turn + 1).view(seat)
            scored = now.round >= TURN and kind is not ActionKind.FOLD
            numbers.append(number)
            kinds.append(kind)
            for name, believer in believers.items():
                triples[name].append(believer.expects(now, theirs))
                likely = believer.hands_of(then, theirs)[hand_index(hand.hole_bytes[theirs])] if scored else np.nan
                scores[name].append(float(np.log((1 - DOUBT) * likely + DOUBT / HANDS)))
        for believer in believers.values():
            believer.end(hand.view(seat))
    return Beliefs(
        np.array(numbers, np.intp),
        np.array(kinds, np.intp),
        {name: np.array(each).reshape(-1, 3) for name, each in triples.items()},
        {name: np.array(each) for name, each in scores.items()},
    )


def _actions_of(hand: Hand, position: int) -> Iterator[tuple[int, ActionKind]]:
    """The actions of a player, with the number of actions of all players before."""
    for turn, action in enumerate(hand.actions):
        if action.player == position:
            yield turn, action.kind

"""Principal betting sequences: how a hand will most likely continue, by our beliefs about the opponents."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railbird.abstraction import AbstractBetting, NodeKind
from railbird.game import ActionKind
from railbird.search.miximax import Beliefs

Strategy = Callable[[int], Mapping[ActionKind, float]]
"""The player's own action probabilities at a node."""


@dataclass(frozen=True, slots=True)
class PrincipalSequence:
    """A betting sequence from a node on, and its probability."""

    letters: str
    probability: float
    node: int


def principal_sequences(
    betting: AbstractBetting,
    beliefs: Beliefs,
    node: int,
    player: int,
    own: Strategy,
    *,
    most: int = 5,
    this_round: bool = False,
) -> list[PrincipalSequence]:
    """The most likely betting sequences to the end of the hand or of the betting round, in order of probability."""
    tree = betting.tree
    start = tree.round(node)
    result: list[PrincipalSequence] = []
    waiting = [(-1.0, "", node)]
    while waiting and len(result) < most:
        probability, letters, here = heapq.heappop(waiting)
        over = tree.kind(here) != NodeKind.DECISION or (this_round and tree.round(here) != start)
        if over or not tree.still_in(here) >> player & 1:
            result.append(PrincipalSequence(letters, -probability, here))
            continue
        for kind, share in _shares(betting, beliefs, here, player, own).items():
            if share > 0:
                heapq.heappush(waiting, (probability * share, letters + kind.letter, tree.child(here, kind)))
    return result


def _shares(
    betting: AbstractBetting, beliefs: Beliefs, node: int, player: int, own: Strategy
) -> Mapping[ActionKind, float]:
    actor = betting.tree.actor(node)
    if actor == player:
        return own(node)
    belief = beliefs[actor]
    if belief is None:
        raise ValueError(f"there is no belief about position {actor}")
    return shares_of(belief.frequencies(node))


def shares_of(frequencies: list[float]) -> dict[ActionKind, float]:
    """Probabilities from frequencies of fold, call and raise; without any observations, always call."""
    total = sum(frequencies)
    if total <= 0:
        return {ActionKind.CALL: 1.0}
    return {kind: frequencies[kind] / total for kind in ActionKind}

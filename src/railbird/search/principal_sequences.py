"""Principal betting sequences: how a hand will most likely go on, by what is believed of the others."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from railbird.abstraction import AbstractBetting, NodeKind
from railbird.game import ActionKind
from railbird.search.miximax import Beliefs

Strategy = Callable[[int], Mapping[ActionKind, float]]
"""What the player himself does at a node, with probabilities."""


@dataclass(frozen=True, slots=True)
class PrincipalSequence:
    """A betting sequence from a node on, and how likely it is."""

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
    """The likeliest betting sequences to the end of the hand, or of the betting round; the likeliest first."""
    tree = betting.tree
    start = tree.round(node)
    found: list[PrincipalSequence] = []
    waiting = [(-1.0, "", node)]
    while waiting and len(found) < most:
        probability, letters, here = heapq.heappop(waiting)
        over = tree.kind(here) != NodeKind.DECISION or (this_round and tree.round(here) != start)
        if over or not tree.still_in(here) >> player & 1:
            found.append(PrincipalSequence(letters, -probability, here))
            continue
        for kind, share in _shares(betting, beliefs, here, player, own).items():
            if share > 0:
                heapq.heappush(waiting, (probability * share, letters + kind.letter, tree.child(here, kind)))
    return found


def _shares(
    betting: AbstractBetting, beliefs: Beliefs, node: int, player: int, own: Strategy
) -> Mapping[ActionKind, float]:
    actor = betting.tree.actor(node)
    if actor == player:
        return own(node)
    belief = beliefs[actor]
    if belief is None:
        raise ValueError(f"nothing is believed of position {actor}")
    return shares_of(belief.frequencies(node))


def shares_of(frequencies: list[float]) -> dict[ActionKind, float]:
    """Probabilities from frequencies of fold, call and raise; who never did anything is taken to call."""
    total = sum(frequencies)
    if total <= 0:
        return {ActionKind.CALL: 1.0}
    return {kind: frequencies[kind] / total for kind in ActionKind}

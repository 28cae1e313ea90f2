"""The stages of a match that may stop early: after each of them the results are looked at.

Stages end after fixed numbers of hands or replicates, so that when a match stops does not depend on how fast it is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from railbird.arena.definition import MatchDefinition
from railbird.stats.sequential import FEWEST_SAMPLES, looks


class Stage(NamedTuple):
    """Some first replicates of a match, up to some hand of each leg."""

    legs: int
    upto: int


def stages_of(definition: MatchDefinition) -> Iterator[Stage]:
    """What to play before each look at the results; a match that is played to the end has one stage."""
    legs = definition.seatings * definition.replicates
    if definition.stop is None:
        yield Stage(legs, definition.hands)
    elif definition.by_replicate:
        for replicates in range(FEWEST_SAMPLES, definition.replicates + 1):
            yield Stage(replicates * definition.seatings, definition.hands)
    else:
        for samples in looks(definition.hands * definition.replicates):
            yield Stage(legs, -(-int(samples) // definition.replicates))


def planned_samples(definition: MatchDefinition) -> int:
    """How many independent samples there are when everything is played."""
    return definition.replicates * (1 if definition.by_replicate else definition.hands)

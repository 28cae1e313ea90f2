"""The stages of a match that may stop early: the results are checked after each stage.

Stages end after fixed numbers of hands or replicates, so that the stopping time does not depend on speed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from railbird.arena.definition import MatchDefinition, StackRule
from railbird.game import Betting
from railbird.stats import units_per_chip
from railbird.stats.bounded import Bounds
from railbird.stats.sequential import FEWEST_SAMPLES, looks


class Stage(NamedTuple):
    """The first legs of a match, up to some hand of each."""

    legs: int
    upto: int


def stages_of(definition: MatchDefinition) -> Iterator[Stage]:
    """The stages of a match; one without a stop rule has a single stage."""
    legs = definition.seatings * definition.replicates
    if definition.stop is None:
        yield Stage(legs, definition.hands)
    elif definition.by_replicate:
        for replicates in looks(definition.replicates, FEWEST_SAMPLES):
            yield Stage(int(replicates) * definition.seatings, definition.hands)
    else:
        for samples in looks(definition.hands * definition.replicates):
            yield Stage(legs, -(-int(samples) // definition.replicates))


def outcome_bounds(definition: MatchDefinition) -> Bounds | None:
    """The bounds of a player's result in a freeze-out, in starting stacks; its intervals use them.

    None for other matches: their samples are many or averages, so Student's interval holds.
    """
    return (-1.0, definition.game.players - 1.0) if definition.stacks is StackRule.KEPT else None


def sample_bounds(definition: MatchDefinition) -> Bounds | None:
    """The bounds of the samples if they may be far from normal: in no-limit games and freeze-outs.

    Limit hands and whole replicates are small enough or averages, so the t-test holds.
    """
    game = definition.game
    if definition.stacks is StackRule.KEPT:
        return outcome_bounds(definition)
    if definition.learns or game.betting is Betting.LIMIT:
        return None
    most = units_per_chip(game) * max(game.stacks)
    return -most, most * (game.players - 1)


def planned_samples(definition: MatchDefinition) -> int:
    """The number of independent samples of the whole match."""
    return definition.replicates * (1 if definition.by_replicate else definition.hands)

"""The stages of a match that may stop early: after each of them the results are looked at.

Stages end after fixed numbers of hands or replicates, so that when a match stops does not depend on how fast it is.
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
    """Some first replicates of a match, up to some hand of each leg."""

    legs: int
    upto: int


def stages_of(definition: MatchDefinition) -> Iterator[Stage]:
    """What to play before each look at the results; a match that is played to the end has one stage."""
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
    """What a player can win or lose in a freeze-out, in starting stacks: its intervals are made from these bounds.

    None for other matches, whose samples are many or averages, so that Student's interval holds.
    """
    return (-1.0, definition.game.players - 1.0) if definition.stacks is StackRule.KEPT else None


def sample_bounds(definition: MatchDefinition) -> Bounds | None:
    """Between what numbers samples lie, if they may be far from normal: no-limit hands and freeze-outs.

    Hands of limit games, and whole replicates, are averages or small enough for the t-test.
    """
    game = definition.game
    if definition.stacks is StackRule.KEPT:
        return outcome_bounds(definition)
    if definition.learns or game.betting is Betting.LIMIT:
        return None
    most = units_per_chip(game) * max(game.stacks)
    return -most, most * (game.players - 1)


def planned_samples(definition: MatchDefinition) -> int:
    """How many independent samples there are when everything is played."""
    return definition.replicates * (1 if definition.by_replicate else definition.hands)

"""Adaptive tree search: one decision, and whole matches of bots that learn."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Contestant, Task
from benchmarks.matches import played_by
from railbird.abstraction import AbstractBetting, betting_with
from railbird.abstraction.outlook import Outlooks
from railbird.game import limit
from railbird.models import ActionLevel, ContextModels, HandLevel, Pooling, Prior, Seeds
from railbird.search import Beliefs, BucketValues, chance_miximax, miximax

TREES = ((2, 2), (2, 4), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2))
"""Players and cap."""
LONG = 250_000
SHORT = 20_000
REACH = 0.02
"""Opponents' betting sequences less likely than this are left out."""


def searches() -> Iterator[Task]:
    for players, cap in TREES:
        target = {(3, 2): "1.5 ms", (4, 2): "60 ms"}.get((players, cap), "none: how it grows")
        yield Task(
            f"Miximax pre-flop, nothing left out: {players} players, {cap} bets a round",
            [_unpruned(players, cap)],
            unit="s",
            target=target,
        )
    for players in (2, 3, 4):
        yield Task(
            f"With chance nodes pre-flop, all 169 classes at once, others' lines above 2 %: {players} players",
            [_with_chance(players)],
            unit="s",
            target="none: how it grows",
        )
    callers, simple = ("always-call", "always-call"), ("simple", "simple(bluff=off)")
    for bot, others, hands, target in (
        ("lain", callers, LONG, "1,700 hands/s over 250,000 hands"),
        ("lain", simple, SHORT, "none"),
        ("magpie", callers, SHORT, "none"),
        ("magpie", simple, SHORT, "none"),
    ):
        yield played_by(bot, others, hands, target)


def _unpruned(players: int, cap: int) -> Contestant:
    """All actions are possible, so that the whole tree is visited; it is built beforehand."""
    betting = AbstractBetting(limit(players), cap)
    player, beliefs = _first(betting, ContextModels(betting, Seeds(fold=1, raise_=1)))

    def search() -> object:
        return miximax(betting, beliefs, 0, player, 11)

    visited = miximax(betting, beliefs, 0, player, 11).visited
    return Contestant(f"railbird, {visited:,} nodes", search, ours=True)


def _with_chance(players: int) -> Contestant:
    betting = betting_with(limit(players), 4)
    pooling = Pooling((HandLevel.ALONE, HandLevel.S1), (ActionLevel.SITUATION, ActionLevel.ROUND), everybody=True)
    player, beliefs = _first(betting, ContextModels(betting, Seeds(), pooling, priors=[Prior()]))
    outlook = Outlooks(20, 30).of_classes

    def search() -> BucketValues:
        return chance_miximax(betting, beliefs, 0, player, outlook, least_reach=REACH)

    return Contestant(f"railbird, {search().visited:,} nodes", search, ours=True)


def _first(betting: AbstractBetting, models: ContextModels) -> tuple[int, Beliefs]:
    """The player who acts first pre-flop, and their beliefs about the others."""
    player = betting.tree.actor(0)
    positions = range(betting.real.players)
    return player, [None if each == player else models.belief(f"p{each}", player, each) for each in positions]

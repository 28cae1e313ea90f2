"""Native objects and definitions of games that many hostile calls share."""

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import ACTIONS_PER_ROUND, Arguments, Vandals

_core: Any = _typed_core  # untyped, because most arguments here have wrong types
GOOD_GAME: dict[str, Any] = {
    "betting": 0,
    "players": 2,
    "rounds": 4,
    "blinds": (10, 5),
    "antes": (0, 0),
    "bets": (10, 10, 20, 20),
    "most_raises": (3, 4, 4, 4),
    "most_actions": (ACTIONS_PER_ROUND,) * 4,
    "first": (1, 0, 0, 0),
    "hole_cards": 2,
    "board_cards": (0, 3, 1, 1),
    "ranks": 13,
    "suits": 4,
    "reopening": 0,
    "full_blind_to_call": False,
    "short_bets_count": True,
    "needs_a_caller": False,
    "skips_idle": False,
    "odd_chips": False,
    "free_fold": False,
    "uncapped_heads_up": False,
    "muck": False,
    "rake": 0,
    "rake_cap": 0,
    "no_flop_no_drop": True,
}
LIMIT = _core.GameDefinition(**GOOD_GAME)
NO_LIMIT = _core.GameDefinition(**{**GOOD_GAME, "betting": 2, "bets": (10,) * 4, "most_raises": (255,) * 4})
THREE = _core.GameDefinition(
    **{**GOOD_GAME, "players": 3, "blinds": (5, 10, 0), "antes": (0,) * 3, "first": (2, 0, 0, 0)}
)
PLAYERS = {id(LIMIT): 2, id(NO_LIMIT): 2, id(THREE): 3}
BINS = 20


class World:
    """Long-lived native objects, shared by many calls."""

    def __init__(self) -> None:
        self.vandals = Vandals()
        self.tree = _core.BettingTree(LIMIT, (10_000, 10_000))
        self.deep = _core.BettingTree(NO_LIMIT, (2**40, 2**40))
        self.similarity = _core.Similarity(self.tree)
        self.model = _core.ContextModel(self.tree, (1, 1, 1), (0.1,) * BINS)
        self.pool = _core.Pool(self.similarity, (0.1,) * BINS)
        self.beliefs = [_core.Belief(self.model, (self.pool,), None, each, (0, 2), (0, 1), 0.95) for each in range(2)]
        self.outlook = _core.Outlook(0, [np.full((4, 4), 0.25)] * 3 + [np.full((4, BINS), 1 / BINS)])
        self.reading_rules = _core.ReadingRules(
            triples=np.full((3, 8, 36, 3), 1 / 3, np.float32),
            contexts=(8,) * 6,
            corrections=[("rough", 3, 1.0, 2.0, np.arange(144, dtype=np.uint8).reshape(4, 36) % 4)],
            frequencies=[("frequencies", 3), ("more frequencies", 5)],
            stands=(0.1, 1.0),
            blinds=(0.1, 0.3),
            memories=(2.0, 10.0, 10.0, 10.0),
            trusted=0.1,
            rate=0.01,
        )
        self.tree.expand_all(20_000)
        self.leaves = [node for node in range(self.tree.size) if self.tree.kind(node) == 1]
        self.decisions = [node for node in range(self.tree.size) if self.tree.kind(node) == 0]
        self.jobs = _jobs()
        self.vandals.jobs = [job for job, _ in self.jobs]

    def node(self, draw: Arguments) -> Any:
        return draw.choose.randrange(1, self.tree.size) if draw.often() else draw.integer(0, self.tree.size)

    def leaf(self, draw: Arguments) -> Any:
        return draw.choose.choice(self.leaves) if draw.often() else self.node(draw)

    def decision(self, draw: Arguments) -> Any:
        return draw.choose.choice(self.decisions) if draw.often() else self.node(draw)


def _jobs() -> list[tuple[Callable[[], object], Callable[[], object]]]:
    """Computations, each with a function that reads its result."""
    one, two = np.ones(1326), np.ones((2, 1326))
    sweep = _core.RangeSweep(one, one, 0b11111 << 20, 0)
    strength = _core.Strength(one, one, 0b111 << 30, 1, True)
    shows = _core.Showdowns(two, 0b1111 << 10, 0)
    menu = ((((0, 1, 2),),), (0,) * 24, ((0, 1),) * 4, 255, 10)
    encoding = _core.HandEncoding(NO_LIMIT, (200, 200), menu, 4, 200.0)
    batch = _core.HandBatch(encoding, (0, 1), 0, 10, np.arange(200, dtype=np.uint64))
    results = (
        np.zeros((200, encoding.size), np.float32),
        np.zeros((200, encoding.actions), np.int8),
        np.zeros(200, np.int32),
        np.zeros((200, 2)),
    )
    return [
        (lambda: sweep.run(0, 4, 1), sweep.results),
        (lambda: strength.run(0, 1, 1), strength.tables),
        (lambda: shows.run(0, 1, 1), shows.tally),
        (lambda: batch.act(np.full(200, -2, np.int32), True, *results), batch.hands),
    ]


@cache
def world() -> World:
    return World()


def any_game(draw: Arguments) -> tuple[Any, int]:
    game = draw.choose.choice([LIMIT, NO_LIMIT, THREE])
    return game, PLAYERS[id(game)]


def any_stacks(draw: Arguments, players: int) -> Any:
    return draw.sequence([draw.integer(1, 2000) for _ in range(players)])


def shared_job(draw: Arguments) -> Any:
    run, result = draw.choose.choice(world().jobs)
    run()
    return result()

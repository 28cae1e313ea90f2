"""Calls of the native core with hostile arguments: each returns a value or raises a Python error, and never crashes.

Numbers whose ``__index__`` or ``__float__`` empty their own list, or initialize the object that is being initialized;
sequences that lie about their length; buffers of every other type; arrays that other threads overwrite during the call;
one computation in several threads. Part of ``python -m tests.fuzz bindings``.
"""

import array
import contextlib
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from railbird import _core as _typed_core
from railbird.errors import RailbirdError

_core: Any = _typed_core  # untyped, because most arguments here have wrong types
ALLOWED = (RailbirdError, ValueError, TypeError, RuntimeError, OverflowError, IndexError, BufferError, MemoryError)
ACTIONS_PER_ROUND = 64


class MischiefError(Exception):
    """Raised by hostile objects themselves."""


class HostileNumber:
    """A number that runs some code when its value is read."""

    def __init__(self, value: Any, deed: Callable[[], object]) -> None:
        self.value, self.deed = value, deed

    def __index__(self) -> int:
        self.deed()
        return int(self.value)

    def __float__(self) -> float:
        self.deed()
        return float(self.value)

    __int__ = __index__


class LyingSequence:
    """A sequence whose length and elements change with every access."""

    def __init__(self, items: list[Any], choose: random.Random) -> None:
        self.items, self.choose = items, choose

    def __len__(self) -> int:
        return self.choose.randrange(len(self.items) + 3)

    def __getitem__(self, index: int) -> Any:
        if self.choose.random() < 0.1:
            raise IndexError if self.choose.random() < 0.8 else MischiefError
        return self.choose.choice(self.items or [0])


class OneCapsule:
    """An array that exports the same DLPack capsule every time."""

    def __init__(self, values: Any) -> None:
        self.capsule = np.ascontiguousarray(values, dtype=np.float64).__dlpack__()

    def __dlpack__(self, **_: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class Vandals:
    """Threads that overwrite shared arrays and lists, and run shared computations."""

    def __init__(self, threads: int = 2) -> None:
        self.arrays: list[Any] = []
        self.lists: list[list[Any]] = []
        self.jobs: list[Any] = []
        for number in range(threads):
            threading.Thread(target=self._work, args=(random.Random(number),), daemon=True).start()

    def _work(self, choose: random.Random) -> None:
        noise = np.frombuffer(choose.randbytes(1 << 16), dtype=np.uint8)
        while True:
            for values in self.arrays[-8:]:
                flat = values.view(np.uint8).reshape(-1)
                kept = flat[:4096].copy()
                flat[:4096] = noise[: len(kept)]
                time.sleep(0)
                flat[:4096] = kept
            for items in self.lists[-8:]:
                kept = items[:]
                items.clear()
                items.extend(kept)
            if choose.random() < 0.02:
                with contextlib.suppress(*ALLOWED):
                    choose.choice(self.jobs)()
            time.sleep(1e-3)

    def see(self, arrays: list[Any], lists: list[list[Any]]) -> None:
        self.arrays = (self.arrays + arrays)[-8:]
        self.lists = (self.lists + lists)[-8:]


class Arguments:
    """Draws arguments: most are valid, so that calls get far; the others are as bad as possible."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose
        self.arrays: list[Any] = []
        self.lists: list[list[Any]] = []
        self.mischief: list[Callable[[], object]] = [lambda: None, self._raise, self._empty_lists, self._spoil_arrays]

    def _raise(self) -> None:
        raise MischiefError

    def _empty_lists(self) -> None:
        for items in self.lists:
            items.clear()
        self.junk = [bytes(self.choose.randrange(400)) for _ in range(40)]

    def _spoil_arrays(self) -> None:
        for values in self.arrays:
            values.view(np.uint8).reshape(-1)[:] = self.choose.randrange(256)

    def often(self, chance: float = 0.9) -> bool:
        return self.choose.random() < chance

    def integer(self, low: int, high: int) -> Any:
        if self.often(0.95):
            return self.choose.randint(low, high)
        bad = [
            low - 1,
            high + 1,
            -(2**31),
            2**31,
            2**63 - 1,
            -(2**63),
            2**64,
            10**400,
            1.5,
            None,
            "1",
            b"1",
            np.int64(low),
        ]
        if self.often(0.5):
            return self.choose.choice(bad)
        return HostileNumber(self.choose.randint(low, high), self.choose.choice(self.mischief))

    def work(self, low: int, high: int) -> Any:
        """An amount of work, never so large that it takes long."""
        if self.often(0.95):
            return self.choose.randint(low, high)
        hostile = HostileNumber(self.choose.randint(low, high), self.choose.choice(self.mischief))
        return self.choose.choice([low - 1, -(2**63), 2**64, -(10**400), None, "1", hostile])

    def number(self, low: float = 0.0, high: float = 1.0) -> Any:
        if self.often(0.95):
            return self.choose.uniform(low, high)
        bad = [float("nan"), float("inf"), -1.0, 1e308, None, "x", 10**400, 0]
        if self.often(0.5):
            return self.choose.choice(bad)
        return HostileNumber(self.choose.uniform(low, high), self.choose.choice(self.mischief))

    def flag(self) -> Any:
        return self.choose.choice([True, False] * 20 + [None, 1, "on"])

    def sequence(self, items: list[Any]) -> Any:
        """A list or tuple of these items, or something similar."""
        kind = self.choose.random()
        if kind < 0.3:
            return tuple(items)
        values = list(items)
        self.lists.append(values)
        if kind < 0.6:
            return values
        if kind < 0.8 and values:
            index = self.choose.randrange(len(values))
            value = values[index] if isinstance(values[index], (int, float)) else 0
            values[index] = HostileNumber(value, self.choose.choice(self.mischief))
            return values
        if kind < 0.85:
            return LyingSequence(values, self.choose)
        if kind < 0.9:
            return (each for each in values)
        return self.choose.choice([None, "text", b"bytes", {1: 2}, 7, values * 3, values[:-1], [None], [values]])

    def cards(self, count: int) -> Any:
        if self.often():
            dealt = bytearray(self.choose.sample(range(52), count))
            if self.often(0.2):  # unknown hole cards, and an unknown end of the board
                player = 2 * self.choose.randrange(count // 2)
                dealt[player : player + 2] = b"\xff\xff"
                dealt[count - self.choose.choice([0, 1, 2, 5]) % count :] = b""
            return bytes(dealt).ljust(count, b"\xff")
        return self.choose.choice(
            [b"", bytes(count), bytes([255] * count), bytes(range(count + 1)), "cards", None, bytearray(count), [0, 1]]
        )

    def mask(self, *counts: int) -> Any:
        if self.often():
            return sum(1 << card for card in self.choose.sample(range(52), self.choose.choice(counts)))
        hostile = HostileNumber(0b11111, self.choose.choice(self.mischief))
        return self.choose.choice([2**52 - 1, 2**64 - 1, -1, 2**64, None, hostile])

    def array(self, dtype: str, shape: tuple[int, ...], low: float = 0, high: float = 1) -> Any:
        size = int(np.prod(shape))
        drawn = np.random.default_rng(self.choose.randrange(2**32)).random(size) * (high - low) + low
        right = np.ascontiguousarray(drawn.reshape(shape), dtype=dtype)
        return self.given(right)

    def given(self, right: Any) -> Any:
        """The array, or one that differs in some way."""
        self.arrays.append(right)
        if self.often(0.8):
            return right
        flat = right.reshape(-1)
        odd = np.empty(right.nbytes + 1, dtype=np.uint8)[1:].view(right.dtype) if right.nbytes else right
        kind = self.choose.randrange(16)
        if kind == 0:
            odd[:] = flat
            return odd.reshape(right.shape)  # not aligned
        if kind == 1:
            return right.astype(right.dtype.newbyteorder())
        if kind == 2:
            return np.asfortranarray(right)
        if kind == 3:
            return np.repeat(right, 2, axis=-1)[..., ::2]
        if kind == 4:
            locked = right.copy()
            locked.flags.writeable = False
            return locked
        if kind == 5:
            return OneCapsule(right)
        if kind == 6:
            return right.astype(np.float64).__dlpack__()
        if kind == 7:
            return right.astype(self.choose.choice(["O", "c16", "f4", "i8", "?", "u1", "f2", "M8[s]"]))
        if kind == 8:
            return array.array("d", [float(each) for each in flat[:3000]])
        if kind == 9:
            return memoryview(right)
        if kind == 10:
            return flat
        if kind == 11:
            return right[:0] if right.ndim else right
        if kind == 12:
            return np.broadcast_to(flat[:1], right.shape) if flat.size else right
        if kind == 13:
            return right.tolist() if right.size < 5000 else None
        if kind == 14:
            return self.choose.choice([None, b"", bytearray(8), "array", 3, np.float64(1), object()])
        spoiled = right.copy()
        spoiled.view(np.uint8).reshape(-1)[:] = self.choose.randrange(256)
        return spoiled


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
    return [
        (lambda: sweep.run(0, 4, 1), sweep.results),
        (lambda: strength.run(0, 1, 1), strength.tables),
        (lambda: shows.run(0, 1, 1), shows.tally),
    ]


_WORLD: list[World] = []


def world() -> World:
    if not _WORLD:
        _WORLD.append(World())
    return _WORLD[0]


def _definition(draw: Arguments) -> Any:
    given = dict(GOOD_GAME)
    for key in draw.choose.sample(list(given), draw.choose.randrange(4)):
        value = given[key]
        if isinstance(value, tuple):
            given[key] = draw.sequence([draw.integer(0, 20) for _ in value])
        elif isinstance(value, bool):
            given[key] = draw.flag()
        else:
            given[key] = draw.integer(0, 13)
    game = _core.GameDefinition(**given)
    return _core.play_at_random(game, (200,) * given["players"], 0, 0, 2)


def _game(draw: Arguments) -> tuple[Any, int]:
    game = draw.choose.choice([LIMIT, NO_LIMIT, THREE])
    return game, PLAYERS[id(game)]


def _stacks(draw: Arguments, players: int) -> Any:
    return draw.sequence([draw.integer(1, 2000) for _ in range(players)])


def _hand(draw: Arguments) -> Any:
    game, players = _game(draw)
    unmade = _core.Hand.__new__(_core.Hand)
    deal = draw.cards(2 * players + 5)
    draw.mischief.append(lambda: _core.Hand.__init__(unmade, game, (100,) * players, bytes(range(2 * players + 5))))
    _core.Hand.__init__(unmade, game, _stacks(draw, players), deal)
    for _ in range(draw.choose.randrange(30)):
        if unmade.over:
            break
        deed = draw.choose.choice(
            [
                unmade.fold,
                unmade.call,
                unmade.undo,
                lambda: unmade.raise_to(draw.integer(0, 2000)),
                lambda: unmade.apply(draw.integer(0, 2), draw.integer(0, 2000)),
            ]
        )
        with contextlib.suppress(*ALLOWED):
            deed()
    parts = (unmade.hole_bytes, unmade.board_bytes, unmade.settlement, unmade.actions, unmade.acpc_text())
    view = _core.View(unmade, draw.integer(0, players - 1))
    earlier = _core.Hand(unmade, draw.integer(0, 10))
    other = _core.Hand(unmade, draw.cards(2 * players + 5))
    with contextlib.suppress(*ALLOWED):
        other.raise_to(draw.integer(0, 2000))
    more = (other.board_bytes, other.settled and other.payoff_parts(), other.acpc_text())
    return parts, more, view.hole_bytes, view.settlement, view.live_paid, earlier.actions_from(draw.integer(0, 10))


def _view(draw: Arguments) -> Any:
    game, players = _game(draw)
    actions = [draw.sequence([0, 0, draw.integer(0, 2), draw.integer(0, 50)]) for _ in range(draw.choose.randrange(4))]
    holes = [draw.cards(2) if draw.often(0.6) else b"" for _ in range(players)]
    ended = [
        0,
        draw.integer(0, 9),
        0,
        draw.sequence([draw.sequence([0, 1, 5])]),
        draw.sequence([(0, True)]),
        [0] * players,
    ]
    settlement = draw.choose.choice([None, None, draw.sequence(ended)])
    return _core.View(
        game, _stacks(draw, players), draw.integer(0, 1), draw.sequence(actions), draw.sequence(holes), b"", settlement
    )


def _betting_tree(draw: Arguments) -> Any:
    game, players = _game(draw)
    unmade = _core.BettingTree.__new__(_core.BettingTree)
    draw.mischief.append(lambda: _core.BettingTree.__init__(unmade, game, (100,) * players))
    _core.BettingTree.__init__(unmade, game, _stacks(draw, players))
    unmade.expand_all(draw.work(0, 300))
    for _ in range(5):
        unmade.child(draw.integer(0, unmade.size), draw.integer(0, 2))
    return unmade.paid(draw.integer(0, unmade.size), draw.integer(0, players))


def _context_model(draw: Arguments) -> Any:
    here = world()
    model = _core.ContextModel(
        here.tree, draw.sequence([draw.number() for _ in range(3)]), draw.sequence([draw.number() for _ in range(BINS)])
    )
    model.count(here.node(draw), draw.number())
    model.show(here.leaf(draw), draw.integer(0, BINS - 1), draw.number())
    model.spread(here.leaf(draw), draw.integer(0, BINS - 1), draw.number(), draw.number())
    packed = model.pack()
    index = draw.choose.randrange(len(packed))
    model.add(*packed[:index], draw.given(packed[index].copy()), *packed[index + 1 :])
    model.decay(draw.number())
    return model.below(here.leaf(draw), draw.integer(0, BINS)), model.histogram(here.leaf(draw))


def _pool(draw: Arguments) -> Any:
    here = world()
    pool = _core.Pool(here.similarity, draw.sequence([draw.number() for _ in range(BINS)]))
    pool.count(here.node(draw), draw.number())
    pool.show(here.leaf(draw), draw.integer(0, 1), draw.integer(0, BINS - 1), draw.number())
    packed = pool.pack()
    index = draw.choose.randrange(len(packed))
    pool.add(*packed[:index], draw.given(packed[index].copy()), *packed[index + 1 :])
    return pool.actions(draw.integer(0, 1), here.decision(draw)), pool.histogram(draw.integer(0, 5), here.leaf(draw), 0)


def _belief(draw: Arguments) -> Any:
    here = world()
    levels = draw.sequence([draw.integer(0, 5) for _ in range(3)])
    belief = _core.Belief(
        here.model,
        (here.pool,) if draw.often() else draw.choose.choice([(), (None,), [here.pool], (here.tree,)]),
        draw.choose.choice([None, here.pool]),
        draw.integer(0, 1),
        levels,
        draw.sequence([draw.integer(0, 1)]),
        draw.number(),
    )
    return belief.frequencies(here.decision(draw)), belief.histogram(here.leaf(draw)), belief.beaten(here.leaf(draw))


def _searches(draw: Arguments) -> Any:
    here = world()
    fresh = [
        _core.Belief(_core.ContextModel(here.tree, (1,) * 3, (1,) * BINS), (), None, each, (), (), 0.9)
        for each in (0, 1)
    ]
    beliefs = draw.sequence(draw.choose.choice([fresh, [*fresh[:1], None], [None, None]]))
    node = draw.choose.choice(here.decisions[len(here.decisions) // 2 :]) if draw.often() else draw.integer(0, 9)
    player = here.tree.actor(node) if isinstance(node, int) and 0 <= node < here.tree.size else draw.integer(0, 1)
    hostile = HostileNumber(node, draw.choose.choice(draw.mischief)) if isinstance(node, int) else node
    node = draw.choose.choice([node, node, hostile])
    if draw.often(0.5):
        return _core.search_ranks(here.tree, beliefs, node, player, draw.integer(0, BINS), draw.number())
    return _core.search_outlook(here.tree, beliefs, node, player, here.outlook, draw.number(), draw.number(0, 0.1))


def _search_tables(draw: Arguments) -> Any:
    here = world()
    if draw.often(0.98):
        node = draw.choose.choice(here.decisions[len(here.decisions) // 2 :])
        numbers = draw.array("f8", (draw.choose.choice([here.tree.size, 50]),))
        return _core.search_tables(here.tree, numbers, numbers, node, draw.integer(0, 1), draw.number(), draw.flag())
    line = np.zeros(3 * 1100)
    node = 0
    for _ in range(draw.choose.randrange(1, 1100)):  # one long line of raises
        node = here.deep.child(node, 2)
        if 0 <= node < len(line):
            line[node] = 1
    return _core.search_tables(here.deep, line, line, 0, here.deep.actor(0), 0.0, True)


def _outlook(draw: Arguments) -> Any:
    steps = [draw.array("f8", (4, 4)) for _ in range(draw.choose.randrange(5))]
    return _core.Outlook(draw.integer(0, 3), draw.sequence(steps))


def _all_in(draw: Arguments) -> Any:
    count, players = draw.choose.randrange(1, 40), draw.choose.randrange(1, 5)
    dealt = np.array([draw.choose.sample(range(52), 2 * players + 5) for _ in range(count)], dtype=np.uint8)
    holes = np.ascontiguousarray(dealt[:, : 2 * players].reshape(count, players, 2))
    boards = np.ascontiguousarray(dealt[:, 2 * players :])
    live = np.full(count, 2**players - 1, dtype=np.uint16)
    sizes = np.array(draw.choose.choices([3, 4, 5], k=count), dtype=np.uint8)
    given = [draw.given(each) for each in (holes, live, boards, sizes)]
    world().vandals.see(draw.arrays, [])
    return _core.all_in_shares(*given, draw.choose.choice([0, 0, 0, 1, 2]))


def _all_in_by_hand(draw: Arguments) -> Any:
    return _core.all_in_shares_by_hand(draw.cards(2 * draw.choose.randrange(1, 3)), draw.mask(4, 5), draw.mask(0, 2))


def _evaluate(draw: Arguments) -> Any:
    size = draw.choose.randrange(1, 8)
    count = draw.choose.randrange(40)
    cards = np.array([draw.choose.sample(range(52), size) for _ in range(count)], dtype=np.uint8).reshape(count, size)
    given, out = draw.given(cards), draw.given(np.empty(count, dtype=np.uint16))
    world().vandals.see(draw.arrays, [])
    one = _core.evaluate(draw.sequence([draw.integer(0, 51) for _ in range(size)]))
    _core.evaluate_array(given, out, draw.integer(1, 3))
    return one, _core.categories(draw.given(np.ones(count, dtype=np.uint16)), draw.integer(1, 7))


def _ranges(draw: Arguments) -> Any:
    board, dead = draw.mask(4, 5), draw.mask(0, 1)
    hero, villain = draw.array("f8", (1326,)), draw.array("f8", (1326,))
    tables = draw.array("f8", (draw.choose.randrange(1, 4), 1326))
    world().vandals.see(draw.arrays, [])
    kind = draw.choose.randrange(6)
    if kind == 0:
        sweep = _core.RangeSweep(hero, villain, board, dead)
        sweep.run(draw.work(0, 2), draw.work(2, 4), 0)
        return sweep.results()
    if kind == 1:
        strength = _core.Strength(hero, villain, board, draw.integer(0, 1), draw.flag())
        strength.run(0, draw.integer(0, 1), draw.choose.choice([0, 0, 1]))
        return strength.later()
    if kind == 2:
        shows = _core.Showdowns(draw.array("f8", (2, 1326)), board, dead)
        shows.run(draw.integer(0, 1), 1, 0)
        return shows.tally()
    if kind == 3:
        return _core.suit_symmetry(tables, board, dead), _core.count_boards(tables, board, dead)
    if kind == 4:
        few = np.zeros((2, 1326))
        few[:, draw.choose.sample(range(1326), 2)] = 1
        unmade = _core.Matchups.__new__(_core.Matchups)
        _core.Matchups.__init__(unmade, draw.given(few), dead, draw.integer(0, 100))
        return unmade.complete, unmade.count
    deals = _core.MonteCarlo(tables, board, dead)
    return deals.weighted, deals.tally()


def _hands(draw: Arguments) -> Any:
    hand, board = draw.mask(2), draw.mask(3, 4, 5)
    masks = draw.array("u8", (3,), 0, 2**52)
    kind = draw.choose.randrange(8)
    if kind == 5:
        return _core.final_strengths(draw.mask(4, 5), draw.integer(0, 10))
    if kind == 6:
        turn, bins = draw.mask(4), draw.integer(0, 10)
        one = _core.halves_of(hand, board), _core.river_sums_of(hand, turn, bins)
        return one, _core.halves_on(board), _core.river_sums(turn, bins)
    if kind == 7:
        return _buckets(draw)
    if kind == 0:
        return _core.river_ranks(hand, draw.mask(4, 5), draw.integer(0, 10), draw.integer(0, 9))
    if kind == 1:
        return _core.hand_potential(hand, draw.mask(4, 5), draw.integer(0, 1))
    if kind == 2:
        return _core.sampled_strengths(board, masks, draw.integer(0, 9))
    if kind == 3:
        return _core.deciding_ranks(draw.integer(1, 7462), draw.integer(1, 7))
    return _core.deal_cards(draw.choose.choice([LIMIT, THREE]), draw.integer(0, 2**64 - 1), draw.integer(0, 9))


def _buckets(draw: Arguments) -> Any:
    rows, groups = draw.choose.randrange(1, 4), draw.choose.randrange(1, 4)
    counts = draw.given(np.zeros((groups, 1981), dtype=np.uint64))
    given = draw.array("i4", (rows, 1326), -1, groups)
    bytes_ = draw.array("u1", (draw.choose.randrange(40), 5), 0, 256), draw.array("u1", (rows, 5), 0, 256)
    world().vandals.see(draw.arrays, [])
    _core.count_rivers(draw.mask(4), given, draw.integer(0, 2**64 - 1), counts)
    return _core.nearest_rows(*bytes_, draw.integer(0, 3))


def _simulation(draw: Arguments) -> Any:
    game, players = _game(draw)
    hand = _core.Hand(game, (500,) * players, bytes(range(2 * players + 5)))
    policies = np.full((players, 180, 3, 3), 1 / 3)
    simulation = _core.Simulation(
        hand,
        draw.mask(2),
        b"",
        draw.array("f8", (players, 1326)),
        draw.array("f8", (1326,)),
        draw.given(policies),
        draw.sequence([20] * draw.choose.randrange(2)),
        draw.number(),
    )
    world().vandals.see(draw.arrays, [])
    simulation.run(draw.integer(0, 9), 0, draw.work(0, 4), draw.choose.choice([0, 0, 0, 1]))
    return simulation.tally()


def _tree_search(draw: Arguments) -> Any:
    random = _core.RandomStream(draw.integer(0, 2**64 - 1), draw.integer(0, 9))
    if draw.often(0.5):
        first = [draw.choose.getrandbits(9) for _ in range(9)]
        sparse = [cells & draw.choose.getrandbits(9) for cells in first]
        cells = [*sparse, *(draw.choose.getrandbits(9) & ~cells & 0o777 for cells in sparse)]
        search = _core.UltimateSearch(draw.sequence(cells), draw.integer(0, 9), draw.integer(0, 1))
    else:
        game, players = _game(draw)
        hand = _core.Hand(game, (500,) * players, bytes(range(2 * players + 5)))
        for _ in range(draw.choose.randrange(8)):
            draw.choose.choice([hand.call, hand.call, hand.fold, lambda: hand.raise_to(hand.legal.least_raise)])()
        cards = draw.choose.sample(range(52), 7)
        board = bytes(cards[2 : 2 + (0, 3, 4, 5)[hand.round]]) if draw.often() else draw.choose.randbytes(3)
        holes = bytes(cards[:2]) if draw.often() else draw.choose.randbytes(2)
        search = _core.PokerSearch(hand, hand.actor if draw.often() else draw.integer(0, 2), holes, board)
    for _ in range(draw.choose.randrange(3)):
        search.run(random, draw.work(1, 40), draw.number(0, 3))
    return (
        search.dump(),
        search.root_edges(),
        search.principal_actions(),
        search.memory,
        random.below(draw.integer(1, 9)),
    )


KUHN_LIKE: dict[str, Any] = {
    "set_player": [0, 0, 1],
    "set_start": [0, 2, 4, 7],
    "parents": [0, 1, 0],
    "endings": [[2, 5], [3, 6], [4, 7], [1, 0], [0, 0]],
}
"""Three information sets of two players, and five endings, as a sequence form."""
SMALL_TREE: dict[str, Any] = {
    "actor": [-1, 0, 1, -2, -2, -2, 0, -2, -2, -2],
    "children": [2, 2, 3, 0, 0, 0, 2, 0, 0, 0],
    "information_set": [-1, 0, 2, -1, -1, -1, 1, -1, -1, -1],
}
"""Nodes of a tree over those information sets."""


def _tabular(draw: Arguments) -> Any:
    def array(values: Any) -> Any:
        right = np.array(values, np.int32)
        if draw.often(0.05):
            right.reshape(-1)[draw.choose.randrange(right.size)] = draw.choose.choice([-1, 0, 1, 3, 7, 8, 2**31 - 1])
        return draw.given(right)

    parts = [array(values) for values in KUHN_LIKE.values()]
    form = _core.SequenceTables(*parts, draw.array("f8", (5, 2), -3, 3))
    world().vandals.see(draw.arrays, [])
    policy = draw.array("f8", (7,))
    results = [form.reach(policy), form.evaluate(policy), form.best_response(policy, draw.integer(0, 1))]
    if draw.often(0.5):
        solver = _core.TabularCfr(form)
        count = draw.choose.randrange(5)
        for _ in range(2):
            solver.run(*(draw.array("f8", (count,), 0, 2) for _ in range(3)), draw.flag(), draw.flag())
    else:
        nodes = [array(values) for values in SMALL_TREE.values()]
        solver = _core.SampledCfr(form, *nodes, draw.array("f8", (10,)), draw.array("f8", (10, 2), -3, 3))
        for _ in range(2):
            solver.run(_core.RandomStream(draw.integer(0, 9)), draw.work(0, 9), draw.flag())
    return results, solver.current(), solver.cumulative(), solver.regrets(), solver.iterations


def _public_solver(draw: Arguments) -> Any:
    """A tree of one bet, or of a bet and a deal, whose parts are now and then anything else."""

    def given(array: Any) -> Any:
        return array if draw.often(0.97) else draw.given(array)

    def small(values: list[int], dtype: str) -> Any:
        values = [each if draw.often(0.995) else draw.choose.choice([0, 1, 2, 3, 7, 100, 255]) for each in values]
        return given(np.array(values, dtype=dtype))

    def numbers(shape: tuple[int, ...], low: float = 0.0, high: float = 1.0) -> Any:
        count = int(np.prod(shape))
        return given(np.array([draw.choose.uniform(low, high) for _ in range(count)]).reshape(shape))

    deal = draw.often(0.5)
    kinds, actors, rounds = [0, 0, 2, 3, 3], [0, 1, 1, 255, 255], [0] * 5
    starts, children = [0, 2, 4, 4, 4, 4], [4, 1, 2, 3]
    if deal:
        kinds, actors, rounds = [1, *kinds], [255, *actors], [1, *([1] * 5)]
        starts, children = [0, *(start + 1 for start in starts)], [1, *(child + 1 for child in children)]
    ranks = draw.choose.randint(3, 6)
    deck = [4 * rank + suit for rank in range(ranks) for suit in range(2)]
    pairs = draw.often(0.5)
    holdings = [1 << a | 1 << b for b in deck for a in deck if a < b] if pairs else [1 << card for card in deck]
    lock = np.full((2, len(holdings)), 0.5)
    solver = _core.PublicSolver(
        (
            small(kinds, "u1"),
            small(actors, "u1"),
            small(rounds, "u1"),
            small(starts, "i4"),
            small(children, "i4"),
        ),
        numbers((len(kinds), 2, 3), -5, 5),
        (sum(1 << card for card in deck), 0, [0, draw.integer(1, 2)] if deal else [0]),
        given(np.array(holdings, dtype=np.uint64)),
        numbers((2, len(holdings))),
        [(draw.integer(0, 2), given(lock))] if draw.often(0.2) else [],
        draw.flag(),
        draw.choose.choice([16, 32, 64] * 5 + [draw.integer(1, 64)]),
    )
    results = [solver.size, solver.bytes, solver.boards, solver.pairs, solver.hands(draw.integer(0, 1))]
    if draw.often():
        solver.allocate()
    results.append(solver.iterate(numbers((2, 3)), draw.integer(0, 2)))
    node = (draw.integer(0, 1), draw.integer(0, 2))
    reach = numbers((len(solver.hands(1)),))
    results += [solver.describe(node), solver.values(draw.flag(), draw.integer(0, 1), node, reach, draw.integer(0, 2))]
    for part in solver.memory():
        part[:] = draw.choose.randrange(256)
    results += [solver.iterate(numbers((1, 3)), 1), solver.images(draw.integer(0, 23), draw.integer(0, 1))]
    ask = solver.deal(node, draw.integer(0, 2**20)) if draw.often(0.3) else solver.strategy(node, draw.flag())
    return [*results, ask]


def _bucket_solver(draw: Arguments) -> Any:
    def given(array: Any) -> Any:
        return draw.given(array)

    kinds, actors, rounds = [0, 0, 2, 1, 0, 2, 3, 3], [0, 1, 1, 255, 0, 0, 255, 255], [0, 0, 0, 1, 1, 1, 1, 1]
    starts, children = [0, 2, 4, 4, 5, 7, 7, 7, 7], [1, 7, 2, 3, 4, 5, 6]
    kinds[7], actors[7], rounds[7] = 2, 0, 0
    counts = [draw.integer(1, 3), draw.integer(1, 5)]
    size = counts[1] if 0 < counts[1] < 50 else 3
    parents = [[], draw.sequence([draw.choose.randrange(max(1, min(counts[0], 3))) for _ in range(size)])]
    table = np.full((size, size), 1 / size**2)
    solver = _core.BucketSolver(
        (
            given(np.array(kinds, dtype=np.uint8)),
            given(np.array(actors, dtype=np.uint8)),
            given(np.array(rounds, dtype=np.uint8)),
            given(np.array(starts, dtype=np.int32)),
            given(np.array(children, dtype=np.int32)),
        ),
        given(np.array([draw.choose.uniform(-5, 5) for _ in kinds])),
        counts,
        parents,
        given(table),
        given(table * draw.choose.uniform(-1, 1)),
        draw.choose.choice([32, 64] * 5 + [draw.integer(1, 64)]),
    )
    discounts = given(np.array([[draw.choose.random() for _ in range(3)] for _ in range(2)]))
    results = [solver.entries, solver.iterate(discounts, draw.integer(0, 2))]
    results += [solver.value(draw.flag(), draw.integer(0, 1), draw.integer(0, 2)), solver.strategies(draw.flag())]
    for part in solver.memory():
        part[:] = draw.choose.randrange(256)
    return [*results, solver.iterate(discounts, 1), solver.strategies(True)]


def _board_solver(draw: Arguments) -> Any:
    def given(array: Any) -> Any:
        return draw.given(array)

    kinds, actors, rounds = [0, 0, 2, 1, 0, 2, 3, 2], [0, 1, 1, 255, 0, 0, 255, 0], [0, 0, 0, 1, 1, 1, 1, 0]
    starts, children = [0, 2, 4, 4, 5, 7, 7, 7, 7], [1, 7, 2, 3, 4, 5, 6]
    counts = [draw.integer(1, 3), draw.integer(1, 5)]
    deck = draw.choose.sample(range(52), 9)
    pairs = [1 << a | 1 << b for b in deck[2:] for a in deck[2:] if a < b]
    holdings = np.array(draw.choose.choice([pairs, [1 << card for card in deck]]), dtype=np.uint64)
    solver = _core.BoardSolver(
        (
            given(np.array(kinds, dtype=np.uint8)),
            given(np.array(actors, dtype=np.uint8)),
            given(np.array(rounds, dtype=np.uint8)),
            given(np.array(starts, dtype=np.int32)),
            given(np.array(children, dtype=np.int32)),
        ),
        given(np.array([draw.choose.uniform(-5, 5) for _ in kinds])),
        counts,
        given(holdings),
        draw.choose.choice([32, 64] * 5 + [draw.integer(1, 64)]),
    )
    size = draw.choose.choice([2, 2, 2, 1])
    discounts = given(np.array([[draw.choose.random() for _ in range(3)] for _ in range(2)]))
    boards = given(np.array([1 << card for card in deck[:size]], dtype=np.uint64))
    most = min([count for count in counts if 0 < count < 50] or [1])
    buckets = np.array([draw.choose.randrange(most) for _ in range(4 * len(holdings))], dtype=np.int32)
    if draw.often(0.1):
        buckets[draw.choose.randrange(len(buckets))] = draw.choose.choice([-1, 5, 2**31 - 1])
    shaped = given(buckets.reshape(2, 2, len(holdings)))
    results = [solver.entries, solver.iterate(discounts, boards, shaped, draw.integer(0, 2))]
    results.append(solver.strategies(draw.flag()))
    for part in solver.memory():
        part[:] = draw.choose.randrange(256)
    return [*results, solver.iterate(discounts, boards, shaped, 1), solver.strategies(True)]


def _add_board(draw: Arguments) -> Any:
    deck = draw.choose.sample(range(52), 12)
    holdings = np.array([1 << a | 1 << b for b in deck[5:] for a in deck[5:] if a < b], dtype=np.uint64)
    size = draw.choose.randrange(1, 4)
    buckets = np.array([draw.choose.randrange(-1, size) for _ in holdings], dtype=np.int32)
    weights = np.array([[draw.choose.random() for _ in holdings] for _ in range(2)])
    tables = [np.zeros((size, size)) for _ in range(2)]
    board = draw.choose.choice([sum(1 << card for card in deck[:5]), draw.integer(0, 2**60)])
    _core.add_board(draw.given(holdings), draw.given(buckets), draw.given(weights), board, *map(draw.given, tables))
    return tables


def _deal_classes(draw: Arguments) -> Any:
    decks = [((1 << 52) - 1, (2, 3, 1)), (0b110011, (1, 1)), (0xFFFF, (2, 2)), (draw.integer(0, 2**60), (3, 3, 3))]
    deck, streets = draw.choose.choice(decks)
    classes = _core.DealClasses(deck, draw.sequence([*streets]))
    street = draw.integer(0, 2)
    deals = np.array([draw.choose.sample(range(16), 6) for _ in range(3)], dtype=np.uint8)
    size = draw.choose.choice([2, 5, 6, 1])
    given = draw.given(np.ascontiguousarray(deals[:, :size]))
    numbers = np.array([draw.choose.randrange(5000) for _ in range(4)], dtype=np.uint64)
    results = [classes.count(street), classes.deals(street, draw.given(numbers))]
    return [*results, classes.index(street, given)]


def _roll_out(draw: Arguments) -> Any:
    work = _core.IncomeRollOuts(draw.integer(2, 10), draw.array("f8", (169,)), draw.number())
    work.run(draw.integer(0, 9), 0, draw.work(0, 30), 0)
    return work.tally()


def _play(draw: Arguments) -> Any:
    game, players = _game(draw)
    if draw.often(0.5):
        return _core.play_at_random(game, _stacks(draw, players), draw.integer(0, 9), draw.work(0, 5), draw.work(5, 9))
    return _core.count_betting_sequences(
        game, draw.sequence([draw.work(1, 30)] * players), draw.integer(-1, 1), draw.flag()
    )


def _window(draw: Arguments) -> Any:
    hand = _core.Hand(LIMIT, (100, 100), bytes(range(9)))

    def see(given: Any, position: Any) -> Any:
        draw.choose.choice([int, window.close, lambda: window.show(_core.Hand(hand), 1)])()
        return given, position, draw.choose.choice(draw.mischief)()

    window = _core.Window(see)
    window.show(draw.choose.choice([hand, hand, hand, None, LIMIT]), draw.integer(0, 1))
    look = window.look
    return look(), look()


def _narration(draw: Arguments) -> Any:
    hand = _core.Hand(LIMIT, (100, 100), bytes(range(9)))

    def made(*_: Any) -> Any:
        mischief = [int, hand.undo, hand.call, lambda: narration.events(0), draw.choose.choice(draw.mischief)]
        if draw.often(0.1):
            draw.choose.choice(mischief)()
        return _

    makers: list[Any] = [made] * draw.choose.choice([9, 9, 9, 8])
    if draw.often(0.2):
        makers[draw.choose.randrange(8)] = draw.choose.choice([None, 7, (), int])
    opening = draw.choose.choice([(1, 2), (1, 2, 3), (), [1, 2], None])
    given = draw.choose.choice([hand, hand, hand, None, LIMIT])
    narration = _core.Narration(given, opening, _core.EventMakers(tuple(makers)), draw.flag())
    caught = []
    for _ in range(draw.choose.randrange(12)):
        act = draw.choose.choice([hand.call, hand.call, hand.fold, hand.undo, lambda: hand.raise_to(20), int])
        caught.append(act() if draw.often(0.7) else narration.events(draw.integer(0, 1)))
    return caught


def _shared_job(draw: Arguments) -> Any:
    run, result = draw.choose.choice(world().jobs)
    run()
    return result()


CALLS: list[tuple[Callable[[Arguments], Any], int]] = [
    (_definition, 10),
    (_hand, 12),
    (_view, 10),
    (_narration, 6),
    (_betting_tree, 6),
    (_context_model, 10),
    (_pool, 10),
    (_belief, 10),
    (_searches, 4),
    (_search_tables, 1),
    (_outlook, 6),
    (_all_in, 4),
    (_all_in_by_hand, 1),
    (_evaluate, 10),
    (_ranges, 2),
    (_hands, 4),
    (_simulation, 2),
    (_tree_search, 4),
    (_tabular, 6),
    (_public_solver, 6),
    (_deal_classes, 4),
    (_bucket_solver, 4),
    (_board_solver, 4),
    (_add_board, 2),
    (_roll_out, 4),
    (_play, 2),
    (_window, 2),
    (_shared_job, 1),
]
_KINDS = [call for call, weight in CALLS for _ in range(weight)]


def check_call(choose: random.Random) -> str:
    """Make one hostile call. Returns its name and its outcome."""
    call = choose.choice(_KINDS)
    draw = Arguments(choose)
    world().vandals.see([], draw.lists)
    try:
        call(draw)
    except (MischiefError, *ALLOWED):
        return f"{call.__name__[1:]} refused"
    return f"{call.__name__[1:]} answered"

"""Hostile calls of solvers."""

from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import Arguments
from tests._core.hostile.world import world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types
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


def tabular(draw: Arguments) -> Any:
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
    restriction = (
        draw.integer(0, 1),
        draw.number(0, 1),
        draw.array("f8", (7,)),
        draw.array("f8", (len(KUHN_LIKE["parents"]),)),
    )
    results.append(form.best_restricted(policy, *restriction))
    if draw.often(0.5):
        solver = _core.TabularCfr(form, *restriction) if draw.often(0.5) else _core.TabularCfr(form)
        count = draw.choose.randrange(5)
        for _ in range(2):
            solver.run(*(draw.array("f8", (count,), 0, 2) for _ in range(3)), draw.flag(), draw.flag())
    else:
        nodes = [array(values) for values in SMALL_TREE.values()]
        chance, payoffs = draw.array("f8", (10,)), draw.array("f8", (10, 2), -3, 3)
        if draw.often(0.5):
            return results, *_self_play(draw, _core.TreeSelfPlay(form, *nodes, chance, payoffs))
        solver = _core.SampledCfr(form, *nodes, chance, payoffs)
        for _ in range(2):
            solver.run(_core.RandomStream(draw.integer(0, 9)), draw.work(0, 9), draw.flag())
    return results, solver.current(), solver.cumulative(), solver.regrets(), solver.iterations


def _self_play(draw: Arguments, play: Any) -> tuple[Any, ...]:
    """Some episodes, before and after what somebody else may have left behind is restored."""
    for again in (True, False):
        numbers = (draw.number(0, 9), draw.number(0, 1), draw.number(0, 1), draw.number(0, 1))
        play.run(_core.RandomStream(draw.integer(0, 9)), draw.work(0, 9), *numbers)
        if again and draw.often(0.5):
            rows = len(play.visits())
            visits = np.array([draw.choose.choice([0, 0, 1, 2, 5, -1, 2**40]) for _ in range(rows)], dtype="i8")
            play.restore(draw.integer(0, 2**41), draw.given(visits), draw.array("f8", (rows,), -9, 9))
    return play.visits(), play.totals(), play.episodes


def public_solver(draw: Arguments) -> Any:
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


def _betting(draw: Arguments) -> tuple[Any, Any]:
    """A tree of a bet and a deal, and its stakes."""
    bytes_of = [[0, 0, 2, 1, 0, 2, 3, 2], [0, 1, 1, 255, 0, 0, 255, 0], [0, 0, 0, 1, 1, 1, 1, 0]]
    numbers_of = [[0, 2, 4, 4, 5, 7, 7, 7, 7], [1, 7, 2, 3, 4, 5, 6]]
    arrays = [np.array(each, dtype=np.uint8) for each in bytes_of]
    arrays += [np.array(each, dtype=np.int32) for each in numbers_of]
    stakes = np.array([draw.choose.uniform(-5, 5) for _ in bytes_of[0]])
    return tuple(map(draw.given, arrays)), draw.given(stakes)


def bucket_solver(draw: Arguments) -> Any:
    def given(array: Any) -> Any:
        return draw.given(array)

    counts = [draw.integer(1, 3), draw.integer(1, 5)]
    size = counts[1] if 0 < counts[1] < 50 else 3
    parents = [[], draw.sequence([draw.choose.randrange(max(1, min(counts[0], 3))) for _ in range(size)])]
    table = np.full((size, size), 1 / size**2)
    game = (*_betting(draw), counts, parents, given(table), given(table * draw.choose.uniform(-1, 1)))
    if draw.often(0.3):
        return _self_play(draw, _core.BucketSelfPlay(*game))
    solver = _core.BucketSolver(*game, draw.choose.choice([32, 64] * 5 + [draw.integer(1, 64)]))
    discounts = given(np.array([[draw.choose.random() for _ in range(3)] for _ in range(2)]))
    results = [solver.entries, solver.iterate(discounts, draw.integer(0, 2))]
    if draw.often(0.5):
        entries, sets = solver.entries, 2 * counts[0] + counts[1]
        model, confidence = (np.array([draw.choose.random() for _ in range(size)]) for size in (entries, sets))
        solver.restrict(draw.integer(-1, 1), draw.number(), given(model), given(confidence))
        results.append(solver.iterate(discounts, draw.integer(0, 2)))
    results += [solver.value(draw.flag(), draw.integer(0, 1), draw.integer(0, 2)), solver.strategies(draw.flag())]
    results.append(solver.respond(draw.integer(0, 1), draw.integer(0, 2)))
    for part in solver.memory():
        part[:] = draw.choose.randrange(256)
    return [*results, solver.iterate(discounts, 1), solver.strategies(True)]


def board_solver(draw: Arguments) -> Any:
    def given(array: Any) -> Any:
        return draw.given(array)

    counts = [draw.integer(1, 3), draw.integer(1, 5)]
    deck = draw.choose.sample(range(52), 9)
    pairs = [1 << a | 1 << b for b in deck[2:] for a in deck[2:] if a < b]
    holdings = np.array(draw.choose.choice([pairs, [1 << card for card in deck]]), dtype=np.uint64)
    solver = _core.BoardSolver(
        *_betting(draw),
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


def last_round(draw: Arguments) -> Any:
    deck = draw.choose.sample(range(52), 9)
    pairs = [1 << a | 1 << b for b in deck[2:] for a in deck[2:] if a < b]
    holdings = np.array(draw.choose.choice([pairs, [1 << card for card in deck]]), dtype=np.uint64)
    roots = np.array(draw.choose.choice([[4], [4] * 17, [6, 6], [draw.integer(0, 7)]]), dtype=np.int32)
    bits = draw.choose.choice([32, 64] * 5 + [draw.integer(1, 64)])
    native = _core.LastRound(*_betting(draw), draw.given(holdings), draw.integer(0, 1), draw.given(roots), bits)
    decisions, rows = native.decisions, draw.choose.randrange(1, 4)
    most = draw.choose.choice([2] * 9 + [3]) if len(decisions) else 0
    native.learn(draw.array("f8", (*decisions.shape, rows, most)))
    world().vandals.see(draw.arrays, [])
    board = draw.choose.choice([sum(1 << card for card in deck[:2])] * 9 + [draw.integer(0, 2**60)])
    of_holding = np.array([draw.choose.randrange(rows) for _ in holdings], dtype=np.int32)
    if draw.often(0.1):
        of_holding[draw.choose.randrange(len(of_holding))] = draw.choose.choice([-1, 5, 2**31 - 1])
    reach = draw.array("f8", (len(holdings), len(roots)))
    images = np.array([draw.choose.sample(range(len(holdings)), len(holdings)) for _ in range(2)], dtype=np.int32)
    if draw.often(0.1):
        images[1, draw.choose.randrange(len(holdings))] = draw.choose.choice([-1, len(holdings), 2**31 - 1])
    values = np.zeros((len(holdings), len(roots)))
    native.respond(board, draw.given(of_holding), draw.given(images), reach, draw.given(values))
    return decisions, values


def margins(draw: Arguments) -> Any:
    deck = draw.choose.sample(range(52), 9)
    holdings = np.array([1 << a | 1 << b for b in deck for a in deck if a < b], dtype=np.uint64)
    native = _core.Margins(draw.given(holdings))
    table = draw.array("f8", (2 * draw.choose.choice([40] * 9 + [1]) + draw.choose.choice([1] * 9 + [0]), 3))
    images = np.array([draw.choose.sample(range(len(holdings)), len(holdings)) for _ in range(2)], dtype=np.int32)
    if draw.often(0.1):
        images[1, draw.choose.randrange(len(holdings))] = draw.choose.choice([-1, len(holdings), 2**31 - 1])
    values = np.zeros((len(holdings) + (draw.choose.random() < 0.05), 3))
    board = draw.choose.choice([sum(1 << card for card in deck[:2])] * 9 + [draw.integer(0, 2**60)])
    native.add(board, table, draw.given(images), draw.given(values))
    return values


def add_board(draw: Arguments) -> Any:
    deck = draw.choose.sample(range(52), 12)
    holdings = np.array([1 << a | 1 << b for b in deck[5:] for a in deck[5:] if a < b], dtype=np.uint64)
    size = draw.choose.randrange(1, 4)
    buckets = np.array([draw.choose.randrange(-1, size) for _ in holdings], dtype=np.int32)
    weights = np.array([[draw.choose.random() for _ in holdings] for _ in range(2)])
    tables = [np.zeros((size, size)) for _ in range(2)]
    board = draw.choose.choice([sum(1 << card for card in deck[:5]), draw.integer(0, 2**60)])
    _core.add_board(draw.given(holdings), draw.given(buckets), draw.given(weights), board, *map(draw.given, tables))
    return tables

"""Hostile calls of evaluation, equities, hand strength, and classes of deals."""

from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import Arguments
from tests._core.hostile.world import LIMIT, THREE, world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types


def outlook(draw: Arguments) -> Any:
    steps = [draw.array("f8", (4, 4)) for _ in range(draw.choose.randrange(5))]
    return _core.Outlook(draw.integer(0, 3), draw.sequence(steps))


def all_in(draw: Arguments) -> Any:
    count, players = draw.choose.randrange(1, 40), draw.choose.randrange(1, 5)
    dealt = np.array([draw.choose.sample(range(52), 2 * players + 5) for _ in range(count)], dtype=np.uint8)
    holes = np.ascontiguousarray(dealt[:, : 2 * players].reshape(count, players, 2))
    boards = np.ascontiguousarray(dealt[:, 2 * players :])
    live = np.full(count, 2**players - 1, dtype=np.uint16)
    sizes = np.array(draw.choose.choices([3, 4, 5], k=count), dtype=np.uint8)
    given = [draw.given(each) for each in (holes, live, boards, sizes)]
    world().vandals.see(draw.arrays, [])
    return _core.all_in_shares(*given, draw.choose.choice([0, 0, 0, 1, 2]))


def all_in_by_hand(draw: Arguments) -> Any:
    return _core.all_in_shares_by_hand(draw.cards(2 * draw.choose.randrange(1, 3)), draw.mask(4, 5), draw.mask(0, 2))


def evaluate(draw: Arguments) -> Any:
    size = draw.choose.randrange(1, 8)
    count = draw.choose.randrange(40)
    cards = np.array([draw.choose.sample(range(52), size) for _ in range(count)], dtype=np.uint8).reshape(count, size)
    given, out = draw.given(cards), draw.given(np.empty(count, dtype=np.uint16))
    world().vandals.see(draw.arrays, [])
    one = _core.evaluate(draw.sequence([draw.integer(0, 51) for _ in range(size)]))
    _core.evaluate_array(given, out, draw.integer(1, 3))
    return one, _core.categories(draw.given(np.ones(count, dtype=np.uint16)), draw.integer(1, 7))


def ranges(draw: Arguments) -> Any:
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


def hands(draw: Arguments) -> Any:
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
        return buckets(draw)
    if kind == 0:
        return _core.river_ranks(hand, draw.mask(4, 5), draw.integer(0, 10), draw.integer(0, 9))
    if kind == 1:
        return _core.hand_potential(hand, draw.mask(4, 5), draw.integer(0, 1))
    if kind == 2:
        return _core.sampled_strengths(board, masks, draw.integer(0, 9))
    if kind == 3:
        return _core.deciding_ranks(draw.integer(1, 7462), draw.integer(1, 7))
    return _core.deal_cards(draw.choose.choice([LIMIT, THREE]), draw.integer(0, 2**64 - 1), draw.integer(0, 9))


def buckets(draw: Arguments) -> Any:
    rows, groups = draw.choose.randrange(1, 4), draw.choose.randrange(1, 4)
    counts = draw.given(np.zeros((groups, 1981), dtype=np.uint64))
    given = draw.array("i4", (rows, 1326), -1, groups)
    bytes_ = draw.array("u1", (draw.choose.randrange(40), 5), 0, 256), draw.array("u1", (rows, 5), 0, 256)
    world().vandals.see(draw.arrays, [])
    _core.count_rivers(draw.mask(4), given, draw.integer(0, 2**64 - 1), counts)
    return _core.nearest_rows(*bytes_, draw.integer(0, 3))


def deal_classes(draw: Arguments) -> Any:
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


def roll_out(draw: Arguments) -> Any:
    work = _core.IncomeRollOuts(draw.integer(2, 10), draw.array("f8", (169,)), draw.number())
    work.run(draw.integer(0, 9), 0, draw.work(0, 30), 0)
    return work.tally()

"""Hostile calls of environments: encodings with any bet menu, batches of hands, arrays for their results."""

import contextlib
from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import ALLOWED, Arguments
from tests._core.hostile.world import any_game, any_stacks, world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types
LARGE = 2**60


def encoding(draw: Arguments) -> tuple[Any, Any, int]:
    """An encoding, its game and the number of players."""
    game, players = any_game(draw)
    counts = [draw.choose.randrange(1, 5) for _ in range(draw.choose.randrange(1, 4))]
    lists = [draw.sequence([_size(draw) for _ in range(count)]) for count in counts]
    list_of = [draw.integer(-1, len(lists) - 1) if draw.often(0.05) else 0 for _ in range(3 * 4 * players)]
    options = [draw.sequence([draw.integer(0, 9), draw.integer(1, 9)]) for _ in range(4)]
    menu = (
        draw.sequence(lists),
        draw.sequence(list_of),
        draw.sequence(options),
        draw.integer(0, 255),
        draw.work(0, 50),
    )
    unmade = _core.HandEncoding.__new__(_core.HandEncoding)
    plain = ((((0, 1, 2),),), (0,) * (12 * players), ((0, 1),) * 4, 255, 10)
    if draw.often(0.1):
        draw.mischief.append(lambda: _core.HandEncoding.__init__(unmade, game, (100,) * players, plain, 4, 100.0))
    given = menu if draw.often(0.25) else plain
    stacks = any_stacks(draw, players) if draw.often(0.25) else (200,) * players
    _core.HandEncoding.__init__(unmade, game, stacks, given, draw.integer(1, 6), draw.number(1.0, 2000.0))
    return unmade, game, players


def _size(draw: Arguments) -> Any:
    small = (draw.integer(0, 5), draw.integer(0, 300), draw.integer(1, 100))
    large = (draw.integer(0, 5), draw.integer(LARGE - 9, LARGE), draw.choose.choice([1, LARGE]))
    return draw.sequence(list(draw.choose.choice([small, small, small, large])))


def hand_batch(draw: Arguments) -> Any:
    made, _, players = encoding(draw)
    count = draw.choose.randrange(1, 6)
    seats = [0, *(draw.choose.randrange(3) for _ in range(players - 1))]
    seeds = np.arange(count, dtype=np.uint64)
    seeds, given_seats = (draw.given(seeds), draw.sequence(seats)) if draw.often(0.25) else (seeds, seats)
    unmade = _core.HandBatch.__new__(_core.HandBatch)
    if draw.often(0.1):
        own = np.arange(2, dtype=np.uint64)
        draw.mischief.append(lambda: _core.HandBatch.__init__(unmade, made, [0] * players, -1, 1, own))
    _core.HandBatch.__init__(unmade, made, given_seats, draw.integer(-1, players - 1), draw.integer(1, 50), seeds)
    right = (
        np.zeros((count, made.size), np.float32),
        np.zeros((count, made.actions), np.int8),
        np.zeros(count, np.int32),
        np.zeros((count, players), np.float64),
    )
    actions = np.full(count, -2, np.int32)
    for _ in range(draw.choose.randrange(25)):
        results = right if draw.often(0.8) else tuple(draw.given(each) for each in right)
        given = draw.given(actions) if draw.often(0.2) else actions
        world().vandals.see([*right, actions] if draw.often(0.05) else [], draw.lists)
        with contextlib.suppress(*ALLOWED):
            unmade.act(given, draw.flag(), *results)
        drawn = _core.random_actions(right[1], _core.RandomStream(draw.choose.randrange(9)))
        actions = np.where(right[2] < 0, -2, drawn).astype(np.int32)
        with contextlib.suppress(*ALLOWED):
            _core.random_actions(draw.given(right[1]), _core.RandomStream(draw.work(0, 9)))
            if draw.often(0.05):
                unmade.reseed(draw.integer(0, count - 1), draw.integer(0, 9))
            if draw.often(0.05):
                unmade.set_next_deal(draw.integer(0, count - 1), draw.cards(2 * players + 5))
            if draw.often(0.05):
                actions[draw.choose.randrange(count)] = draw.choose.choice([-3, 99, 2**31 - 1, -(2**31), -1, 0, 1, 2])
    return unmade.hands()


def observation(draw: Arguments) -> Any:
    made, game, players = encoding(draw)
    hand = _core.Hand(game, any_stacks(draw, players), draw.cards(2 * players + 5))
    for _ in range(draw.choose.randrange(20)):
        if hand.over:
            break
        with contextlib.suppress(*ALLOWED):
            if hand.legal.most_raise and draw.often(0.4):
                hand.raise_to(hand.legal.most_raise)
            else:
                draw.choose.choice([hand.fold, hand.call, hand.call, hand.call])()
    seen = _core.View(hand, draw.choose.randrange(players))
    other = draw.choose.choice([seen, seen, seen, hand, None, _core.View.__new__(_core.View)])
    return made.totals(seen), made.observe(other)

"""Hostile calls of miximax, simulation and tree search."""

from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import Arguments, HostileNumber
from tests._core.hostile.world import BINS, NO_LIMIT, any_game, world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types


def searches(draw: Arguments) -> Any:
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


def search_priced(draw: Arguments) -> Any:
    here = world()
    hand = _core.Hand(NO_LIMIT, (draw.choose.choice([30, 200, 500]),) * 2, bytes(range(9)))
    for _ in range(draw.choose.randrange(5)):
        legal = None if hand.over else hand.legal
        if legal is not None and legal.most_raise and draw.often(0.5):
            hand.raise_to(draw.choose.choice([legal.least_raise, legal.most_raise]))
        elif legal is not None:
            hand.call()
    fresh = [
        _core.Belief(_core.ContextModel(here.tree, (1,) * 3, (1,) * BINS), (), None, each, (), (), 0.9)
        for each in (0, 1)
    ]
    classes = draw.choose.choice([1, 2, 3])
    node = draw.choose.choice(here.decisions) if draw.often() else draw.integer(0, 9)
    return _core.search_priced(
        hand,
        here.tree,
        draw.choose.choice([node, HostileNumber(node, draw.choose.choice(draw.mischief))]),
        draw.integer(0, classes - 1),
        draw.sequence([draw.sequence(draw.choose.choice([fresh, fresh, [*fresh[:1], None]]))] * classes),
        draw.sequence([0.3, 0.6][: classes - 1]),
        draw.number(0, 2),
        here.outlook,
        draw.sequence(draw.choose.choice([[], [20], [hand.legal.most_raise if not hand.over else 1]])),
        draw.number(0, 5),
        draw.number(0.05, 0.3),
    )


def search_tables(draw: Arguments) -> Any:
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


def simulation(draw: Arguments) -> Any:
    game, players = any_game(draw)
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


def tree_search(draw: Arguments) -> Any:
    random = _core.RandomStream(draw.integer(0, 2**64 - 1), draw.integer(0, 9))
    if draw.often(0.5):
        first = [draw.choose.getrandbits(9) for _ in range(9)]
        sparse = [cells & draw.choose.getrandbits(9) for cells in first]
        cells = [*sparse, *(draw.choose.getrandbits(9) & ~cells & 0o777 for cells in sparse)]
        search = _core.UltimateSearch(draw.sequence(cells), draw.integer(0, 9), draw.integer(0, 1))
    else:
        game, players = any_game(draw)
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

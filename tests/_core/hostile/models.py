"""Hostile calls of opponent models and beliefs."""

from typing import Any

import numpy as np

from railbird import _core as _typed_core
from tests._core.hostile.arguments import Arguments
from tests._core.hostile.world import BINS, world

_core: Any = _typed_core  # untyped, because most arguments here have wrong types


def context_model(draw: Arguments) -> Any:
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


def pool(draw: Arguments) -> Any:
    here = world()
    pool = _core.Pool(here.similarity, draw.sequence([draw.number() for _ in range(BINS)]))
    pool.count(here.node(draw), draw.number())
    pool.show(here.leaf(draw), draw.integer(0, 1), draw.integer(0, BINS - 1), draw.number())
    packed = pool.pack()
    index = draw.choose.randrange(len(packed))
    pool.add(*packed[:index], draw.given(packed[index].copy()), *packed[index + 1 :])
    return pool.actions(draw.integer(0, 1), here.decision(draw)), pool.histogram(draw.integer(0, 5), here.leaf(draw), 0)


def reading_rules(draw: Arguments) -> Any:
    counts = [draw.integer(8, 40) for _ in range(6)]
    triples = np.full((2, counts[0] if type(counts[0]) is int and 0 < counts[0] < 100 else 8, 36, 3), 1 / 3, np.float32)
    corrections = [
        ("rough", draw.integer(0, 5), draw.number(0.1), draw.number(1), draw.array("uint8", (4, 36), 0, 3))
        for _ in range(draw.choose.randrange(3))
    ]
    return _core.ReadingRules(
        triples=draw.given(triples),
        contexts=draw.sequence(counts),
        corrections=corrections,
        frequencies=[("frequencies", draw.integer(0, 5))],
        stands=draw.sequence([draw.number(0.1)]),
        blinds=draw.sequence([draw.number(), draw.number()]),
        memories=(draw.number(1), draw.number(1), draw.number(1), draw.number(1)),
        trusted=draw.number(),
        rate=draw.number(),
    )


def reading(draw: Arguments) -> Any:
    """What is known of a player, with rules that may be impossible, and the hands that fit their actions."""
    rules = world().reading_rules if draw.often() else reading_rules(draw)
    mine = _core.ReadingState(rules)
    draw.mischief.append(lambda: _core.ReadingState.__init__(mine, rules))
    state = mine.state()
    name = draw.choose.choice(list(state))
    mine.restore({**state, name: draw.given(state[name])} if draw.often() else draw.choose.choice([{}, None, {1: 2}]))
    ranges = _core.HypothesisRanges(mine, draw.mask(0, 2))
    for _ in range(draw.choose.randrange(3)):
        context = (*(draw.integer(0, 7) for _ in range(6)), draw.flag(), draw.flag())
        strata = draw.array("int64", (1326,), 0, 36)
        ranges.see(context, strata, draw.integer(0, 2), draw.flag())
        mine.learn(context, draw.integer(0, 2), strata, draw.given(ranges.likely()))
        ranges.remove(draw.mask(0, 1, 3))
    mine.saw_hand(ranges.likelihoods(draw.integer(0, 1325)))
    mine.fade()
    return mine.rows(
        draw.array("int64", (3, 6), 0, 8),
        draw.array("uint8", (3,), 0, 2),
        draw.array("uint8", (3,), 0, 2),
        draw.array("float64", (4, 5, 36)),
        draw.array("float64", (4, 5)),
    )


def belief(draw: Arguments) -> Any:
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

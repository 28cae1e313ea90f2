"""Hostile calls of opponent models and beliefs."""

from typing import Any

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

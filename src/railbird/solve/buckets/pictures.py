"""Pictures of bucket strategies: the grid of hand classes after a line of betting."""

from __future__ import annotations

from railbird.plots import Chart
from railbird.solve.buckets.strategy_place import StrategyPlace
from railbird.solve.spots.pictures import class_grid


def place_chart(place: StrategyPlace, board: str = "") -> Chart:
    """What each hand class does at a decision, on a board after the pre-flop.

    The bar of a class is as high as the part of it that gets here. A notebook shows the chart; ``save`` writes it.

    >>> import numpy as np
    >>> from railbird.abstraction import BucketStrategy, Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(preflop=3, flop=2)")
    >>> place_chart(StrategyPlace.after(BucketStrategy(tree, cards, np.ones(462)), "c r"))
    <Chart: Player 1 after c r2>
    """
    classes = place.by_class(board)
    svg = class_grid(classes, place.actions, classes.overall.tolist())
    where = f"after {place.line}" if place.line else "at the start"
    on = f" on {board}" if board else ""
    return Chart(svg, title=f"Player {place.player + 1} {where}{on}")

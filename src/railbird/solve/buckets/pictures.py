"""Pictures of bucket strategies: the grid of hand classes after a line of betting."""

from __future__ import annotations

from railbird.plots import Chart, GridAction, GridCell, hand_grid
from railbird.solve.buckets.strategy_place import StrategyPlace


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
    actions = [
        GridAction(each.name, each.letter, each.colour, share)
        for each, share in zip(place.actions, classes.overall.tolist(), strict=True)
    ]
    cells = [
        GridCell(name, float(fraction), shares)
        for name, fraction, shares, possible in zip(
            classes.names, classes.fractions, classes.frequencies.tolist(), classes.possible, strict=True
        )
        if possible or len(classes.names) > 13
    ]
    where = f"after {place.line}" if place.line else "at the start"
    on = f" on {board}" if board else ""
    return Chart(hand_grid(cells, actions), title=f"Player {place.player + 1} {where}{on}")

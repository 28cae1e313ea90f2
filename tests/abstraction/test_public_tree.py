"""The public tree of betting."""

import pytest

from railbird.abstraction import Spot, public_tree
from railbird.errors import GameError

FLOP = Spot(game="nolimit(blinds=1/2)", board="QsJh2h", pot=180, stacks=(910, 910))


def test_the_sizes_of_a_well_known_flop() -> None:
    """Bets of 52, 55 and 70 % and raises of 45 %: a bet of 94 and a raise to 260; on the turn 202 and 549."""
    tree = public_tree(FLOP, "52%; turn 55%; river 70%; raise 45%")
    assert tree.line_of(tree.node_of("c r94 r260")) == "c r94 r260"
    assert tree.paid[tree.node_of("r94 c / r202 r549")].tolist() == [94 + 202, 94 + 549]
    with pytest.raises(GameError, match="there are c, r94"):
        tree.node_of("r95")

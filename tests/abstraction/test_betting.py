"""The abstract betting game."""

import pytest

from railbird.abstraction import AbstractBetting, Line, NodeKind, count_showdowns
from railbird.errors import GameError
from railbird.game import limit, nolimit

PRINTED = {  # players: tables 2 to 6, as printed
    2: (5e3, 5e3, 1.7e3, 3.7e2, 2.7e1),
    3: (10e6, 7.6e6, 4.3e5, 2e4, 4.5e2),
    4: (5.5e9, 3.4e9, 4.9e7, 6.7e5, 5.5e3),
    5: (1.3e12, 7e11, 3.4e9, 1.7e7, 5.9e4),
    6: (1.8e14, 8.7e13, 1.8e11, 3.7e8, 5.8e5),
    7: (1.7e16, 7.6e15, 7.4e12, 7.3e9, 5.5e6),
    8: (1.3e18, 5e17, 2.6e14, 1.3e11, 5e7),
    9: (8e19, 2.9e19, 8.3e15, 2.2e12, 4.4e8),
    10: (4e21, 1.4e21, 2.3e17, 3.5e13, 3.9e9),
}
EXACT = {
    2: (5103, 5103, 1715, 375, 27),
    3: (10_116_502, 7_685_713, 435_544, 20_275, 451),
    4: (5_557_645_905, 3_475_752_146, 49_596_553, 674_445, 5_517),
    5: (1_319_557_159_116, 709_908_173_345, 3_496_737_232, 17_357_645, 59_023),
    6: (183_337_016_211_963, 87_296_059_392_139, 180_508_826_838, 379_132_716, 585_237),
}


def _counted(players: int) -> tuple[int, ...]:
    button, game = players - 1, limit(players)
    with_lain = (count_showdowns(AbstractBetting(game, cap), button) for cap in (4, 3, 2, 1))
    return (count_showdowns(AbstractBetting(game, 4)), *with_lain)


@pytest.mark.parametrize("players", PRINTED)
def test_vytrisal_6_tables_2_to_6(players: int) -> None:
    """Every cell, cut to the digits that are printed."""
    found = _counted(players)
    assert found == EXACT.get(players, found)
    for ours, printed in zip(found, PRINTED[players], strict=True):
        digits = f"{printed:e}".split("e")[0].rstrip("0").rstrip(".").replace(".", "")
        scale = 10 ** (len(str(int(printed))) - len(digits))
        assert ours // scale == int(digits)


def test_vytrisal_6_leaves_by_seat() -> None:
    betting = AbstractBetting(limit(3))
    assert [count_showdowns(betting, position) for position in range(3)] == [17_600, 19_125, 20_275]
    strict = AbstractBetting(limit(3), free_fold=False)
    assert [count_showdowns(strict, position) for position in range(3)] == [14_675, 14_925, 14_550]


def test_vytrisal_7_the_big_blind_need_not_count() -> None:
    assert count_showdowns(AbstractBetting(limit(3), big_blind_counts=False), 2) == 50_750


def test_the_tree_has_the_leaves_that_were_counted() -> None:
    betting = AbstractBetting(limit(3))
    tree = betting.tree
    assert tree.expand_all(1_000_000)
    ends = [node for node in range(tree.size) if tree.kind(node) == NodeKind.SHOWDOWN]
    assert sum(tree.still_in(node) >> 2 & 1 for node in ends) == 20_275
    assert len(ends) == count_showdowns(betting)


def test_pots_and_costs_are_those_of_the_game() -> None:
    betting = AbstractBetting(limit(3))
    node = betting.node_of("crcc" + "ccc" + "rcc" + "ccc")
    tree = betting.tree
    assert tree.kind(node) == NodeKind.SHOWDOWN
    assert [tree.paid(node, player) for player in range(3)] == [40, 40, 40]
    assert tree.pot(node) == 120
    assert betting.letters(node) == "crcccccrccccc"


def test_who_acts_is_who_acts_in_the_game() -> None:
    betting = AbstractBetting(limit(3))
    tree = betting.tree
    assert tree.actor(0) == 2  # the button is first before the flop
    assert tree.actor(betting.node_of("ccc")) == 0
    assert tree.child(0, Line.FOLD) > 0


def test_impossible_sequences_and_games_are_told() -> None:
    betting = AbstractBetting(limit(3))
    with pytest.raises(GameError, match="'r' is not possible after 'r'"):
        betting.node_of("rr")
    with pytest.raises(GameError, match="'x' is not possible after 'c'"):
        betting.node_of("cx")
    with pytest.raises(GameError, match="limit hold'em"):
        AbstractBetting(nolimit())
    with pytest.raises(GameError, match="1 to 4 bets, not 5"):
        AbstractBetting(limit(), cap=5)


def test_a_tree_that_is_too_large_is_not_made_whole() -> None:
    assert not AbstractBetting(limit(6), 4).tree.expand_all(10_000)

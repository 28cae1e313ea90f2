"""The abstract betting game."""

import pytest

from railbird.abstraction import AbstractBetting, NodeKind, betting_with, count_showdowns
from railbird.errors import GameError
from railbird.game import ActionKind, Rules, limit, nolimit

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


@pytest.mark.parametrize("players", EXACT)
def test_lain_6_tables_2_to_6(players: int) -> None:
    """The exact numbers; ``railbird reproduce lain-leaves`` compares all printed cells."""
    assert _counted(players) == EXACT[players]


def test_lain_6_leaves_by_seat() -> None:
    betting = AbstractBetting(limit(3))
    assert [count_showdowns(betting, position) for position in range(3)] == [17_600, 19_125, 20_275]
    strict = AbstractBetting(limit(3), free_fold=False)
    assert [count_showdowns(strict, position) for position in range(3)] == [14_675, 14_925, 14_550]


def test_lain_7_the_big_blind_need_not_count() -> None:
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


def test_actors_are_those_of_the_game() -> None:
    betting = AbstractBetting(limit(3))
    tree = betting.tree
    assert tree.actor(0) == 2  # the button is first pre-flop
    assert tree.actor(betting.node_of("ccc")) == 0
    assert tree.child(0, ActionKind.FOLD) > 0


def test_impossible_sequences_and_games_are_rejected() -> None:
    betting = AbstractBetting(limit(3))
    with pytest.raises(GameError, match="'r' is not legal after 'r'"):
        betting.node_of("rr")
    with pytest.raises(GameError, match="'x' is not legal after 'c'"):
        betting.node_of("cx")
    with pytest.raises(GameError, match="limit hold'em"):
        AbstractBetting(nolimit())
    with pytest.raises(GameError, match="1 to 4 bets, not 5"):
        AbstractBetting(limit(), cap=5)


def test_a_tree_that_is_too_large_is_not_expanded() -> None:
    assert not AbstractBetting(limit(6), 4).tree.expand_all(10_000)


def test_lain_1_heads_up_has_5103_lines_without_a_fold() -> None:
    betting = AbstractBetting(limit(2), 4, free_fold=False)

    def sequences(node: int) -> int:
        if betting.tree.kind(node) != NodeKind.DECISION:
            return 1
        after = [betting.tree.child(node, kind) for kind in (ActionKind.CALL, ActionKind.RAISE)]
        return sum(sequences(child) for child in after if child >= 0)

    assert sequences(0) == 7 * 9**3 == 5103


@pytest.mark.parametrize(("players", "cap", "real"), [(3, 4, True), (3, 3, False), (2, 4, True), (10, 4, True)])
def test_a_game_with_all_bets_is_the_real_one(players: int, cap: int, real: bool) -> None:
    """In the real game nobody folds for free; LAIN 41: caps of three and four."""
    betting = betting_with(limit(players), cap)
    assert betting.is_real is real
    assert betting.free_fold is not real


def test_a_game_without_a_cap_heads_up_is_never_complete() -> None:
    game = limit(3, rules=Rules(uncapped_heads_up=True))
    betting = betting_with(game, 4)
    assert not betting.is_real
    raised = betting.node_of("rfr")
    assert betting.tree.child(betting.tree.child(raised, ActionKind.RAISE), ActionKind.RAISE) < 0

"""Exhaustive counts of betting sequences ("perft") against published and independently computed numbers."""

from dataclasses import replace

import pytest

from railbird import _core
from railbird.game import Game, Rules, kuhn, leduc, limit

NOBODY = -1


def count(game: Game, *, still_in: int = NOBODY, folds: bool = True) -> tuple[int, int, int]:
    return _core.count_betting_sequences(game.native, game.stacks, still_in, folds)


def test_heads_up_limit_has_7_times_9_cubed_lines_without_a_fold() -> None:
    assert count(limit(), folds=False)[1] == 7 * 9**3 == 5103


# Vytřísal 2016, §4.1, tables 2 to 6: show-down leaves of one context tree, the dealer still in. The numbers behind the
# printed ones ("7.6·10^6", "2·10^4") need folds that are free; without them there are fewer.
@pytest.mark.parametrize(
    ("players", "cap", "free_fold", "leaves"),
    [
        (2, 4, True, 5103),
        (2, 3, True, 1715),
        (2, 2, True, 375),
        (2, 1, True, 27),
        (3, 4, True, 7_685_713),
        (3, 3, True, 435_544),
        (3, 2, True, 20_275),
        (3, 1, True, 451),
        (4, 2, True, 674_445),
        (4, 1, True, 5_517),
        (5, 1, True, 59_023),
        (6, 1, True, 585_237),
        (3, 4, False, 6_880_796),
        (3, 2, False, 14_550),
    ],
)
def test_showdown_leaves_with_the_dealer_in(players: int, cap: int, free_fold: bool, leaves: int) -> None:
    game = limit(players, cap=cap, rules=Rules(free_fold=free_fold))
    assert count(game, still_in=players - 1)[1] == leaves


def test_leaves_by_seat_of_the_searcher_with_two_bets() -> None:
    free, legal = (limit(3, cap=2, rules=Rules(free_fold=free_fold)) for free_fold in (True, False))
    assert [count(free, still_in=seat)[1] for seat in range(3)] == [17_600, 19_125, 20_275]
    assert [count(legal, still_in=seat)[1] for seat in range(3)] == [14_675, 14_925, 14_550]


def test_all_showdown_leaves_of_three_players() -> None:
    assert count(limit(3, rules=Rules(free_fold=True)))[1] == 10_116_502


def test_kuhn_and_leduc_have_the_known_numbers_of_information_sets() -> None:
    decisions, _, _ = count(kuhn())
    assert decisions * 3 == 12  # a decision knows one of three cards
    in_both_rounds, showdowns, _ = count(leduc())
    first_round = count(replace(leduc(), bets=(2,), most_raises=(2,), first=(0,), board_cards=(0,), most_actions=()))
    # In the first round one of six cards is known, by rank and suit; in the second one of the five others as well.
    information_sets = first_round[0] * 6 + (in_both_rounds - first_round[0]) * 6 * 5
    assert information_sets == 936
    assert showdowns == 25

"""Income rates, compared with a plain reference, exact equities and published tables."""

import random
from statistics import fmean, stdev

import numpy as np
import pytest

from railbird import _core
from railbird.cards import CLASSES, HandClass
from railbird.errors import StrengthError
from railbird.papers.published import read_table
from railbird.strength import class_hand_ranks, income_rates, iterated_income_rates, known_income_rates
from tests.reference.income import roll_out


def test_two_player_rates_are_exact_equities() -> None:
    """IR_2 = 1000 · (2 · equity − 1)."""
    result = income_rates(2, deals=2_000_000, seed=1)
    exact = 1000 * (2 * class_hand_ranks() - 1)
    assert np.abs((result.rates - exact) / result.standard_errors).max() < 4.5
    assert np.abs((result.rates - exact) / result.standard_errors).mean() < 1


def test_poki_10_income_rates_of_ten_players() -> None:
    """Within 30 milli-bets of the published values, and 53s above 43s."""
    result = income_rates(10, deals=3_000_000, seed=2)
    for name, published in read_table("heidenreich-figure-2").values["IR-10"].items():
        assert result[name] == pytest.approx(
            published, abs=30 + 3 * result.standard_errors[HandClass.parse(name).index]
        )
    assert result["53s"] > result["43s"]


def test_papps_tables_of_two_and_seven_players() -> None:
    seven = income_rates(7, deals=3_000_000, seed=3)
    assert seven["AA"] == pytest.approx(2043, abs=30)
    assert seven["72o"] == pytest.approx(-495, abs=15)
    assert seven.rates.argmin() == HandClass.parse("72o").index
    assert abs(int((seven.rates >= 0).sum()) - 88) <= 3


@pytest.mark.parametrize(("players", "noise", "dead"), [(2, 1.0, 0.0), (6, 1.0, 0.0), (6, 0.3, 1.5), (10, 0.0, 1.5)])
def test_roll_outs_agree_with_the_reference(players: int, noise: float, dead: float) -> None:
    loose = {str(each) for each in CLASSES if class_hand_ranks()[each.index] > 0.5}
    play = np.array([1.0 if str(each) in loose else noise for each in CLASSES])
    work = _core.IncomeRollOuts(players, play, dead)
    work.run(4, 0, 400_000, 2)
    hands, income, _ = work.tally()
    reference = roll_out(players, lambda each: play[each.index], dead, 3000, random.Random(5))
    worst = 0.0
    for name, incomes in reference.items():
        if len(incomes) < 60:
            continue
        index = HandClass.parse(name).index
        difference = fmean(incomes) - income[index] / hands[index]
        worst = max(worst, abs(difference) / (stdev(incomes) / len(incomes) ** 0.5))
    assert 0 < worst < 4.5


@pytest.mark.slow
def test_poki_11_iterated_roll_outs_settle_and_move_the_right_way() -> None:
    plain = income_rates(10, deals=400_000, seed=6)
    for noise in (0.0, 0.05):
        result = iterated_income_rates(10, noise=noise, deals=400_000, seed=6)
        assert result.settled
        for pair in ("AA", "KK", "QQ", "JJ", "TT"):
            assert result[pair] > plain[pair]
        for suited in ("KTs", "QTs", "QJs"):
            assert result[suited] < plain[suited]
        share = sum(each.combos for each in result.played) / 1326
        assert 0.3 < share < 0.6


@pytest.mark.parametrize("players", range(2, 11))
def test_tables_of_the_package_agree_with_fresh_roll_outs(players: int) -> None:
    known = known_income_rates(players)
    fresh = income_rates(players, deals=400_000, seed=99)
    assert (known.deals == 0) == (players == 2)
    errors = np.hypot(known.standard_errors, fresh.standard_errors)
    assert np.abs((known.rates - fresh.rates) / errors).max() < 4.5
    with pytest.raises(ValueError, match="read-only"):
        known.rates[0] = 0


@pytest.mark.parametrize("noise", [0.0, 0.05])
def test_iterated_tables_of_the_package_record_their_settings(noise: float) -> None:
    known = known_income_rates(10, iterated=True, noise=noise)
    assert known.settled
    assert known.rounds > 1
    assert (known.noise, known.dead_money) == (noise, 1.5)
    clearly = np.abs(known.rates) > 20
    assert np.abs(known.play - np.where(known.rates > 0, 1, noise))[clearly].max() < 0.1


@pytest.mark.parametrize("players", range(2, 11))
def test_iterated_tables_come_for_every_number_of_players(players: int) -> None:
    known = known_income_rates(players, iterated=True)
    assert (known.players, known.dead_money, known.noise, known.settled) == (players, 1.5, 0.0, True)
    assert known.rounds >= 1
    assert (known.deals == 0) == (players == 2)
    work = _core.IncomeRollOuts(players, known.play, known.dead_money)
    work.run(99, 0, 400_000, 2)
    hands, income, squares = work.tally()
    mean = income / hands
    errors = np.hypot(known.standard_errors, 1000 * np.sqrt((squares / hands - mean**2) / hands))
    assert np.abs((known.rates - 1000 * mean) / errors).max() < 4.5


def test_heads_up_the_blinds_make_every_hand_worth_playing() -> None:
    known = known_income_rates(2, iterated=True)
    assert known.rates.min() > 0
    plain = known_income_rates(2)
    np.testing.assert_allclose(known.rates, (plain.rates / 1000 + 1) / 2 * 3500 - 1000)


def test_a_missing_table_is_reported() -> None:
    for arguments in ({"players": 10, "noise": 0.3}, {"players": 6, "iterated": True, "noise": 0.05}, {"players": 11}):
        with pytest.raises(StrengthError, match="the package has no table"):
            known_income_rates(**arguments)


def test_rates_are_those_against_the_recorded_play() -> None:
    """Rolling out once more against the same players gives the same rates."""
    result = iterated_income_rates(10, deals=100_000, seed=3)
    work = _core.IncomeRollOuts(10, result.play, result.dead_money)
    work.run(3, 0, 100_000, 2)
    hands, income, _ = work.tally()
    np.testing.assert_allclose(1000 * income / hands, result.rates)


def test_without_dead_money_hardly_anything_is_played() -> None:
    result = iterated_income_rates(10, dead_money=0, deals=200_000)
    assert sum(each.combos for each in result.played) / 1326 < 0.1


def test_the_same_seed_gives_the_same_rates_on_any_number_of_threads() -> None:
    one, two = (income_rates(6, deals=100_000, seed=7, threads=threads) for threads in (1, 2))
    assert (one.rates == two.rates).all()
    assert (income_rates(6, deals=100_000, seed=8).rates != one.rates).any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "2 to 10 players"),
        ({"players": 11}, "2 to 10 players"),
        ({"players": 6, "deals": 10}, "10,000 to 10"),
        ({"players": 6, "seed": -1}, "a seed must"),
        ({"players": 6, "noise": 2}, "probability"),
        ({"players": 6, "dead_money": -1}, "dead money"),
    ],
)
def test_bad_arguments_are_rejected(arguments: dict[str, float], message: str) -> None:
    with pytest.raises(StrengthError, match=message):
        iterated_income_rates(**arguments)  # type: ignore[arg-type]

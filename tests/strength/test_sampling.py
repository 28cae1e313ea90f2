import math

import numpy as np
import pytest

from railbird import EquityError, Range, _core, equity
from railbird.strength import RandomDeals
from railbird.strength.problem import EquityProblem
from railbird.strength.sampling import DEALS_PER_LOOK, Sample, sample
from tests.reference.monte_carlo import sample_tally

PROBLEMS = [
    (("AhKh", "QsQd"), ""),
    (("AhKh", "QsQd", "JcTc"), ""),
    (("TT+, AKs", "22+:0.3, AQ:0.8, 76s"), "Kh 7d 2c"),
    (("AA, KK:0.1", "AA:0.2, QQ", "AKs, QQ:0.5"), "Qh 7d 2c"),
    (("random", "AKs"), "Qh Jd 2c 5s"),
    (("random", "15%"), "Qh Jd 2c 5s 5d"),
]


@pytest.mark.parametrize(("ranges", "board"), PROBLEMS)
def test_random_deals_agree_with_exact_equity(ranges: tuple[str, ...], board: str) -> None:
    exact = equity(ranges, board, method="exact")
    sampled = equity(ranges, board, deals=RandomDeals(count=4_000_000, seed=20))
    for truth, estimate in zip(exact.players, sampled.players, strict=True):
        assert abs(estimate.equity - truth.equity) < 4.5 * estimate.standard_error
        assert abs(estimate.win - truth.win) < 4.5 * math.sqrt(truth.win * (1 - truth.win) / 4e6)
        assert abs(estimate.tie - truth.tie) < 4.5 * math.sqrt(truth.tie * (1 - truth.tie) / 4e6) + 1e-12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ranges", "board", "dead"),
    [
        (("AhKh", "QsQd", "JcTc"), "", "2c"),
        (("AA, KK:0.1", "AA:0.2, QQ", "random"), "Qh 7d 2c", ""),
        (("15%", "random", "98s", "random"), "", ""),
        (("15%", "20%, AA:0.3") * 4, "", "2c"),
    ],
)
def test_each_deal_is_the_one_that_the_plain_algorithm_deals(ranges: tuple[str, ...], board: str, dead: str) -> None:
    problem = EquityProblem.of(ranges, board, dead)
    for seed in (0, 2**64 - 1):
        ours = sample(problem, RandomDeals(count=400, seed=seed), threads=1, progress=lambda _: None)
        plain = sample_tally(
            [Range.from_weights(row).weights.tolist() for row in problem.weights],
            [int(card) for card in problem.board],
            [int(card) for card in problem.dead],
            deals=400,
            seed=seed,
        )
        assert ours.weights.tolist() == plain


def test_the_standard_error_is_the_spread_of_the_estimate() -> None:
    truth = equity(["AhKh", "QsQd", "JcTc"]).players[0].equity
    runs = [
        equity(["AhKh", "QsQd", "JcTc"], deals=RandomDeals(count=50_000, seed=seed)).players[0] for seed in range(300)
    ]
    scores = [(run.equity - truth) / run.standard_error for run in runs]
    assert abs(np.mean(scores)) < 4 / math.sqrt(300)
    assert 0.85 < np.std(scores) < 1.15


def test_the_result_depends_on_the_seed_alone() -> None:
    for ranges in (["AhKh", "QsQd"], ["15%:0.3, AA", "random", "22+"], ["random"] * 10):
        one = equity(ranges, deals=RandomDeals(count=1_000_001, seed=5), threads=1)
        assert one.players == equity(ranges, deals=RandomDeals(count=1_000_001, seed=5), threads=3).players
        assert one.players != equity(ranges, deals=RandomDeals(count=1_000_001, seed=6)).players
        assert one.deals == 1_000_001


def test_a_target_error_is_reached_at_the_first_look_that_shows_it() -> None:
    result = equity(["15%", "random", "random"], deals=RandomDeals(standard_error=0.0003, seed=3))
    assert result.deals is not None
    assert result.deals % DEALS_PER_LOOK == 0
    assert all(player.standard_error <= 0.0003 for player in result.players)
    one_look_less = equity(["15%", "random", "random"], deals=RandomDeals(count=result.deals - DEALS_PER_LOOK, seed=3))
    assert max(player.standard_error for player in one_look_less.players) > 0.0003


def test_ten_random_players_share_evenly() -> None:
    result = equity(["random"] * 10, deals=RandomDeals(count=2_000_000, seed=1))
    for player in result.players:
        assert abs(player.equity - 0.1) < 4.5 * player.standard_error
    assert math.isclose(sum(result.equities), 1)


def test_standard_errors_follow_the_formula() -> None:
    tally = np.array([0.0, 60.0, 30.0, 10.0])
    shares = [1.0] * 60 + [0.0] * 30 + [0.5] * 10
    expected = np.std(shares, ddof=1) / math.sqrt(100)
    assert Sample(100, tally, tally).standard_errors() == pytest.approx([expected, expected])


@pytest.mark.parametrize(
    "arguments", [{"count": 1}, {"count": -5}, {"count": 10**15}, {"standard_error": 1e-7}, {"standard_error": 1.5}]
)
def test_impossible_requests_are_refused(arguments: dict[str, int]) -> None:
    with pytest.raises(EquityError):
        RandomDeals(**arguments)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_beyond_64_bits_are_refused(seed: int) -> None:
    with pytest.raises(EquityError, match="seed"):
        equity(["AA", "KK"], deals=RandomDeals(seed=seed))


CROWDED = ["KK+", "KK+", "KK+, AKs:0.3", "AK:0.9"]


def test_crowded_ranges_are_dealt_in_turn_with_the_same_result() -> None:
    board = "2c 7d Jh"
    problem = EquityProblem.of(CROWDED, board)
    assert _core.MonteCarlo(problem.weights, problem.board_mask, 0).weighted
    exact = equity(CROWDED, board, method="exact")
    scores = []
    for seed in range(40):
        sampled = equity(CROWDED, board, deals=RandomDeals(count=100_000, seed=seed))
        for truth, estimate in zip(exact.players, sampled.players, strict=True):
            scores.append((estimate.equity - truth.equity) / estimate.standard_error)
    assert abs(np.mean(scores)) < 4.5 / math.sqrt(40)  # players of one deal are not independent
    assert 0.8 < np.std(scores) < 1.2


def test_crowded_ranges_do_not_depend_on_the_number_of_threads() -> None:
    ranges = ["15%:0.3, 99"] * 10
    one = equity(ranges, deals=RandomDeals(count=300_000, seed=5), threads=1)
    assert one.players == equity(ranges, deals=RandomDeals(count=300_000, seed=5), threads=3).players
    assert all(abs(player.equity - 0.1) < 4.5 * player.standard_error for player in one.players)


def test_ranges_that_never_fit_together_are_an_error() -> None:
    with pytest.raises(EquityError, match="share so many cards"):
        equity(["QQ+"] * 7, deals=1_000)

"""The experiment on local best responses: its claims are decided by its numbers."""

from __future__ import annotations

from railbird.papers.lbr import OPPONENTS, _claims, _exact
from railbird.stats import WinRate


def test_in_leduc_a_local_best_response_wins_less_than_the_exact_one() -> None:
    best, local = _exact("random")
    assert 0 < local < best - 0.1


def test_claims_hold_for_good_numbers_and_fail_for_bad_ones() -> None:
    rates = {("nolimit", opponent, bot): WinRate(750.0, 0.0, 500) for opponent in OPPONENTS for bot in ("always-fold",)}
    rates |= {("nolimit", opponent, "simple"): WinRate(1000.0, 10.0, 500) for opponent in OPPONENTS}
    rates["nolimit", OPPONENTS[2], "simple"] = WinRate(2000.0, 10.0, 500)
    good = _claims(rates, {"always-call": (2.0, 1.5)})
    assert [claim.holds for claim in good] == [True, True, True]
    assert good[2].decided
    rates["nolimit", OPPONENTS[3], "always-fold"] = WinRate(751.0, 0.0, 500)
    rates["nolimit", OPPONENTS[2], "simple"] = WinRate(900.0, 100.0, 500)
    bad = _claims(rates, {"always-call": (2.0, 2.5)})
    assert [claim.holds for claim in bad] == [False, False, False]
    assert not bad[2].decided

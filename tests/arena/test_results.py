"""Results give arrays, data frames, charts and tables that agree with each other."""

import sys

import numpy as np
import pytest

import railbird as rb


@pytest.fixture(scope="module")
def result() -> rb.MatchResult:
    return rb.play_match(["simple", "always-call", "random"], hands=300, seed=4, dealing=rb.DealingScheme.DUPLICATE)


def test_chips_are_those_of_every_hand_and_sum_to_nothing(result: rb.MatchResult) -> None:
    assert result.chips.shape == (900, 3)
    assert np.abs(result.chips.sum(axis=1)).max() < 1e-9


def test_samples_are_deals_and_their_means_are_the_rates(result: rb.MatchResult) -> None:
    assert result.samples.shape == (300, 3)
    assert np.allclose(result.samples.mean(axis=0), [each.rate.mean for each in result.players])
    small_bet = result.definition.game.bets[0]
    assert np.allclose(result.chips.mean(axis=0) / small_bet, result.samples.mean(axis=0))


def test_adjusted_samples_are_those_of_the_adjusted_rates() -> None:
    adjusted = rb.play_match(["simple", "always-call"], hands=200, adjust=rb.Adjustment.LUCK)
    assert np.allclose(adjusted.samples.mean(axis=0), [each.rate.mean for each in adjusted.players])
    assert adjusted.players[0].rate.mean != adjusted.players[0].plain.mean


def test_the_curve_ends_with_everything_that_was_won(result: rb.MatchResult) -> None:
    at, won = result.curve(points=50)
    assert at[-1] == 900
    assert np.allclose(won[-1], result.chips.sum(axis=0) / result.definition.game.bets[0])


def test_a_data_frame_has_a_row_per_hand(result: rb.MatchResult) -> None:
    frame = result.to_pandas()
    assert list(frame.columns) == ["leg", "replicate", "hand", "simple", "always-call", "random"]
    assert len(frame) == 900
    assert frame.groupby("leg").size().tolist() == [300, 300, 300]
    assert np.array_equal(frame[["simple", "always-call", "random"]].to_numpy(), result.chips)


def test_without_pandas_the_error_says_how_to_get_it(result: rb.MatchResult, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(rb.RailbirdError, match="pip install pandas"):
        result.to_pandas()


def test_players_are_found_by_their_id(result: rb.MatchResult) -> None:
    assert result["random"].player == "random"
    with pytest.raises(KeyError, match="nobody did not play in this match; the players are simple, always-call"):
        result["nobody"]


def test_a_result_prints_as_a_table(result: rb.MatchResult) -> None:
    first, *_, last = repr(result).splitlines()
    assert first.split()[0] == "simple"
    assert last == "900 hands of limit(players=3), seed 4, sb/h"
    html = result._repr_html_()
    assert html.count("<tr>") == 4
    assert "95 % interval" in html
    assert "<polyline" in result.plot()._repr_html_()
    assert "<circle" in result.plot_rates()._repr_html_()


def test_a_stopped_match_says_how_much_is_missing() -> None:
    def enough(_: object) -> None:
        raise StopIteration

    stopped = rb.play_match(["always-call", "random"], hands=1_000_000, chunk_seconds=0.05, report=enough)
    assert not stopped.finished
    assert "of 1,000,000 planned" in repr(stopped)
    assert len(stopped.chips) == stopped.hands


def test_learning_curves_have_names_and_a_chart() -> None:
    learning = rb.play_match(["rezai", "always-call"], hands=60, replicates=2).learning_curves()
    assert learning is not None
    assert learning.players == ("rezai", "always-call")
    assert "<polygon" in learning._repr_html_()

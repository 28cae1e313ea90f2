"""Portraits of players, in words and numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.abstraction import AbstractBetting
from railbird.game import limit
from railbird.models import ContextModels, Observed, Seeds
from railbird.models.portrait import ActionFrequencies, Usage, portrait_by_counts, portrait_of, usage_of

PASSIVE = "c" * 12
"""Three players check and call to the showdown: position 2 acts first pre-flop, then position 0."""


def fresh(*, shared: bool = False) -> ContextModels:
    return ContextModels(AbstractBetting(limit(3)), Seeds(), shared=shared)


def watch(models: ContextModels, letters: str, *, theirs: int, ours: int, player: str = "ann", times: int = 1) -> None:
    """Count all actions of a player in a betting sequence."""
    tree = models.betting.tree
    for index in range(len(letters)):
        if tree.actor(models.betting.node_of(letters[:index])) == theirs:
            for _ in range(times):
                models.count(Observed(player, ours, theirs), models.betting.node_of(letters[: index + 1]))


def show(models: ContextModels, letters: str, rank: float, *, theirs: int, ours: int, player: str = "ann") -> None:
    models.show(Observed(player, ours, theirs), models.betting.node_of(letters), rank)


def test_an_unknown_player() -> None:
    portrait = portrait_of(fresh(), "zed")
    assert portrait.words == "Nothing is known about zed yet."
    assert (portrait.actions, portrait.showdowns, portrait.frequencies) == (0, 0, ())
    assert (portrait.decisions_seen, portrait.leaves_seen, portrait.mean_rank_after_bets) == (0, 0, {})
    assert math.isnan(portrait.mean_rank)


def test_the_prior_does_not_count_as_observed() -> None:
    models = fresh()
    models.belief("ann", 2, 0)
    assert portrait_of(models, "ann").words == "Nothing is known about ann yet."


def test_frequencies_are_shares_by_round_and_by_whether_there_was_a_bet() -> None:
    models = fresh()
    watch(models, "cc", theirs=0, ours=2, times=3)
    watch(models, "cf", theirs=0, ours=2)
    watch(models, "ccc", theirs=1, ours=2, times=2)
    watch(models, "ccr", theirs=1, ours=2, times=3)
    assert portrait_of(models, "ann").frequencies == (
        ActionFrequencies("pre-flop", False, 0, 0.4, 0.6, 5),
        ActionFrequencies("pre-flop", True, 0.25, 0.75, 0, 4),
    )


def test_frequencies_go_from_the_flop_to_the_river() -> None:
    models = fresh()
    watch(models, "ccc" + "crcr" + "cc" + "rcc" + "crcf", theirs=0, ours=2, times=2)
    assert portrait_of(models, "ann").frequencies == (
        ActionFrequencies("pre-flop", True, 0, 1, 0, 2),
        ActionFrequencies("flop", False, 0, 1, 0, 2),
        ActionFrequencies("flop", True, 0, 0, 1, 2),
        ActionFrequencies("turn", False, 0, 0, 1, 2),
        ActionFrequencies("river", False, 0, 1, 0, 2),
        ActionFrequencies("river", True, 1, 0, 0, 2),
    )


def test_frequencies_are_added_up_over_positions() -> None:
    models = fresh()
    watch(models, "cc", theirs=0, ours=2)
    watch(models, "cc", theirs=0, ours=1, times=2)
    watch(models, "f", theirs=2, ours=1)
    portrait = portrait_of(models, "ann")
    assert portrait.frequencies == (ActionFrequencies("pre-flop", True, 0.25, 0.75, 0, 4),)
    assert portrait.actions == 4
    assert portrait.decisions_seen == 3


def test_a_context_is_counted_once_however_often_it_was_seen() -> None:
    models = fresh()
    watch(models, PASSIVE, theirs=0, ours=2, times=5)
    watch(models, "crcc" + "c", theirs=0, ours=2)  # a raise where they called before
    portrait = portrait_of(models, "ann")
    assert (portrait.actions, portrait.decisions_seen) == (4 * 5 + 2, 4 + 1)


def test_others_are_not_mixed_in() -> None:
    models = fresh()
    watch(models, PASSIVE, theirs=0, ours=2)
    watch(models, "cccr", theirs=0, ours=2, player="bob", times=7)
    show(models, PASSIVE, 0.9, theirs=1, ours=2, player="bob")
    portrait = portrait_of(models, "ann")
    assert (portrait.actions, portrait.showdowns) == (4, 0)
    assert all(each.raise_ == 0 for each in portrait.frequencies)


def test_mean_ranks_are_grouped_by_the_players_own_bets() -> None:
    models = fresh()
    show(models, PASSIVE, 0.1, theirs=0, ours=2)
    show(models, PASSIVE, 0.2, theirs=0, ours=1)
    show(models, "ccc" + "crcc" + "ccc" * 2, 0.3, theirs=0, ours=2)  # another player bets
    show(models, "ccc" + "rcc" + "ccc" * 2, 0.5, theirs=0, ours=2)
    show(models, "ccc" + "rcc" * 3, 0.9, theirs=0, ours=2)
    portrait = portrait_of(models, "ann")
    assert portrait.mean_rank_after_bets == pytest.approx({0: 0.225, 1: 0.525, 3: 0.925})
    assert list(portrait.mean_rank_after_bets) == [0, 1, 3]
    assert portrait.mean_rank == pytest.approx((0.125 + 0.225 + 0.325 + 0.525 + 0.925) / 5)
    assert portrait.showdowns == 5
    assert portrait.leaves_seen == 5


def test_hidden_hands_count_where_they_were_spread() -> None:
    models = fresh()
    models.spread(Observed("ann", 2, 0), models.betting.node_of(PASSIVE), 0.5, 10)
    portrait = portrait_of(models, "ann")
    assert portrait.showdowns == pytest.approx(1)
    assert portrait.mean_rank == pytest.approx(0.25)


def test_an_always_caller_in_words() -> None:
    models = fresh()
    for theirs, letters in ((0, PASSIVE), (0, "rcc" + "crcc" * 3), (1, PASSIVE), (2, "crcc" + "rcc" * 3)):
        watch(models, letters, theirs=theirs, ours=(theirs + 1) % 3, times=10)
    words = portrait_of(models, "ann").words
    for part in ("plays every hand (folds 0%", "never bets after the flop (0%", "never folds to a bet there (0%)"):
        assert part in words


def test_a_tight_player_in_words() -> None:
    models = fresh()
    watch(models, "cf", theirs=0, ours=2, times=4)
    watch(models, "cc", theirs=0, ours=2)
    assert portrait_of(models, "ann").words == (
        "ann: is tight (folds 80% pre-flop when there is something to call), has shown no hand."
    )


@pytest.mark.parametrize(
    ("folds", "words"),
    [
        (0, "plays every hand (folds 0% "),
        (1, "plays every hand (folds 1% "),
        (2, "is loose (folds 2% "),
        (39, "is loose (folds 39% "),
        (40, "plays a fair number of hands (folds 40% "),
        (65, "plays a fair number of hands (folds 65% "),
        (66, "is tight (folds 66% "),
        (100, "is tight (folds 100% "),
    ],
)
def test_words_for_how_many_hands_are_played(folds: int, words: str) -> None:
    models = fresh()
    watch(models, "cf", theirs=0, ours=2, times=folds)
    watch(models, "cc", theirs=0, ours=2, times=100 - folds)
    assert f"ann: {words}" in portrait_of(models, "ann").words


@pytest.mark.parametrize(
    ("bets", "words"),
    [
        (1, ", never bets after the flop (1% of the time)"),
        (2, ", rarely bets after the flop (2% of the time)"),
        (19, ", rarely bets after the flop (19% of the time)"),
        (20, ", bets after the flop (20% of the time)"),
        (50, ", bets after the flop (50% of the time)"),
        (51, ", bets often after the flop (51% of the time)"),
    ],
)
def test_words_for_how_often_they_bet(bets: int, words: str) -> None:
    models = fresh()
    watch(models, "ccc" + "r", theirs=0, ours=2, times=bets)
    watch(models, "ccc" + "c", theirs=0, ours=2, times=100 - bets)
    assert words in portrait_of(models, "ann").words


@pytest.mark.parametrize(
    ("folds", "words"),
    [
        (1, ", never folds to a bet there (1%)"),
        (2, ", seldom folds to a bet there (2%)"),
        (19, ", seldom folds to a bet there (19%)"),
        (20, ", folds to a bet there (20%)"),
    ],
)
def test_words_for_how_often_they_fold_to_a_bet(folds: int, words: str) -> None:
    models = fresh()
    watch(models, "ccc" + "crcf", theirs=0, ours=2, times=folds)
    watch(models, "ccc" + "crcc", theirs=0, ours=2, times=100 - folds)
    assert words in portrait_of(models, "ann").words


def test_words_for_the_hands_they_show() -> None:
    models = fresh()
    watch(models, PASSIVE, theirs=0, ours=2)
    for rank in (0.31, 0.36):
        show(models, PASSIVE, rank, theirs=0, ours=2)
    assert portrait_of(models, "ann").words.endswith(", shows hands of mean rank 0.35.")
    for rank in (0.71, 0.76):
        show(models, "ccc" + "rcc" * 2 + "ccc", rank, theirs=0, ours=2)
    assert portrait_of(models, "ann").words.endswith(
        ", shows hands of mean rank 0.55, from 0.35 with 0 bets to 0.75 with 2 bets."
    )


def test_observations_that_decayed_to_nothing_are_not_mentioned() -> None:
    models = fresh()
    watch(models, "cc", theirs=0, ours=2)
    for _ in range(200):
        models.decay(0.001)
    assert portrait_of(models, "ann").words == "Nothing is known about ann yet."


def test_the_three_player_game_has_57000_leaves() -> None:
    usage = usage_of(fresh())
    assert usage == Usage(0, 57_000)
    assert usage.share == 0


def test_lain_38_leaves_are_counted_once_for_each_of_our_positions() -> None:
    models = fresh()
    show(models, PASSIVE, 0.3, theirs=0, ours=2)
    show(models, PASSIVE, 0.8, theirs=0, ours=2)
    show(models, PASSIVE, 0.8, theirs=1, ours=2, player="bob")
    assert usage_of(models).leaves_seen == 1
    show(models, PASSIVE, 0.8, theirs=0, ours=1)
    show(models, "ccc" + "rcc" + "ccc" * 2, 0.8, theirs=0, ours=2)
    watch(models, "rcc" + "ccc" * 3, theirs=0, ours=2)
    usage = usage_of(models)
    assert usage.leaves_seen == 3
    assert usage.share == 3 / 57_000


def test_shared_models_have_the_leaves_of_one_tree() -> None:
    models = fresh(shared=True)
    show(models, PASSIVE, 0.3, theirs=0, ours=2)
    show(models, PASSIVE, 0.3, theirs=0, ours=1)
    usage = usage_of(models)
    assert usage.leaves_seen == 1
    assert 57_000 / 3 < usage.leaves < 57_000


def counts(seen: dict[tuple[int, int], tuple[float, float, float]]) -> NDArray[np.float64]:
    """Folds, calls and raises by round and bets to call."""
    result = np.zeros((4, 3, 3))
    for index, lines in seen.items():
        result[index] = lines
    return result


def test_a_portrait_without_counts() -> None:
    portrait = portrait_by_counts("zed", counts({}))
    assert portrait.words == "Nothing is known about zed yet."
    assert (portrait.actions, portrait.frequencies, portrait.decisions_seen) == (0, (), 0)


def test_frequencies_by_counts_are_shares_by_round_and_by_whether_there_was_a_bet() -> None:
    """One bet to call, and two or more, are summed; each is a context of its own."""
    seen = {
        (0, 1): (6.0, 3.0, 1.0),
        (0, 2): (10.0, 0.0, 0.0),
        (1, 0): (0.0, 3.0, 1.0),
        (3, 0): (0.0, 2.0, 0.0),
        (3, 2): (0.5, 1.5, 0.0),
    }
    portrait = portrait_by_counts("ann", counts(seen))
    assert portrait.frequencies == (
        ActionFrequencies("pre-flop", True, 0.8, 0.15, 0.05, 20),
        ActionFrequencies("flop", False, 0, 0.75, 0.25, 4),
        ActionFrequencies("river", False, 0, 1, 0, 2),
        ActionFrequencies("river", True, 0.25, 0.75, 0, 2),
    )
    assert (portrait.player, portrait.actions, portrait.decisions_seen) == ("ann", 28, 5)


def test_words_from_counts_describe_the_frequencies() -> None:
    seen = {(0, 1): (8.0, 2.0, 0.0), (2, 0): (0.0, 1.0, 3.0), (3, 1): (1.0, 9.0, 0.0)}
    assert portrait_by_counts("ann", counts(seen)).words == (
        "ann: is tight (folds 80% pre-flop when there is something to call), "
        "bets often after the flop (75% of the time), seldom folds to a bet there (10%)."
    )
    assert portrait_by_counts("bob", counts({(0, 2): (0.0, 1.0, 0.0)})).words == (
        "bob: plays every hand (folds 0% pre-flop when there is something to call)."
    )


def test_portraits_from_counts_have_no_shown_hands() -> None:
    portrait = portrait_by_counts("ann", counts({(1, 0): (0.0, 5.0, 5.0)}))
    assert (portrait.showdowns, portrait.mean_rank_after_bets, portrait.leaves_seen) == (None, {}, 0)
    assert math.isnan(portrait.mean_rank)
    assert "show" not in portrait.words

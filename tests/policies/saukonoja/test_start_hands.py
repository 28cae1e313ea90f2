"""Pre-flop play by the order of starting hands."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from railbird.cards import CLASS_OF_HAND, CLASSES, HANDS, HandClass
from railbird.policies.saukonoja.start_hands import START_HANDS, StartHands, raise_shares
from railbird.policies.triples import Array
from railbird.strength import start_hand_order

FOLDED = {"82o", "42s", "73o", "53o", "63o", "32s", "43o", "72o", "52o", "62o", "42o", "32o"}


def by_hand(players: int = 2) -> Array:
    """How often each of the 1326 hands is raised; -1 for those that are not played."""
    return raise_shares(players)[CLASS_OF_HAND]


def in_order(players: int = 2) -> Array:
    """The same by class, from the best to the worst."""
    return raise_shares(players)[[each.index for each in start_hand_order()]]


def test_saukonoja_13_of_100_000_random_hands_90_to_93_percent_are_played() -> None:
    dealt = np.random.default_rng(13).integers(HANDS, size=100_000)
    assert 0.90 <= (by_hand()[dealt] >= 0).mean() <= 0.93


def test_saukonoja_13_heads_up_all_but_twelve_classes_are_played() -> None:
    """Down to 83o: 1198 of 1326 hands."""
    assert (by_hand() >= 0).sum() == 1198
    assert {str(each) for each in CLASSES if raise_shares(2)[each.index] < 0} == FOLDED


def test_saukonoja_14_of_100_000_random_hands_as_many_are_raised_as_called_or_slightly_fewer() -> None:
    chance = np.random.default_rng(14)
    shares = by_hand()[chance.integers(HANDS, size=100_000)]
    played = shares[shares >= 0]
    raised = (chance.random(len(played)) < played).sum()
    assert 0.90 <= raised / (len(played) - raised) <= 1.00


@pytest.mark.parametrize("players", range(2, 11))
def test_saukonoja_14_the_share_of_played_hands_that_are_raised_is_as_set(players: int) -> None:
    shares = by_hand(players)
    assert shares[shares >= 0].mean() == pytest.approx(START_HANDS.raised, abs=1e-9)


@pytest.mark.parametrize("players", range(2, 11))
def test_saukonoja_14_every_played_hand_is_sometimes_raised_and_sometimes_called(players: int) -> None:
    shares = raise_shares(players)
    played = shares[shares >= 0]
    assert played.min() >= 0.05
    assert played.max() <= 0.95
    assert set(shares[shares < 0]) == {-1.0}


@pytest.mark.parametrize("players", range(2, 11))
def test_worse_hands_are_not_raised_more(players: int) -> None:
    shares = in_order(players)
    assert (np.diff(shares) <= 0).all()
    assert shares[0] > shares[shares >= 0].min()


def test_more_players_play_fewer_hands_each() -> None:
    shares = [(by_hand(players) >= 0).mean() for players in range(2, 11)]
    assert all(one > next_ for one, next_ in pairwise(shares))
    assert shares[-1] == pytest.approx(0.20, abs=0.01)
    assert START_HANDS.played(2) == pytest.approx(START_HANDS.heads_up)
    assert START_HANDS.played(10) == START_HANDS.played(11) == START_HANDS.full


def test_a_hand_played_at_a_full_table_is_played_heads_up() -> None:
    for players in range(2, 10):
        assert ((raise_shares(players + 1) < 0) | (raise_shares(players) >= 0)).all()
    assert raise_shares(10)[HandClass.parse("AA").index] > 0


def test_saukonoja_51_shares_of_played_and_raised_hands_can_be_set() -> None:
    tight = raise_shares(2, StartHands(heads_up=0.5, full=0.1, raised=0.8, slope=0.0))
    played = tight[CLASS_OF_HAND] >= 0
    assert 0.48 < played.mean() <= 0.5
    assert tight[CLASS_OF_HAND][played] == pytest.approx(np.full(played.sum(), 0.8))


def test_the_table_has_all_classes_and_is_read_only() -> None:
    assert raise_shares(2).shape == (len(CLASSES),)
    with pytest.raises(ValueError, match="read-only"):
        raise_shares(2)[0] = 0.0


@pytest.mark.parametrize(
    "given",
    [
        *({"heads_up": 0.0}, {"heads_up": 1.1}, {"full": 0.0}, {"full": 0.95}, {"raised": -0.1}, {"raised": 1.1}),
        *({"slope": -0.1}, {"slope": 1.5}, {"heads_up": float("nan")}, {"slope": float("nan")}),
    ],
)
def test_invalid_shares_are_refused(given: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be between"):
        StartHands(**given)

"""Action chains: all hands against a player with the same beginning."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.models.saukonoja.action_chains import BINS, ActionChains, Ending, Matches

State = dict[str, NDArray[Any]]


class Kept(NamedTuple):
    """A hand to be added."""

    chain: str
    ours: list[float]
    theirs: list[float]
    ending: Ending
    shown: float | None


def any_hand(choose: Random) -> Kept:
    """A random chain; equal hands are frequent, as in poker, and amounts only grow."""
    chain = choose.choice("fl")
    for _ in range(choose.randrange(12)):
        chain += choose.choices("crCR/", [4, 2, 4, 2, 1])[0]
    ending = choose.choice(list(Ending))
    if ending is not Ending.SHOWDOWN:
        chain += "F" if ending is Ending.OPPONENT_FOLDS else "f"
    ours, theirs = (sorted(float(choose.randrange(20)) for _ in chain) for _ in range(2))
    shown = choose.choice([0.0, 1.0, choose.random()]) if ending is Ending.SHOWDOWN and choose.random() < 0.8 else None
    return Kept(chain, ours, theirs, ending, shown)


def store_of(hands: list[Kept], decay: float = 1.0) -> ActionChains:
    chains = ActionChains(decay)
    for hand in hands:
        chains.add(*hand)
    return chains


def random_hands(count: int, seed: int) -> list[Kept]:
    choose = Random(seed)
    return [any_hand(choose) for _ in range(count)]


def matches(chains: ActionChains, beginning: str) -> Matches:
    hands = chains.matching(beginning)
    assert hands is not None
    return hands


def mean(values: list[float]) -> float | None:
    return sum(values) / len(values) if values else None


def test_saukonoja_18_a_query_matches_exactly_the_hands_with_that_beginning() -> None:
    """Compared with a plain search through a list of 10,000 hands."""
    hands = random_hands(10_000, 18)
    chains = store_of(hands)
    assert chains.hands == len(hands)
    beginnings = sorted({hand.chain[:length] for hand in hands for length in range(1, len(hand.chain) + 1)})
    assert len(chains) == len(beginnings)
    choose = Random(1)
    short = [each for each in beginnings if len(each) <= 4]
    for beginning in (*short, *choose.sample(beginnings, 150)):
        alike = [hand for hand in hands if hand.chain.startswith(beginning)]
        index = len(beginning) - 1
        asked = matches(chains, beginning)
        assert asked.count == len(alike)
        for ending in Ending:
            ended = [hand for hand in alike if hand.ending is ending]
            assert asked.share(ending) == pytest.approx(len(ended) / len(alike))
            assert asked.ours(ending) == pytest.approx(mean([hand.ours[-1] - hand.ours[index] for hand in ended]))
            assert asked.theirs(ending) == pytest.approx(mean([hand.theirs[-1] - hand.theirs[index] for hand in ended]))
        shown = [hand.shown for hand in alike if hand.shown is not None]
        assert asked.shown == len(shown)
        assert asked.strength == pytest.approx(mean(shown))
        for strength in (0.0, 0.13, 0.5, 0.98, 1.0):
            bins = [min(int(each * BINS), BINS - 1) for each in shown]
            weaker = mean([min(max(strength * BINS - each, 0.0), 1.0) for each in bins])
            assert asked.weaker(strength) == pytest.approx(weaker)


def test_saukonoja_18_an_unseen_beginning_has_no_matches() -> None:
    hands = random_hands(200, 3)
    chains = store_of(hands)
    for beginning in ("", "x", "fcCrRcCrRcCrRcC", "F", hands[0].chain + "RRRRRR"):
        assert chains.matching(beginning) is None
    assert ActionChains().matching("f") is None


SYNTHETIC = [
    Kept("frF", [0, 1, 1], [0, 0, 0], Ending.OPPONENT_FOLDS, None),
    Kept("frF", [0, 1, 1], [0, 0, 0], Ending.OPPONENT_FOLDS, None),
    Kept("frC/cC", [0, 1, 1, 1, 1, 1], [0, 0, 1, 1, 1, 1], Ending.SHOWDOWN, 0.4),
    Kept("frC/rC", [0, 1, 1, 1, 3, 3], [0, 0, 1, 1, 1, 3], Ending.SHOWDOWN, 0.9),
    Kept("frRf", [0, 1, 1, 1], [0, 0, 2, 2], Ending.WE_FOLD, None),
    Kept("fcRf", [0, 0, 0, 0], [0, 0, 1, 1], Ending.WE_FOLD, None),
    Kept("lCrF", [0, 0, 1, 1], [0, 0, 0, 0], Ending.OPPONENT_FOLDS, None),
]


def test_saukonoja_20_folds_and_strength_are_averages_over_the_matching_hands() -> None:
    bet = matches(store_of(SYNTHETIC), "fr")
    assert bet.count == 5
    assert [bet.share(ending) for ending in Ending] == [2 / 5, 1 / 5, 2 / 5]
    assert [bet.ours(ending) for ending in Ending] == [0, 0, 1]
    assert [bet.theirs(ending) for ending in Ending] == [0, 2, 2]
    assert bet.shown == 2
    assert bet.strength == pytest.approx(0.65)
    checked = matches(store_of(SYNTHETIC), "fc")
    assert [checked.share(ending) for ending in Ending] == [0, 1, 0]
    assert (checked.ours(Ending.SHOWDOWN), checked.strength, checked.weaker(0.5)) == (None, None, None)


def test_saukonoja_20_acting_first_and_last_are_kept_apart() -> None:
    chains = store_of(SYNTHETIC)
    assert (matches(chains, "f").count, matches(chains, "l").count) == (6, 1)


def test_saukonoja_22_hands_without_a_showdown_count_as_well() -> None:
    folds = [hand for hand in SYNTHETIC if hand.ending is not Ending.SHOWDOWN]
    begun = matches(store_of(folds), "f")
    assert (begun.count, begun.shown, begun.share(Ending.OPPONENT_FOLDS)) == (4, 0, 0.5)


def test_the_share_of_weaker_hands_is_interpolated_within_a_bin() -> None:
    choose = Random(2)
    shown = [choose.random() for _ in range(2000)]
    begun = matches(store_of([Kept("f", [0], [0], Ending.SHOWDOWN, each) for each in shown]), "f")
    for strength in (0.05, 0.31, 0.5, 0.77, 1.0):
        assert begun.weaker(strength) == pytest.approx(np.mean(np.array(shown) < strength), abs=0.02)
    shares = [begun.weaker(index / 100) or 0.0 for index in range(101)]
    assert shares == sorted(shares)
    assert (shares[0], shares[-1]) == (0, 1)


def test_saukonoja_23_older_hands_count_less_with_decay() -> None:
    chains = ActionChains(0.9)
    for _ in range(20):
        chains.add("fc", [0, 0], [0, 0], Ending.SHOWDOWN, 0.2)
    assert matches(chains, "fc").count == pytest.approx((1 - 0.9**20) / 0.1)
    for _ in range(5):
        chains.add("fcF", [0, 0, 0], [0, 0, 0], Ending.OPPONENT_FOLDS, None)
    old = 0.9**5 * (1 - 0.9**20) / 0.1
    new = (1 - 0.9**5) / 0.1
    assert matches(chains, "fc").share(Ending.OPPONENT_FOLDS) == pytest.approx(new / (old + new))
    assert matches(chains, "fc").strength == pytest.approx(0.2)
    assert chains.hands == 25


def test_saukonoja_23_only_beginnings_seen_again_decay() -> None:
    chains = ActionChains(0.5)
    chains.add("fr", [0, 1], [0, 0], Ending.SHOWDOWN, 0.3)
    chains.add("fc", [0, 0], [0, 0], Ending.SHOWDOWN, 0.3)
    assert (matches(chains, "f").count, matches(chains, "fr").count, matches(chains, "fc").count) == (1.5, 1, 1)


def assert_same(one: State, other: State) -> None:
    assert set(one) == set(other)
    for name in one:
        assert one[name].dtype == other[name].dtype
        assert (one[name] == other[name]).all()


@pytest.mark.parametrize("decay", [1.0, 0.9])
@pytest.mark.parametrize("count", [0, 1, 700])
def test_saukonoja_23_a_saved_state_is_restored_exactly_and_continues_alike(count: int, decay: float) -> None:
    hands = random_hands(count, 23)
    chains, again = store_of(hands, decay), ActionChains(decay)
    again.restore(chains.state())
    assert_same(again.state(), chains.state())
    for hand in random_hands(200, 24):
        for each in (chains, again):
            each.add(*hand)
    assert_same(again.state(), chains.state())


def test_a_saved_state_does_not_change_later() -> None:
    chains = store_of(SYNTHETIC)
    state = chains.state()
    before = {name: part.copy() for name, part in state.items()}
    chains.add(*SYNTHETIC[0])
    assert_same(state, before)


def changed(part: NDArray[Any], value: float) -> NDArray[Any]:
    other = part.astype(np.float64)
    other.flat[-1] = value
    return other


GOOD = store_of(SYNTHETIC).state()
DAMAGED: dict[str, State] = {
    **{f"without {name}": {key: part for key, part in GOOD.items() if key != name} for name in GOOD},
    "fewer sums": {**GOOD, "sums": GOOD["sums"][:-1]},
    "narrower sums": {**GOOD, "sums": GOOD["sums"][:, :-1]},
    "sums in a row": {**GOOD, "sums": GOOD["sums"].ravel()},
    "sums below 0": {**GOOD, "sums": changed(GOOD["sums"], -1)},
    "sums that are not numbers": {**GOOD, "sums": changed(GOOD["sums"], np.nan)},
    "infinite sums": {**GOOD, "sums": changed(GOOD["sums"], np.inf)},
    "sums that are words": {**GOOD, "sums": np.full(GOOD["sums"].shape, "x")},
    "fewer chains": {**GOOD, "chains": np.frombuffer(b"f\nfr", dtype=np.uint8)},
    "other letters": {**GOOD, "chains": np.where(GOOD["chains"] == ord("c"), ord("x"), GOOD["chains"])},
    "bytes that are not ASCII": {**GOOD, "chains": GOOD["chains"] | 128},
    "the same chain twice": {**GOOD, "chains": np.where(GOOD["chains"] == ord("l"), ord("f"), GOOD["chains"])},
    "an empty chain": {**GOOD, "chains": np.concatenate([[10], GOOD["chains"]]), "sums": np.zeros((15, 21))},
    "no number of hands": {**GOOD, "hands": np.array([], dtype=np.int64)},
    "hands below 0": {**GOOD, "hands": np.array([-1])},
    "too many hands": {**GOOD, "hands": np.array([10**13])},
}


@pytest.mark.parametrize("harm", DAMAGED)
def test_saukonoja_23_damaged_states_are_refused_and_change_nothing(harm: str) -> None:
    chains = store_of(random_hands(30, 5))
    before = chains.state()
    with pytest.raises((KeyError, ValueError)):
        chains.restore(DAMAGED[harm])
    assert_same(chains.state(), before)


@pytest.mark.parametrize(("ours", "theirs"), [([0.0], [0.0, 0.0]), ([0.0, 0.0], [0.0, 0.0, 0.0]), ([], [])])
def test_amounts_belong_to_the_letters_of_a_chain(ours: list[float], theirs: list[float]) -> None:
    chains = ActionChains()
    with pytest.raises(ValueError, match="a chain of 2 symbols"):
        chains.add("fc", ours, theirs, Ending.SHOWDOWN, None)
    assert (len(chains), chains.hands) == (0, 0)

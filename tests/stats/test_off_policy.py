"""Off-policy estimates in Leduc, over all deals and all betting: means are exact, and where they would be biased."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import numpy as np
import pytest

from railbird.errors import RailbirdError
from railbird.game import CALL, FOLD, Hand, View, leduc, raise_to, replay
from railbird.game.dealing import deck
from railbird.game.holdings import holdings
from railbird.stats.aivat import Decided, Policy
from railbird.stats.off_policy import OffPolicy

GAME = leduc()


def random_policy(seed: int, least: float = 0.0) -> Policy:
    """A strategy drawn from a seed: probabilities for each holding at each public state."""

    @functools.cache
    def rows(key: str, actions: int) -> np.ndarray:
        random = np.random.default_rng([seed, *key.encode()])
        shares = random.dirichlet(np.ones(actions), len(holdings(GAME)))
        return least / actions + (1 - least) * shares

    def policy(view: View) -> Decided:
        legal = view.legal
        actions = ([FOLD] if legal.fold else []) + [CALL] + ([raise_to(legal.least_raise)] if legal.most_raise else [])
        betting = " ".join(map(str, view.actions))
        return tuple(actions), rows(f"{bytes(view.board_bytes).hex()}|{betting}", len(actions))

    return policy


@dataclass
class Played:
    """A finished hand, with the probability of chance and of each player."""

    hand: Hand
    chance: float
    own: float
    other: float


@functools.cache
def hands(own: Policy, other: Policy, position: int) -> tuple[Played, ...]:
    """All deals and all betting."""
    return tuple(_hands(own, other, position))


def _hands(own: Policy, other: Policy, position: int) -> Iterator[Played]:
    deals = list(permutations(sorted(deck(GAME)), 3))
    for deal in deals:
        stack = [Played(Hand(GAME, bytes(deal)), 1 / len(deals), 1.0, 1.0)]
        while stack:
            at = stack.pop()
            if at.hand.over:
                yield at
                continue
            actor = at.hand.actor
            actions, shares = (own if actor == position else other)(at.hand.view(actor))
            row = shares[holdings(GAME).index(at.hand.hole_bytes[actor])]
            for action, share in zip(actions, row.tolist(), strict=True):
                after = at.hand.clone()
                after.act(action)
                mine, theirs = (share, 1.0) if actor == position else (1.0, share)
                stack.append(Played(after, at.chance, at.own * mine, at.other * theirs))


@functools.cache
def value_of(own: Policy, other: Policy, position: int) -> float:
    return sum(at.chance * at.own * at.other * float(at.hand.payoffs[position]) for at in hands(own, other, position))


def hidden(hand: Hand, position: int) -> Hand:
    """The hand as its player knows it: the opponent's cards only at a showdown."""
    if not any(hand.folded):
        return hand
    deal = bytearray(hand.deal)
    other = 1 - position
    deal[other : other + 1] = b"\xff"
    known = Hand(GAME, bytes(deal))
    for action in hand.actions:
        known.apply(action.kind, action.amount)
    return known


ACTED, CANDIDATE, OPPONENT = random_policy(1, 0.3), random_policy(2), random_policy(3)


@functools.cache
def mean_and_variance(estimator: OffPolicy, position: int, *, shown: bool) -> tuple[float, float]:
    mean = square = 0.0
    for at in hands(ACTED, OPPONENT, position):
        weight = at.chance * at.own * at.other
        known = at.hand if shown else hidden(at.hand, position)
        _, value = estimator.values(known, position, [ACTED, CANDIDATE], [1, 0])
        mean += weight * value
        square += weight * value**2
    return mean, square - mean**2


@pytest.mark.parametrize("early_folds", [False, True])
@pytest.mark.parametrize("imaginary", [False, True])
def test_estimates_have_the_right_mean_though_the_opponents_cards_are_seen_at_showdowns_only(
    imaginary: bool, early_folds: bool
) -> None:
    found = mean_and_variance(OffPolicy(imaginary, early_folds), 0, shown=False)
    assert found[0] == pytest.approx(value_of(CANDIDATE, OPPONENT, 0), abs=1e-9)


def test_estimates_have_the_right_mean_if_all_cards_are_known() -> None:
    found = mean_and_variance(OffPolicy(open_cards=True), 0, shown=True)
    assert found[0] == pytest.approx(value_of(CANDIDATE, OPPONENT, 0), abs=1e-9)


def test_the_second_seat_is_estimated_alike() -> None:
    exact = value_of(CANDIDATE, OPPONENT, 1)
    assert mean_and_variance(OffPolicy(), 1, shown=False)[0] == pytest.approx(exact, abs=1e-9)


def test_imaginary_observations_and_early_folds_narrow_the_estimates() -> None:
    plain = mean_and_variance(OffPolicy(imaginary=False, early_folds=False), 0, shown=False)[1]
    imagined = mean_and_variance(OffPolicy(early_folds=False), 0, shown=False)[1]
    both = mean_and_variance(OffPolicy(), 0, shown=False)[1]
    known = mean_and_variance(OffPolicy(open_cards=True), 0, shown=True)[1]
    assert known < both < imagined < plain
    assert [round(each, 1) for each in (plain, imagined, both, known)] == [101.5, 38.7, 29.0, 19.1]  # as in the guide


def test_several_strategies_that_take_turns_are_all_assessed_by_every_hand() -> None:
    shares = [0.7, 0.3]
    exact = [value_of(policy, OPPONENT, 0) for policy in (ACTED, CANDIDATE)]
    means = np.zeros(2)
    for policy, share in zip((ACTED, CANDIDATE), shares, strict=True):
        for at in hands(policy, OPPONENT, 0):
            weight = share * at.chance * at.own * at.other
            if weight:
                means += weight * np.array(OffPolicy().values(hidden(at.hand, 0), 0, [ACTED, CANDIDATE], shares))
    assert means == pytest.approx(exact, abs=1e-9)


def test_a_strategy_is_worth_to_itself_what_it_won() -> None:
    hand = Hand.parse("leduc; Ks As / Qh; r c c r c")
    (value,) = OffPolicy(imaginary=False, early_folds=False).values(hand, 0, [ACTED], [1])
    assert value == pytest.approx(float(hand.payoffs[0]))


def test_estimates_need_a_finished_hand_and_the_strategy_that_played() -> None:
    with pytest.raises(RailbirdError, match="finished hand of two players"):
        OffPolicy().values(Hand.parse("leduc; Ks As / Qh; r"), 0, [ACTED, CANDIDATE], [1, 0])
    with pytest.raises(RailbirdError, match="the opponent's cards are not known"):
        OffPolicy(open_cards=True).values(
            hidden(Hand.parse("leduc; Ks As / Qh; r f"), 0), 0, [ACTED, CANDIDATE], [1, 0]
        )

    def folder(view: View) -> Decided:
        return (FOLD if view.legal.fold else CALL,), np.ones((6, 1))

    with pytest.raises(RailbirdError, match="no strategy that may have acted plays"):
        OffPolicy().values(Hand.parse("leduc; Ks As / Qh; r c c r c"), 0, [folder, CANDIDATE], [1, 0])


def reaches(policy: Policy, hand: Hand, position: int) -> np.ndarray:
    """[holdings]: the probability that a strategy plays its own part of a hand, with each holding."""
    result = np.ones(len(holdings(GAME)))
    for state, action in replay(hand):
        if action.player == position:
            actions, shares = policy(state.view(position))
            kinds = [each.kind for each in actions]
            result *= shares[:, kinds.index(action.kind)]
    return result


@pytest.mark.parametrize("knows_their_card", [False, True])
def test_imaginary_observations_at_folds_would_be_biased_unless_the_opponents_cards_are_known(
    knows_their_card: bool,
) -> None:
    """Where a fold ends the hand, all of our holdings would have won the same; but which are possible is hidden."""
    exact = value_of(CANDIDATE, OPPONENT, 0)
    mean = 0.0
    for at in hands(ACTED, OPPONENT, 0):
        weight = at.chance * at.own * at.other
        if any(at.hand.folded):
            gone = at.hand.board_bytes + (at.hand.hole_bytes[1] if knows_their_card else b"")
            possible = holdings(GAME).apart_from(gone)
            acted, candidate = (reaches(policy, at.hand, 0)[possible].sum() for policy in (ACTED, CANDIDATE))
            mean += weight * float(at.hand.payoffs[0]) * candidate / acted
        else:
            _, value = OffPolicy(early_folds=False).values(at.hand, 0, [ACTED, CANDIDATE], [1, 0])
            mean += weight * value
    if knows_their_card:
        assert mean == pytest.approx(exact, abs=1e-9)
    else:
        assert abs(mean - exact) > 0.001

"""Models learned from hands whose cards are hidden: similar information sets, expected counts, and a prior."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.abstraction import BucketStrategy, Spot, public_tree
from railbird.abstraction.bucket_strategy import rows_needed
from railbird.abstraction.cards import build_abstraction
from railbird.agent import Bot, Choice
from railbird.arena.watching import watched_hands
from railbird.cards import Card
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, UNKNOWN_CARD, Hand, View, leduc
from railbird.models.betting_contexts import BettingContexts, betting_context, rough_context
from railbird.models.bucket_counts import BucketCounts
from railbird.models.bucket_learner import BucketLearner, SimilarSets, strengths_of
from railbird.solve.buckets import joint_tables

TREE = public_tree(Spot("leduc"))
CARDS = build_abstraction(TREE.spot.game, "buckets(by=class)")


def test_contexts_tell_streets_raises_and_initiative_apart() -> None:
    assert betting_context(TREE, 0) == (0, 0, 0, False, "nobody")
    after = BucketCounts(TREE, CARDS).steps(Hand.parse("leduc; Ks As / Qh; r c c r c"), 1)
    assert betting_context(TREE, after[1][0]) == (1, 1, 0, False, "other")


def learner(prior: BucketStrategy | None = None, even: float = 0.02) -> BucketLearner:
    tables = joint_tables(CARDS)
    strengths, shares = strengths_of(tables.meetings, tables.wins, CARDS.parents)
    prior = prior or BucketStrategy(TREE, CARDS, np.ones(rows_needed(TREE, CARDS)))
    pools = [
        SimilarSets(BettingContexts(TREE, strengths, shares, 3, context), 5, 0.1, 20)
        for context in (betting_context, rough_context)
    ]
    return BucketLearner(prior, pools, 5, even)


def test_strengths_are_winning_chances() -> None:
    tables = joint_tables(CARDS)
    strengths, shares = strengths_of(tables.meetings, tables.wins, CARDS.parents)
    assert [float(share.sum()) for share in shares] == pytest.approx([1, 1])
    assert np.all(np.diff(strengths[0]) > 0)  # queen, king, ace
    assert float((strengths[0] * shares[0]).sum()) == pytest.approx(0.5)


class FoldsQueens(Bot):
    """Folds a queen to every bet, and never another card; checks and calls otherwise."""

    def act(self, view: View) -> Choice:
        return FOLD if view.to_call and str(view.hole_cards[0]).startswith("Q") else CALL


def test_hidden_hands_are_learned_too() -> None:
    """A player who folds every queen to a bet never shows one then: what they folded is inferred."""
    found = learner()
    for hand, position in watched_hands(parse_bot(FoldsQueens), leduc(), 3000, against="random", seed=6):
        deal = bytearray(hand.deal)
        if any(hand.folded):
            deal[position] = UNKNOWN_CARD
        seen = Hand(leduc(), bytes(deal))
        for action in hand.actions:
            seen.apply(action.kind, action.amount)
        found.learn(seen, position, hand.hole_bytes[1 - position] + hand.board_bytes)
    assert found.hands == 3000
    folds = found.probabilities(TREE.node_of("r2"))[:, 0]
    queen, king, ace = (float(folds[CARDS.bucket(card)]) for card in ("Qs", "Ks", "As"))
    assert queen > 0.8
    assert max(king, ace) < 0.2


def test_a_hidden_fold_of_hands_that_the_prior_never_folds_is_learned_too() -> None:
    """Somebody who folds everything, though the prior folds queens alone, is not taken to have many queens."""
    rows = BucketStrategy(TREE, CARDS, np.ones(rows_needed(TREE, CARDS))).probabilities()
    prior, node, queen = BucketStrategy(TREE, CARDS, rows), TREE.node_of("r2"), CARDS.bucket("Qs")
    start = BucketCounts(TREE, CARDS).start[node]
    for bucket in range(3):
        rows[start + 3 * bucket : start + 3 * bucket + 3] = (1, 0, 0) if bucket == queen else (0, 1, 0)
    prior = BucketStrategy(TREE, CARDS, rows)
    assert prior.at(node)[:, 0].sum() == pytest.approx(1)
    found, sure = learner(prior), learner(prior, even=0.0)
    for each in (found, sure):
        for _ in range(300):
            hand = Hand(leduc(), bytes([Card("Ks"), UNKNOWN_CARD, Card("As")]))
            hand.play("r f")
            each.learn(hand, 1, bytes([Card("Ks")]))
    assert found.probabilities(node)[:, 0].min() > 0.9
    assert sure.probabilities(node)[:, 0].min() == 0  # what has no probability is never found out


@pytest.mark.parametrize("even", [-0.1, 1.1])
def test_a_share_of_even_actions_is_between_0_and_1(even: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        learner(even=even)


def test_a_model_has_rows_for_every_information_set_and_numbers_of_observations() -> None:
    found = learner()
    found.learn(Hand.parse("leduc; Ks As / Qh; r c c r c"), 1, b"")
    rows, numbers = found.rows()
    assert len(rows) == rows_needed(TREE, CARDS)
    assert found.counts.observations == 2  # a call pre-flop, a bet on the flop
    seen = np.flatnonzero(numbers >= 1)
    assert len(seen) == 2
    assert numbers.max() == pytest.approx(1.2)  # itself, and a tenth for itself in each of two pools
    strategy = BucketStrategy(TREE, CARDS, rows)
    assert strategy.at(0).sum(axis=1) == pytest.approx(np.ones(3), abs=1e-5)


def test_rows_are_the_probabilities_of_all_nodes() -> None:
    found = learner()
    for hand, position in watched_hands(parse_bot(FoldsQueens), leduc(), 50, against="random", seed=2):
        found.learn(hand, position, b"")
    strategy = BucketStrategy(TREE, CARDS, found.rows()[0])
    for node in np.flatnonzero(TREE.kind == 0).tolist():
        assert strategy.at(node) == pytest.approx(found.probabilities(node), abs=1e-6)

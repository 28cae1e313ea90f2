"""Policies and predictors as tables for roll-outs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from railbird import _core
from railbird.agent.situation import Situation
from railbird.agent.tracker import BettingTracker, Step
from railbird.cards import CLASS_OF_HAND, HAND_MASKS, HoleCards, parse_cards
from railbird.game import Game, Hand, SeededDealing, limit, nolimit
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings, Reweighting
from railbird.models.poki.policy_tables import (
    BINS,
    CENTRES,
    HIGH_PRICE,
    PRICES,
    TableSettings,
    by_price,
    contexts_from,
    empty_table,
    policy_table,
    predictor_table,
    situations_in,
    strengths_on,
)
from railbird.models.predictors import PREDICTORS, Observation, make_predictor
from railbird.policies.poki.formula import formula_triples
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import preflop_by_class
from railbird.policies.triples import Array
from tests.models.predictors.made_up import Fixed

DEAL = "7c2d KsKd AhJs / Ac9dQh / 4s / 3d"
SHAPE = (*_core.Simulation.contexts, BINS, 3)
STARTS = ["", "c r", "c c c / ", "c c c / r r", "c c c / c c c / r f", "c c c / c c c / c c c / c"]


def cards(text: str) -> bytes:
    return bytes(int(card) for card in parse_cards(text))


def situation_after(actions: str, game: Game | None = None) -> Situation:
    chosen = game or limit(3)
    hand = Hand(chosen, DEAL if chosen.players == 3 else SeededDealing(1).deal(chosen, 0))
    tracker = BettingTracker(hand)
    hand.play(actions)
    list(tracker.follow(hand.view(0)).steps())
    return tracker.situation()


def steps_of(game: Game, seed: int) -> list[Step]:
    """The steps of a hand between random players."""
    hand, chance = Hand(game, SeededDealing(seed).deal(game, 0)), random.Random(seed)
    tracker = BettingTracker(hand)
    while not hand.over:
        legal = hand.legal
        hand.act(
            chance.choice(["c", "c", *["f"] * (legal.call > 0), *[f"r{legal.least_raise}"] * (legal.most_raise > 0)])
        )
    return list(tracker.follow(hand.view(0)).steps())


def context_of(situation: Situation) -> tuple[int, int, int, int]:
    return situation.round, min(situation.raises, 4), situation.bets_to_call, min(situation.opponents, 3)


@pytest.mark.parametrize("game", [limit(), limit(3), limit(6), nolimit(3)])
def test_only_contexts_that_can_follow_are_listed(game: Game) -> None:
    for step in (step for seed in range(20) for step in steps_of(game, seed)):
        now = step.situation
        result = list(map(tuple, contexts_from(now).tolist()))
        assert len(set(result)) == len(result)
        for number, raises, bets, opponents in result:
            assert now.round <= number < 4
            assert 1 <= opponents <= min(now.opponents, 3)
            assert 0 <= raises < 5
            assert bets in ((0, 1) if raises == 0 else (1, 2))


SHORT = (95, 14, 33)


@pytest.mark.parametrize(
    "game",
    [limit(), limit(3), limit(4), nolimit(), nolimit(3), limit(3).with_stacks(SHORT), nolimit(3).with_stacks(SHORT)],
)
def test_all_contexts_that_follow_are_listed(game: Game) -> None:
    for seed in range(60):
        steps = steps_of(game, seed)
        for position, step in enumerate(steps):
            possible = set(map(tuple, contexts_from(step.situation).tolist()))
            assert {context_of(later.situation) for later in steps[position:]} <= possible


def following(
    now: Situation, game: Game, player: int, *, priced: bool = False
) -> Iterator[tuple[tuple[int, ...], Situation]]:
    """The contexts that may follow, each with its situation."""
    contexts = contexts_from(now, priced=priced)
    there = situations_in(contexts, now, game, player, priced=priced)
    return zip(map(tuple, contexts.tolist()), there, strict=True)


def situation_in(now: Situation, game: Game, context: tuple[int, ...], player: int, *, priced: bool) -> Situation:
    """One situation by itself: the pot grows by one bet of each player in every round."""
    number, raises, bets, opponents = context
    bet = game.bets[number]
    pot = now.pot + sum(game.bets[each] * (opponents + 1) for each in range(now.round, number)) + raises * bet
    same = number == now.round
    return replace(
        now,
        player=player,
        active=opponents + 1,
        round=number,
        pot=pot,
        to_call=round(PRICES[bets] * pot) if priced else bets * bet,
        bet=bet,
        later_bets=sum(game.bets[number + 1 :]),
        raises=raises,
        bets_to_call=bets,
        can_raise=raises < game.most_raises[number],
        committed=same and now.committed,
        behind=0 if bets else opponents,
        first=raises == 0 and not bets,
        led=same and now.led,
    )


@pytest.mark.parametrize("priced", [False, True])
@pytest.mark.parametrize("game", [limit(), limit(3), limit(6), nolimit(3), nolimit(6), nolimit(3).with_stacks(SHORT)])
def test_situations_in_contexts_are_those_of_plain_python(game: Game, priced: bool) -> None:
    for seed in range(8):
        for step in steps_of(game, seed):
            now = by_price(step.situation) if priced else step.situation
            for context, there in following(now, game, 1, priced=priced):
                assert there == situation_in(now, game, context, 1, priced=priced)


@pytest.mark.parametrize("name", PREDICTORS)
@pytest.mark.parametrize("actions", STARTS)
def test_each_row_of_a_table_is_the_prediction_in_its_context(name: str, actions: str) -> None:
    """Of a predictor that has learned; without a share of strength, rows of all bins are the prediction."""
    now, game, predictor = situation_after(actions), limit(3), make_predictor(name)
    for seed in range(4):
        for step in steps_of(game, seed):
            predictor.learn(Observation(step.situation), step.kind)
    seen = Observation(now, 0.7, 0.2, np.array([0.1, 0.6, 0.3]), False)
    weights, how = np.ones(1326), TableSettings(sigma=0.5, blind=1.0)
    table = predictor_table(predictor, seen, game, b"", weights, how)
    for context, there in following(now, game, now.player):
        wanted = predictor.predict(replace(seen, situation=there))
        assert table[(*context[:3], context[3] - 1)] == pytest.approx(np.tile(wanted, (BINS, 1)), abs=1e-12)


def test_an_empty_table_calls() -> None:
    table = empty_table()
    assert table.shape == SHAPE
    assert (table == [0, 1, 0]).all()


@pytest.mark.parametrize("actions", STARTS)
def test_the_situation_in_a_later_context(actions: str) -> None:
    game, now = limit(3), situation_after(actions)
    for context, there in following(now, game, 2):
        assert (there.round, there.raises, there.bets_to_call, min(there.opponents, 3)) == context
        assert there.player == 2
        assert there.bet == game.bets[context[0]]
        assert there.to_call == context[2] * there.bet
        assert there.pot >= now.pot
        assert there.can_raise == (context[1] < game.most_raises[context[0]])
        assert there.committed <= now.committed


@pytest.mark.parametrize("actions", STARTS)
def test_the_rows_of_a_policy_table_follow_its_formula(actions: str) -> None:
    game, now, policy = limit(3), situation_after(actions), PokiPolicy()
    table = policy_table(policy, now, game, 1)
    assert table.shape == SHAPE
    assert_triples(table)
    for context, there in following(now, game, 1):
        row = table[(*context[:3], context[3] - 1)]
        if there.round:
            assert (row == formula_triples(there, CENTRES**there.opponents, 0.0)).all()
        else:
            bins = np.minimum((strengths_on(b"") * BINS).astype(int), BINS - 1)
            by_hand = preflop_by_class(there)[CLASS_OF_HAND]
            for position in range(BINS):
                wanted = by_hand[bins == position].mean(axis=0) if (bins == position).any() else [0, 1, 0]
                assert row[position] == pytest.approx(wanted)
        assert (there.to_call > 0) or (row[:, 0] == 0).all()
        assert there.can_raise or (row[:, 2] == 0).all()


def assert_triples(table: Array) -> None:
    assert (table >= 0).all()
    assert table.sum(axis=-1) == pytest.approx(1, abs=1e-12)


def weights_on(board: bytes, seed: int) -> Array:
    """Random weights of hands that share no card with the board."""
    seen = np.uint64(sum(1 << card for card in board))
    return np.asarray(np.random.default_rng(seed).random(1326) ** 2 * ((HAND_MASKS & seen) == 0))


@pytest.mark.parametrize("name", PREDICTORS)
@pytest.mark.parametrize("actions", STARTS)
def test_predictions_become_tables(name: str, actions: str) -> None:
    now = situation_after(actions)
    models = OpponentModels(lambda: make_predictor(name), OpponentModelSettings(reweighting=Reweighting.OFF))
    hand = Hand(limit(3), DEAL)
    models.begin_hand(hand.view(2))
    hand.play(actions)
    models.watch(hand.view(2))
    seen, _ = models.observed(now)
    board = hand.board_bytes
    how = TableSettings(sigma=0.5, blind=0.3)
    table = predictor_table(make_predictor(name), seen, limit(3), board, models.table(now.player).weights, how)
    assert table.shape == SHAPE
    assert_triples(table)


@pytest.mark.parametrize("triple", [(0.0, 0.6, 0.4), (0.5, 0.3, 0.2), (0.7, 0.2, 0.1), (0.1, 0.8, 0.1)])
@pytest.mark.parametrize("board", ["", "Ac9dQh", "Ac9dQh4s", "Ac9dQh4s3d"])
@pytest.mark.parametrize(("sigma", "blind", "near"), [(0.5, 0.3, 0.01), (0.05, 0.0, 0.06)])
def test_on_average_a_table_matches_the_prediction(
    triple: tuple[float, ...], board: str, sigma: float, blind: float, near: float
) -> None:
    """Averaged over the player's range."""
    shown = cards(board)
    now = situation_after({0: "c", 3: "c c c / ", 4: "c c c / c c c / ", 5: "c c c / c c c / c c c / "}[len(shown)])
    weights = weights_on(shown, 3)
    how = TableSettings(sigma=sigma, blind=blind)
    table = predictor_table(Fixed(triple), Observation(now), limit(3), shown, weights, how)
    bins = np.minimum((strengths_on(shown) * BINS).astype(int), BINS - 1)
    share = np.bincount(bins, weights, BINS) / weights.sum()
    for context, there in following(now, limit(3), now.player):
        row = table[(*context[:3], context[3] - 1)]
        wanted = Observation(there).legal(np.array(triple))
        assert share @ row == pytest.approx(wanted, abs=near)


@pytest.mark.parametrize("board", ["", "Ac9dQh", "7c7d7h2s", "AhKhQhJhTh", "Ac9dQh4s3d"])
def test_strengths_are_between_0_and_1(board: str) -> None:
    result = strengths_on(cards(board))
    assert result.shape == (1326,)
    assert result.min() >= 0
    assert result.max() <= 1


def test_preflop_strengths_are_spread_evenly() -> None:
    result = strengths_on(b"")
    assert result.mean() == pytest.approx(0.5)
    assert np.quantile(result, [0.25, 0.75]) == pytest.approx([0.25, 0.75], abs=0.02)
    aces = HoleCards(*parse_cards("AhAs")).index
    assert result[aces] == result.max()


def test_prices_take_the_place_of_numbers_of_bets() -> None:
    """A bet of half the pot costs a third of it then, a bet of the pot half."""
    for bet, wanted in ((100, 1), (200, 2)):
        hand = Hand(nolimit(), "7c2d KsKd / Ac9dQh / 4s / 3d")
        tracker = BettingTracker(hand)
        hand.play(f"c c / r{bet}")
        list(tracker.follow(hand.view(0)).steps())
        now = tracker.situation()
        assert now.price == pytest.approx(bet / (200 + bet))
        assert by_price(now).bets_to_call == wanted
    assert by_price(situation_after("c c c / ")).bets_to_call == 0
    first = BettingTracker(Hand(nolimit(6), bytes(range(17)))).situation()
    assert first.price > HIGH_PRICE
    assert by_price(first).bets_to_call == 1  # the big blind alone
    assert PRICES[1] < HIGH_PRICE < PRICES[2]


def test_contexts_by_price_have_that_price() -> None:
    now = by_price(situation_after("c c c / "))
    for context, made in following(now, nolimit(3), now.player, priced=True):
        assert made.price == pytest.approx(PRICES[context[2]], abs=0.05)
    assert {bets for _, raises, bets, _ in contexts_from(now, priced=True).tolist() if raises == 0} == {0, 1, 2}

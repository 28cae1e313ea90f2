"""Buckets of small decks against a plain twin; buckets of hold'em with hand-made cuts."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from railbird.abstraction.cards import BucketSpec, CardAbstraction, build_abstraction, deal_index
from railbird.abstraction.cards.holdem_features import RIVER_LEVELS, features_on
from railbird.abstraction.cards.level_cuts import LevelCuts
from railbird.abstraction.cards.shares import LEVELS
from railbird.abstraction.cards.street_buckets import ClassTable, RuledStreet, table_of
from railbird.errors import CardError, GameError
from railbird.game import Game, leduc, limit, nolimit
from railbird.game.dealing import deck
from railbird.game.definition import HOLDEM_STREETS
from railbird.game.holdings import holdings
from tests.reference.card_buckets import all_deals, bucket_deals

TWO_CARDS = replace(leduc(), hole_cards=2, ranks=4, board_cards=(0, 2))
"""Eight cards of two suits, two hole cards and two board cards."""
THREE_ROUNDS = replace(
    leduc(), board_cards=(0, 1, 1), bets=(2, 4, 4), most_raises=(2, 2, 2), first=(0, 0, 0), most_actions=(0, 0, 0)
)
"""Leduc with a second board card."""


@cache
def holdem_by_hand(perfect: bool = True) -> CardAbstraction:
    """Hold'em with tables and cuts that are made up, because real ones take minutes."""
    generator = np.random.default_rng(5)
    index = deal_index(limit())
    preflop = table_of(generator.integers(0, 4, 169), 4)
    flop = table_of(generator.integers(0, 3, index.counts[1]), 3)
    spec = f"buckets(preflop=4, flop=3, turn=3, river=2, by=ehs2, recall={'perfect' if perfect else 'imperfect'})"
    if perfect:
        deals = index.deals(1, np.arange(index.counts[1]))
        flop = table_of(3 * preflop[index.numbers(0, deals[:, :2])].astype(np.int32) + flop, 12)
    turn = np.sort(generator.integers(0, LEVELS, (12 if perfect else 1, 2)), axis=1).astype(np.uint16)
    river = generator.integers(0, RIVER_LEVELS, (36 if perfect else 1, 1)).astype(np.uint16)
    return CardAbstraction(
        limit(),
        BucketSpec.parse(spec),
        [
            ClassTable(preflop, 4, None),
            ClassTable(flop, 12 if perfect else 3, np.arange(12, dtype=np.int32) // 3 if perfect else None),
            RuledStreet(LevelCuts(("ehs2",), (turn,)), perfect),
            RuledStreet(LevelCuts(("ehs",), (river,)), perfect),
        ],
    )


@pytest.mark.parametrize("recall", ["perfect", "imperfect"])
@pytest.mark.parametrize("by", ["ehs", "ehs2"])
@pytest.mark.parametrize(("game", "numbers"), [(leduc(), (2, 2)), (THREE_ROUNDS, (2, 3, 2)), (TWO_CARDS, (5, 3))])
def test_buckets_of_small_decks_are_those_of_the_plain_twin(
    game: Game, numbers: tuple[int, ...], by: str, recall: str
) -> None:
    streets = (game.hole_cards, *game.board_cards[1:])
    cards = [int(card) for card in deck(game)]
    wanted = bucket_deals(cards, streets, numbers, by == "ehs2", recall == "perfect")
    sizes = ", ".join(f"{street}={number}" for street, number in zip(HOLDEM_STREETS, numbers, strict=False))
    abstraction = build_abstraction(game, f"buckets({sizes}, by={by}, recall={recall})")
    found = {
        deal: abstraction.bucket(bytes(deal[0]), bytes(card for street in deal[1:] for card in sorted(street)))
        for street in range(len(streets))
        for deal in all_deals(cards, streets[: street + 1])
    }
    assert found == wanted
    assert len(set(found.values())) > 1


@pytest.mark.parametrize("game", [leduc(), THREE_ROUNDS, TWO_CARDS])
def test_one_bucket_for_each_class_loses_nothing(game: Game) -> None:
    abstraction = build_abstraction(game, "buckets(by=class)")
    assert abstraction.counts == deal_index(game).counts
    board = bytes(deck(game))[: sum(game.board_cards)]
    buckets = abstraction.of_board(board)
    for street in range(1, game.rounds):
        parents = abstraction.parents[street]
        assert parents is not None
        apart = buckets[street] >= 0
        assert (parents[buckets[street][apart]] == buckets[street - 1][apart]).all()
    alike = {frozenset(hand) for hand in combinations(deck(game), game.hole_cards) if not set(hand) & set(board)}
    numbers = {abstraction.bucket(bytes(hand), board) for hand in alike}
    same = {int(deal_index(game).numbers(game.rounds - 1, [[*hand, *board]])[0]) for hand in alike}
    assert numbers == same


@pytest.mark.parametrize("spec", ["buckets(preflop=2, flop=3, turn=2)", "buckets(by=class)"])
def test_parents_are_the_buckets_of_the_street_before(spec: str) -> None:
    abstraction = build_abstraction(THREE_ROUNDS, spec)
    assert abstraction.parents[0] is None
    for board in combinations(deck(THREE_ROUNDS), 2):
        buckets = abstraction.of_board(bytes(board))
        apart = buckets[0] >= 0
        for street in (1, 2):
            parents = abstraction.parents[street]
            assert parents is not None
            assert len(parents) == abstraction.counts[street]
            assert (parents[buckets[street][apart]] == buckets[street - 1][apart]).all()


@pytest.mark.parametrize("perfect", [True, False])
def test_all_hands_of_a_holdem_board_have_the_buckets_of_each_alone(perfect: bool) -> None:
    abstraction = holdem_by_hand(perfect)
    generator = np.random.default_rng(9)
    held = holdings(limit()).cards
    for _ in range(3):
        board = bytes(generator.permutation(52)[:5].astype(np.uint8))
        buckets = abstraction.of_board(board)
        for hand in generator.choice(1326, 30, replace=False):
            if buckets[0, hand] < 0:
                assert set(held[hand].tolist()) & set(board)
                continue
            assert abstraction.path(bytes(held[hand]), board) == tuple(buckets[:, hand])
            for street, cards in enumerate((0, 3, 4, 5)):
                assert abstraction.bucket(bytes(held[hand]), board[:cards]) == buckets[street, hand]
        assert (buckets.max(axis=1) < abstraction.counts).all()


def test_an_exchange_of_suits_changes_no_bucket() -> None:
    abstraction = holdem_by_hand()
    assert abstraction.path("AhKh", "Qh7c2dTs9d") == abstraction.path("KdAd", "Qd2s7cTh9s")


def test_a_turn_bucket_is_the_number_of_cuts_that_its_level_has_reached() -> None:
    abstraction = holdem_by_hand()
    street = abstraction.streets[2]
    assert isinstance(street, RuledStreet)
    cuts = street.rule
    assert isinstance(cuts, LevelCuts)
    hand = holdings(limit()).index(bytes(holdings(limit()).cards[700]))
    board = bytes([0, 5, 11, 51])
    buckets = abstraction.of_board(board)
    level = features_on(board, ["ehs2"])["ehs2"][hand]
    assert buckets[2, hand] == 3 * buckets[1, hand] + (cuts.cuts[0][buckets[1, hand]] <= level).sum()


@pytest.mark.parametrize("perfect", [True, False])
def test_arrays_hold_the_whole_abstraction(perfect: bool) -> None:
    abstraction = holdem_by_hand(perfect)
    again = CardAbstraction.from_arrays(abstraction.arrays())
    assert (again.of_board("Kh7d2c9s3d") == abstraction.of_board("Kh7d2c9s3d")).all()
    assert (again.counts, again.game, again.spec) == (abstraction.counts, abstraction.game, abstraction.spec)
    small = build_abstraction(leduc(), "buckets(preflop=2, flop=2, recall=imperfect)")
    assert (CardAbstraction.from_arrays(small.arrays()).of_board("Qs") == small.of_board("Qs")).all()


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("version", np.array(99), "version 1 is needed, not 99"),
        ("game", np.array("leduc"), "leduc has 2 betting rounds"),
        ("1.table", None, "not a card abstraction"),
        ("1.table", np.zeros(7, dtype=np.uint8), "street 1 does not fit"),
        ("0.table", np.full(169, 4, dtype=np.uint8), "street 0 does not fit"),
        ("0.table", np.zeros(169), "street 0 does not fit"),
        ("1.parents", np.arange(12), "street 1 does not fit"),
        ("2.cuts0.ehs2", np.zeros((11, 2), dtype=np.uint16), "street 2 does not fit"),
        ("2.cuts0.ehs2", np.tile(np.array([[2, 1]], dtype=np.uint16), (12, 1)), "cuts do not fit"),
        ("3.cuts0.ehs", None, "a street is missing"),
        ("spec", np.array("buckets(preflop=4, flop=3, turn=3, river=5)"), "street 3 does not fit"),
        ("spec", np.array("buckets(preflop=4, flop=3)"), "must give numbers for preflop, flop, turn, river"),
        ("0.count", np.zeros(2), "not a card abstraction"),
    ],
)
def test_damaged_arrays_are_refused(name: str, value: object, message: str) -> None:
    arrays = holdem_by_hand().arrays()
    if value is None:
        del arrays[name]
    else:
        arrays[name] = value  # type: ignore[assignment]
    with pytest.raises(GameError, match=message):
        CardAbstraction.from_arrays(arrays)


def test_the_betting_of_a_game_does_not_matter() -> None:
    abstraction = holdem_by_hand()
    assert abstraction.fits(nolimit())
    assert not abstraction.fits(leduc())


@pytest.mark.parametrize(
    ("held", "board", "message"),
    [
        ("AhKh", "Qh7c", "has 0 or 3 or 4 or 5 cards, not 2"),
        ("Ah", "Qh7c2d", "has 2 hole cards, not 1"),
        ("AhKh", "Ah7c2d", "different cards"),
        ("AhKh", "Ah7c2d5s", "different cards"),
        (b"\x01\x40", "2d7h9s", "different cards"),
    ],
)
def test_impossible_cards_are_refused(held: str | bytes, board: str, message: str) -> None:
    with pytest.raises((GameError, CardError), match=message):
        holdem_by_hand().bucket(held, board)


@pytest.mark.parametrize(
    ("game", "spec", "message"),
    [
        (limit(), "buckets(by=class)", "too many classes"),
        (limit(), "buckets(flop=all, turn=3, river=3)", "too many classes"),
        (replace(limit(), ranks=12), "buckets(flop=3, turn=3, river=3)", "too many deals to enumerate"),
        (replace(leduc(), board_cards=(1, 1)), "buckets(preflop=2, flop=2)", "first betting round has no board"),
    ],
)
def test_specs_that_do_not_suit_the_game_are_refused(game: Game, spec: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        build_abstraction(game, spec)


@pytest.mark.parametrize("perfect", [True, False])
def test_boards_may_be_asked_about_in_any_order(perfect: bool) -> None:
    """What is remembered of one board is never taken for another."""
    cards = holdem_by_hand(perfect)
    dealt = [bytes(board) for board in ([0, 5, 9], [0, 5, 9, 20], [0, 5, 9, 20, 33], [0, 5, 9, 20, 34], [0, 5, 9, 21])]
    for board in (*dealt, b"", dealt[4], dealt[0], bytes([5, 0, 9, 20]), *reversed(dealt)):
        fresh = CardAbstraction.from_arrays(cards.arrays())
        assert np.array_equal(cards.of_board(board), fresh.of_board(board))

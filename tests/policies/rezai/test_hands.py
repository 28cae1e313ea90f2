"""RezAI's numbers for hands: the source's tables and examples, all kinds of hands, and plain reference versions."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, permutations

import pytest

from railbird.cards import (
    ALL_HOLE_CARDS,
    CLASSES,
    DECK,
    RANKS,
    Card,
    Category,
    HandClass,
    Range,
    category,
    evaluate,
    parse_cards,
)
from railbird.policies.rezai.hands import Kicker, hand_strength, has_draw, pair_strength

TABLE_3 = """
A 100
K  87  90
Q  80  75  85
J  65  62  60  75
T  50  48  46  45  55
9  45  43  42  41  40  50
8  40  38  37  36  35  34  45
7  35  33  32  31  30  29  28  40
6  30  28  27  26  25  24  23  22  35
5  25  23  22  21  20  19  18  17  16  30
4  20  18  17  16  15  14  13  12  11  10  25
3  15  13  12  11  10   9   8   7   6   5   4  20
2  10   7   6   5   4   3   2   1   2   3   3   3  15
"""
"""Unsuited cards: one row for each lower card, one column for each higher card, both from the ace down."""
HAND_VALUES = [pair_strength(hand.high, hand.low) for hand in ALL_HOLE_CARDS]


def hands_of(low: int, high: int) -> Range:
    """The starting hands with numbers from low to high."""
    hands = zip(ALL_HOLE_CARDS, HAND_VALUES, strict=True)
    return Range.from_hands(hand for hand, value in hands if low <= value <= high)


def test_rezai_9_pairs_of_cards_have_the_numbers_of_the_table() -> None:
    rows = [row.split() for row in TABLE_3.split("\n") if row]
    names = [row[0] for row in rows]
    cells = [(row[0], high, int(text)) for row in rows for high, text in zip(names, row[1:], strict=False)]
    assert len(cells) == 13 + 78
    for low, high, value in cells:
        one, other = Card(f"{low}d"), Card(f"{high}s")
        assert pair_strength(one, other) == pair_strength(other, one) == value
        if low != high:
            one = Card(f"{low}s")
            assert pair_strength(one, other) == pair_strength(other, one) == value + 10


def test_rezai_9_only_being_suited_matters() -> None:
    for name in CLASSES:
        assert len({HAND_VALUES[hand] for hand in name.hands}) == 1


@pytest.mark.parametrize(
    ("low", "high", "classes", "hands"),
    [
        (0, 5, 11, 132),
        (6, 24, 62, 516),
        (24, 100, 98, 694),
        (25, 100, 96, 678),
        (6, 44, 119, 936),
        (0, 34, 105, 884),
        (35, 44, 25, 184),
        (35, 100, 64, 442),
        (45, 100, 39, 258),
    ],
)
def test_rezai_9_number_of_hands_within_bounds(low: int, high: int, classes: int, hands: int) -> None:
    result = hands_of(low, high)
    assert result.combos == hands
    assert len({HandClass.of(hand) for hand in result}) == classes


def test_rezai_9_the_hands_that_styles_fold_and_play() -> None:
    assert hands_of(0, 5) == Range("32o, 42o, 52o, 62o, 72o, 82o, 92o, T2o, J2o, 43o, 53o")
    offsuit, suited = "A7o+, K8o+, Q8o+, J8o+, T8o+", "A5s+, K6s+, Q6s+, J6s+, T6s+, 97s, 98s, 87s"
    assert hands_of(35, 100) == Range(f"66+, {offsuit}, {suited}")


@pytest.mark.parametrize(
    ("hole", "board", "code", "text"),
    [
        ("KsTh", "4cKhKd", 768, 765),
        ("9s2s", "5sQsTs", 811, 811),
        ("AsKd", "7c4d2h", 181, 181),
        ("2s3d", "7c9dKh", 27, 27),
        ("Js2d", "3c7d9h", 131, 131),
        ("Ts9d", "2c4d7h", 125, 125),
        ("7s7d", "Ac2d9h", 284, 284),
        ("As7d", "7c2d9h", 291, 291),
        ("8s2d", "8c3dKh", 298, 292),
        ("KsTh", "9c9h2d", 316, 316),
        ("2s2d", "3s3c7h", 427, 427),
        ("AsAd", "KcKd2h", 581, 581),
        ("As2d", "3s4s5s", 789, 789),
        ("AsAd", "AcKdKh", 996, 996),
        ("9s9d", "9c9h2d", 1008, 1008),
        ("As2s", "3s4s5s", 1024, 1024),
        ("TsJs", "QsKsAs", 1033, 1033),
    ],
)
def test_rezai_10_five_cards_have_the_numbers_of_both_readings(hole: str, board: str, code: int, text: int) -> None:
    cards = parse_cards(hole), parse_cards(board)
    for order in permutations(cards[0]):
        assert hand_strength(order, cards[1], Kicker.CODE) == code
        assert hand_strength(order, cards[1], Kicker.TEXT) == hand_strength(order, cards[1]) == text


BOUNDS = {
    Category.HIGH_CARD: (27, 181),
    Category.PAIR: (214, 382),
    Category.TWO_PAIR: (427, 581),
    Category.THREE_OF_A_KIND: (614, 782),
    Category.STRAIGHT: (789, 798),
    Category.FLUSH: (806, 813),
    Category.FULL_HOUSE: (830, 996),
    Category.FOUR_OF_A_KIND: (1001, 1013),
    Category.STRAIGHT_FLUSH: (1024, 1033),
}


def all_kinds_of_hands() -> Iterator[tuple[Card, ...]]:
    """One five-card hand for each of the 7462 values."""
    for ranks in combinations_with_replacement(range(13), 5):
        if ranks[0] != ranks[4]:
            yield tuple(Card(4 * rank + index % 4) for index, rank in enumerate(ranks))
    for ranks in combinations(range(13), 5):
        yield tuple(Card(4 * rank) for rank in ranks)


@pytest.mark.slow
@pytest.mark.parametrize("kicker", Kicker)
def test_rezai_10_categories_have_their_bounds_and_never_overlap(kicker: Kicker) -> None:
    """All kinds of hands, with any two of their cards as hole cards."""
    result: defaultdict[Category, set[int]] = defaultdict(set)
    kinds = 0
    for cards in all_kinds_of_hands():
        kinds += 1
        strengths = result[category(evaluate(cards))]
        for hole in combinations(cards, 2):
            strengths.add(hand_strength(hole, [card for card in cards if card not in hole], kicker))
    assert kinds == 7462
    assert {kind: (min(strengths), max(strengths)) for kind, strengths in result.items()} == BOUNDS
    bounds = list(chain.from_iterable(BOUNDS.values()))
    assert bounds == sorted(bounds)


@pytest.mark.parametrize(
    ("hole", "board", "strength"),
    [
        ("AsAd", "AcKdKhKs", 996),  # two sets of three: aces full of kings
        ("KsKd", "AcAdAhKc7s", 996),
        ("2s2d", "2c9d9hQsQd", 815 + 13 * 1 + 11),  # the better of two further pairs
        ("7s7d", "7c7hKdKhKs", 1000 + 6),
        ("2s3d", "AcAdKhKsQd", 400 + 13 * 13 + 12),
        ("4s4d", "9c9h2dKs", 400 + 13 * 8 + 3),
        ("4s4d", "9c9hQdQs2h", 400 + 13 * 11 + 8),  # three pairs: the best two
        ("As2d", "3s4s5h6cKd", 785 + 5),  # the six, not the wheel
        ("As2d", "3s4s5hKcKd", 785 + 4),
        ("9s8d", "7c6d5h4s3s", 785 + 8),
        ("2s3s", "9sKs4sQs7h", 800 + 12),  # the king on the board
        ("As3s", "9sKs4s2d7h", 800 + 13),
        ("As9h", "8s7s6s5s4s", 1020 + 7),  # the straight to the nine is not a flush
        ("9s8s", "AsKs7s6s5s", 1020 + 8),
        ("AsKd", "Qc7h4d2s9c", 13 * 13 + 12),
        ("3s2d", "AcKhQd9s", 27),  # only hole cards count as high cards
        ("Js2d", "AcAhKd9s", 200 + 13 * 13 + 10),
        ("Js2d", "JcAhKd9s", 200 + 13 * 10 + 1),
        ("Js2d", "JcJhAd9sKh", 600 + 13 * 10 + 1),
        ("6s5d", "9c9h9dKsAh", 600 + 13 * 8 + 5),
        ("6s6d", "9c4hAdKs6h", 600 + 14 * 5),
    ],
)
def test_rezai_11_the_best_five_of_six_or_seven_cards_count(hole: str, board: str, strength: int) -> None:
    assert hand_strength(parse_cards(hole), parse_cards(board)) == strength


def crowded(size: int, count: int, seed: int) -> Iterator[tuple[Card, ...]]:
    """Random cards from the whole deck, from few ranks and from two or three suits, so that strong hands are common."""
    choose = random.Random(seed)
    for _ in range(count):
        lowest = choose.randrange(9)
        ranks = choose.choice([range(13), range(lowest, lowest + 5), choose.sample(range(13), 3)])
        suits = choose.sample(range(4), choose.choice([2, 3, 4, 4]))
        deck = [card for card in DECK if card.rank in ranks and card.suit in suits]
        yield tuple(choose.sample(deck if len(deck) >= size else list(DECK), size))


@pytest.mark.parametrize("size", [6, 7])
@pytest.mark.parametrize("kicker", Kicker)
def test_rezai_11_more_cards_are_worth_their_best_five_with_kickers_from_the_hole(size: int, kicker: Kicker) -> None:
    seen = set()
    for cards in crowded(size, 1000, seed=size):
        hole, board = cards[:2], cards[2:]
        kind = category(evaluate(cards))
        seen.add(kind)
        held = sorted((card.rank + 1 for card in hole), reverse=True)
        if kind is Category.HIGH_CARD:
            wanted = 13 * held[0] + held[1]
        else:
            best = max(combinations(cards, 5), key=evaluate)
            wanted = hand_strength(best[:2], best[2:])
        if kind in (Category.PAIR, Category.THREE_OF_A_KIND):
            ranks = [card.rank + 1 for card in cards]
            group = max(ranks, key=ranks.count)
            beside = [value for value in held if kicker is Kicker.CODE or value != group]
            base = {Category.PAIR: 200, Category.THREE_OF_A_KIND: 600}[kind]
            wanted = base + 13 * group + (group if held[0] == held[1] else beside[0])
        assert hand_strength(hole, board, kicker) == wanted, cards
    assert seen == set(Category)


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("6s8s", "5c4dKh"),  # an inside straight
        ("Ac4c", "8d3cQc7h"),
        ("9s8d", "7c6dKh"),
        ("9s8d", "7c6dKh2s"),
        ("As2d", "3c4dKh"),
        ("AsKd", "QcJd2h"),
        ("As5d", "2c3dKhKs"),
        ("9s2d", "7c6d5hKs"),
        ("9s5d", "7cKd8h"),
        ("9s5d", "8h7c4hKs"),
        ("As2s", "Ks7s4d"),
        ("As2d", "Ks7s4s"),  # with one card of the suit
        ("As2d", "Ks7s4s9h"),
        ("6h7s", "8d9c2h"),
    ],
)
def test_rezai_12_one_card_short_of_a_straight_or_flush_is_a_draw(hole: str, board: str) -> None:
    assert has_draw(parse_cards(hole), parse_cards(board))


@pytest.mark.parametrize(
    ("hole", "board"),
    [
        ("AsKs", "7s4d2h"),  # two cards short
        ("9s8d", "7c2dKh"),
        ("9s8d", "5c2dKhQs"),
        ("KsAd", "2c3d9h"),  # straights do not wrap around the ace
        ("QsKd", "Ac2d9h"),
        ("7s7d", "Ac2d9h"),
        ("AsKd", "5c6d7h8s"),  # on the board, so it belongs to everybody
        ("Ks8d", "5c6d7h8s"),
        ("AsKd", "2h7h9hJh"),
        ("6s8s", "5c4dKh2dJc"),  # on the river there is no next card
        ("Ac4c", "8d3cQc7hKs"),
        ("9s8d", ""),
        ("9s8s", ""),
    ],
)
def test_rezai_12_two_cards_short_on_the_board_or_on_the_river_is_not_a_draw(hole: str, board: str) -> None:
    assert not has_draw(parse_cards(hole), parse_cards(board))


def straights_and_flushes(cards: Sequence[Card]) -> set[str]:
    """The top cards of all straights, and the suits of all flushes."""
    text = "A" + RANKS
    held = {RANKS[card.rank] for card in cards}
    suits = [card.suit for card in cards]
    straights = {text[top - 4 : top + 1] for top in range(4, 14) if held.issuperset(text[top - 4 : top + 1])}
    return straights | {f"suit {suit}" for suit in suits if suits.count(suit) >= 5}


@pytest.mark.parametrize("size", [5, 6])
def test_rezai_12_a_draw_makes_a_straight_or_flush_that_the_board_alone_does_not(size: int) -> None:
    draws = 0
    for cards in crowded(size, 500, seed=size):
        hole, board = cards[:2], cards[2:]
        now = straights_and_flushes(cards)
        wanted = any(
            straights_and_flushes([*cards, card]) - now - straights_and_flushes([*board, card])
            for card in DECK
            if card not in cards
        )
        assert has_draw(hole, board) == wanted, cards
        draws += wanted
    assert 50 < draws < 450

import pickle
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird import HoleCards, RailbirdError, Range, RangeError, parse_cards
from railbird.cards import CLASS_OF_HAND, CLASSES
from railbird.cards.range_text import preflop_equities


def classes_of(text: str) -> list[str]:
    """The classes of a range without partial ones."""
    square = Range(text).square().ravel()
    assert set(square) <= {0.0, 1.0}
    return [str(hand_class) for hand_class, weight in zip(CLASSES, square, strict=True) if weight]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("AKs", "AKs"),
        ("KAs", "AKs"),
        ("aks", "AKs"),
        ("AK", "AKs AKo"),
        ("TT", "TT"),
        ("TT+", "AA KK QQ JJ TT"),
        ("77-44", "77 66 55 44"),
        ("44-77", "77 66 55 44"),
        ("A5s-A2s", "A5s A4s A3s A2s"),
        ("A5-A4", "A5s A4s A5o A4o"),
        ("QJs+", "AKs KQs QJs"),
        ("QJ+", "AKs KQs QJs AKo KQo QJo"),
        ("T8s+", "T9s T8s"),
        ("A2o+", "AKo AQo AJo ATo A9o A8o A7o A6o A5o A4o A3o A2o"),
        ("AKs+", "AKs"),
        ("AA+", "AA"),
        ("JTs-98s", "JTs T9s 98s"),
        ("86s-J9s", "J9s T8s 97s 86s"),
        ("22+, !TT+", "99 88 77 66 55 44 33 22"),
        ("!TT+ 22+", "99 88 77 66 55 44 33 22"),
        ("AKs AKo", "AKs AKo"),
    ],
)
def test_the_text_language(text: str, expected: str) -> None:
    assert sorted(classes_of(text)) == sorted(expected.split())


def test_single_hands_and_weights() -> None:
    mixed = Range("AhKh, 76s:0.5, TT+:.25")
    assert (mixed["AhKh"], mixed["KhAh"], mixed["AsKs"]) == (1, 1, 0)
    assert (mixed["7c6c"], mixed["AsAh"]) == (0.5, 0.25)
    assert mixed.combos == 1 + 2 + 30 * 0.25
    assert len(mixed) == 1 + 4 + 30


def test_the_later_item_wins_and_exclusions_always_win() -> None:
    assert Range("random:0.2, AA")["AsAh"] == 1
    assert Range("AA, random:0.2")["AsAh"] == 0.2
    assert Range("!AA, AA, KK").combos == 6
    assert Range("!AA").combos == 1320


def test_random_is_every_hand() -> None:
    assert Range("random").combos == 1326
    assert (Range("random").weights == 1).all()


def test_a_percentage_takes_the_strongest_whole_classes_that_fit() -> None:
    assert classes_of("0.5%") == ["AA"]
    assert sorted(classes_of("2%")) == ["AA", "JJ", "KK", "QQ"]
    assert Range("100%") == Range("random")
    assert Range("0%") == Range("none")
    assert 0.14 < Range("15%").fraction <= 0.15
    nested = [Range(f"{percent}%") for percent in range(0, 101, 5)]
    assert all((small & large) == small for small, large in pairwise(nested))


def test_the_order_of_percentages_is_the_order_of_equity() -> None:
    equities = [value for _, value in preflop_equities()]
    assert len(equities) == 169
    assert equities == sorted(equities, reverse=True)


def test_canonical_text_joins_runs() -> None:
    assert str(Range("AA, KK, QQ, 77, 66, 55")) == "QQ+, 77-55"
    assert str(Range("A2s+, !A9s")) == "ATs+, A8s-A2s"
    assert str(Range("AK, QJs")) == "AKs, QJs, AKo"
    assert str(Range("K9s+, QJs+")) == "AKs, K9s+, QJs"
    assert str(Range("random, !AA")).startswith("KK-22, A2s+, K2s+")
    assert str(Range("random:0.5")) == "random:0.5"
    assert str(Range("none")) == "none"
    assert str(Range("AKs:0.3, AhKh")) == "AsKs:0.3, AhKh, AdKd:0.3, AcKc:0.3"


weights_by_class = st.lists(st.sampled_from([0.0, 0.0, 1.0, 0.5, 1 / 3]), min_size=169, max_size=169)
some_hands = st.dictionaries(st.integers(0, 1325), st.floats(0, 1, allow_subnormal=True), max_size=40)


@given(weights_by_class, some_hands)
def test_canonical_text_reads_back_to_the_same_weights(by_class: list[float], hands: dict[int, float]) -> None:
    weights = np.array(by_class)[CLASS_OF_HAND]
    for hand, weight in hands.items():
        weights[hand] = weight
    original = Range.from_weights(weights)
    assert Range(str(original)) == original
    assert str(Range(str(original))) == str(original)


@given(st.text() | st.text("23456789TJQKAtjqkacdhso+-:!%., 0123456789erandomn", max_size=30))
def test_any_text_is_a_range_or_a_clear_error(text: str) -> None:
    try:
        parsed = Range(text)
    except RailbirdError as error:
        assert "\n" not in str(error)
        assert len(str(error)) < 400
    else:
        assert Range(str(parsed)) == parsed


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        (" , ", "empty"),
        ("AKx", "'AKx' is not a range item"),
        ("Ah", "'Ah' is not a range item"),
        ("AhAh", "Ah occurs twice"),
        ("TT+:2", "from 0 to 1"),
        ("TT:", "from 0 to 1"),
        ("TT:nan", "from 0 to 1"),
        ("TT:-1", "from 0 to 1"),
        ("TT:1e9", "from 0 to 1"),
        ("TTs", "neither suited nor offsuit"),
        ("TTo+", "neither suited nor offsuit"),
        ("A5s-A2o", "both ends"),
        ("A5s-K2s", "must be two pairs"),
        ("77-A4", "must be two pairs"),
        ("101%", "between 0% and 100%"),
        ("1e999%", "between 0% and 100%"),
        ("!AA:0.5", "has no weight"),
        ("!", "is not a range item"),
        ("1t%", "is not a range item"),
    ],
)
def test_wrong_text_is_rejected_in_one_line(text: str, message: str) -> None:
    with pytest.raises(RangeError) as caught:
        Range(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_ranges_combine_like_sets() -> None:
    a, b = Range("TT+, AKs:0.5"), Range("QQ-99, AKs")
    assert a | b == Range("99+, AKs")
    assert a & b == Range("QQ-TT, AKs:0.5")
    assert a - b == Range("KK+")
    assert b - a == Range("99, AKs:0.5")


def test_known_cards_remove_hands() -> None:
    left = Range("AA, AKs").without(parse_cards("Ah Kc"))
    assert left == Range("AsAd, AsAc, AdAc, AsKs, AdKd")
    assert Range("AhKh").without(parse_cards("Kh")) == Range("none")


def test_a_range_cannot_be_changed_but_can_be_hashed_and_pickled() -> None:
    original = Range("TT+, 76s:0.5")
    with pytest.raises(ValueError, match="read-only"):
        original.weights[0] = 1
    assert {original: 1}[Range("76s:0.5, TT+")] == 1
    assert pickle.loads(pickle.dumps(original)) == original


def test_operands_of_other_types_are_type_errors() -> None:
    with pytest.raises(TypeError):
        Range("AA") | "KK"  # type: ignore[operator]
    with pytest.raises(TypeError, match="5"):
        Range("AA")[5]  # type: ignore[index]
    assert [str(hand) for hand in Range("AhKh, 2d2c")] == ["2d2c", "AhKh"]


@pytest.mark.parametrize(
    "weights", [np.zeros(1326, complex), np.zeros(1325), np.full(1326, np.nan), np.full(1326, 1.5), np.full(1326, -0.1)]
)
def test_wrong_weights_are_refused(weights: np.ndarray) -> None:
    with pytest.raises(RangeError):
        Range.from_weights(weights)


def test_hands_are_listed_with_their_weights() -> None:
    assert list(Range("AhKh:0.5, 2d2c").hands()) == [(HoleCards.parse("2d2c"), 1.0), (HoleCards.parse("AhKh"), 0.5)]
    assert Range.from_hands([HoleCards.parse("AhKh")]) == Range("AhKh")
    assert "AhKh" in Range("AKs")
    assert "AhKd" not in Range("AKs")


def test_the_grid_shows_whole_and_partial_classes() -> None:
    rows = Range("AA, AKs:0.5, 32o").table().splitlines()
    assert len(rows) == 13
    assert rows[0].split()[:3] == ["AA", "50%", "."]
    assert rows[12].split()[-2:] == ["32o", "."]

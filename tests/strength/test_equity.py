import math

import numpy as np
import pytest

from railbird import Card, CardError, EquityError, HoleCards, RailbirdError, Range, equity, equity_by_hand, parse_board
from railbird.cards import ALL_HOLE_CARDS, CLASSES
from railbird.cards.range_text import preflop_equities
from railbird.strength import RandomDeals
from tests.reference.equity import tally

FLOP = "Kh 7d 2c"
TIGHT, LOOSE = "QQ+,AQs+,AKo", "22+,ATs+,KTs+,QTs+,JTs,T9s,98s,AJo+,KQo"


def test_published_equities_are_reproduced() -> None:
    pair = equity(["AhKh", "QsQd"])
    assert (pair.method, pair.boards) == ("exact", 1712304)
    assert round(pair.equities[0], 8) == 0.46214457
    three = equity(["AhKh", "QsQd", "JcTc"])
    assert (three.boards, round(three.equities[0], 5)) == (1370754, 0.40209)
    flop = equity([TIGHT, LOOSE], FLOP)
    assert (flop.boards, round(flop.equities[0], 5)) == (1176, 0.75563)


def test_win_tie_loss_and_equity_belong_together() -> None:
    for ranges in (["AKs", "AQs"], ["AKs", "AQs", "AJs"], ["AhKh", "AdKd", "AcKc", "AsKs"]):
        result = equity(ranges)
        assert math.isclose(sum(result.equities), 1)
        for player in result.players:
            assert math.isclose(player.win + player.tie + player.loss, 1)
            assert player.win + player.tie / len(ranges) <= player.equity + 1e-12 <= player.win + player.tie / 2 + 1e-12
            assert player.standard_error == 0


def test_a_river_has_one_board() -> None:
    result = equity(["AhKh", "QsQd"], "2c 7d Jh Ts 3c")
    assert result.boards == 1
    assert result.equities.tolist() == [0.0, 1.0]


def test_dead_cards_matter() -> None:
    assert equity(["AhKh", "QsQd"], dead="Qh Qc").equities[0] > equity(["AhKh", "QsQd"]).equities[0]


def test_weights_matter_as_shares_of_hands() -> None:
    mixed = equity(["AA, KK:0.5", "QQ"], FLOP).equities[0]
    aces, kings = equity(["AA", "QQ"], FLOP).equities[0], equity(["KK", "QQ"], FLOP).equities[0]
    assert math.isclose(mixed, (6 * aces + 3 * 0.5 * kings) / (6 + 3 * 0.5))


def test_hands_ranges_and_texts_can_be_mixed() -> None:
    result = equity([HoleCards.parse("AhKh"), Range("QQ"), "JTs"], "9h 7d 2c")
    assert [str(player.range) for player in result.players] == ["AhKh", "QQ", "JTs"]


def test_auto_samples_what_cannot_be_enumerated() -> None:
    result = equity(["random"] * 4, deals=RandomDeals(seed=7))
    assert (result.method, result.deals, result.seed, result.boards) == ("monte-carlo", 10_000_000, 7, None)


def test_equity_of_each_hand_on_a_flop_equals_hand_by_hand() -> None:
    by_hand = equity_by_hand(LOOSE, FLOP)
    for index in range(0, 1326, 97):
        hand = ALL_HOLE_CARDS[index]
        if math.isnan(by_hand[index]):
            assert {str(hand.high), str(hand.low)} & {"Kh", "7d", "2c"}
        else:
            assert math.isclose(by_hand[index], equity([hand, LOOSE], FLOP).equities[0], rel_tol=1e-12)


@pytest.mark.parametrize("board", ["Kh 7h 2h", "Kh Kd Kc", "Kh 7h 2h Ac"])
def test_equity_of_each_hand_is_right_where_suits_can_be_exchanged(board: str) -> None:
    whole = equity_by_hand("random", board)
    crooked = equity_by_hand(Range("random") - Range("3d2c:0.5"), board)  # no symmetry left, nearly the same numbers
    assert np.nanmax(np.abs(whole - crooked)) < 0.001
    for text in ("AdQd", "JcTs", "5h4h", "9s8s"):
        hand = HoleCards.parse(text)
        assert math.isclose(whole[hand.index], equity([hand, "random"], board).equities[0], rel_tol=1e-12)


def test_equity_of_a_hand_against_a_random_hand_equals_brute_force() -> None:
    board, hero = "Kh 7h 2h Ac", HoleCards.parse("JcTs")
    numbers = [int(card) for card in parse_board(board)]
    everything = {(int(h.high), int(h.low)): 1.0 for h in ALL_HOLE_CARDS}
    _, win, loss, tie = tally([{(int(hero.high), int(hero.low)): 1.0}, everything], numbers, [])
    expected = (win + tie / 2) / (win + loss + tie)
    assert math.isclose(equity_by_hand("random", board)[hero.index], expected, rel_tol=1e-12)


def test_preflop_equity_against_a_random_hand_is_the_table_behind_percentages() -> None:
    by_hand = equity_by_hand("random")
    stored = {str(hand_class): value for hand_class, value in preflop_equities()}
    for hand_class in CLASSES:
        values = by_hand[hand_class.hands]
        assert np.ptp(values) < 1e-12
        assert abs(values[0] - stored[str(hand_class)]) < 1e-9
    assert math.isclose(by_hand.mean(), 0.5, rel_tol=1e-12)


def test_hands_that_cannot_be_have_no_equity() -> None:
    by_hand = equity_by_hand("AhKh", FLOP.replace("Kh", "Kd"))
    assert math.isnan(by_hand[HoleCards.parse("AhQd").index])
    assert math.isnan(by_hand[HoleCards.parse("7dQd").index])
    assert not math.isnan(by_hand[HoleCards.parse("QcQs").index])


@pytest.mark.parametrize(
    ("ranges", "board", "dead", "message"),
    [
        (["AhAh", "QQ"], "", "", "Ah occurs twice"),
        (["AhKh", "AhQd"], "", "", "players 1 and 2 cannot both have the Ah"),
        (["AA", "KK"], "Ah Ah 2c", "", "Ah occurs twice"),
        (["AA", "KK"], "Ah 2c", "", "0, 3, 4 or 5 cards, not 2"),
        (["AA", "KK"], "Ah 2c 3d", "2c", "2c occurs twice"),
        (["AA", "KK"], "", "2c 2c", "2c occurs twice"),
        (["AKx", "QQ"], "", "", "'AKx'"),
        (["TT+:2", "QQ"], "", "", "'TT+:2'"),
        (["AA"] * 11, "", "", "2 to 10 hands or ranges, not 11"),
        (["AA"], "", "", "2 to 10 hands or ranges, not 1"),
        (["AA", "KK"], "Ah Ac Ad", "", "player 1, 'AA', has no hand left"),
        (["AA", "none"], "", "", "the range of player 2 is empty"),
        (["AA", "AA", "AA"], "", "", "no deal gives every player a hand"),
        (
            ["AKs", "AhKh", "AdKd", "AcKc", "AsKs"],
            "",
            "",
            "player 1, 'AKs', has no hand left without the cards of player 5",
        ),
        (["TT+, AT+, KT+, QT+, JT"] * 10, "", "Ah", "no deal gives every player a hand"),
        (["AA", "KK"], "99", "", "'99' is not a card"),
    ],
)
def test_impossible_problems_are_rejected_in_one_line(ranges: list[str], board: str, dead: str, message: str) -> None:
    with pytest.raises(RailbirdError) as caught:
        equity(ranges, board, dead)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_boards_may_be_lists_of_anything_that_names_a_card() -> None:
    expected = equity(["AA", "KK"], "2c 3d 4h").equities.tolist()
    assert equity(["AA", "KK"], ["2c", 5, Card("4h")]).equities.tolist() == expected  # type: ignore[list-item]
    for wrong in ([99, 5, 10], [-1, 5, 10], ["2c", "x", "4h"]):
        with pytest.raises(CardError):
            equity(["AA", "KK"], wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("tiny", [1e-9, 1e-12, 1e-17, 1e-100])
def test_small_weights_keep_their_digits(tiny: float) -> None:
    board = "9c 8d 3h"
    heavy_and_light = Range("AhQd") | Range(f"2d2c:{tiny}, KsKd:{tiny / 2}")
    alone = Range("2d2c, KsKd:0.5")
    for text in ("AhKh", "QdJd", "AhQs"):  # they meet only the light hands
        hand = HoleCards.parse(text)
        expected = equity([hand, alone], board).equities[0]
        assert math.isclose(equity([hand, heavy_and_light], board).equities[0], expected, rel_tol=1e-9)
        assert math.isclose(equity_by_hand(heavy_and_light, board)[hand.index], expected, rel_tol=1e-9)
        sampled = equity([hand, heavy_and_light], board, deals=1_000_000).players[0]
        assert abs(sampled.equity - expected) < 4.5 * sampled.standard_error


def test_only_ratios_of_weights_matter() -> None:
    assert equity(["AA:1e-200", "KK:1e-200"]).equities.tolist() == equity(["AA", "KK"]).equities.tolist()


def test_shares_are_never_below_zero() -> None:
    for ranges in (["KcKd", "QQ+:0.7, JTs:0.1, 55:0.3"], ["AA:0.3, KK:0.1", "QQ+:0.7, JTs:0.1, 55:0.3"]):
        for player in equity(ranges, "Kh 7d 2c").players:
            assert min(player.win, player.tie, player.loss) >= 0


def test_too_few_cards_are_an_error() -> None:
    dead = "".join(rank + suit for rank in "23456789" for suit in "cdhs")
    with pytest.raises(EquityError, match="only 20 are left"):
        equity(["random"] * 8, dead=dead)


def test_wrong_options_are_errors() -> None:
    with pytest.raises(EquityError, match="method"):
        equity(["AA", "KK"], method="guess")  # type: ignore[arg-type]
    with pytest.raises(EquityError, match="monte-carlo"):
        equity(["AA", "KK"], method="exact", deals=5)
    with pytest.raises(RailbirdError, match="threads"):
        equity(["AA", "KK"], threads=0)
    with pytest.raises(EquityError, match="one text"):
        equity("AA KK")

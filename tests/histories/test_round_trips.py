"""What is written is read back; readers survive anything; PokerKit agrees."""

import random
import time
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand, leduc
from railbird.histories import Origin, phh_text, play_record, read_phh, told_hand
from railbird.histories.acpc_log import AcpcLog, acpc_log
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.pokerstars_writer import pokerstars_text
from tests.histories.mutations import READERS, check_long_line, check_mutated, mutated, pool
from tests.histories.pokerkit_files import check_pokerkit
from tests.histories.random_histories import random_history
from tests.histories.round_trips import FORMATS, check_round_trip


@pytest.mark.parametrize("name", FORMATS)
def test_random_hands_of_all_kinds_come_back_from_every_format(name: str) -> None:
    outcomes = [check_round_trip(name, random_history(random.Random(f"{name} {number}"))) for number in range(120)]
    assert outcomes.count("same") >= 110


@pytest.mark.parametrize("name", READERS)
def test_mutated_hands_are_read_or_refused_in_one_line(name: str) -> None:
    choose = random.Random(name)
    outcomes = {check_mutated(name, mutated(choose.choice(pool(name)), choose)) for _ in range(250)}
    assert {"read", "refused"} <= outcomes


@pytest.mark.parametrize("name", READERS)
def test_a_line_of_a_megabyte_takes_a_moment(name: str) -> None:
    choose = random.Random(name)
    for _ in range(4):
        assert check_long_line(name, choose) < 2


@pytest.mark.parametrize("number", ["1e999999999", "1e-999999999", "-7.5e400", "0e-99999", "3." + "0" * 99])
@pytest.mark.parametrize("name", ["ohh", "phh"])
def test_a_number_with_a_huge_exponent_is_refused_in_a_moment(name: str, number: str) -> None:
    text = {"ohh": ohh_text, "phh": phh_text}[name](told_hand(Hand.parse("nolimit(stack=50bb); AhKh QsQd; f")))
    amount = {"ohh": '"starting_stack":5000', "phh": "starting_stacks = [5000, 5000]"}[name]
    assert amount in text
    start = time.process_time()
    with pytest.raises(HistoryError, match="digits before or after the point"):
        READERS[name](text.replace(amount, amount.replace("5000", number)).splitlines())
    assert time.process_time() - start < 0.5


def test_pokerkit_replays_our_files_to_the_same_payoffs_and_we_read_theirs() -> None:
    assert {check_pokerkit(random.Random(number)) for number in range(25)} <= {"same", "odd chips"}


def test_the_same_player_may_sit_in_two_seats() -> None:
    log = AcpcLog()
    lines = ["# game limit(players=3)", "STATE:4:rcc/cc:|AhKh|/Kc9d2h:0|0|0:Ann|Bob|Ann", "SCORE:-10|10:Ann|Bob"]
    with pytest.raises(HistoryError, match="the hand does not end: it is the turn of Ann"):
        [log.read(line) for line in lines[:2]]
    played = log.read("STATE:5:rff:|AhKh|:-5|-10|15:Ann|Bob|Ann")
    assert played is not None
    assert played.record.players == ("Ann", "Bob", "Ann")
    assert played.hand.players == ("Ann", "Bob", "Ann (2)")
    again = play_record(read_phh(phh_text(played)))
    assert again.record.players == ("Ann", "Bob", "Ann")


def test_the_score_of_a_log_must_be_the_sum_of_its_hands() -> None:
    log = AcpcLog()
    for line in ("# game limit", "STATE:0:rf:AhKh|QsQd:-10|10:a|b", "STATE:1:rf:AhKh|QsQd:-10|10:b|a", "SCORE:0|0:a|b"):
        log.read(line)
    log.read("STATE:0:rf:AhKh|QsQd:-10|10:a|b")
    with pytest.raises(HistoryError, match="the hands of a add up to -10, but the score says -20"):
        log.read("SCORE:-20|20:a|b")


def test_a_time_stamp_after_the_names_is_the_date() -> None:
    log = AcpcLog()
    log.read("# game limit")
    played = log.read("STATE:0:rf:AhKh|QsQd:-10|10:a|b # 1480625453")
    assert played is not None
    assert str(played.record.origin.date) == "2016-12-01 20:50:53+00:00"
    assert played.record.players == ("a", "b")


def test_a_chip_of_a_cent_is_kept() -> None:
    hand = Hand.parse("nolimit(rules=casino); AhKh QsQd; r300 f")
    text = phh_text(told_hand(hand, unit=Decimal("0.01")))
    assert "'p2 cbr 3.00'" in text
    assert "starting_stacks = [200.00, 200.00]" in text
    assert read_phh(text).unit == Decimal("0.01")


def test_amounts_with_and_without_a_point_are_of_the_same_money() -> None:
    hand = Hand.parse("nolimit(rules=casino); AhKh QsQd; r300 f")
    text = phh_text(told_hand(hand, unit=Decimal("0.01")))
    for mixed in (
        text.replace("[200.00, 200.00]", "[200, 200]"),
        text.replace("finishing_stacks = [201.00, 199.00]", "finishing_stacks = [201, 199]").replace("200.00", "200"),
        text.replace("'p2 cbr 3.00'", "'p2 cbr 3'"),
        text.replace("'p2 cbr 3.00'", "'p2 cbr 3.0000'"),
    ):
        assert mixed != text
        played = play_record(read_phh(mixed))
        assert played.payoffs is not None
        assert [payoff * Fraction(played.record.unit) for payoff in played.payoffs] == [-1, 1]


def test_split_chips_are_carried_where_the_format_can() -> None:
    hand = Hand.parse(
        "nolimit(players=3, blinds=1/3); AhKd AdKh 5s3c / QcJh9c / 2d / 4d; c c c / c c c / c c c / c c c"
    )
    split = hand.payoffs
    assert any(isinstance(payoff, Fraction) for payoff in split)
    for name in ("phh", "acpc", "ohh"):
        played = told_hand(hand, origin=Origin(hand_id="7"))
        seated = replace(played, record=replace(played.record, seats=(1, 2, 3)))
        assert check_round_trip(name, seated) == "same"
    assert check_round_trip("pokerstars", told_hand(hand)) == "refused"


def test_other_games_than_holdem_go_only_to_logs() -> None:
    hand = Hand(leduc(), "Qs Kh / Ah")
    hand.play("c c / c c")
    played = told_hand(hand)
    assert "".join(acpc_log([played])).startswith("# game leduc\nSTATE:0:cc/cc:Qs|Kh/Ah:")
    for write in (phh_text, ohh_text, pokerstars_text):
        with pytest.raises(HistoryError, match="hold'em with 52 cards"):
            write(played)


def test_an_unfinished_hand_is_not_written() -> None:
    with pytest.raises(HistoryError, match="only a finished hand"):
        told_hand(Hand.parse("limit; AhKh QsQd; r"))

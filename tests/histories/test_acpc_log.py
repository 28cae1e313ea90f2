"""Whole logs of the ACPC: their headers, numbers and scores, read and written."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand
from railbird.histories import Origin, PlayedHand, told_hand
from railbird.histories.acpc_log import AcpcLog, acpc_log

HEADER = "# name/game/hands/seed demo limit {} 7"
GAME = "# game limit"


def lost(number: int) -> str:
    """A hand in which a loses 10 chips to b."""
    return f"STATE:{number}:rf:AhKh|QsQd:-10|10:a|b"


def read(*lines: str) -> int:
    """How many hands a log has. Raises HistoryError if anything is wrong in it."""
    log = AcpcLog()
    return sum(log.read(line) is not None for line in lines)


def told(hand_id: str, event: str, date: datetime | None = None, form: str = "railbird") -> PlayedHand:
    origin = Origin(format=form, hand_id=hand_id, event=event, date=date)
    return told_hand(Hand.parse("limit; AhKh QsQd; r f"), origin=origin)


def test_the_score_of_a_match_that_was_continued_is_over_all_its_hands() -> None:
    first, second = HEADER.format(2), HEADER.format(4)
    assert read(first, GAME, lost(0), lost(1), first, GAME, lost(2), "SCORE:-30|30:a|b") == 3
    assert read(first, GAME, lost(0), first, GAME, "SCORE:-10|10:a|b") == 1
    assert read(first, GAME, lost(0), lost(1), "SCORE:-20|20:a|b", second, GAME, lost(2), "SCORE:-30|30:a|b") == 3
    with pytest.raises(HistoryError, match="the hands of a add up to -20, but the score says -10"):
        read(first, GAME, lost(0), first, GAME, lost(1), "SCORE:-10|10:a|b")


def test_the_same_match_from_the_start_or_another_one_has_a_score_of_its_own() -> None:
    header, other = HEADER.format(1), HEADER.format(1).replace("demo", "other")
    whole = (GAME, lost(0), "SCORE:-10|10:a|b")
    assert read(header, *whole, header, *whole) == 2
    assert read(header, GAME, lost(0), header, *whole) == 2
    assert read(header, GAME, lost(0), other, GAME, lost(1), "SCORE:-10|10:a|b") == 2


def test_a_hand_that_cannot_be_read_leaves_the_score_of_a_continued_match_unchecked() -> None:
    log = AcpcLog()
    for line in (HEADER.format(3), GAME, lost(0), HEADER.format(3), GAME):
        log.read(line)
    with pytest.raises(HistoryError):
        log.read(lost(1).replace("rf", "rx"))
    for line in (lost(2), "SCORE:-30|30:a|b"):
        log.read(line)


def test_each_match_of_a_log_has_its_name_its_game_and_its_score() -> None:
    date = datetime(2024, 5, 31, 12, 30, tzinfo=UTC)
    hands = [told("1", "match 7", date), told("2", "match 7", date), told("1", "table 3", date), told("x", "")]
    lines = "".join(acpc_log(hands)).splitlines()
    assert [line for line in lines if not line.startswith("STATE")] == [
        "# name/game/hands/seed match-7-20240531T123000 - - -",
        "# game limit",
        "SCORE:-20|20:p1|p2",
        "# name/game/hands/seed table-3 - - -",
        "# game limit",
        "SCORE:-10|10:p1|p2",
        "# name/game/hands/seed - - - -",
        "# game limit",
        "SCORE:-10|10:p1|p2",
    ]
    log = AcpcLog()
    origins = [played.record.origin for line in lines if (played := log.read(line)) is not None]
    assert [origin.event for origin in origins] == ["match-7-20240531T123000"] * 2 + ["table-3", ""]


def test_hands_of_an_imported_log_are_written_as_they_were_read() -> None:
    text = "".join(acpc_log([told("0", "demo", form="acpc"), told("5", "demo", form="acpc")]))
    log = AcpcLog()
    read = [played for line in text.splitlines() if (played := log.read(line)) is not None]
    assert [played.record.origin for played in read] == [
        Origin(format="acpc", hand_id=number, event="demo") for number in ("0", "5")
    ]


def test_no_two_hands_of_a_match_have_the_same_number() -> None:
    ids = ("1", "2", "1.2", "2.2", "1.3", "none", "")
    lines = [line for line in acpc_log([told(each, "match 1") for each in ids]) if line.startswith("STATE")]
    numbers = [int(line.split(":")[1]) for line in lines]
    assert numbers == [1, 2, 2_000_000_001, 2_000_000_002, 3_000_000_001, 3_000_000_002, 3_000_000_003]

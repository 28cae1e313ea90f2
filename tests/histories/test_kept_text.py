"""A hand is kept as one line with everything its file said, and told from every other hand."""

import random
from dataclasses import replace

import pytest

from railbird.errors import HistoryError
from railbird.game import Hand, nolimit
from railbird.histories import told_hand
from railbird.histories.kept_text import fingerprint, kept_hand, kept_text
from tests.histories.random_histories import random_history

LINE = kept_text(told_hand(Hand.parse("limit; AhKh QsQd; r f")))


def test_a_kept_hand_comes_back_with_everything_its_file_said() -> None:
    choose = random.Random(31)
    for _ in range(300):
        played = random_history(choose)
        again = kept_hand(kept_text(played))
        assert again.record == played.record
        assert (again.hand, again.payoffs) == (played.hand, played.payoffs)


@pytest.mark.parametrize("text", ["kuhn; Qs As; c r c", "leduc; Qs Kh / Ks; r c / r f", "rezai; AhKh QsQd; f"])
def test_hands_of_other_games_are_kept_too(text: str) -> None:
    hand = Hand.parse(text)
    assert kept_hand(kept_text(told_hand(hand))).hand == hand


@pytest.mark.parametrize("big", [5 * 10**9, 6 * 10**9, 2**39])
def test_a_game_with_blinds_of_billions_is_kept(big: int) -> None:
    """Its usual stack would be more chips than there may be."""
    hand = Hand(nolimit(blinds=(big // 2, big), stack=[2**40, 2**39]), "AhKh QsQd")
    hand.play("f")
    played = told_hand(hand)
    assert kept_hand(kept_text(played)).hand == played.hand


@pytest.mark.parametrize(
    "line",
    [
        "",
        "[]",
        "{}",
        LINE[:-1],
        LINE.replace("rf:", "r:"),
        LINE.replace("rf:", "rx:"),
        LINE.replace("AhKh", "AhAh"),
        LINE.replace("[-10,10]", "[-10]"),
        LINE.replace('"limit', '"chess'),
        LINE.replace('["p1","p2"]', '["p1","p2","p3"]'),
        LINE.replace('"players":', '"date":"yesterday","players":'),
        LINE.replace('"players":', '"unit":"half","players":'),
    ],
)
def test_a_damaged_line_is_refused(line: str) -> None:
    with pytest.raises(HistoryError, match="not a hand that was kept"):
        kept_hand(line)


def test_the_fingerprint_tells_hands_apart_whatever_their_format() -> None:
    choose = random.Random(7)
    lines = [kept_text(random_history(choose)) for _ in range(200)]
    assert len({fingerprint(line) for line in lines}) == 200
    played = kept_hand(lines[0])

    def marked(**changes: str) -> bytes:
        origin = replace(played.record.origin, **changes)  # type: ignore[arg-type]
        return fingerprint(kept_text(replace(played, record=replace(played.record, origin=origin))))

    assert marked(format="another") == marked(format="") == fingerprint(lines[0])
    assert marked(hand_id="another") != fingerprint(lines[0])
    assert marked(table='a,"format":"b"') != marked(table="a")
    assert fingerprint(lines[0], 2) != fingerprint(lines[0])

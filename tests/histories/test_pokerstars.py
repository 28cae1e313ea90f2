"""Hands in the text of PokerStars, current and older."""

import random
from contextlib import suppress
from dataclasses import replace

import pytest

from railbird._core import stars_hand
from railbird.errors import HistoryError
from railbird.game import Betting, Hand, Profile
from railbird.histories import PlayedHand, play_record
from railbird.histories.pokerstars import read_pokerstars
from railbird.histories.pokerstars_writer import pokerstars_texts
from tests.histories.examples import POKERSTARS, TOURNAMENT
from tests.histories.mutations import mutated, pool, read_both_ways, read_generally


def read(text: str) -> PlayedHand:
    return play_record(read_pokerstars(text.splitlines()))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_a_returning_player_posts_the_small_blind_dead() -> None:
    record = read(POKERSTARS).record
    assert record.players == ("Cy", "Dee", "Fay", "Ann", "Bob")
    assert record.game.blinds == (50, 100, 100, 0, 0)
    assert record.game.antes == (0, 0, 50, 0, 0)
    assert record.game.rules.profile is Profile.CASINO


def test_hands_without_a_number_get_the_next_one() -> None:
    played = read(POKERSTARS)

    def numbers(*ids: str) -> list[str]:
        origins = [replace(played.record.origin, hand_id=each) for each in ids]
        texts = pokerstars_texts(replace(played, record=replace(played.record, origin=each)) for each in origins)
        return [read(text).record.origin.hand_id for text in texts]

    assert numbers("", "x", "") == ["1", "2", "3"]
    assert numbers("41", "", "43", "17.2") == ["41", "42", "43", "2000000017"]
    assert numbers("0", "1", "0") == ["0", "1", "2"]
    assert numbers("00712", "9" * 21) == ["00712", "713"]


def test_cents_are_the_unit_of_a_cash_game() -> None:
    record = read(POKERSTARS).record
    assert (str(record.unit), record.currency) == ("0.01", "USD")
    assert record.game.stacks == (21235, 700, 9950, 10000, 4150)


def test_side_pots_rake_and_mucked_hands_add_up() -> None:
    played = read(POKERSTARS)
    assert played.payoffs == (-50, 1500, -150, 2550, -4150)
    assert played.record.rake == 300
    assert str(played.hand).count("QdQs") == 1
    assert played.hand.settled


def test_players_who_sit_out_are_not_part_of_the_hand() -> None:
    record = read(POKERSTARS).record
    assert "Eve" not in record.players
    assert record.seats == (3, 4, 6, 1, 2)


def test_an_ante_may_be_all_in_in_a_tournament() -> None:
    played = read(TOURNAMENT)
    assert played.record.game.antes == (10, 10, 10, 10)
    assert played.payoffs == (-60, -70, 24, 106)
    assert played.record.origin.event == "Tournament #160000001"
    assert str(played.record.unit) == "1"


def test_uncalled_bets_are_returned() -> None:
    played = read(TOURNAMENT)
    assert played.hand.settlement is not None
    assert played.hand.settlement.uncalled == 140


@pytest.mark.parametrize("line", ["*** FIRST FLOP *** [2c 3d 4h]", "*** SUMMARY ***\nHand was run twice"])
def test_a_hand_that_was_run_twice_is_refused(line: str) -> None:
    with pytest.raises(HistoryError, match="run more than once"):
        read(POKERSTARS.replace("*** FLOP *** [Kd 7c 2h]", line))


@pytest.mark.parametrize(
    ("pair", "reason"),
    [
        (("Ann: calls $3\n", "Ann: calls $2\n"), "action 7: a call costs 300, not 200"),
        (("Bob: calls $3\n", "Bob: checks\n"), "action 8: a call costs 300, not 0"),
        (("Cy: folds\n", ""), "action 4: it is the turn of position 0, not of position 1"),
        (("raises $3 to $4", "raises $0.50 to $1.50"), "action 2: a raise goes from 200 to 10000, not to 150"),
        (("| Rake $3", "| Rake $2"), "the players collected 8900 chips and the rake was 200, but the pot 9200"),
        (("Ann collected $67", "Bob collected $67"), "by the rules the payoffs are"),
        (("[Kd 7c 2h 9s] [4d]", "[Kd 7c 2h 9s] [9s]"), "cards must be different"),
        (("*** SUMMARY ***", "***"), "no summary: it was cut off"),
        (("posts big blind $1", "posts a cheque $1"), "this post is not known"),
        (("Hold'em No Limit", "Omaha Pot Limit"), "only hold'em can be read"),
    ],
)
def test_what_does_not_add_up_is_refused(pair: tuple[str, str], reason: str) -> None:
    with pytest.raises(HistoryError, match=reason):
        read(changed(POKERSTARS, pair))


def test_chat_is_not_an_action() -> None:
    assert "Dee: folds" in POKERSTARS
    assert not read(POKERSTARS).hand.folded[1]


LIMIT = """\
PokerStars Game #300000001:  Hold'em Limit ($2/$4) - 2004/07/07 - 12:22:33 (ET)
Table 'Castor' Seat #3 is the button
Seat 3: Ann ($50 in chips)
Seat 5: Bob ($60 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Ann: raises $2 to $4
Bob: calls $2
*** FLOP *** [2c 3d 4h]
Bob: checks
Ann: bets $2
Bob: folds
Uncalled bet ($2) returned to Ann
Ann collected $8 from pot
*** SUMMARY ***
Total pot $8 | Rake $0
"""


def test_limit_stakes_are_the_bets_and_the_button_acts_first_heads_up() -> None:
    played = read(LIMIT)
    game = played.record.game
    assert (game.betting, game.bets, game.blinds) == (Betting.LIMIT, (200, 200, 400, 400), (200, 100))
    assert played.record.players == ("Bob", "Ann")
    assert played.payoffs == (-400, 400)
    assert str(played.record.origin.date) == "2004-07-07 12:22:33"


def test_a_limit_game_may_have_its_blinds_in_the_heading() -> None:
    text = changed(LIMIT, ("($2/$4)", "($1/$2)"))
    assert read(text).record.game.bets == (200, 200, 400, 400)


def test_pot_limit_and_play_money_are_read() -> None:
    text = changed(LIMIT, ("Hold'em Limit ($2/$4)", "Hold'em Pot Limit (1/2)"), ("$", ""))
    record = read(text).record
    assert (record.game.betting, str(record.unit), record.currency) == (Betting.POT_LIMIT, "1", "")


def test_a_straddle_acts_last() -> None:
    text = changed(
        POKERSTARS,
        ("Fay: posts small & big blinds $1.50", "Fay: posts straddle $2"),
        ("Fay: checks\nAnn: raises $3 to $4", "Ann: raises $2 to $4"),
        ("Total pot $92 Main pot $23. Side pot $69.", "Total pot $92.50 Main pot $23.50. Side pot $69."),
        ("Dee collected $22", "Dee collected $22.50"),
    )
    played = read(text)
    assert played.record.game.blinds == (50, 100, 200, 0, 0)
    assert played.payoffs == (-50, 1550, -200, 2550, -4150)
    assert isinstance(played.hand, Hand)


@pytest.mark.parametrize("text", [POKERSTARS, TOURNAMENT])
def test_hands_in_the_usual_layout_are_read_natively_like_in_python(text: str) -> None:
    lines = text.splitlines()
    assert stars_hand(lines, 2, 0 if text == TOURNAMENT else 2) is not None
    assert read_pokerstars(lines) == read_generally("pokerstars", lines)


def test_random_hands_are_read_natively_like_in_python() -> None:
    natively = 0
    for lines in pool("pokerstars"):
        usual = not any(": " in name for name in read_both_ways("pokerstars", lines).players)
        assert (stars_hand(lines, 2, 2 if "USD" in lines[0] else 0) is not None) == usual
        natively += usual
    assert 20 < natively < len(pool("pokerstars"))


def test_damaged_hands_are_read_or_refused_natively_like_in_python() -> None:
    choose, outcomes = random.Random(6), set()
    for _ in range(2000):
        lines = mutated(choose.choice(pool("pokerstars")), choose)
        try:
            outcomes.add(str(read_both_ways("pokerstars", lines).game))
        except HistoryError as error:
            outcomes.add(str(error))
    assert len(outcomes) > 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Ann ($100 in chips)", "Ann ($100 in chips, $5 bounty)"),
        ("Ann ($100 in chips)", "Ann ($100.00 in chips) "),
        ("Fay: folds", "Fay: folds [2c 2d]"),
        ("Fay: folds", "Fay: folds   "),
        ("Bob: mucks hand", "Bob: doesn't show hand"),
        ("Bob: calls $4", "Bob: calls €4"),
        ("Dee: posts big blind $1", "Dee: posts the big blind of $1"),
        ("Dealt to Ann [Ah Kh]", "Dealt to Nobody [Ah Kh]"),
        ("| Rake $3", "| Jackpot $1 | Rake $3"),
        ("Seat 3: Cy", "Seat 3: Cy: the one"),
        ("Seat 2: Bob", "Seat 2: Bob ("),
        ("mucked [Qd Qs]", "mucked [Qd]"),
    ],
)
def test_other_layouts_are_read_alike(old: str, new: str) -> None:
    lines = changed(POKERSTARS, (old, new)).splitlines()
    with suppress(HistoryError):
        read_both_ways("pokerstars", lines)


def test_the_native_reader_leaves_what_is_no_text_to_python() -> None:
    lines = POKERSTARS.splitlines()
    assert stars_hand([*lines, "half of a pair: \ud800"], 2, 2) is None
    assert stars_hand([], 2, 2) is None
    assert stars_hand(lines, len(lines), 2) is None
    with pytest.raises(TypeError, match="sequence of text"):
        stars_hand([1, 2, 3], 0, 2)  # type: ignore[list-item]
    with pytest.raises(ValueError, match="decimal places"):
        stars_hand(lines, 2, -1)

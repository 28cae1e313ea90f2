"""Records, and what may differ between a file and the engine."""

import json
import random
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from railbird.errors import ActionError, HistoryError
from railbird.game import UNKNOWN_CARD, Game, Hand, TakenAction, limit, nolimit
from railbird.histories import HandRecord, phh_text, play_record, read_phh, replayed, told_hand
from railbird.histories.amounts import card_bytes, decimal_of, money, parsed_decimal, places_of
from railbird.histories.ohh import read_ohh
from railbird.histories.ohh_writer import ohh_text
from railbird.histories.poker_academy import read_academy
from railbird.histories.record import UNSTATED
from tests.driving import random_hand
from tests.game.play import GAMES
from tests.histories.examples import ACADEMY
from tests.reference.acpc_text import read_hand

SHOWDOWN = "nolimit(rules=casino); AhKh QsQd / Kc7d2h / 9s / 4d; r300 c / c r600 c / c c / c c"


def record_of(text: str = SHOWDOWN) -> HandRecord:
    return told_hand(Hand.parse(text)).record


def hidden(record: HandRecord, player: int = 1) -> HandRecord:
    deal = bytearray(record.deal)
    deal[2 * player : 2 * player + 2] = bytes([UNKNOWN_CARD] * 2)
    return replace(record, deal=bytes(deal))


def test_payoffs_that_differ_from_the_rules_are_refused() -> None:
    with pytest.raises(HistoryError, match="by the rules the payoffs are 900, -900, not -900, 900"):
        play_record(replace(record_of(), payoffs=(-900, 900)))


def test_a_rake_may_be_stated_or_small() -> None:
    record = record_of()
    raked = (850, -900)
    assert play_record(replace(record, payoffs=raked, rake=50)).payoffs == raked
    assert play_record(replace(record, payoffs=raked, rake=None)).payoffs == raked
    with pytest.raises(HistoryError, match="would mean a rake of 50, not 0"):
        play_record(replace(record, payoffs=raked))
    with pytest.raises(HistoryError, match="would mean a rake of 400, which the file does not state"):
        play_record(replace(record, payoffs=(500, -900), rake=None))


def test_the_loser_pays_no_rake() -> None:
    with pytest.raises(HistoryError, match="by the rules"):
        play_record(replace(record_of(), payoffs=(900, -950), rake=50))


def test_unknown_cards_leave_the_winner_to_the_file() -> None:
    record = hidden(record_of())
    assert play_record(replace(record, payoffs=(-900, 900))).payoffs == (-900, 900)
    assert play_record(replace(record, payoffs=None, rake=None)).payoffs is None
    with pytest.raises(HistoryError, match="the payoff of p1 must be -900 to 900, not 1000"):
        play_record(replace(record, payoffs=(1000, -1000)))


def test_who_folded_wins_nothing() -> None:
    text = "nolimit(players=3, rules=casino); AhKh QsQd 2c2d / Kc7d2h / 9s / 4d; r300 f c / c c / c c / c c"
    record = hidden(record_of(text))
    with pytest.raises(HistoryError, match="p1 folded after paying 50, but their payoff is 100"):
        play_record(replace(record, payoffs=(100, 200, -300)))


def test_amounts_that_a_file_does_not_state_are_those_of_the_engine() -> None:
    record = record_of("limit(rules=casino); AhKh QsQd / Kc7d2h; r r c / c r f")
    silent = tuple([TakenAction(a.player, a.round, a.kind, UNSTATED if a.amount else a.amount) for a in record.actions])
    hand = Hand(record.game, record.deal)
    hand.follow(silent)
    assert hand.actions == record.actions


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"player": 0}, "action 1: it is the turn of position 1, not of position 0"),
        ({"round": 2}, "action 1: it is round 1, not round 3"),
        ({"amount": 150}, "action 1: a raise goes from 200 to 20000, not to 150"),
    ],
)
def test_following_actions_is_all_or_nothing(change: dict[str, Any], reason: str) -> None:
    record = record_of()
    hand = Hand(record.game, record.deal)
    before = hand.state_bytes()
    wrong = record.actions[0]._replace(**change)
    with pytest.raises(ActionError, match=reason):
        hand.follow([wrong, *record.actions[1:]])
    with pytest.raises(ActionError, match="action 2: a call costs 200, not 100"):
        hand.follow([record.actions[0], record.actions[1]._replace(amount=100)])
    assert hand.state_bytes() == before


@pytest.mark.parametrize("name", GAMES)
def test_native_and_plain_readers_of_log_lines_agree(name: str) -> None:
    game, choose = GAMES[name], random.Random(name)
    for number in range(15):
        hand = random_hand(game, 5, number, choose)
        betting, _, cards = hand.acpc_text().partition(":")
        for _ in range(4):
            native = native_hand(betting, cards, game)
            plain = read_hand(game, betting, cards)
            assert (native is None) == (plain is None), (betting, cards)
            assert native is None or native == plain
            place = choose.randrange(len(betting) + 1)
            betting = betting[:place] + choose.choice("fcr/0123456789") + betting[place + choose.randrange(2) :]
            if choose.random() < 0.3:
                place = choose.randrange(len(cards) + 1)
                cards = cards[:place] + choose.choice("|/2AhsTd") + cards[place + choose.randrange(3) :]


def native_hand(betting: str, cards: str, game: Game) -> Hand | None:
    try:
        return replayed(game, betting, cards)
    except ValueError:
        return None


def test_stacks_can_be_exchanged_without_making_a_game_again() -> None:
    game = nolimit(3)
    other = game.with_stacks((500, 600, 700))
    assert other == nolimit(3, stack=[500, 600, 700])
    assert str(other) == str(nolimit(3, stack=[500, 600, 700]))
    assert game.stacks == (20000,) * 3
    with pytest.raises(ValueError, match="stacks needs 3 numbers"):
        game.with_stacks((500, 600))
    with pytest.raises(ValueError, match="stacks must be 1 to"):
        game.with_stacks((500, 600, 0))


def test_a_named_game_must_agree_with_the_other_fields() -> None:
    text = phh_text(told_hand(Hand.parse("limit(cap=3); AhKh QsQd; r f")))
    assert "_game = 'limit(cap=3" in text
    assert read_phh(text).game == limit(cap=3)
    with pytest.raises(HistoryError, match=r"_game is .* which differs from the other fields"):
        read_phh(text.replace("blinds_or_straddles = [5, 10]", "blinds_or_straddles = [4, 10]"))


PHH = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 ????', 'd dh p2 AhAd', 'p2 cbr 6', 'p1 f']
"""


@pytest.mark.parametrize("seats", ["5", "true", "2020-01-01", "'ab'", "{a = 1, b = 2}", "[1, true]", "[1]"])
def test_seats_that_are_no_list_of_numbers_are_left_out(seats: str) -> None:
    assert play_record(read_phh(f"{PHH}seats = {seats}")).record.seats == ()
    assert play_record(read_phh(f"{PHH}seats = [3, 1]")).record.seats == (3, 1)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("cbr 6", "cbr 99999999999999999999", r"'p2 cbr 9{20}' has more than 2\^40 chips"),
        ("cbr 6", f"cbr {'9' * 5000}", "has no amount that can be read"),
        ("variant", f"hand = {'9' * 5000}\nvariant", "this is not TOML.*5000 digits"),
        ("variant", f"table = {'9' * 5000}\nvariant", "this is not TOML.*5000 digits"),
        ("variant", f"seat_count = 0x{'f' * 5000}\nvariant", "'seat_count' has a number of more than 4096 bits"),
        ("variant", f"seats = [1, 0x{'f' * 5000}]\nvariant", "'seats' has a number of more than 4096 bits"),
        ("variant", f"hand{'.a' * 2000} = 1\nvariant", "this is not TOML.*recursion"),
        ("min_bet = 2", "min_bet = nan", "min_bet must be a number, not 'NaN'"),
        ("[200, 200]", "[200, nan]", "starting_stacks must be a list of numbers"),
        ("[200, 200]", "[]", "starting_stacks must be a list of numbers from 0 on, with one for each player"),
        ("variant", "finishing_stacks = [inf, 1]\nvariant", "a payoff is a number of chips, not 'Infinity'"),
    ],
)
def test_an_odd_value_of_phh_is_refused_with_its_name(old: str, new: str, reason: str) -> None:
    assert old in PHH
    with pytest.raises(HistoryError, match=reason):
        play_record(read_phh(PHH.replace(old, new)))


def test_a_number_of_phh_may_have_many_digits() -> None:
    assert read_phh(f"{PHH}hand = {'9' * 29}").origin.hand_id == "9" * 29
    assert read_phh(f"{PHH}hand = {'9' * 300}").origin.hand_id == "9" * 300


def test_an_action_with_more_chips_than_the_engine_can_hold_is_refused() -> None:
    record = record_of()
    raised = record.actions[0]._replace(amount=10**20)
    with pytest.raises(HistoryError, match="an action has 100000000000000000000 chips; the most"):
        play_record(replace(record, actions=(raised, *record.actions[1:])))
    nobody = record.actions[0]._replace(player="Ann")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        play_record(replace(record, actions=(nobody, *record.actions[1:])))


@pytest.mark.parametrize("seat", ["", "x", "9" * 5000, None, [1], {}])
@pytest.mark.parametrize("key", ["dealer_seat", "seat"])
def test_an_odd_seat_of_open_hand_history_is_refused(key: str, seat: object) -> None:
    data = json.loads(ohh_text(told_hand(Hand.parse(SHOWDOWN))))
    (data["ohh"] if key == "dealer_seat" else data["ohh"]["players"][0])[key] = seat
    with pytest.raises(HistoryError, match="not a hand of the Open Hand History format"):
        read_ohh(json.dumps(data))


@pytest.mark.parametrize("key", ["table_name", "site_name", "game_number", "currency"])
def test_half_of_a_letter_is_refused_and_a_letter_of_two_halves_is_read(key: str) -> None:
    data = json.loads(ohh_text(told_hand(Hand.parse(SHOWDOWN))))
    data["ohh"][key] = "\ud83d"
    with pytest.raises(HistoryError, match=r"half of a letter, '\\ud83d', which no file can keep: take it out"):
        read_ohh(json.dumps(data))
    data["ohh"][key] = "😀"
    record = read_ohh(json.dumps(data))
    assert "😀" in (record.origin.table, record.origin.event, record.origin.hand_id, record.currency)


def test_any_layout_of_toml_is_read() -> None:
    usual = phh_text(told_hand(Hand.parse(SHOWDOWN)))
    other = usual.replace("actions = ['", "actions = [\n  '").replace("min_bet = 100", "min_bet=100 # chips")
    assert play_record(read_phh(other)).hand == play_record(read_phh(usual)).hand


def test_a_raise_in_open_hand_history_has_its_total() -> None:
    text = ohh_text(told_hand(Hand.parse(SHOWDOWN), unit=Decimal("0.01"), currency="USD"))
    assert '"action":"Raise","amount":3.0' in text
    assert play_record(read_ohh(text)).payoffs == (900, -900)
    with pytest.raises(HistoryError, match="only hold'em can be read, not 'Omaha'"):
        read_ohh(text.replace('"Holdem"', '"Omaha"'))
    with pytest.raises(HistoryError, match="run more than once"):
        read_ohh(text.replace('"table_name"', '"flags":["Run_It_Twice"],"table_name"'))


def test_poker_academy_gives_raises_by_what_they_raise() -> None:
    played = play_record(read_academy(ACADEMY.splitlines()))
    assert played.payoffs == (-5, -20, 25)
    assert played.record.game.bets == (10, 10, 20, 20)
    unposted = "\n".join(line for line in ACADEMY.splitlines() if " posts " not in line)
    assert play_record(read_academy(unposted.splitlines())).hand == played.hand


def test_amounts_are_exact() -> None:
    assert decimal_of("1,234.50") == Decimal("1234.50")
    assert decimal_of("1,234,567,890,123") == 1234567890123
    with pytest.raises(HistoryError, match="an amount has at most 13 digits before the point, not 16"):
        decimal_of("1,234,567,890,123,456")
    with pytest.raises(ValueError, match="is not a number that can be counted with"):
        parsed_decimal("1e99999999999999999999")
    assert places_of([Decimal("1"), Decimal("2.50")]) == 2
    assert money(-5, 2) == "-0.05"
    assert card_bytes("10h Ts") == card_bytes("ThTs")
    for wrong in ("1.2.3", "-1", "", "1e9", "١"):
        with pytest.raises(HistoryError, match="an amount has digits"):
            decimal_of(wrong)

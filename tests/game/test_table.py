"""Button, blinds and posts at a table where players come and go."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from railbird.errors import GameError
from railbird.game import Game, Hand, Profile, Rules, SeededDealing, leduc, limit, nolimit, rezai
from railbird.game.table import ButtonRule, Seating, Table
from tests.driving import play_at_random

CASINO = Rules(Profile.CASINO)
DEAD, MOVING = ButtonRule.DEAD, ButtonRule.MOVING


def table(players: str, rule: ButtonRule = DEAD, seats: int = 6) -> Table:
    """Players A, B, C, … in seats 0, 1, 2, …"""
    new = Table(nolimit(rules=CASINO), seats=seats, button=rule)
    for seat, player in enumerate(players):
        new.sit(seat, player, 1000)
    return new


def deal(at: Table) -> Seating:
    """A hand in which nobody wins or loses."""
    seating = at.next_hand()
    at.settle([0] * len(seating.seats))
    return seating


def posted(seating: Seating) -> dict[str, int]:
    """Who posts how much, live."""
    blinds = zip(seating.players, seating.game.blinds, strict=True)
    return {player: blind for player, blind in blinds if blind}


@pytest.mark.parametrize("rule", ButtonRule)
class TestBothRules:
    def test_button_and_blinds_go_round(self, rule: ButtonRule) -> None:
        at = table("ABCD", rule)
        hands = [deal(at) for _ in range(5)]
        assert [hand.players for hand in hands[:2]] == [tuple("BCDA"), tuple("CDAB")]
        assert [hand.button for hand in hands] == [0, 1, 2, 3, 0]
        assert [posted(hand) for hand in hands[:2]] == [{"B": 50, "C": 100}, {"C": 50, "D": 100}]
        assert all(hand.game.first == (2, 0, 0, 0) for hand in hands)

    def test_heads_up_the_button_has_the_small_blind(self, rule: ButtonRule) -> None:
        at = table("AB", rule)
        hands = [deal(at) for _ in range(3)]
        assert [(hand.players, hand.button) for hand in hands] == [(("B", "A"), 0), (("A", "B"), 1), (("B", "A"), 0)]
        assert hands[0].game == nolimit(stack=1000, rules=CASINO)

    @pytest.mark.parametrize("gone", "ABC")
    def test_nobody_has_the_big_blind_twice_when_three_become_two(self, rule: ButtonRule, gone: str) -> None:
        at = table("ABC", rule)
        assert posted(deal(at)) == {"B": 50, "C": 100}
        at.leave(gone)
        assert posted(deal(at)).get("C") != 100

    def test_a_new_player_waits_for_the_big_blind(self, rule: ButtonRule) -> None:
        at = table("ABC", rule)
        deal(at)  # A has the button, C the big blind
        at.sit(4, "E", 1000)
        assert posted(deal(at)) == ({"C": 50, "E": 100})
        at = table("ABC", rule)
        deal(at)
        deal(at)  # B has the button, A the big blind
        at.sit(4, "E", 1000)
        assert "E" not in deal(at).players  # B has the big blind
        assert "E" not in deal(at).players  # C has the big blind
        assert posted(deal(at))["E"] == 100

    def test_a_new_player_may_post_the_big_blind_live(self, rule: ButtonRule) -> None:
        at = table("ABC", rule)
        deal(at)
        deal(at)
        at.sit(4, "E", 1000, post=True)
        deal(at)  # C has the button: E sits between it and the big blind, B, and is not dealt in
        hand = deal(at)
        assert hand.players[hand.seats.index(4)] == "E"
        assert posted(hand)["E"] == 100
        assert deal(at).players.count("E") == 1

    def test_nobody_is_dealt_in_between_button_and_big_blind(self, rule: ButtonRule) -> None:
        at = table("AB", rule)
        at.sit(3, "D", 1000)
        deal(at)  # button A, blinds B and D
        at.sit(2, "C", 1000, post=True)
        hand = deal(at)  # button B, blinds D and A; C sits between B and D
        assert hand.button == 1
        assert "C" not in hand.players

    def test_missed_blinds_are_posted_the_small_one_dead(self, rule: ButtonRule) -> None:
        at = table("ABCDE", rule)
        deal(at)  # blinds B, C
        at.sit_out("D")
        assert posted(deal(at)) == {"C": 50, "E": 100}
        deal(at)
        deal(at)
        at.sit_in("D", post=True)
        hand = deal(at)
        index = hand.players.index("D")
        assert (hand.game.blinds[index], hand.game.antes[index]) == (100, 50)
        restored = deal(at)
        index = restored.players.index("D")
        assert restored.game.antes[index] == 0

    def test_a_player_who_missed_blinds_may_wait_for_the_big_blind(self, rule: ButtonRule) -> None:
        at = table("ABCDE", rule)
        deal(at)
        at.sit_out("D")
        for _ in range(3):
            deal(at)
        at.sit_in("D")
        while "D" not in (hand := deal(at)).players:
            pass
        assert posted(hand)["D"] == 100
        assert set(hand.game.antes) == {0}

    def test_coming_back_in_time_costs_nothing(self, rule: ButtonRule) -> None:
        at = table("ABCDE", rule)
        deal(at)
        at.sit_out("E")
        deal(at)
        at.sit_in("E")
        assert posted(deal(at)) == {"D": 50, "E": 100}


def test_the_dead_button_stays_at_the_seat_that_the_small_blind_left() -> None:
    at = table("ABCD")
    deal(at)  # button A, blinds B and C
    at.leave("B")
    hand = deal(at)
    assert (hand.button, hand.players, posted(hand)) == (1, tuple("CDA"), {"C": 50, "D": 100})


def test_the_small_blind_is_dead_when_the_big_blind_left() -> None:
    at = table("ABCD")
    deal(at)
    at.leave("C")
    hand = deal(at)
    assert (hand.button, hand.players, posted(hand)) == (1, tuple("DAB"), {"D": 100})
    assert hand.game.first == (1, 0, 0, 0)
    hand = deal(at)
    assert (hand.button, hand.players, posted(hand)) == (2, tuple("DAB"), {"D": 50, "A": 100})


def test_the_moving_button_goes_to_the_next_player_and_there_may_be_two_big_blinds() -> None:
    at = table("ABCDE", MOVING)
    deal(at)  # button A, blinds B and C
    at.leave("B")
    hand = deal(at)
    # C gets the button; D would have the small blind without ever having paid the big one.
    assert (hand.button, hand.players, posted(hand)) == (2, tuple("DEAC"), {"D": 100, "E": 100})
    hand = deal(at)
    assert (hand.button, posted(hand)) == (3, {"E": 50, "A": 100})


def test_a_player_without_chips_is_not_dealt_in_and_owes_missed_blinds() -> None:
    at = table("ABCD")
    at.next_hand()  # D is third to act
    at.settle([1000, 0, -1000, 0])
    assert at.stacks() == {"A": 1000, "B": 2000, "C": 1000, "D": 0}
    assert "D" not in deal(at).players  # the big blind passes their seat
    deal(at)
    at.add_chips("D", 500)
    at.sit_in("D", post=True)
    hand = deal(at)
    assert "D" not in hand.players or posted(hand)["D"] == 100


def test_a_settlement_that_does_not_fit_changes_no_stack() -> None:
    at = table("ABC")
    with pytest.raises(GameError, match="no hand to settle"):
        at.settle([0, 0, 0])
    at.next_hand()
    wrong: list[list[int | Fraction]] = [
        [100, Fraction(-99, 2), Fraction(-101, 2)],
        [0, 0],
        [-1001, 501, 500],
        [1, 1, 1],
    ]
    for payoffs in wrong:
        with pytest.raises(GameError, match=r"whole numbers|cannot lose"):
            at.settle(payoffs)
    assert at.stacks() == {"A": 1000, "B": 1000, "C": 1000}
    at.settle([-50, 150, -100])
    with pytest.raises(GameError, match="no hand to settle"):
        at.settle([-50, 150, -100])


def test_nobody_leaves_or_brings_chips_during_a_hand() -> None:
    at = table("ABC")
    at.next_hand()
    with pytest.raises(GameError, match="'A' is in a hand"):
        at.leave("A")
    with pytest.raises(GameError, match="'A' is in a hand"):
        at.add_chips("A", 100)
    with pytest.raises(GameError, match="not settled"):
        at.next_hand()


class TestReturningPlayers:
    """Attempts to get a free hand in a good position, which the rules do not allow."""

    def test_a_player_who_had_the_big_blind_and_skips_the_small_one_owes_it(self) -> None:
        at = Table(nolimit(rules=CASINO), seats=6)
        for seat, player in ((0, "A"), (3, "B"), (4, "C")):
            at.sit(seat, player, 1000)
        deal(at)  # C has the big blind
        at.sit(1, "D", 1000)
        at.sit_out("C")
        deal(at)
        at.sit_in("C", post=True)
        hand = deal(at)
        assert "C" not in hand.players  # they sit between the button, B, and the big blind
        hand = deal(at)
        assert hand.game.antes[hand.players.index("C")] == 50

    def test_a_player_who_sits_out_from_the_start_is_a_new_player(self) -> None:
        at = table("ABCD")
        at.sit_out("C")
        deal(at)
        at.sit_in("C")
        assert "C" not in deal(at).players

    def test_a_new_beginning_keeps_the_order(self) -> None:
        at = Table(nolimit(rules=CASINO), seats=6)
        at.sit(3, "A", 1000)
        at.sit(5, "B", 1000)
        deal(at)
        at.sit(4, "C", 1000)
        deal(at)
        at.sit(2, "D", 1000)
        at.leave("A")
        hand = deal(at)
        assert hand.seats[0] == min(hand.seats, key=lambda seat: (seat - hand.button - 1) % 6)

    def test_a_new_player_does_not_inherit_blinds_owed_by_the_seat(self) -> None:
        at = table("ABCDE")
        deal(at)
        at.sit_out("D")
        for _ in range(3):
            deal(at)
        at.leave("D")
        at.sit(3, "F", 1000, post=True)
        hand = deal(at)
        assert hand.game.antes[hand.players.index("F")] == 0


def test_fewer_than_two_in_play_start_afresh() -> None:
    at = table("AB")
    deal(at)
    at.leave("B")
    for seat, player in enumerate("CDE", 2):
        at.sit(seat, player, 1000)
    hand = deal(at)
    assert set(hand.players) == set("ACDE")
    assert sorted(hand.game.blinds) == [0, 0, 50, 100]


def test_wrong_use_is_rejected() -> None:
    at = table("AB")
    wrongs: list[tuple[Callable[[], object], str]] = [
        (lambda: at.sit(0, "C", 100), "taken"),
        (lambda: at.sit(9, "C", 100), "between 0 and 5"),
        (lambda: at.sit(3, "A", 100), "already has a seat"),
        (lambda: at.sit(3, "C", 0), "1 to 2"),
        (lambda: at.leave("Z"), "no seat"),
        (lambda: at.add_chips("A", 0), "at least 1"),
        (lambda: table("A").next_hand(), "two players"),
        (lambda: Table(nolimit(rules=CASINO), seats=11), "2 to 10 seats"),
        (lambda: Table(nolimit()), "do not split chips"),
        (lambda: Table(replace(rezai(), rules=CASINO)), "usual order"),
        (lambda: Table(replace(leduc(), rules=CASINO)), "small and a big blind"),
        (lambda: Table(nolimit(3, blinds=(50, 100, 200), rules=CASINO)), "small and a big blind"),
        (lambda: Table(limit(2, actions=2, rules=CASINO)), "at least one action for each player"),
    ]
    for wrong, message in wrongs:
        with pytest.raises(GameError, match=message):
            wrong()


@pytest.mark.parametrize("rule", ButtonRule)
@pytest.mark.parametrize("game", [nolimit(rules=CASINO), limit(6, ante=1, rules=CASINO)], ids=str)
def test_any_coming_and_going_keeps_chips_and_order(rule: ButtonRule, game: Game) -> None:
    choose = random.Random(12)
    played = 0
    for round_number in range(30):
        at = Table(game, seats=choose.randint(2, 10), button=rule)
        names = iter(range(10**6))
        brought = 0
        last_big: str | None = None
        for number in range(60):
            brought += come_and_go(at, choose, names)
            there = [guest for guest in at.guests if guest and guest.present]
            if len(there) < 2:
                with pytest.raises(GameError, match="two players"):
                    at.next_hand()
                last_big = None
                continue
            seating = at.next_hand()
            check_order(at, seating)
            big = seating.players[seating.game.first[0] - 1]
            assert seating.game.blinds[seating.players.index(big)] == max(seating.game.blinds) == at.big
            assert big != last_big
            last_big = big
            hand = Hand(seating.game, SeededDealing(round_number).deal(seating.game, number), players=seating.players)
            play_at_random(hand, choose)
            at.settle([int(payoff) for payoff in hand.payoffs])
            assert sum(at.stacks().values()) == brought
            assert min(at.stacks().values()) >= 0
            played += 1
    assert played > 1000


def check_order(at: Table, seating: Seating) -> None:
    """Positions go round from the first seat left of the button; the button acts last after the flop."""

    def clockwise(seat: int, after: int) -> int:
        return (seat - after - 1) % len(at.guests)

    assert [clockwise(seat, seating.seats[0] - 1) for seat in seating.seats] == sorted(
        clockwise(seat, seating.seats[0] - 1) for seat in seating.seats
    )
    assert seating.seats[0] == min(seating.seats, key=lambda seat: clockwise(seat, seating.button))
    if len(seating.seats) == 2:
        assert seating.seats[1] == seating.button


def come_and_go(at: Table, choose: random.Random, names: Iterator[int]) -> int:
    """Make a few random changes. Returns how many chips came to the table."""
    change = 0
    for seat, guest in enumerate(list(at.guests)):
        chance = choose.random()
        if guest is None:
            if chance < 0.3:
                chips = choose.randint(1, 3000)
                at.sit(seat, f"player {next(names)}", chips, post=choose.random() < 0.5)
                change += chips
        elif guest.stack == 0 and chance < 0.5:
            at.add_chips(guest.player, 1000)
            change += 1000
        elif chance < 0.05:
            change -= at.leave(guest.player)
        elif chance < 0.1:
            at.sit_out(guest.player)
        elif chance < 0.3:
            at.sit_in(guest.player, post=choose.random() < 0.5)
    return change


def test_a_table_continues_from_its_saved_state() -> None:
    def seated() -> Table:
        table = Table(nolimit(rules="casino"), seats=4)
        for seat, player in enumerate(("Ann", "Bob", "Cy")):
            table.sit(seat, player, 1_000)
        return table

    table, other = seated(), seated()
    for _ in range(5):
        table.next_hand()
        table.settle([0, 10, -10])
        other.restore(json.loads(json.dumps(table.state())))
        assert other.state() == table.state()
    assert other.next_hand() == table.next_hand()


def test_a_cancelled_hand_has_never_been() -> None:
    table = Table(nolimit(rules="casino"), seats=3)
    for seat, player in enumerate(("Ann", "Bob")):
        table.sit(seat, player, 1_000)
    table.next_hand()
    table.settle([50, -50])
    before = table.state()
    first = table.next_hand()
    table.sit(2, "Cy", 500, post=True)
    assert table.state()["guests"][:2] == before["guests"][:2]
    table.cancel()
    assert sum(table.stacks().values()) == 2_500
    assert table.button == before["button"]
    table.leave("Cy")
    assert table.next_hand() == first
    with pytest.raises(GameError, match="there is no hand to cancel"):
        Table(nolimit(rules="casino")).cancel()


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"guests": [None], "button": 0, "small_seat": 0, "big_seat": 0},
        {"guests": [None, None], "button": 7, "small_seat": 0, "big_seat": 0},
        {"guests": [{"player": "Ann", "stack": -1}, None], "button": 0, "small_seat": 0, "big_seat": 0},
        {"guests": [{"name": "Ann"}, None], "button": 0, "small_seat": 0, "big_seat": 0},
    ],
)
def test_a_malformed_state_is_refused(state: dict[str, object]) -> None:
    with pytest.raises(GameError, match="not the state of this table"):
        Table(nolimit(rules="casino"), seats=2).restore(state)

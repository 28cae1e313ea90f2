"""Chance events of hands."""

import random

import numpy as np
import pytest

from railbird.game import Hand, limit, nolimit, parse_game
from railbird.stats.chance import ChanceLog, all_in_shares
from railbird.strength import equity
from tests.driving import random_hand


def _log(*hands: Hand) -> ChanceLog:
    log = ChanceLog(hands[0].game.players)
    for hand in hands:
        log.add(hand, range(hand.game.players))
    return log


def test_chance_events_record_who_was_in_and_the_pot() -> None:
    hand = Hand.parse("limit(players=3); AhKh QsQd 7c7d / Kc9d2h / 9s / 4d; r c c / r f c / c c / r f")
    chance = _log(hand).chance()
    assert chance.live[0].tolist() == [[True] * 3, [True, False, True], [True, False, True]]
    assert chance.stakes[0].tolist() == [60, 80, 80]
    assert chance.positions[0].tolist() == [0, 1, 2]


def test_cards_that_are_not_dealt_change_nothing() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc9d2h / 9s / 4d; r f")
    chance = _log(hand).chance()
    assert not chance.live.any()
    assert not chance.jumps().any()


def test_an_uncalled_bet_is_not_at_stake() -> None:
    hand = Hand.parse("nolimit(stack=5000); AhKh QsQd / Kc9d2h / 9s / 4d; r5000 c")
    assert _log(hand).chance().stakes[0].tolist() == [10_000] * 3
    short = Hand(nolimit(stack=5000), "AhKh QsQd / Kc9d2h / 9s / 4d", stacks=(700, 5000))
    short.play("r5000 c")
    assert _log(short).chance().stakes[0].tolist() == [1400] * 3


def test_jumps_are_differences_of_equities_with_folded_cards_dead() -> None:
    hand = Hand.parse("limit(players=3); AhKh QsQd 7c7d / Kc9d2h / 9s / 4d; r c c / r f c / c c / c c")
    (jumps,) = _log(hand).chance().jumps()
    before = equity(["AhKh", "QsQd", "7c7d"]).equities
    flop = equity(["AhKh", "QsQd", "7c7d"], "Kc9d2h").equities
    assert jumps[0] == pytest.approx(np.subtract(flop, before))
    flop_of_two = equity(["AhKh", "7c7d"], "Kc9d2h", "QsQd").equities
    turn = equity(["AhKh", "7c7d"], "Kc9d2h9s", "QsQd").equities
    assert jumps[1][[0, 2]] == pytest.approx(np.subtract(turn, flop_of_two))
    assert jumps[1][1] == 0
    assert jumps.sum(axis=1) == pytest.approx(np.zeros(3))


def test_seats_and_threads_do_not_change_shares() -> None:
    choose = random.Random(3)
    decks = [choose.sample(range(52), 11) for _ in range(30)]
    holes = np.array([deck[:6] for deck in decks], dtype=np.uint8).reshape(30, 3, 2)
    boards = np.array([deck[6:] for deck in decks], dtype=np.uint8)
    live = np.array([[True, choose.random() < 0.5, True] for _ in decks])
    sizes = np.array([choose.choice((0, 3, 4, 5)) for _ in decks], dtype=np.uint8)
    shares = all_in_shares(holes, live, boards, sizes, 1)
    turned = all_in_shares(np.roll(holes, 1, axis=1), np.roll(live, 1, axis=1), boards, sizes, 2)
    assert np.array_equal(np.roll(shares, 1, axis=1), turned)


@pytest.mark.parametrize("game", ["limit(players=4)", "nolimit(players=3, stack=10bb, rules=casino)"])
def test_all_chips_are_accounted_for(game: str) -> None:
    played = parse_game(game)
    for number in range(200):
        hand = random_hand(played, 5, number, random.Random(number))
        chance = _log(hand).chance()
        if chance.live[0, 2].any():
            on_the_river = sum(action.amount for action in hand.actions if action.round == 3)
            assert chance.stakes[0, 2] <= sum(hand.paid)
            if not on_the_river:
                uncalled = hand.settlement.uncalled if hand.settlement else 0
                assert chance.stakes[0, 2] == sum(hand.paid) - uncalled


def test_only_holdem_has_chance_events() -> None:
    assert limit(3).is_holdem
    assert not parse_game("leduc").is_holdem

"""The all-in adjustment: pots shared by equity."""

import random

import numpy as np
import pytest

from railbird.game import Hand, SeededDealing, nolimit, parse_game
from railbird.stats.all_in import AllInLog
from railbird.strength import equity
from tests.driving import play_at_random, random_hand
from tests.game.play import GAMES


def _corrections(*hands: Hand) -> np.ndarray:
    log = AllInLog(hands[0].game.players)
    for hand in hands:
        log.add(hand, range(hand.game.players))
    return log.corrections()


def test_aces_all_in_preflop_win_their_equity() -> None:
    hand = Hand.parse("nolimit(stack=5000); AhAs KsKd / Kc9d2h / 9s / 4d; r5000 c")
    ((aces, kings),) = _corrections(hand)
    share = equity(["AhAs", "KsKd"]).equities[0]
    assert -5000 + aces == pytest.approx(10_000 * share - 5000)
    assert kings == pytest.approx(-aces)


def test_only_cards_after_the_betting_are_taken_out() -> None:
    hand = Hand.parse("nolimit(stack=5000); AhAs KsKd / Kc9d2h / 9s / 4d; c c / r4900 c")
    ((aces, _),) = _corrections(hand)
    assert aces == pytest.approx(10_000 * equity(["AhAs", "KsKd"], "Kc9d2h").equities[0])


def test_hands_with_betting_to_the_end_stay_as_they_are() -> None:
    played = Hand.parse("limit; AhAs KsKd / Kc9d2h / 9s / 4d; c c / c c / c c / c c")
    folded = Hand.parse("limit; AhAs KsKd / Kc9d2h / 9s / 4d; r f")
    assert not _corrections(played, folded).any()


def test_side_pots_have_their_own_shares() -> None:
    game = nolimit(3, stack=5000, rules="casino")
    hand = Hand(game, "AhAs KsKd QcQd / Kc9d2h / 9s / 4d", stacks=(1000, 3000, 5000))
    hand.play("r5000 c c")
    (result,) = _corrections(hand)
    main, side = equity(["AhAs", "KsKd", "QcQd"]).equities, equity(["KsKd", "QcQd"], dead="AhAs").equities
    assert -1000 + result[0] == pytest.approx(3000 * main[0] - 1000)
    assert float(hand.payoffs[1]) + result[1] == pytest.approx(3000 * main[1] + 4000 * side[0] - 3000)
    assert result.sum() == pytest.approx(0)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if game.is_holdem])
def test_pots_are_those_of_the_settlement(name: str) -> None:
    """The winner of a pot is one of those who contested it."""
    game, hands = GAMES[name], []
    for number in range(150):
        choose = random.Random(number)
        hand = random_hand(game, 6, number, choose)
        hands.append(hand)
    log = AllInLog(game.players)
    for hand in hands:
        log.add(hand, range(game.players))
    for _, _, _, _, live, won in log._pots:
        assert any(won)
        assert all(can or not amount for can, amount in zip(live, won, strict=True))
    assert log.corrections().sum(axis=1) == pytest.approx(np.zeros(150), abs=1e-9)


def test_a_stack_below_the_ante_has_a_pot_of_its_own() -> None:
    """The adjusted winnings are the same whatever the board."""
    game = nolimit(3, stack=5000, ante=50, rules="casino")
    result = []
    for board in ("Kc9d2h 9s 4d", "Qh9d2h 9s 4d", "AcAd2h 9s 4d"):
        hand = Hand(game, f"AhAs KsKd QcQd / {board[:6]} / {board[7:9]} / {board[10:]}", stacks=(30, 40, 5000))
        hand.play("c" if not hand.over else "")
        (corrections,) = _corrections(hand)
        result.append([float(won) + correction for won, correction in zip(hand.payoffs, corrections, strict=True)])
    for other in result[1:]:
        assert other == pytest.approx(result[0])


@pytest.mark.parametrize("game", ["nolimit(players=4, stack=6bb, rules=casino)", "nolimit(players=3, stack=5bb)"])
def test_nothing_is_won_or_lost_by_the_adjustment(game: str) -> None:
    played, hands = parse_game(game), []
    for number in range(300):
        choose = random.Random(number)
        stacks = [choose.randint(100, 900) for _ in range(played.players)]
        hand = Hand(played, SeededDealing(5).deal(played, number), stacks=stacks)
        play_at_random(hand, choose)
        hands.append(hand)
    result = _corrections(*hands)
    assert result.any(axis=1).sum() > 50
    assert result.sum(axis=1) == pytest.approx(np.zeros(300), abs=1e-9)
    assert abs(result.mean(axis=0)).max() < 4 * result.std() / np.sqrt(300)

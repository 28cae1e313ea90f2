"""What a player can win: computed by hand, and from settled hands."""

from __future__ import annotations

import random

import pytest

from railbird.cards import evaluate
from railbird.game import Game, Hand, limit, nolimit
from railbird.game.pots import pots, prize
from tests.driving import random_hand
from tests.game.play import GAMES

BIG_BLIND_ANTE = nolimit(3, ante=(0, 100, 0))


@pytest.mark.parametrize(
    ("paid", "player", "to_call", "wanted"),
    [
        ((100, 100), 0, 0, 200),
        ((300, 100), 1, 200, 600),
        ((300, 300, 100), 2, 200, 900),
        ((100, 300, 200), 0, 200, 800),  # another player has not called yet
    ],
)
def test_a_full_call_can_win_the_whole_pot_and_the_call(
    paid: tuple[int, ...], player: int, to_call: int, wanted: int
) -> None:
    assert prize(nolimit(len(paid)), paid, player, to_call) == wanted == sum(paid) + to_call


@pytest.mark.parametrize(
    ("paid", "player", "to_call", "wanted"),
    [
        ((1000, 200), 1, 300, 1000),
        ((900, 900, 200), 2, 100, 900),
        ((2000, 100, 700), 1, 400, 1500),
        ((2000, 300, 700), 1, 0, 900),  # all-in already
        ((2000, 50, 700), 1, 150, 600),
    ],
)
def test_a_short_stack_wins_at_most_its_own_stake_from_each_player(
    paid: tuple[int, ...], player: int, to_call: int, wanted: int
) -> None:
    assert prize(nolimit(len(paid)), paid, player, to_call) == wanted


def test_chips_of_folded_players_count_up_to_the_same_bound() -> None:
    hand = Hand(nolimit(4, stack=(3000, 3000, 3000, 500)), "AhKh QsQd 7c7s 9h8h / Kc8d2h / 9s / 4d")
    hand.play("r300 c c c / r1000 c f")
    assert (hand.actor, hand.paid) == (3, (1300, 1300, 300, 300))
    assert prize(hand.game, hand.paid, 3, hand.legal.call) == 3 * 500 + 300
    assert prize(hand.game, (1300, 1300, 900, 300), 3, 200) == 4 * 500


@pytest.mark.parametrize(
    ("paid", "player", "to_call", "wanted"),
    [
        ((100, 200, 100), 0, 0, 400),
        ((100, 200, 100), 1, 0, 400),
        ((1000, 1100, 300), 2, 200, 100 + 3 * 500),
        ((1000, 400, 1000), 1, 0, 100 + 3 * 300),  # the ante in their own 400 is not a bet
        ((1000, 400, 1000), 1, 200, 100 + 3 * 500),
    ],
)
def test_the_ante_of_a_big_blind_is_in_the_pot_of_everybody_but_is_no_bet(
    paid: tuple[int, ...], player: int, to_call: int, wanted: int
) -> None:
    assert prize(BIG_BLIND_ANTE, paid, player, to_call) == wanted


def test_antes_that_all_have_paid_are_won_like_bets() -> None:
    assert prize(nolimit(3, ante=20), (520, 520, 220), 2, 100) == 3 * 320


def test_a_short_big_blind_antes_only_their_stack() -> None:
    game = nolimit(3, ante=(0, 100, 0), stack=(5000, 60, 5000))
    assert prize(game, (300, 60, 300), 0, 0) == 660
    assert prize(game, (300, 60, 300), 1, 0) == 60


@pytest.mark.parametrize(
    "game",
    [
        *(game for game in GAMES.values() if game.is_holdem and not game.rake.ten_thousandths),
        limit(3, stack=57),
        nolimit(3, ante=(0, 100, 0), stack=(300, 900, 2000)),
    ],
    ids=str,
)
def test_the_best_hand_alone_wins_its_prize(game: Game) -> None:
    """Returned bets count both as paid and as won."""
    choose, side_pots = random.Random(11), 0
    for number in range(150):
        hand = random_hand(game, 11, number, choose)
        left = [index for index, folded in enumerate(hand.folded) if not folded]
        best = left
        if len(left) > 1:
            strengths = {index: evaluate(hand.hole_cards[index] + hand.board) for index in left}
            best = [index for index in left if strengths[index] == max(strengths.values())]
        if len(best) == 1:
            won = prize(game, hand.paid, best[0], 0)
            assert hand.payoffs[best[0]] == won - hand.paid[best[0]], str(hand)
            side_pots += won < sum(hand.paid)
    assert bool(side_pots) == (min(game.stacks) < max(game.stacks))


def _left(hand: Hand) -> list[int]:
    """What each player had not paid."""
    return [stack - paid for stack, paid in zip(hand.starting_stacks, hand.paid, strict=True)]


def test_side_pots_are_those_that_are_awarded_at_the_end() -> None:
    choose = random.Random(4)
    number = compared = several = 0
    while compared < 300:
        number += 1
        stacks = [choose.randrange(1, 12) * 100 for _ in range(4)]
        game = nolimit(4, rules="casino").with_stacks(tuple(stacks))
        hand = random_hand(game, 4, number, choose, calling=0.5)
        awards = list(hand.settlement.awards) if hand.settlement else []
        if not awards or hand.folded.count(False) < 2:
            continue
        assert hand.settlement
        now = pots(hand.game, hand.paid, _left(hand), hand.folded)
        now[-1] -= hand.settlement.uncalled
        wanted: dict[int, int] = {}
        for award in awards:
            wanted[award.pot] = wanted.get(award.pot, 0) + award.parts // 2520
        assert [pot for pot in now if pot] == [wanted[pot] for pot in sorted(wanted)]
        compared += 1
        several += len(wanted) > 1
    assert several > 30

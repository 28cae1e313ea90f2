"""LBR's utilities, and its hands against bots whose weaknesses are known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.errors import GameError
from railbird.gallery import parse_bot
from railbird.game import Action, Game, Hand, View, kuhn, leduc, limit, nolimit, parse_game
from railbird.game.holdings import holdings
from railbird.solve.lbr_hands import exact_winnings, play_deal
from railbird.solve.local_best_response import LbrSettings, LocalBestResponse, showdown_payoff
from railbird.solve.showdown_shares import showdown_shares
from railbird.solve.stated_policy import StatedPolicy, public_hand
from railbird.stats.aivat import Decided
from tests.reference.local_best_response import bet_utility, call_utility, win_probability, without_folds


def cards(text: str) -> bytes:
    return bytes(map(int, parse_cards(text)))


def stated(name: str) -> StatedPolicy:
    bot = parse_bot(name).make()
    return StatedPolicy(bot.policy, name)  # type: ignore[attr-defined]


def mixed(game: Game) -> StatedPolicy:
    """A bot whose folds and raises depend on its holding in some odd way."""

    def policy(view: View) -> Decided:
        every, legal = holdings(view.game), view.legal
        weak = (np.arange(len(every)) * 7 % 11) / 10
        fold = weak * 0.8 if legal.fold else np.zeros(len(every))
        bet = (1 - fold) * 0.3 if legal.most_raise else np.zeros(len(every))
        actions = [Action.parse("f"), Action.parse("c"), Action.parse(f"r{legal.least_raise}")]
        return tuple(actions), np.stack([fold, 1 - fold - bet, bet], axis=1)

    return StatedPolicy(policy, "mixed")


def on_the_turn(game: str, betting: str) -> Hand:
    hand = public_hand(parse_game(game), cards("Kh7d2c9s4d"))
    hand.play(betting)
    return hand


@pytest.mark.parametrize(
    ("game", "betting"),
    [
        ("limit", "c c / c c / r"),
        ("limit", "r c / c c / c"),
        ("nolimit", "c c / c c / r250"),
        ("nolimit(stack=6bb)", "r300 c / c c / r200"),
    ],
)
def test_utilities_are_those_of_the_paper_computed_hand_by_hand(game: str, betting: str) -> None:
    hand = on_the_turn(game, betting)
    mine, bot = cards("AhQd"), mixed(hand.game)
    lbr = LocalBestResponse(hand.game, bot, LbrSettings("50%, 100%, a"))
    every, random = holdings(hand.game), np.random.default_rng(3)
    chosen = random.choice(np.flatnonzero(every.apart_from(mine + hand.board_bytes)), 25, replace=False)
    weights = np.zeros(len(every))
    weights[chosen] = random.random(25)
    ours = lbr.values(hand, mine, weights)

    table = {tuple(every.cards[index].tolist()): float(weights[index]) for index in chosen}
    board, deck, me = tuple(hand.board_bytes), every.deck, hand.actor
    pot, asked = hand.pot, hand.legal.call
    theirs = {"f": 0.0} if asked else {}
    theirs["c"] = call_utility(win_probability(deck, tuple(mine), board, 5, table), pot, asked)
    for amount in lbr.bets(hand):
        raised = hand.clone()
        raised.raise_to(amount)
        _, chances = bot.ask(raised)
        fp, kept = without_folds(table, {hole: float(chances[every.index(bytes(hole)), 0]) for hole in table})
        bet = amount - hand.bets[me] - asked
        theirs[f"r{amount}"] = bet_utility(fp, win_probability(deck, tuple(mine), board, 5, kept), pot, asked, bet)
    assert {str(action): value for action, value in ours.items()} == pytest.approx(theirs, abs=1e-9)
    assert len(ours) >= 3 - (not asked)


def test_showdown_shares_of_holdem_and_of_small_decks_equal_counted_ones() -> None:
    for game, mine, board in ((limit(), "AhQd", "Kh7d2c9s"), (leduc(), "Ks", ""), (leduc(), "Ks", "Kh")):
        every, size = holdings(game), sum(game.board_cards)
        shares = showdown_shares(game, cards(mine), cards(board))
        for index in np.flatnonzero(every.apart_from(cards(mine + board)))[::97]:
            other = tuple(every.cards[index].tolist())
            counted = win_probability(every.deck, tuple(cards(mine)), tuple(cards(board)), size, {other: 1.0})
            assert shares[index] == pytest.approx(counted, abs=1e-12)


def test_payoffs_at_a_showdown_are_those_of_the_engine() -> None:
    for game, betting in (
        ("limit", "r c / c c / r c / c c"),
        ("nolimit(stack=20bb)", "r500 c / r1500 c"),
        ("nolimit(players=2, stack=20bb/7bb)", "c r700 c"),
        ("nolimit(ante=20, stack=10bb)", "c c / c c / c c / c c"),
    ):
        parsed = parse_game(game)
        dealt = Hand(parsed, "AhKh QsQd / Kc7d2h / 9s / 4d")
        dealt.play(betting)
        public = public_hand(parsed, dealt.board_bytes)
        public.play(betting)
        assert [showdown_payoff(public, player, share) for player, share in ((0, 1.0), (1, 0.0))] == list(dealt.payoffs)


@pytest.mark.parametrize("menu", ["fcpa", "56"])
@pytest.mark.parametrize("game", [replace(limit(), ranks=3), replace(nolimit(), ranks=3)])
def test_always_fold_loses_exactly_its_blinds(game: Game, menu: str) -> None:
    lbr = LocalBestResponse(game, stated("always-fold"), LbrSettings(menu))
    for number in range(3):
        first, second = play_deal(lbr, 5, number)
        assert (first.won, second.won) == (game.big_blind / 2, game.big_blind)


def test_the_same_seed_gives_the_same_hands_in_any_order() -> None:
    lbr = LocalBestResponse(leduc(), stated("random"))
    later = play_deal(lbr, 9, 4)
    assert [play_deal(lbr, 9, number) for number in (3, 4)][1][0].won == later[0].won
    assert any(play_deal(lbr, 10, number)[0].won != play_deal(lbr, 9, number)[0].won for number in range(8))


def test_dealt_hands_agree_with_exact_winnings_and_luck_has_mean_zero() -> None:
    lbr = LocalBestResponse(leduc(), mixed(leduc()))
    exact = exact_winnings(lbr)
    pairs = [play_deal(lbr, 1, number) for number in range(300)]
    for position in (0, 1):
        won = np.array([pair[position].won for pair in pairs])
        luck = np.array([pair[position].luck for pair in pairs])
        assert abs(won.mean() - exact[position]) < 4 * won.std() / len(won) ** 0.5
        assert (np.abs(luck.mean(axis=0)) < 4 * luck.std(axis=0) / len(won) ** 0.5).all()
        assert luck.std(axis=0).min() > 0


def test_before_its_street_lbr_only_checks_and_calls() -> None:
    game = replace(nolimit(), ranks=3)
    early, late = (LocalBestResponse(game, stated("always-fold"), LbrSettings("fcpa", start)) for start in (0, 2))
    hand = public_hand(game)
    weights = early.first_range(cards("AhQc"))
    assert str(early.choose(hand, cards("AhQc"), weights)).startswith("r")
    assert str(late.choose(hand, cards("AhQc"), weights)) == "c"


def test_the_menu_of_56_sizes_has_56() -> None:
    deep = nolimit(stack="100000bb")
    hand = public_hand(deep)
    hand.play("c")
    menu = LbrSettings("56").bet_menu
    assert menu is not None
    assert len(menu.sections[0].sizes) == 56
    assert LocalBestResponse(deep, stated("always-fold"), LbrSettings("fc")).bets(hand) == []


@pytest.mark.parametrize(
    ("game", "settings", "reason"),
    [
        (limit(3), LbrSettings(), "two players, and limit"),
        (parse_game("nolimit(rake=5%, rules=casino)"), LbrSettings(), "without rake"),
        (kuhn(), LbrSettings(from_round=1), "betting rounds 0 to 0, not 1"),
        (limit(), LbrSettings("many"), "fc, fcpa, 56 or a bet menu: 'many'"),
    ],
)
def test_what_lbr_cannot_do_is_refused(game: Game, settings: LbrSettings, reason: str) -> None:
    with pytest.raises(GameError, match=reason):
        LocalBestResponse(game, stated("always-fold"), settings)

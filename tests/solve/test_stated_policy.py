"""A bot's policy is asked without its cards, and a wrong answer is reported."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railbird.errors import BotError, GameError
from railbird.extensive import poker_state
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, View, kuhn, leduc, nolimit, raise_to
from railbird.game.holdings import holdings
from railbird.solve.bot_strategy import bot_strategy
from railbird.solve.stated_policy import StatedPolicy, public_hand


def peek(view: View) -> Any:
    return (CALL,), np.full((3, 1), float(view.hole_cards[0].rank))


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (peek, "cannot state its policy: IndexError"),
        (lambda view: None, "cannot state its policy: TypeError"),
        (lambda view: ((CALL,), np.ones((2, 1))), "3 rows and 1 columns, not the shape"),
        (lambda view: ((CALL,), np.full((3, 1), 0.9)), "must sum to 1"),
        (lambda view: ((CALL, FOLD), np.array([[2.0, -1.0]] * 3)), "0 or more"),
        (lambda view: ((CALL,), np.full((3, 1), np.nan)), "0 or more"),
        (lambda view: ((FOLD,), np.ones((3, 1))), "plays f, which is not legal"),
        (lambda view: ((raise_to(7),), np.ones((3, 1))), "plays r7, which is not legal"),
        (lambda view: (("call",), np.ones((3, 1))), "plays call, which is not legal"),
        (lambda view: ((), np.ones((3, 0))), "rows and 0 columns"),
    ],
)
def test_a_wrong_policy_is_reported_with_the_hand(policy: Any, reason: str) -> None:
    with pytest.raises(BotError, match=reason) as error:
        StatedPolicy(policy, "shark").ask(public_hand(kuhn()))
    assert "shark" in str(error.value)
    assert "kuhn; ?? ??" in str(error.value)


def test_a_strategy_has_the_probabilities_of_the_policy_with_each_holding() -> None:
    def policy(view: View) -> Any:
        rank = np.arange(6) // 2
        bet = rank / 2 * (0.5 if view.board else 1.0) if view.legal.most_raise else np.zeros(6)
        return (CALL, raise_to(view.legal.least_raise or 1)), np.stack([1 - bet, bet], axis=1)

    state = poker_state("leduc")
    names: dict[str, list[str]] = {}
    stack = [state]
    while stack:
        here = stack.pop()
        if here.turn >= 0:
            names[here.information_key(here.turn)] = [here.action_text(action) for action in here.legal_actions()]
        for action in here.legal_actions():
            child = here.clone()
            child.apply(action)
            stack.append(child)
    strategy = bot_strategy(leduc(), StatedPolicy(policy, "ranked"), names.items())
    assert len(strategy) == len(names) == 936
    assert strategy.game == "leduc"
    assert strategy["Ks||"] == {"c": 0.5, "r": 0.5}
    assert strategy["As|Kh|cc/"] == {"c": 0.5, "r": 0.5}
    assert strategy["Qs||cr"] == {"f": 0.0, "c": 1.0, "r": 0.0}
    assert strategy["As||crr"] == {"f": 0.0, "c": 1.0}


def test_sizes_that_a_game_does_not_have_and_foreign_sets_are_refused() -> None:
    bot = StatedPolicy(parse_bot("always-raise").make().policy, "always-raise")  # type: ignore[attr-defined]
    with pytest.raises(GameError, match="always-raise plays r200, which is not among the actions f, c, r400"):
        bot_strategy(nolimit(), bot, [("AhAd||", ["f", "c", "r400"])])
    with pytest.raises(GameError, match="'hearts' is not an information set of kuhn"):
        bot_strategy(kuhn(), bot, [("hearts", ["c"])])


def test_public_hands_have_no_hole_cards() -> None:
    hand = public_hand(leduc(), bytes(holdings(leduc()).deck[:1]))
    hand.play("c c")
    assert hand.view(0).hole_cards == ()
    assert len(hand.board) == 1

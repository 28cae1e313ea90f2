"""The EHS player: formula 3.3 and its rules."""

from __future__ import annotations

from typing import Any

import pytest

from railbird.agent import Decision, MatchStart, Streams, check_bot
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.game import Game, Hand, kuhn, limit, nolimit, rezai


def decided(deal: str, actions: str, spec: str = "ehs", game: Game | None = None) -> tuple[str, dict[str, Any]]:
    hand = Hand(game or limit(len(deal.split("/")[0].split())), deal)
    hand.play(actions)
    bot = parse_bot(spec).make()
    bot.start_match(MatchStart(hand.game, tuple(f"p{seat}" for seat in range(hand.game.players)), hand.actor))
    bot.streams = Streams(0, 0, 0)
    answer = bot.act(hand.view(hand.actor))
    assert isinstance(answer, Decision)
    hand.clone().act(answer.action)
    return str(answer.action), {fact.name: fact.value for fact in answer.facts}


def test_rezai_33_ehs_is_formula_3_3_over_all_1081_hands_and_all_cards_to_come() -> None:
    """HS (1 − NPot) + (1 − HS) PPot of Heidenreich's example: 0.5114."""
    _, facts = decided("AdQc 7s2d / Jh4c3h / 9s / 4d", "c c / ")
    assert facts["EHS"] == pytest.approx(0.51140, abs=1e-5)


def test_preflop_ehs_is_the_equity_against_a_random_hand() -> None:
    _, facts = decided("7s2d AdAc / Jh4c3h / 9s / 4d", "")
    assert facts["EHS"] == pytest.approx(0.8520, abs=1e-4)


def test_on_the_river_ehs_is_hand_strength() -> None:
    _, facts = decided("7s2d AdAc / AhAs3h / 9s / 4d", "c c / c c / c c / c")
    assert facts["EHS"] == 1


@pytest.mark.parametrize(
    ("deal", "actions", "action", "needed"),
    [
        ("7s2d AdAc / Jh4c3h / 9s / 4d", "", "r20", 0.55),
        ("7s2d AdAc / Jh4c3h / 9s / 4d", "c r", "r30", 0.67),
        ("7s2d AdAc / Jh4c3h / 9s / 4d", "r r", "r40", 0.79),
        ("AdAc 9h8d / Jh4c3h / 9s / 4d", "r r", "c", 0.79),  # 0.50 > 1.5 * 10 / (50 + 10)
        ("AdAc 7c2h / Jh4c3h / 9s / 4d", "", "f", 0.55),  # 0.35 < 1.5 * 5 / (15 + 5)
        ("7c2h AdAc / Jh4c3h / 9s / 4d", "c", "c", 0.55),  # checking is free
        ("7s2d AdAc / Ah4c3h / 9s / 4d", "c c / c", "r10", 0.55),
        ("AdAc 7s2d / AhKcQh / 9s / 4d", "r c / r", "f", 0.67),
    ],
)
def test_it_bets_above_an_equal_share_calls_by_odds_and_never_folds_for_free(
    deal: str, actions: str, action: str, needed: float
) -> None:
    result, facts = decided(deal, actions)
    assert result == action
    assert facts["needed to bet"] == pytest.approx(needed)


def test_several_opponents_must_all_be_beaten() -> None:
    alone, facts = decided("AhTc Kd9c / Jh4c3h / 9s / 4d", "")
    assert (alone, facts["needed to bet"]) == ("r20", pytest.approx(0.55))
    among_four, facts = decided("7h2c 8d3c AhTc Kd9c / Jh4c3h / 9s / 4d", "")
    assert facts["needed to bet"] == pytest.approx(1 / 4 + 0.05)
    assert facts["EHS"] ** 3 < facts["needed to bet"]
    assert among_four in ("c", "f")


@pytest.mark.parametrize("game", [limit(2), limit(4), nolimit(stack="20bb"), rezai()], ids=str)
def test_it_is_legal_reproducible_and_ignores_hidden_cards(game: Game) -> None:
    report = check_bot(parse_bot("ehs").make, games=[game], hands=8)
    assert report.passed, str(report)


def test_it_plays_holdem_only_and_refuses_invalid_settings() -> None:
    assert not parse_bot("ehs").plays(kuhn())
    for spec in ("ehs(edge=2)", "ehs(step=-1)", "ehs(margin=-1)", "ehs(bet=0)"):
        with pytest.raises(BotError, match="between"):
            parse_bot(spec)

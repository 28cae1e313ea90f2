"""Hints at the table: pot odds, equity and a bot's choice, from what the person can see and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from railbird.agent import Bot, MatchStart, Streams
from railbird.bots.shared.advice import COACH
from railbird.cli.table.coach import Coach
from railbird.gallery import parse_bot
from railbird.game import Game, Hand, SeededDealing, View, limit, nolimit, parse_game
from tests.cli.table.scenes import PLAYERS, cards_in, hand_after, printed
from tests.driving import act_at_random
from tests.game.non_interference import with_other_hidden_cards


def person(streams: Streams) -> Bot:
    """The person in the coach's seat."""
    bot = Bot()
    bot.streams = streams
    return bot


def coach_of(game: Game) -> Coach:
    """A coach at the start of a match; its person has the first seat."""
    coach = Coach(parse_bot(COACH))
    coach.start_match(MatchStart(game, PLAYERS[: game.players], 0, 100))
    return coach


def hint(coach: Coach, view: View) -> list[str]:
    """The lines of the coach's hint."""
    return [line.rstrip() for line in printed(lambda screen: screen.say(*coach.hint(view)), 200).splitlines()]


def hint_after(actions: str, game: Game) -> list[str]:
    """The hint for the first player after some actions."""
    coach = coach_of(game)
    coach.start_hand(hand_after("", game).view(0), person(Streams(1, 0, 0)))
    return hint(coach, hand_after(actions, game).view(0))


@pytest.mark.parametrize("game", [limit(3), nolimit(3)], ids=str)
def test_a_hint_has_pot_odds_equity_and_a_decision(game: Game) -> None:
    big = game.big_blind
    odds, share, coach, *reasons = hint_after("c", game)
    assert odds == f"{big // 2} to win {big * 5 // 2}: a call pays if you win 17% of the time or more"
    estimated, against_random = re.findall(r"(\d+)%", share)
    assert share.startswith("your equity: ")
    assert 40 <= int(against_random) <= 55, "ace king against two random hands"
    assert abs(int(estimated) - int(against_random)) < 15
    assert re.fullmatch(rf"{COACH} in your place: (fold|call|raise to [\d,]+)", coach)
    words = " ".join(reasons)
    for part in ("EV:", "call +", "raise to", "trials", "poki may hold", "rezai may hold", "poki facing a bet fold"):
        assert part in words


@pytest.mark.parametrize(
    ("game", "actions", "odds"),
    [
        # All-in for 800 in total: 1,400 of the opponent's 2,200 chips cannot be won.
        (
            "nolimit(stack=8bb/22bb, rules=casino)",
            "r2200",
            "700 to win 900: a call pays if you win 44% of the time or more",
        ),
        (
            "nolimit(stack=22bb/22bb, rules=casino)",
            "r2200",
            "2,100 to win 2,300: a call pays if you win 48% of the time or more",
        ),
        # With three players, the side pot is between the other two.
        (
            "nolimit(players=3, stack=8bb/30bb/22bb, rules=casino)",
            "r2200",
            "750 to win 950: a call pays if you win 44% of the time or more",
        ),
        (
            "nolimit(players=3, stack=8bb/30bb/22bb, rules=casino)",
            "r300 c r1500 f",
            "500 to win 1,400: a call pays if you win 26% of the time or more",
        ),
    ],
)
def test_pot_odds_count_only_what_can_be_won(game: str, actions: str, odds: str) -> None:
    assert hint_after(actions, parse_game(game))[0] == odds


def test_there_are_no_pot_odds_when_checking_is_free() -> None:
    first, second, *_ = hint_after("c c c", limit(3))
    assert first.startswith("your equity: ")
    assert second.startswith(f"{COACH} in your place: ")


def test_equity_is_against_players_who_are_still_in() -> None:
    three, two = (hint_after(actions, limit(3)) for actions in ("c c c", "f c c"))
    shares = [int(re.findall(r"(\d+)% against random hands", lines[0])[0]) for lines in (three, two)]
    assert shares[0] < shares[1]
    assert "rezai may hold" not in " ".join(two)


def test_asking_twice_changes_neither_hand_nor_hint() -> None:
    hand = hand_after("")
    coach = coach_of(hand.game)
    coach.start_hand(hand.view(0), person(Streams(1, 0, 0)))
    hand.play("r")
    before, view = str(hand), hand.view(0)
    first, second = hint(coach, view), hint(coach, view)
    assert first == second
    assert view == hand.view(0)
    assert str(hand) == before
    assert hint_after("r", limit(3)) == first


def test_a_hint_names_no_cards() -> None:
    for actions in ("r", "r c c", "r c c / c c c / c c c"):
        assert cards_in("\n".join(hint_after(actions, limit(3)))) == set()


@pytest.mark.parametrize("game", [limit(3), nolimit(3, stack="20bb")], ids=str)
def test_a_hint_depends_only_on_what_the_person_can_see(game: Game) -> None:
    """Two coaches give the same hints although one sees hands with other hidden cards."""
    choose = random.Random(6)
    one, other = coach_of(game), coach_of(game)
    hints = 0
    for number in range(8):
        position = number % game.players
        players = [PLAYERS[(other - position) % game.players] for other in range(game.players)]
        hand = Hand(game, SeededDealing(6).deal(game, number), players=players)
        for coach in (one, other):
            coach.start_hand(hand.view(position), person(Streams(6, number, 0)))
        while not hand.over:
            if hand.actor == position:
                changed = with_other_hidden_cards(hand, position, choose)
                assert changed.deal != hand.deal
                assert hint(one, hand.view(position)) == hint(other, changed.view(position))
                hints += 1
            act_at_random(hand, choose)
        one.end_hand(hand.view(position))
        other.end_hand(with_other_hidden_cards(hand, position, choose).view(position))
    assert hints >= 8


def test_a_coach_must_estimate_ranges() -> None:
    with pytest.raises(TypeError, match="random does not estimate ranges"):
        Coach(parse_bot("random"))

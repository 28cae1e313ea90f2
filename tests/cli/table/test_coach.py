"""Hints at the table: odds, equity and a bot's opinion, from what the person may know and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from railbird.agent import Bot, MatchStart, Streams
from railbird.cli.table.coach import COACH, Coach
from railbird.gallery import parse_bot
from railbird.game import Game, Hand, SeededDealing, View, limit, nolimit, parse_game
from tests.cli.table.scenes import PLAYERS, cards_in, hand_after, printed
from tests.driving import act_at_random
from tests.game.non_interference import with_other_hidden_cards


def person(streams: Streams) -> Bot:
    """Who sits in the coach's seat."""
    bot = Bot()
    bot.streams = streams
    return bot


def coach_of(game: Game) -> Coach:
    """A coach at a table that was just opened, whose person sits first."""
    coach = Coach(parse_bot(COACH))
    coach.start_match(MatchStart(game, PLAYERS[: game.players], 0, 100))
    return coach


def hint(coach: Coach, view: View) -> list[str]:
    """What the coach says, line by line."""
    return [line.rstrip() for line in printed(lambda screen: screen.say(*coach.hint(view)), 200).splitlines()]


def hint_after(actions: str, game: Game) -> list[str]:
    """What the first player is told after some actions."""
    coach = coach_of(game)
    coach.start_hand(hand_after("", game).view(0), person(Streams(1, 0, 0)))
    return hint(coach, hand_after(actions, game).view(0))


@pytest.mark.parametrize("game", [limit(3), nolimit(3)], ids=str)
def test_a_hint_has_pot_odds_equity_and_a_decision(game: Game) -> None:
    big = game.big_blind
    odds, share, coach, *reasons = hint_after("c", game)
    assert odds == f"{big // 2} to win {big * 5 // 2}: a call pays if you win 17% of the time"
    read, blind = re.findall(r"(\d+)%", share)
    assert share.startswith("your share of the pot on average: ")
    assert 40 <= int(blind) <= 55, "ace king against two hands of any kind"
    assert abs(int(read) - int(blind)) < 15
    assert re.fullmatch(rf"{COACH} in your place: (fold|call|raise to [\d,]+)", coach)
    words = " ".join(reasons)
    for part in ("worth:", "call +", "raise to", "trials", "poki may hold", "rezai may hold", "poki to a bet fold"):
        assert part in words


@pytest.mark.parametrize(
    ("game", "actions", "odds"),
    [
        # All-in for 800 in all: of the other's 2,200 chips 1,400 cannot be won.
        ("nolimit(stack=8bb/22bb, rules=casino)", "r2200", "700 to win 900: a call pays if you win 44% of the time"),
        (
            "nolimit(stack=22bb/22bb, rules=casino)",
            "r2200",
            "2,100 to win 2,300: a call pays if you win 48% of the time",
        ),
        # Of three, a side pot is the others' business.
        (
            "nolimit(players=3, stack=8bb/30bb/22bb, rules=casino)",
            "r2200",
            "750 to win 950: a call pays if you win 44% of the time",
        ),
        (
            "nolimit(players=3, stack=8bb/30bb/22bb, rules=casino)",
            "r300 c r1500 f",
            "500 to win 1,400: a call pays if you win 26% of the time",
        ),
    ],
)
def test_pot_odds_count_only_what_can_be_won(game: str, actions: str, odds: str) -> None:
    assert hint_after(actions, parse_game(game))[0] == odds


def test_where_nothing_is_to_be_paid_there_are_no_odds() -> None:
    first, second, *_ = hint_after("c c c", limit(3))
    assert first.startswith("your share of the pot on average: ")
    assert second.startswith(f"{COACH} in your place: ")


def test_equity_is_against_those_who_are_still_in() -> None:
    three, two = (hint_after(actions, limit(3)) for actions in ("c c c", "f c c"))
    shares = [int(re.findall(r"(\d+)% with any hands", lines[0])[0]) for lines in (three, two)]
    assert shares[0] < shares[1]
    assert "rezai may hold" not in " ".join(two)


def test_asking_changes_neither_the_hand_nor_the_answer() -> None:
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


def test_cards_are_not_named_in_a_hint() -> None:
    for actions in ("r", "r c c", "r c c / c c c / c c c"):
        assert cards_in("\n".join(hint_after(actions, limit(3)))) == set()


@pytest.mark.parametrize("game", [limit(3), nolimit(3, stack="20bb")], ids=str)
def test_a_hint_depends_on_nothing_that_the_person_may_not_see(game: Game) -> None:
    """Two coaches, of whom one is shown hands with other hidden cards, say the same in every line."""
    choose = random.Random(6)
    one, other = coach_of(game), coach_of(game)
    hints = 0
    for number in range(8):
        position = number % game.players
        players = [PLAYERS[(place - position) % game.players] for place in range(game.players)]
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


def test_only_a_bot_that_reads_hands_can_be_a_coach() -> None:
    with pytest.raises(TypeError, match="random does not read hands"):
        Coach(parse_bot("random"))

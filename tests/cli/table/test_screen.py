"""What the person sees at the table."""

from __future__ import annotations

import math
import re

import pytest

from railbird.cli.table.screen import Screen, greeting, result_text
from railbird.cli.table.typed_actions import options, read_wish
from railbird.game import Action, Betting, Game, Hand, SeededDealing, View, kuhn, limit, nolimit, potlimit
from railbird.stats import WinRate
from tests.cli.table.scenes import ESCAPE, cards_in, hand_after, printed


def table(view: View, width: int = 80) -> list[str]:
    """The lines of the table."""
    return [line.rstrip() for line in printed(lambda screen: screen.table(view), width).splitlines()]


def test_the_table_shows_positions_stacks_bets_pot_and_own_cards() -> None:
    assert table(hand_after("r").view(0)) == [
        ">  you    small blind  9,995  bet 5   Ah Kc",
        "   poki   big blind    9,990  bet 10",
        "   rezai  button       9,980  bet 20",
        "  no board yet   pot 35   15 to call",
    ]


def test_the_table_shows_folded_players_and_the_board() -> None:
    assert table(hand_after("r c f").view(0)) == [
        ">  you    small blind  9,980          Ah Kc",
        "   poki   big blind    9,990  folded",
        "   rezai  button       9,980",
        "  Kd 9d 2h   pot 50",
    ]


def test_a_player_without_chips_is_all_in() -> None:
    lines = table(hand_after("r500", nolimit(3, stack="5bb")).view(0))
    assert lines[2].split() == ["rezai", "button", "0", "all-in"]
    assert lines[3] == "  no board yet   pot 650   450 to call"


@pytest.mark.parametrize("position", range(3))
@pytest.mark.parametrize("actions", ["", "r c", "r c c", "r c c / c c c", "r c c / c c c / c c c"])
def test_the_table_shows_no_hidden_cards(actions: str, position: int) -> None:
    hand = hand_after(actions)
    view = hand.view(position)

    def everything(screen: Screen) -> None:
        screen.begin_hand("hand 1 · limit", view, "")
        screen.catch_up(view)
        screen.table(view)
        screen.ask(options(view))

    seen = {str(card) for card in (*hand.hole_cards[position], *hand.board)}
    assert cards_in(printed(everything)) == seen


@pytest.mark.parametrize("width", [60, 80, 132])
@pytest.mark.parametrize("longest", ["saukonoja-9", "poki(predictor=generic, tightness=moderate)"])
def test_ten_players_fit_on_the_screen(width: int, longest: str) -> None:
    game = limit(10)
    players = ["you", *(f"player-{number}" for number in range(2, 10)), longest]
    hand = Hand(game, SeededDealing(5).deal(game, 0), players=players)
    hand.play("r r c")
    view = hand.view(0)

    def everything(screen: Screen) -> None:
        screen.begin_hand("hand 1,000 · limit(players=10)", view, "")
        screen.catch_up(view)
        screen.table(view)

    text = printed(everything, width)
    assert max(map(len, text.splitlines())) <= width
    mine = next(line for line in table(view, width) if line.startswith(">"))
    assert mine.endswith(" ".join(map(str, view.hole_cards)))
    assert mine.split()[:4] == [">", "you", "small", "blind"]
    assert all(any(player in line for line in text.splitlines()) for player in players[:-1])


def test_suits_have_colours_and_a_console_without_colours_has_no_escape_codes() -> None:
    view = hand_after("r c c").view(0)
    coloured = printed(lambda screen: screen.table(view), colours="standard")
    for card, code in (("Ah", "31"), ("Kc", "32"), ("9d", "34")):
        assert f"\x1b[1;{code}m{card}\x1b[0m" in coloured
    plain = printed(lambda screen: screen.table(view))
    assert "\x1b" not in plain
    assert ESCAPE.sub("", coloured) == plain


def test_each_line_of_a_hand_is_shown_once() -> None:
    hand = hand_after("")

    def whole_hand(screen: Screen) -> None:
        screen.begin_hand("hand 7 · limit(players=3)", hand.view(0), "so far +40 chips")
        hand.play("r")
        screen.catch_up(hand.view(0))
        screen.catch_up(hand.view(0))
        hand.play("c f c c c c c c")
        screen.end_hand(hand.view(0))

    lines = [line.rstrip() for line in printed(whole_hand).splitlines()]
    assert lines[1].strip("─ ") == "hand 7 · limit(players=3)"
    assert lines[2:] == [
        "so far +40 chips",
        "you post 5, poki posts 10",
        "you have Ah Kc",
        "preflop  pot 15",
        "  rezai raises to 20",
        "  you call 15",
        "  poki folds",
        "flop  Kd 9d 2h  pot 50",
        "  you check",
        "  rezai checks",
        "turn  Kd 9d 2h 9s  pot 50",
        "  you check",
        "  rezai checks",
        "river  Kd 9d 2h 9s 4d  pot 50",
        "  you check",
        "  rezai checks",
        "showdown",
        "  you show Ah Kc: two pair, kings and nines, ace kicker",
        "  rezai shows 7c 7d: two pair, nines and sevens, king kicker",
        "  you win 50",
        "+30 in this hand",
    ]


@pytest.mark.parametrize(
    ("actions", "position", "last"),
    [("f f", 0, "-5 in this hand"), ("f f", 1, "+5 in this hand"), ("f f", 2, "0 in this hand")],
)
def test_a_hand_ends_with_what_was_won(actions: str, position: int, last: str) -> None:
    view = hand_after(actions).view(position)
    assert printed(lambda screen: screen.end_hand(view)).splitlines()[-1] == last


def test_a_hand_begins_with_title_blinds_and_own_cards() -> None:
    view = hand_after("f f").view(1)
    lines = printed(lambda screen: screen.begin_hand("hand 3 · limit", view, "")).splitlines()
    assert lines[1].strip("─ ") == "hand 3 · limit"
    assert lines[2:] == ["you post 5, poki posts 10", "you have Qs Qd"]


def test_a_title_is_no_wider_than_the_screen() -> None:
    view = hand_after("").view(0)
    for width in (40, 60, 78, 80, 200):
        text = printed(lambda screen: screen.begin_hand("hand 1 · limit", view, ""), width)
        assert max(map(len, text.splitlines())) == min(width, 78)


def test_results_show_chips_and_after_many_hands_an_interval() -> None:
    assert result_text(WinRate(-0.5, 1.0, 19), "sb/h", -95.0) == "so far -95 chips"
    assert result_text(WinRate(1.0, math.nan, 1), "sb/h", 1234.0) == "so far +1,234 chips"
    rate = WinRate(0.25, 0.1, 400)
    assert result_text(rate, "sb/h", 1000.0) == f"so far +1,000 chips, +0.25 ± {rate.half:.2f} sb/h over 400 hands"
    assert result_text(WinRate(-3.0, 2.0, 20), "bb/100", -60.0).endswith("± 4.19 bb/100 over 20 hands")


def test_the_greeting_explains_how_to_play() -> None:
    text = printed(lambda screen: screen.say(*greeting(["poki", "rezai"], [], limit(3))))
    for words in (
        "You play against poki, rezai.",
        "c to check or call",
        "r to bet or raise",
        "f to fold",
        "Enter",
        "quit",
    ):
        assert words in " ".join(text.split())
    for wish in ("hint", "why", "table", "help"):
        assert wish in text
    assert "remembers" not in text
    remembered = printed(lambda screen: screen.say(*greeting(["poki", "rezai"], ["poki"], limit(3))))
    assert remembered.splitlines()[-1] == "poki: remembers you."


@pytest.mark.parametrize("game", [limit(), nolimit(), potlimit(), kuhn()], ids=str)
def test_amounts_are_explained_in_games_that_have_them(game: Game) -> None:
    """All examples can be typed."""
    text = printed(lambda screen: screen.say(*greeting(["poki"], [], game)))
    match = re.search(r"Give r the total of your bet: (.*)\.\n", text)
    assert (match is not None) == (game.betting is not Betting.LIMIT)
    view = Hand(game, SeededDealing(1).deal(game, 0)).view(0)
    for example in match[1].split(", ") if match and game.betting is Betting.NO_LIMIT else ():
        assert isinstance(read_wish(example, view), Action)

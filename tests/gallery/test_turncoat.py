"""Turncoat, and bots with bots in their settings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from railbird._options import split_options, with_options
from railbird.agent import Bot, HandDriver, MatchStart, Streams, check_bot
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.gallery.turncoat import Turncoat, TurncoatSettings
from railbird.game import kuhn, limit, nolimit
from railbird.game.dealing import SeededDealing
from tests.driving import play_bots

NESTED = "turncoat(first=simple(bluff=off), then=always-raise, after=3)"
SEED = 7


def started(bot: Bot) -> Bot:
    bot.start_match(MatchStart(limit(), ("it", "caller"), 0))
    return bot


def decisions(bot: Bot, number: int) -> list[str]:
    """A bot's decisions in a hand against always-call, with their facts."""
    game = limit()
    position = number % 2
    bot.streams = Streams(SEED, number, 0)
    taken: list[str] = []
    driver = HandDriver(game, SeededDealing(SEED).deal(game, number))
    play_bots(driver, {position: bot}, watch=lambda _, choice: taken.append(str(choice)))
    return taken


def played(text: str, hands: range) -> Iterator[list[str]]:
    bot = started(parse_bot(text).make())
    for number in hands:
        yield decisions(bot, number)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (NESTED, "turncoat(first=simple(bluff=off), after=3)"),
        ("turncoat(then=simple(bluff=off, trash_call=0.1))", "turncoat(then=simple(bluff=off, trash_call=0.1))"),
        (" turncoat ( after = 3 , first = always-call ) ", "turncoat(first=always-call, after=3)"),
        (
            "turncoat(first=turncoat(first=simple(bluff=off), after=1), after=2)",
            "turncoat(first=turncoat(first=simple(bluff=off), after=1), after=2)",
        ),
        ("turncoat(after=10000)", "turncoat"),
    ],
)
def test_nested_settings_are_read_and_written(text: str, canonical: str) -> None:
    assert str(parse_bot(text)) == canonical
    assert parse_bot(canonical) == parse_bot(text)


def test_nested_settings_reach_the_bot() -> None:
    assert parse_bot(NESTED).settings == TurncoatSettings("simple(bluff=off)", "always-raise", 3)


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a=1, b=2", [("a", "1"), ("b", "2")]),
        ("a=x(b=1, c=2), d=3", [("a", "x(b=1, c=2)"), ("d", "3")]),
        ("a=x(b=y(c=1, d=2), e=3), f=4", [("a", "x(b=y(c=1, d=2), e=3)"), ("f", "4")]),
        ("a = x( b = 1 ) ,", [("a", "x( b = 1 )")]),
        ("a, b=", [("a", None), ("b", "")]),
        (" , ", []),
    ],
)
def test_options_are_split_outside_brackets_only(text: str, items: list[tuple[str, str | None]]) -> None:
    assert [(key, value) for _, key, value in split_options(text)] == items


def test_joined_options_are_split_again() -> None:
    options = {"first": with_options("simple", {"bluff": "off", "trash_call": "0.1"}), "after": "3"}
    text = with_options("turncoat", options)
    inside = text.removeprefix("turncoat(").removesuffix(")")
    assert {key: value for _, key, value in split_options(inside)} == options


def test_it_plays_as_its_first_bot_and_then_as_the_second() -> None:
    first, then, hands = "simple", "simple(bluff=off)", range(12)
    turncoat = list(played(f"turncoat(first={first}, then={then}, after=6)", hands))
    alone = [list(played(name, hands)) for name in (first, then)]
    assert turncoat == alone[0][:6] + alone[1][6:]
    assert alone[0][:6] != alone[1][:6]
    assert alone[0][6:] != alone[1][6:]


def test_it_switches_at_the_hand_with_that_number() -> None:
    result = list(played("turncoat(first=always-fold, then=always-raise, after=3)", range(6)))
    folds = list(played("always-fold", range(6)))
    raises = list(played("always-raise", range(6)))
    assert [mine == fold for mine, fold in zip(result, folds, strict=True)] == [True] * 3 + [False] * 3
    assert [mine == bet for mine, bet in zip(result, raises, strict=True)] == [False] * 3 + [True] * 3


def test_it_switches_by_the_number_of_the_hand_not_by_hands_seen() -> None:
    bot = started(parse_bot("turncoat(first=always-fold, then=always-raise, after=3)").make())
    later, earlier = decisions(bot, 4), decisions(bot, 2)
    assert [later] == list(played("always-raise", range(4, 5)))
    assert [earlier] == list(played("always-fold", range(2, 3)))


def test_after_no_hands_it_is_the_second_bot() -> None:
    turncoat = "turncoat(first=always-fold, then=always-call, after=0)"
    assert list(played(turncoat, range(3))) == list(played("always-call", range(3)))


def test_a_turncoat_may_switch_twice() -> None:
    inner = "turncoat(first=always-fold, then=always-call, after=2)"
    result = list(played(f"turncoat(first={inner}, then=always-raise, after=4)", range(6)))
    alone = {name: list(played(name, range(6))) for name in ("always-fold", "always-call", "always-raise")}
    assert result == alone["always-fold"][:2] + alone["always-call"][2:4] + alone["always-raise"][4:]


def test_it_plays_games_that_both_bots_play() -> None:
    assert parse_bot("turncoat(first=always-call, then=always-raise)").plays(kuhn())
    assert not parse_bot("turncoat(first=always-call, then=simple)").plays(kuhn())
    assert not parse_bot("turncoat(first=simple, then=always-call)").plays(kuhn())
    assert parse_bot("turncoat(first=simple, then=always-call)").plays(nolimit())


@pytest.mark.parametrize("text", [NESTED, "turncoat(first=simple, then=flock, after=20)"])
def test_it_passes_the_check(text: str) -> None:
    report = check_bot(parse_bot(text).make, games=[limit()], hands=40)
    assert report.passed, str(report)


WATCHER = """
from railbird.agent import Bot

class Watcher(Bot):
    heard = 0
    def observe(self, event):
        self.heard += 1
        assert self.look().players
    def act(self, view):
        return "c"
"""


@pytest.mark.parametrize(("after", "hear"), [(0, (False, True)), (20, (True, True)), (40, (True, False))])
def test_events_go_to_the_current_bot(tmp_path: Path, after: int, hear: tuple[bool, bool]) -> None:
    path = tmp_path / "watcher.py"
    path.write_text(WATCHER)
    made: list[Turncoat] = []

    def make() -> Turncoat:
        made.append(Turncoat(TurncoatSettings(str(path), str(path), after)))
        return made[-1]

    report = check_bot(make, games=[limit()], hands=40)
    assert report.passed, str(report)
    heard = [[vars(each).get("heard", 0) for each in bot._bots] for bot in made]
    assert tuple(any(each) for each in zip(*heard, strict=True)) == hear


@pytest.mark.parametrize("text", ["turncoat(first=lain)", "turncoat(then=magpie)", "turncoat(first=vexbot, after=0)"])
def test_bots_that_learn_are_refused(text: str) -> None:
    with pytest.raises(BotError, match="a turncoat must consist of bots that do not learn"):
        parse_bot(text).make()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turncoat(after=-1)", "after must be at least 0, not -1"),
        ("turncoat(after=soon)", "after must be a whole number, not 'soon'"),
        ("turncoat(after=3, after=4)", "after is given twice"),
        ("turncoat(simple(bluff=off))", "'simple.bluff' is not a setting of turncoat"),
        ("turncoat(simple)", "'simple' is not a setting"),
        ("turncoat(first=simpel)", "did you mean simple"),
        ("turncoat(first=simple(bluff=maybe))", "bluff must be on or off, not 'maybe'"),
        ("turncoat(first=)", "'' is not a bot"),
    ],
)
def test_an_invalid_turncoat_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as error:
        parse_bot(text).make()
    assert "\n" not in str(error.value)


def test_a_negative_number_of_hands_is_refused_in_python_too() -> None:
    with pytest.raises(ValueError, match="after must be at least 0"):
        Turncoat(TurncoatSettings(after=-1))


@pytest.mark.parametrize(
    "text",
    [
        "turncoat(first=simple(bluff=off), after=3",
        "turncoat(first=simple(bluff=off, after=3)",
        "turncoat(first=simple(bluff=off)), after=3)",
        "turncoat(first=simple)bluff=off(, after=3)",
        "turncoat(first=simple), after=3",
        "turncoat(first=simple)(after=3)",
        "turncoat((after=3)",
        "turncoat(after=3))",
        "turncoat)",
    ],
)
def test_unbalanced_brackets_are_reported(text: str) -> None:
    with pytest.raises(BotError) as error:
        parse_bot(text).make()
    assert "\n" not in str(error.value)

"""Overviews of bots: the stored data equals what the bots say."""

from pathlib import Path

import pytest

from railbird.gallery import bots_for, parse_bot
from railbird.gallery.catalogue import BUILT_IN
from railbird.gallery.overview import Overview, Refused, overview_of, overviews
from railbird.gallery.traits import NO_REASON
from railbird.game import kuhn, limit, nolimit


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_stored_overview_of_a_bot_is_up_to_date(name: str) -> None:
    kept = {each.bot: each for each in overviews()}[name]
    assert kept == overview_of(parse_bot(name)), "run python tools/gallery.py"
    assert kept.what.endswith(".")
    assert kept.source


def test_a_bot_says_why_it_refuses_a_game() -> None:
    result = overview_of(parse_bot("vexbot"))
    assert result.plays == ("limit (2 players)",)
    assert [each.games for each in result.refuses] == [
        ("limit (3 to 10 players)",),
        ("nolimit", "potlimit"),
        ("kuhn", "leduc"),
    ]
    assert str(result.refuses[0]) == "not limit (3 to 10 players): it plays against one opponent only"
    assert parse_bot("vexbot").refusal(limit()) is None
    assert "limit games" in str(parse_bot("lain").refusal(nolimit()))
    assert "hold'em" in str(parse_bot("simple").refusal(kuhn()))
    assert parse_bot("turncoat(first=random, then=simple)").refusal(kuhn()) == (
        "its bot simple refuses: it plays Texas hold'em only"
    )


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    def plays(self, game):\n        return game.players == 2\n", NO_REASON),
        ("    def refusal(self, game):\n        return 'two is company' * (game.players > 2)\n", "two is company"),
    ],
)
def test_bots_of_users_refuse_by_either_method(tmp_path: Path, body: str, reason: str) -> None:
    path = tmp_path / "few.py"
    path.write_text(
        f"from railbird.agent import Bot\nclass Few(Bot):\n{body}    def act(self, view):\n        return 'c'\n"
    )
    spec = parse_bot(str(path))
    assert spec.plays(limit())
    assert spec.refusal(limit(3)) == reason


def test_games_are_abbreviated() -> None:
    whole = ("limit (2 to 10 players)", "nolimit (2 to 10 players)", "potlimit (2 to 10 players)")
    assert _of(*whole).games == "hold'em (2 to 10 players)"
    assert _of(*whole, "kuhn").games == "hold'em (2 to 10 players), kuhn"
    assert _of("limit (2 players)", *whole[1:]).games == ", ".join(("limit (2 players)", *whole[1:]))
    assert _of().games == "games of its own"


def test_refusals_and_bots_for_a_game_agree() -> None:
    playing = bots_for(nolimit())
    for each in overviews():
        refused = any("nolimit" in refusal.games for refusal in each.refuses)
        assert refused is (each.bot not in playing)


def _of(*plays: str) -> Overview:
    return Overview("x", "", "", False, plays, (Refused(("kuhn",), "no"),))

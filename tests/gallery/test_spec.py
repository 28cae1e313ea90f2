"""Bot specs."""

from pathlib import Path

import pytest

from railbird.agent import Bot
from railbird.bots.simple import SimpleBot
from railbird.errors import BotError
from railbird.gallery import bot_names, bots_for, parse_bot
from railbird.game import kuhn, limit, nolimit


@pytest.mark.parametrize("name", bot_names())
def test_every_name_reads_back(name: str) -> None:
    spec = parse_bot(name)
    assert str(spec) == name
    assert isinstance(spec.make(), Bot)
    assert spec.make() is not spec.make()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("simple(bluff=off)", "simple(bluff=off)"),
        (" simple ( bluff = off , trash_call=0.1 ) ", "simple(bluff=off, trash_call=0.1)"),
        ("simple(bluff=on)", "simple"),
        ("simple()", "simple"),
        ("chump(units=7)", "chump(units=7)"),
    ],
)
def test_settings_are_read_and_written(text: str, canonical: str) -> None:
    assert str(parse_bot(text)) == canonical
    assert parse_bot(canonical) == parse_bot(text)


def test_settings_reach_the_bot() -> None:
    bot = parse_bot("simple(bluff=off)").make()
    assert isinstance(bot, SimpleBot)
    assert not bot.settings.bluff


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is not a bot"),
        ("simpel", "did you mean simple"),
        ("xyz", "the bots are advanced-rules, "),
        ("simple(bluff)", "write NAME=VALUE, such as bluff=off"),
        ("simple(bluff=maybe)", "bluff must be on or off, not 'maybe'"),
        ("simple(bluf=off)", "not a setting of simple: did you mean bluff. .settings: bluff, "),
        ("simple(bluff=off, bluff=on)", "given twice"),
        ("simple(trash_call=much)", "trash_call must be a number, not 'much'"),
        ("simple(trash_call=nan)", "trash_call must be a number"),
        ("chump(units=1.5)", "units must be a whole number"),
        ("style(hands=3)", "hands must be between 0 and 1, not 3"),
        ("always-call(x=1)", "settings: none"),
        ("simple(", "is not a bot"),
        ("nowhere.py:Shark", "there is no file 'nowhere.py'"),
    ],
)
def test_an_invalid_spec_is_refused(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as error:
        parse_bot(text)
    assert "\n" not in str(error.value)


GOOD = """
from dataclasses import dataclass
from railbird.agent import Bot, setting

@dataclass(frozen=True)
class Settings:
    often: float = setting(0.5, "how often", "ours")

class Shark(Bot):
    Settings = Settings
    def act(self, view):
        return "c"
"""


TWO = "from railbird.agent import Bot\nclass A(Bot): pass\nclass B(Bot): pass"


def test_bots_from_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "shark.py"
    path.write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    spec = parse_bot("./shark.py:Shark(often=0.25)")
    assert spec.make().settings.often == 0.25
    assert str(spec) == f"{path}:Shark(often=0.25)"
    monkeypatch.chdir("/")
    assert parse_bot(str(spec)).kind is spec.kind
    assert parse_bot(str(path)).kind is spec.kind


def test_folders_may_have_brackets_in_their_names(tmp_path: Path) -> None:
    folder = tmp_path / "my (dir)"
    folder.mkdir()
    (folder / "shark.py").write_text(GOOD)
    spec = parse_bot(f"{folder}/shark.py:Shark(often=0.25)")
    assert parse_bot(str(spec)) == spec


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("class Settings:\n    x: int = 1", "must be a dataclass"),
        ("@dataclass\nclass Settings:\n    x: int", "must have a default"),
        ("@dataclass\nclass Settings:\n    x: tuple = ()", "be a bool, int, float, str or Enum"),
    ],
)
def test_malformed_settings_classes_are_reported(tmp_path: Path, settings: str, message: str) -> None:
    path = tmp_path / "odd.py"
    head = "from dataclasses import dataclass\nfrom railbird.agent import Bot\n"
    path.write_text(f"{head}{settings}\nclass Odd(Bot):\n    Settings = Settings\n")
    with pytest.raises(BotError, match=message):
        parse_bot(str(path))


@pytest.mark.parametrize(
    ("content", "class_name", "message"),
    [
        (GOOD, "Whale", "no bot 'Whale' .bots: Shark"),
        ("x = 1", "", "none; a bot is a subclass"),
        (
            "from railbird.agent import Bot\nclass A(Bot): pass\nclass B(Bot): pass",
            "",
            "not have exactly one bot: write FILE.py:CLASS .bots: A, B",
        ),
        ("import nothing_of_that_name", "A", "ModuleNotFoundError: .* line 1"),
        ("def broken(:", "A", "SyntaxError"),
        ("1 / 0", "A", "ZeroDivisionError: division by zero, line 1"),
    ],
)
def test_files_without_a_bot_are_reported(tmp_path: Path, content: str, class_name: str, message: str) -> None:
    path = tmp_path / "some.py"
    path.write_text(content)
    with pytest.raises(BotError, match=message) as error:
        parse_bot(f"{path}:{class_name}" if class_name else str(path))
    assert "\n" not in str(error.value)


def test_bots_for_a_game_are_those_that_play_it() -> None:
    for game in (limit(), limit(10), nolimit(), kuhn()):
        assert bots_for(game) == tuple(name for name in bot_names() if parse_bot(name).plays(game))
    assert bots_for(kuhn()) == ("always-call", "always-fold", "always-raise", "random")
    assert "lain" in bots_for(limit())
    assert "lain" not in bots_for(nolimit())


def test_bots_of_other_packages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    from railbird.gallery import catalogue

    package = tmp_path / "sharks-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: sharks\nVersion: 1.0\n")
    offered = "shark = railbird.bots.always:AlwaysRaise\nwrong = json:dumps\nlost = no.such:Thing\n"
    (package / "entry_points.txt").write_text(f"[{catalogue.GROUP}]\n{offered}")
    monkeypatch.syspath_prepend(tmp_path)
    catalogue._offered.cache_clear()
    request.addfinalizer(catalogue._offered.cache_clear)
    assert "shark" in bot_names()
    assert parse_bot("shark").kind.__name__ == "AlwaysRaise"
    with pytest.raises(BotError, match="is not a bot class"):
        parse_bot("wrong")
    with pytest.raises(BotError, match="cannot be loaded: ModuleNotFoundError: No module named 'no'"):
        parse_bot("lost")
    assert "shark" in bots_for(kuhn())
    assert not {"wrong", "lost"} & set(bots_for(kuhn())), "a broken bot plays nothing"

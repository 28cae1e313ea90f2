"""The text of bots that run outside: what can be printed can be parsed back."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.errors import BotError, IsolationWarning
from railbird.gallery import is_foreign, parse_bot
from railbird.gallery import isolation as module
from railbird.gallery.isolation import isolated_where_possible
from railbird.gallery.outside_specs import outside_text, split_outside, title_of
from railbird.gallery.spec import load_bot, without_model
from railbird.processes import gaps
from railbird.processes.barriers import Barriers, barriers_here
from railbird.tables.protocol import check_adviser, is_ours


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("isolated(simple)", {"bot": "simple"}),
        ("isolated( simple(bluff=off) , memory = 500)", {"bot": "simple(bluff=off)", "memory": "500"}),
        ("isolated(bot=simple, scratch=5)", {"bot": "simple", "scratch": "5"}),
        ("process(./bot --fast)", {"command": "./bot --fast"}),
        ("process(./bot --fast, protocol=json)", {"command": "./bot --fast", "protocol": "json"}),
        ("process('./bot --sizes 1,2 (x)')", {"command": "./bot --sizes 1,2 (x)"}),
        ("""process('./bot --say "a, b"')""", {"command": './bot --say "a, b"'}),
        ("process(\"./bot 'a b'\")", {"command": "./bot 'a b'"}),
        ("process('./my bot' --fast)", {"command": "'./my bot' --fast"}),
        ("process(./bot --name=x)", {"command": "./bot --name=x"}),
        ("process(command=./bot, folder='/a, b')", {"command": "./bot", "folder": "/a, b"}),
    ],
)
def test_a_bot_or_a_command_comes_first_and_settings_follow(text: str, settings: dict[str, str]) -> None:
    name = text.partition("(")[0]
    assert split_outside(text) == (name, settings)
    assert split_outside(outside_text(name, settings)) == (name, settings)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("isolated", "names no bot"),
        ("isolated()", "names no bot"),
        ("process( )", "names no command"),
        ("process(./bot a,b)", "'b' is not a setting .* quotes"),
        ("isolated(simple, fast)", "'fast' is not a setting .*memory=500"),
        ("isolated(simple, memory=5, memory=6)", "memory is given twice"),
        ("process(./bot 'a)", "a quote without its partner"),
        ("isolated(simple(bluff=off)", "a bracket without its partner"),
        ("isolated(isolated(simple))", "cannot be isolated: it runs in a process of its own already"),
        ("isolated(process(true))", "cannot be isolated"),
        ("isolated(simple, memory=5)", "memory must be between 200 and"),
        ("isolated(simple, size=5)", "'size' is not a setting of isolated"),
        ("isolated(no-such-bot)", "there is no bot 'no-such-bot'"),
        ("isolated(./no/such/file.py)", "there is no file|cannot be read"),
    ],
)
def test_what_is_wrong_with_such_a_spec_is_said(text: str, message: str) -> None:
    with pytest.raises(BotError, match=message):
        parse_bot(text)


def test_other_bots_are_left_alone() -> None:
    assert split_outside("simple(bluff=off)") is None
    assert split_outside("isolatedly(simple)") is None


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("isolated(simple(bluff=off))", "simple"),
        ("isolated(/a/shark.py:Shark(x=1))", "shark"),
        ("isolated(/a/shark.py)", "shark"),
        ("process(/a/Jaws --fast)", "jaws"),
        ("process(python3 -u bots/minnow.py 3)", "minnow"),
        ("process(node odds.mjs)", "odds"),
    ],
)
def test_a_player_has_the_name_of_the_bot_or_program(text: str, title: str) -> None:
    named = split_outside(text)
    assert named
    assert title_of(named[1], named[0]) == title


def test_programs_and_isolated_files_are_foreign_and_never_seated_over_the_network() -> None:
    assert is_foreign("process(true)")
    assert is_foreign("isolated(./shark.py)")
    assert not is_foreign("isolated(simple)")
    assert not is_ours({"bots": ["process(true)"]})
    assert not is_ours({"bots": ["isolated(simple)"]})
    with pytest.raises(ValueError, match="is no bot of the gallery"):
        check_adviser("process")


def test_the_memory_of_an_isolated_bot_is_that_of_the_bot() -> None:
    assert without_model("isolated(magpie, memory=500, model=/x)") == "magpie"
    assert load_bot("isolated(magpie, memory=900)").learner == "magpie"


def test_a_changed_program_is_noticed(tmp_path: Path) -> None:
    script = tmp_path / "bot.sh"
    script.write_text("echo VERSION:2.0.0; cat")
    spec = load_bot(f"process(sh bot.sh, folder={tmp_path})")
    assert spec.fingerprint
    script.write_text("echo VERSION:2.0.0; sleep 1")
    with pytest.raises(BotError, match="has changed since the match began"):
        spec.loaded()


def test_foreign_bots_are_isolated_by_themselves_where_that_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "shark.py"
    path.write_text("from railbird.agent import Bot\nclass Shark(Bot):\n    def act(self, view):\n        return 'c'\n")
    assert str(isolated_where_possible("simple")) == "simple"
    assert str(isolated_where_possible(str(path), wanted=False)) == f"{path}:Shark"
    if barriers_here().isolates:
        assert str(isolated_where_possible(str(path))) == f"isolated({path})"
    monkeypatch.setattr(module, "barriers_here", Barriers)
    monkeypatch.setattr(gaps, "_said", set())
    with pytest.warns(IsolationWarning, match="not isolated here, so they could read your files, such as the store"):
        assert str(isolated_where_possible(str(path))) == f"{path}:Shark"


def test_gaps_are_said_once(monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder) -> None:
    monkeypatch.setattr(gaps, "barriers_here", lambda: Barriers(landlock=True, namespaces=True))
    monkeypatch.setattr(gaps, "_said", set())
    gaps.say_gaps()
    gaps.say_gaps()
    assert [str(each.message) for each in recwarn] == [
        "this system isolates bots only in part: they could start processes and take memory, as much as your user may "
        "have"
    ]
    assert not Barriers(True, True, True).gaps
    assert not Barriers(landlock=True, seccomp=True).gaps

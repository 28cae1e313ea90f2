"""Equilibrium bots by name: their strategy is a file that a match depends on."""

from pathlib import Path

import pytest

from railbird.arena import play_match
from railbird.bots.equilibrium import strategies
from railbird.errors import BotError
from railbird.gallery import parse_bot
from railbird.gallery.spec import load_bot
from railbird.game import leduc, parse_game
from tests.bots.equilibrium.made import write_leduc

NAMES = ("kestrel", "merlin", "psopti", "smooth-uct")


def test_a_match_is_played_with_a_given_strategy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_leduc(tmp_path / "file")
    monkeypatch.chdir(tmp_path)
    spec = parse_bot("kestrel(strategy=file)")
    assert str(spec) == f"kestrel(strategy={tmp_path / 'file'})"
    assert spec.traits.states_policy
    assert not spec.traits.learns
    report = play_match([str(spec), "random"], game=leduc(), hands=40, seed=3)
    assert report.hands == 40


def test_a_strategy_that_has_changed_since_a_match_began_is_refused(tmp_path: Path) -> None:
    path = write_leduc(tmp_path / "file")
    spec = parse_bot(f"kestrel(strategy={path})")
    assert load_bot(str(spec), spec.fingerprint) == spec
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(BotError, match="has changed since the match began"):
        spec.loaded()
    path.unlink()
    with pytest.raises(BotError, match="cannot be read: No such file"):
        parse_bot(f"kestrel(strategy={path})")


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("kestrel", "limit"),
        ("psopti", "limit"),
        ("smooth-uct", "limit"),
        ("merlin", "nolimit(stack=100bb)"),
        ("merlin", "nolimit(stack=20bb)"),
    ],
)
def test_shipped_strategies_are_played(name: str, game: str) -> None:
    report = play_match([name, "always-call"], game=parse_game(game), hands=20, seed=5)
    assert report.hands == 20
    assert not report.faults


def test_shipped_strategies_are_small() -> None:
    sizes = [strategies.strategy_path(name, None).stat().st_size for name in NAMES]
    assert sum(sizes) <= 6_000_000


@pytest.mark.parametrize("name", NAMES)
def test_a_bot_whose_strategy_is_not_installed_says_how_to_build_it(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(strategies, "DATA", tmp_path)
    remedy = rf"build one with railbird equilibrium build {name} -o FILE, and play {name}\(strategy=FILE\)"
    with pytest.raises(BotError, match=rf"not installed \({name}.strategy\): {remedy}"):
        parse_bot(name).make()

"""``railbird search`` at the command line."""

from __future__ import annotations

import builtins
import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from railbird.arena.game_match import GameMatchDefinition, play_game_match
from railbird.arena.game_results import GameMatchResult
from railbird.cli.commands import search
from tests.cli.test_commands import Command, command

__all__ = ["command"]


def test_without_arguments_it_lists_games_and_players(command: Command) -> None:
    code, out, err = command.run("search")
    assert (code, err) == (0, "")
    for words in ("ultimate-tic-tac-toe", "leduc", "connect-four", "alphabeta", "information-set MCTS"):
        assert words in out
    assert command.run("search", "--list")[1] == out
    data = command.json("search", "--list")
    assert {"pig", "kuhn"} <= set(data["games"])
    assert data["players"]["uct"]["settings"]["c"]["default"] == "1.0"


def test_the_settings_of_a_player_are_listed(command: Command) -> None:
    code, out, _ = command.run("search", "uct", "--list")
    assert code == 0
    for words in ("first_play", "exploration constant", "none"):
        assert words in out


def test_a_match_reports_scores_and_intervals(command: Command) -> None:
    match = ("search", "tic-tac-toe", "--players", "uct(iterations=30)", "random", "--games", "10", "--workers", "1")
    code, out, err = command.run(*match)
    assert (code, err) == (0, "")
    for words in ("95 % interval", "won-drawn-lost", "tic-tac-toe, 10 games, seed 0", "player 1"):
        assert words in out
    data = command.json(*match)
    assert [each["player"] for each in data["players"]] == ["uct(iterations=30)", "random"]
    assert data["games"] == 10
    again = command.json("search", "tic-tac-toe", "uct(iterations=30)", "random", "-n", "10", "--workers", "1")
    assert [each["wins"] for each in again["players"]] == [each["wins"] for each in data["players"]]


def test_a_match_stops_early_on_request(command: Command) -> None:
    match = ("search", "tic-tac-toe", "--players", "uct(iterations=30)", "--players", "random", "--workers", "1")
    _, out, _ = command.run(*match, "--better-than", "0.5")
    assert "is better than 0.5 in score" in out
    assert command.json(*match, "--until", "±0.2")["verdict"] == "precise"


def test_a_position_is_shown_with_table_variation_and_tree(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    show = ("search", "tic-tac-toe", "--position", "b2 a1 c1 a2", "--show", "--player", "uct(iterations=200)")
    code, out, err = command.run(*show, "--svg", str(picture))
    assert (code, err) == (0, f"wrote {picture}\n")
    for words in ("O.X", "share of visits", "best: a3", "├─ a3", "200 iterations"):
        assert words in out
    assert picture.read_text().startswith("<svg")
    data = command.json(*show)
    assert data["action"] == data["actions"][0]["action"] == "a3"
    assert sum(each["visits"] for each in data["actions"]) == 200


@pytest.mark.parametrize(
    ("player", "words"),
    [
        ("alphabeta(depth=9)", "solved"),
        ("random", "no search"),
        ("determinized(iterations=40)", "40 iterations"),
    ],
)
def test_any_player_can_be_shown(command: Command, player: str, words: str) -> None:
    code, out, _ = command.run("search", "tic-tac-toe", "--show", "--player", player)
    assert code == 0
    assert words in out


def test_chance_is_drawn_until_a_player_is_to_act(command: Command) -> None:
    code, out, _ = command.run("search", "leduc", "--show", "--player", "ismcts(iterations=50)", "--seed", "3")
    assert code == 0
    assert "chance drew: " in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pog",), "there is no game 'pog': did you mean pig?"),
        (("--show",), "name a game first"),
        (("pig", "--list"), "there is no player 'pig'"),
        (("tic-tac-toe", "--position", "b2 z9"), "action 2 of 'b2 z9': 'z9' is not legal here"),
        (("tic-tac-toe", "--position", "a1 b1 a2 b2 a3"), "the game is over in the position"),
        (("tic-tac-toe", "--player", "uct(iterations=0)"), "uct: a search needs 1 iteration or more, not 0"),
        (("leduc", "--player", "uct"), "uct does not play leduc: it has hidden information"),
        (("tic-tac-toe", "--show", "--games", "20"), "leave out --games"),
        (("tic-tac-toe", "--players", "random", "random", "--show"), "leave out --show"),
        (("tic-tac-toe", "--players", "random"), "tic-tac-toe has 2 players, not 1"),
        (("tic-tac-toe", "--players", "random", "random", "--games", "5"), "equally often: play 6"),
        (("tic-tac-toe", "--players", "random", "random", "--error", "0.1"), "--error is only used with"),
        (("tic-tac-toe", "--players", "random", "random", "--seed", "x"), "a seed is a whole number"),
        (("tic-tac-toe", "--svg", "tree.png"), "--svg takes an .svg file"),
        (("openspiel:connect_for",), "OpenSpiel has no game 'connect_for': did you mean connect_four?"),
    ],
)
def test_wrong_input_is_refused_in_one_line(command: Command, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = command.run("search", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_nothing_is_written_if_the_search_fails(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "tree.svg"
    code, _, _ = command.run("search", "tic-tac-toe", "--position", "b2 b2", "--svg", str(picture))
    assert code == 2
    assert list(tmp_path.iterdir()) == []


def test_without_open_spiel_its_games_say_how_to_install_it(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    original = builtins.__import__

    def refuse(name: str, *arguments: Any, **more: Any) -> Any:
        if name == "pyspiel":
            raise ImportError(name)
        return original(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", refuse)
    code, _, err = command.run("search", "backgammon", "--show")
    assert code == 2
    assert "pip install open_spiel" in err
    assert "pip install open_spiel" in command.run("search", "--list")[1]
    assert command.run("search", "tic-tac-toe", "--show", "--player", "uct(iterations=10)")[0] == 0


def test_ctrl_c_reports_what_is_finished(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(definition: GameMatchDefinition, **options: Any) -> GameMatchResult:
        def press(_: float) -> None:
            os.kill(os.getpid(), signal.SIGINT)

        return play_game_match(definition, **{**options, "report": press})

    monkeypatch.setattr(search, "play_game_match", interrupted)
    code, out, err = command.run("search", "tic-tac-toe", "random", "random", "--workers", "1", "--json")
    assert code == 130
    assert "stopping after this game" in err
    assert (json.loads(out)["finished"], json.loads(out)["games"]) == (False, 2)

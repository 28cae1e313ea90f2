"""Matches at the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.arena import Entrant, MatchDefinition, StoredRecord
from railbird.arena.definition import StackRule
from railbird.arena.entrants import player_ids
from railbird.gallery import parse_bot
from railbird.game import parse_game
from railbird.store import Store
from tests.cli.test_commands import Command, command

__all__ = ["command"]


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "store" / "railbird.db"))


def test_a_match_prints_a_table_an_interval_and_a_chart(command: Command) -> None:
    code, out, err = command.run("match", "always-raise", "always-fold", "--hands", "400", "--seed", "3")
    assert (code, err) == (0, "")
    for words in (
        "always-raise",
        "sb/h",
        "95 % interval",
        "wins",
        "loses",
        "small bets won so far",
        "400 hands",
        "seed 3",
    ):
        assert words in out
    assert "saved as match 1" in out
    code, out, _ = command.run("matches")
    assert "always-raise, always-fold" in out
    assert "400" in out
    code, shown, _ = command.run("show", "1")
    assert code == 0
    assert "wins" in shown


def test_a_match_as_json_has_the_documented_fields(command: Command) -> None:
    data = command.json(
        "match", "simple", "simple(bluff=off)", "random", "-n", "60", "-s", "7", "--dealing", "duplicate"
    )
    assert (data["match"], data["game"], data["seed"], data["hands"]) == (1, "limit(players=3)", 7, 60)
    assert data["hands_played"] == 180
    assert [each["player"] for each in data["results"]] == ["simple", "simple(bluff=off)", "random"]
    for each in data["results"]:
        assert each.keys() >= {"player", "bot", "win_rate", "standard_error", "interval", "unit", "hands"}
        assert each["unit"] == "sb/h"
    assert command.json("show", "1") == data
    again = command.json(
        "match", "simple", "simple(bluff=off)", "random", "-n", "60", "-s", "7", "--dealing", "duplicate"
    )
    assert again["results"] == data["results"]


def test_no_limit_is_in_big_blinds(command: Command) -> None:
    data = command.json("match", "simple", "flock", "--game", "nolimit(stack=50bb)", "-n", "30", "--no-keep")
    assert data["results"][0]["unit"] == "bb/100"
    assert data["match"] is None
    assert data["game"] == "nolimit(stack=50bb)"


def test_winnings_are_plotted(command: Command, tmp_path: Path) -> None:
    code, _, _ = command.run("match", "simple", "random", "-n", "50", "--no-keep", "--plot", str(tmp_path / "way.svg"))
    assert code == 0
    assert b"<svg" in (tmp_path / "way.svg").read_bytes()


def test_hands_of_a_match_are_shown_with_their_decisions(command: Command) -> None:
    command.run("match", "simple", "always-call", "-n", "20", "--explain", "all")
    code, out, _ = command.run("hand", "1", "3")
    assert code == 0
    for words in ("simple", "always-call", "preflop", "rule"):
        assert words in out
    assert command.json("hand", "1", "3")["decisions"]
    assert command.run("hand", "1", "30")[0] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match"], "2 to 10 bots, not 0"),
        (["match", "simple"], "2 to 10 bots, not 1"),
        (["match", "simple", "simpel"], "did you mean simple"),
        (["match", "simple", "random", "--hands", "0"], "1 to 10^12 hands"),
        (["match", "simple", "random", "--game", "limit(players=3)"], "has 3 players, not 2"),
        (["match", "simple", "random", "--game", "kuhn"], "simple does not play kuhn"),
        (["match", "simple", "random", "--explain", "much"], "--explain takes none, sample, all"),
        (["match", "simple", "random", "--resume", "1"], "keeps its definition: leave out bots"),
        (["match", "--resume", "1", "--seed", "5"], "keeps its definition: leave out seed"),
        (["match", "--resume", "1"], "there is no store"),
        (["match", "simple", "random", "--plot", "x.gif"], "a plot file ends in"),
        (["matches"], "there is no store"),
        (["show", "7"], "there is no store"),
        (["store", "check"], "there is no store"),
        (["hand", "7", "3", "--actions", "c"], "a stored hand takes no --cards, --actions or --players"),
        (["hand", "7"], "which hand? railbird hand 7 N shows hand N of match 7"),
        (
            ["match", "simple", "random", "--store", "nowhere/x.db"],
            "nowhere for the store x.db; create it with: mkdir -p nowhere",
        ),
        (["show", "1", "--store", "nowhere/x.db"], "there is no folder nowhere for the store x.db"),
        (["bots", "simpel"], "did you mean simple"),
        (
            ["new-bot", "Shark"],
            "'Shark' cannot be the name of a bot and its file: use a lowercase letter, then up to 40",
        ),
        (["new-bot", "class"], "'class' is a Python keyword; use another name, such as my_class"),
        (["new-bot", "none"], "'none' is a Python keyword"),
        (["new-bot", "decision"], "a name that the bot's own code uses"),
        (["new-bot", "random"], "a Python module, which the bot's file would hide"),
        (["check-bot", "nowhere.py:X"], "there is no file"),
    ],
)
def test_invalid_input_is_reported_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_an_unknown_match_is_reported(command: Command) -> None:
    command.run("match", "random", "random", "-n", "5")
    for arguments in (["show", "9"], ["match", "--resume", "9"], ["store", "delete", "9"], ["hand", "9", "1"]):
        code, _, err = command.run(*arguments)
        assert code == 2
        assert "there is no match 9" in err


def test_the_store_is_checked_compacted_and_deleted_from(command: Command) -> None:
    command.run("match", "random", "random", "-n", "5")
    assert "is intact" in command.run("store", "check")[1]
    assert command.run("store", "delete", "1", "--yes")[0] == 0
    assert command.json("matches") == {"matches": [], "tournaments": [], "sessions": []}
    assert "MB now" in command.run("store", "compact")[1]


def test_bots_are_listed_and_explained(command: Command) -> None:
    names = [each["bot"] for each in command.json("bots")]
    code, out, _ = command.run("bots")
    assert code == 0
    assert all(name in out for name in names)
    shown = command.json("bots", "simple")
    assert {each["name"] for each in shown["settings"]} == {"bluff", "raise_limits", "trash_call", "bet"}
    assert all(each["meaning"] and each["origin"] for each in shown["settings"])
    assert "HRN" in command.run("bots", "simple")[1]


@pytest.mark.parametrize(
    ("bot", "games"),
    [
        ("simbot", ["limit (2 to 10 players)", "nolimit (2 to 10 players)", "potlimit (2 to 10 players)"]),
        ("lain", ["limit (2 to 10 players)"]),
        ("random", [*(f"{name} (2 to 10 players)" for name in ("limit", "nolimit", "potlimit")), "kuhn", "leduc"]),
    ],
)
def test_bots_say_which_games_they_play(command: Command, bot: str, games: list[str]) -> None:
    assert next(each for each in command.json("bots") if each["bot"] == bot)["plays"] == games
    assert command.json("bots", bot)["plays"] == games
    code, out, _ = command.run("bots", bot)
    assert code == 0
    assert f"plays {', '.join(games)} " in " ".join(out.split())


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("game.players == 2 and game.is_holdem", "plays limit (2 players), nolimit (2 players), potlimit (2 players) "),
        ("game.players < 4 and game.big_blind == 10", "plays limit (2 to 3 players) "),
        ("game.players == 99", "plays games of its own "),
    ],
)
def test_bots_that_play_few_games_say_so(command: Command, tmp_path: Path, rule: str, words: str) -> None:
    path = tmp_path / "few.py"
    body = f"    def plays(self, game):\n        return {rule}\n    def act(self, view):\n        return 'c'\n"
    path.write_text(f"from railbird.agent import Bot\nclass Few(Bot):\n{body}")
    assert words in " ".join(command.run("bots", f"{path}:Few")[1].split())


def test_bots_for_a_game_are_listed_and_the_others_give_their_reason(command: Command) -> None:
    code, out, _ = command.run("bots", "--game", "nolimit(players=3)")
    assert code == 0
    playing, _, refusing = out.partition("do not play nolimit(players=3)")
    assert "simbot" in playing
    assert "lain" not in playing
    assert "lain " in refusing
    assert "it counts betting sequences" in refusing
    data = command.json("bots", "--game", "kuhn")
    assert [each["bot"] for each in data["bots"]] == ["always-call", "always-fold", "always-raise", "random"]
    assert data["refused"]["simple"] == "it plays Texas hold'em only"
    assert "it does not play kuhn: it plays Texas" in " ".join(command.run("bots", "lain", "--game", "kuhn")[1].split())
    assert "not nolimit, potlimit: it counts betting sequences" in " ".join(command.run("bots", "lain")[1].split())


def test_the_new_bot_says_how_good_it_is_and_what_it_plays(command: Command, tmp_path: Path) -> None:
    assert command.run("new-bot", "shark", "--folder", str(tmp_path))[0] == 0
    text = (tmp_path / "shark.py").read_text(encoding="utf-8")
    assert "against simple" in " ".join(text.split())
    assert "railbird match ./shark.py:Shark simple --hands 5000 --dealing duplicate --adjust luck --seed 1" in " ".join(
        text.split()
    )
    shown = command.json("bots", f"{tmp_path / 'shark.py'}:Shark")
    assert shown["refuses"] == [{"games": ["kuhn", "leduc"], "reason": "it plays Texas hold'em only"}]


def test_every_bot_plays_the_games_it_lists(command: Command) -> None:
    for each in command.json("bots"):
        assert bool(each["plays"]) == (each["bot"] != "llm"), each["bot"]  # it needs the address of a server
        for text in each["plays"]:
            family, _, seats = text.partition(" ")
            most = int(seats.removesuffix(" players)").rpartition(" ")[2].lstrip("(")) if seats else 2
            for players in {2, most}:
                game = parse_game(f"{family}(players={players})" if seats else family)
                assert parse_bot(each["bot"]).plays(game), (each["bot"], game)


def test_refusing_a_bot_names_the_bots_that_play_the_game(command: Command) -> None:
    code, out, err = command.run("match", "lain", "random", "--game", "nolimit")
    assert (code, out) == (2, "")
    assert err.startswith(
        "railbird: lain does not play nolimit: it counts betting sequences, which are few enough only in limit games; "
    )
    names = err.strip().partition("these do: ")[2].split(", ")
    assert "lain" not in names
    assert command.run("match", *names[:2], "--game", "nolimit", "-n", "2", "--no-keep")[0] == 0


def test_a_freeze_out_without_hands_is_shown_without_numbers(command: Command, tmp_path: Path) -> None:
    entrants = (Entrant(parse_bot("random"), player="one"), Entrant(parse_bot("random"), player="two"))
    definition = MatchDefinition(
        game=parse_game("nolimit(rules=casino)"), entrants=entrants, hands=10, stacks=StackRule.KEPT
    )
    StoredRecord.new(Store(tmp_path / "store" / "railbird.db", create=True), definition)
    code, out, err = command.run("show", "1")
    assert (code, err) == (0, "")
    assert "nan" not in out
    assert "chips so far" not in out


@pytest.mark.slow
def test_a_new_bot_plays_and_passes_its_test(command: Command, tmp_path: Path) -> None:
    command.monkeypatch.chdir(tmp_path)
    code, out, _ = command.run("new-bot", "shark")
    assert code == 0
    assert "railbird match ./shark.py:Shark simple --hands 2000" in out
    assert command.run("match", "./shark.py:Shark", "simple", "--hands", "200")[0] == 0
    code, out, _ = command.run("check-bot", "./shark.py:Shark", "--hands", "40")
    assert code == 0, out
    tested = subprocess.run([sys.executable, "-m", "pytest", "-q"], cwd=tmp_path, capture_output=True, text=True)
    assert "2 passed" in tested.stdout, tested.stdout
    code, _, err = command.run("new-bot", "shark")
    assert code == 2
    assert "exists already; nothing was written" in err


def test_a_bad_bot_sets_the_exit_code(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("from railbird.agent import Bot\nclass Bad(Bot):\n    def act(self, view):\n        return 'x'\n")
    assert command.run("check-bot", f"{path}:Bad", "-n", "5")[0] == 1
    code, out, _ = command.run("match", f"{path}:Bad", "random", "-n", "5", "--no-keep")
    assert code == 0
    assert "it checked or folded instead" in out
    assert "is not an action" in out


def test_a_match_can_be_shown_when_its_bot_no_longer_exists(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "gone.py"
    path.write_text("from railbird.agent import Bot\nclass Gone(Bot):\n    def act(self, view):\n        return 'c'\n")
    command.run("match", f"{path}:Gone", "random", "-n", "5")
    path.unlink()
    assert not any(name.startswith("railbird_file_gone") for name in sys.modules), "only workers load it"
    assert command.run("show", "1")[0] == 0
    assert command.run("hand", "1", "3")[0] == 0
    code, _, err = command.run("match", "--resume", "1")
    assert code == 2
    assert "there is no file" in err


def test_a_changed_bot_cannot_resume_a_match(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "changes.py"
    text = "from railbird.agent import Bot\nclass Changes(Bot):\n    def act(self, view):\n        return 'c'\n"
    path.write_text(text)
    command.run("match", f"{path}:Changes", "random", "-n", "5")
    assert command.run("match", "--resume", "1")[0] == 0
    path.write_text(text.replace("'c'", "'f' if view.to_call else 'c'"))
    code, _, err = command.run("match", "--resume", "1")
    assert code == 2
    assert "has changed since the match began" in " ".join(err.split())
    assert command.run("show", "1")[0] == 0


def test_output_of_bots_stays_out_of_the_results(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "talks.py"
    body = "class Talks(Bot):\n    def act(self, view):\n        print('hm')\n        return 'c'\n"
    path.write_text(f"from railbird.agent import Bot\n{body}")
    assert command.json("match", f"{path}:Talks", "random", "-n", "5", "--no-keep")["hands_played"] == 5


def test_player_ids_are_unique() -> None:
    specs = [parse_bot(text) for text in ("simple", "random", "simple(bluff=off)")]
    assert player_ids(specs) == ["simple", "random", "simple(bluff=off)"]
    assert player_ids([parse_bot("simple")] * 2) == ["simple-1", "simple-2"]


@pytest.mark.slow
def test_ctrl_c_stops_cleanly_and_the_match_can_be_resumed(tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    arguments = [sys.executable, "-m", "railbird", "match", "simple", "random", "-n", "200000", "--store", str(store)]
    process = subprocess.Popen(
        [*arguments, "-r", "2", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _played(store):
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    data = json.loads(out)
    assert 0 < data["hands_played"] < 400_000
    assert not data["finished"]
    assert _played(store) == data["hands_played"]
    checked = subprocess.run(
        [sys.executable, "-m", "railbird", "store", "check", "--store", str(store)], capture_output=True, text=True
    )
    assert "is intact" in checked.stdout


def _played(store: Path) -> int:
    return Store(store).match(1).done if store.exists() and Store(store).matches() else 0


def test_poki_22_win_rates_are_shown_in_dollars_per_hour(command: Command) -> None:
    """Always-fold loses 0.75 small bets per hand: $300 per hour at 40 hands with small bets of $10."""
    command.run("match", "always-raise", "always-fold", "--hands", "40", "--seed", "3")
    code, out, err = command.run("show", "1", "--hourly", "10")
    assert (code, err) == (0, "")
    for words in ("at 40 hands per hour, with small bets of $10", "$ per hour", "+300.00", "-300.00"):
        assert words in out
    assert command.json("show", "1", "--hourly", "2")["dollars_per_hour"]["always-raise"]["mean"] == pytest.approx(60)
    assert "$ per hour" not in command.run("show", "1")[1]


def test_dollars_per_hour_are_for_limit_games(command: Command) -> None:
    command.run("match", "always-call", "always-fold", "--game", "nolimit", "--hands", "4")
    code, _, err = command.run("show", "1", "--hourly", "10")
    assert code
    assert "small bets per hand (sb/h); match 1 has bb/100" in " ".join(err.split())

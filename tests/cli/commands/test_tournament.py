"""Tournaments, comparisons, ratings and reports at the command line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from railbird.arena.rating import RatingDefinition, panel_of
from railbird.arena.results import PlayerResult
from railbird.cli.render.match import _within
from railbird.cli.render.match_progress import _short
from railbird.cli.series import seed_for
from railbird.gallery import parse_bot
from railbird.reports.match_page import _unsure
from railbird.stats import WinRate
from railbird.store import Store, default_store
from tests.cli.test_commands import Command, command

__all__ = ["command"]


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "store" / "railbird.db"))


def test_a_tournament_prints_rankings_and_a_cross_table(command: Command) -> None:
    code, out, err = command.run("tournament", "always-raise", "always-call", "random", "-n", "20")
    assert (code, err) == (0, "")
    for words in (
        "without the last",
        "run-off",
        "row against column, sb/h",
        "pairs are decided",
        "saved as tournament 1",
    ):
        assert words in " ".join(out.split())
    again = command.run("tournament", "--resume", "1")
    assert again[0] == 0
    assert again[1] == out
    assert "always-raise, always-call, random" in command.run("matches")[1]
    assert len(command.json("matches")["matches"]) == 0
    assert len(command.json("matches")["tournaments"]) == 1
    assert len(command.json("matches", "--all")["matches"]) == 3
    assert "is a table of tournament 1" in command.run("store", "delete", "2", "--yes")[2]
    assert command.run("store", "delete", "1", "--tournament", "--yes")[0] == 0
    assert command.json("matches", "--all") == {"matches": [], "tournaments": [], "sessions": []}


def test_a_tournament_as_json(command: Command) -> None:
    data = command.json("tournament", "always-raise", "always-call", "random", "-n", "20", "-p", "3")
    assert data["players"] == ["always-raise", "always-call", "random"]
    assert data["hands"] == 60
    assert len(data["ranking"]) == 3
    assert data["cross_table"][0][0] is None
    assert data["cross_table"][0][1].keys() == {"win_rate", "standard_error", "interval"}


def test_a_comparison_names_the_better_bot(command: Command) -> None:
    data = command.json("compare", "advanced-rules", "always-fold", "--versus", "random", "-n", "100")
    assert data["verdict"] == "advanced-rules is better"
    code, out, _ = command.run("compare", "--resume", "1")
    assert code == 0
    assert "advanced-rules is better" in out


def test_a_rating_has_a_profile_and_a_style(command: Command) -> None:
    command.monkeypatch.setattr("railbird.cli.commands.rate.QUICK", 75)
    data = command.json("rate", "always-call", "--quick")
    assert not data["comparable"]
    assert data["panel"] == "limit-1"
    assert data["style"]["word"] == "loose-passive"
    assert len(data["profile"]) == 11
    code, out, _ = command.run("rate", "--resume", "1")
    assert code == 0
    assert "loose-passive" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tournament", "simple"], "two or more bots, not 1"),
        (["tournament", "simple", "simpel"], "there is no bot 'simpel': did you mean simple?"),
        (["tournament", "simple", "random", "-p", "3"], "tables of 3 need 3 or more entrants, not 2"),
        (["tournament", "--resume", "7"], "there is no store"),
        (["tournament", "simple", "random", "--report", "a.txt"], "a report file ends in .html"),
        (["tournament", "simple", "random", "--report", "nowhere/a.html"], "there is no writable folder"),
        (["compare", "simple"], "compare takes two bots, not 1"),
        (["compare", "simple", "random", "--game", "kuhn"], "does not play kuhn"),
        (["rate"], "name a bot to rate"),
        (["rate", "simple", "--workers", "0"], "workers must be 1 or more"),
        (
            ["tournament", "simple", "random", "--seed", "-1"],
            "a seed is a whole number of 0 or more, or secret, not '-1'",
        ),
        (["match", "simple", "random", "--error", "0.1"], "--error is only used with --better-than"),
        (["show", "99999999999999999999999"], "there is no store"),
        (["rate", "simple", "--panel", "omaha"], "there is no panel 'omaha'"),
        (["match", "simple", "random", "--until", "narrow"], "--until takes a half width such as ±0.02"),
        (["match", "simple", "random", "--until", "0"], "the half width of an interval must be above 0, not 0"),
        (
            ["match", "simple", "random", "--until", "1", "--better-than", "0"],
            "give --until or --better-than, not both",
        ),
        (["match", "simple", "random", "--better-than", "0", "--error", "2"], "the error must be between 0 and 1"),
        (["match", "chump", "random", "--better-than", "0"], "stopping early needs 4 or more (--replicates), not 1"),
        (["match", "simple", "random", "--hands", "0"], "1 to 10^12 hands"),
        (
            ["match", "random", "random", "--game", "leduc", "--adjust", "luck"],
            "adjusting for luck works in hold'em, not in leduc",
        ),
    ],
)
def test_invalid_input_is_reported_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run(*arguments)
    assert code == 2
    assert out == ""
    assert message in " ".join(err.split())
    assert "Traceback" not in err


def test_resuming_another_kind_of_series_is_refused(command: Command) -> None:
    command.run("tournament", "always-raise", "always-call", "-n", "5")
    code, _, err = command.run("rate", "--resume", "1")
    assert code == 2
    assert "1 is a tournament, not a rating" in err
    error = command.run("tournament", "simple", "random", "--hands", "9", "--resume", "1")[2]
    assert "a resumed tournament keeps its definition: leave out bots, hands" in " ".join(error.split())
    assert "a number is too large" in command.run("show", "99999999999999999999999")[2]


def test_a_tournament_of_another_game_has_a_report_without_styles(command: Command, tmp_path: Path) -> None:
    page = tmp_path / "leduc.html"
    code, _, err = command.run(
        *("tournament", "random", "always-call", "always-raise", "--game", "leduc", "-n", "30", "--report", str(page))
    )
    assert (code, err) == (0, f"wrote {page}: ranking, cross table, without the weakest\n")
    assert "Style" not in page.read_text(encoding="utf-8")


def test_faults_of_bots_are_reported(command: Command) -> None:
    bot = f"{Path(__file__).parents[2] / 'arena' / 'matches.py'}:Crashes"
    code, out, _ = command.run("compare", "simple", bot, "--versus", "flock", "-n", "20")
    assert code == 0
    assert "Crashes failed" in " ".join(out.split())
    assert command.json("compare", "--resume", "1")["faults"][0]["kind"] == "error"


def test_freeze_outs_have_no_learning_curve(command: Command) -> None:
    game = "nolimit(stack=200bb, rules=casino)"
    command.run("match", "random", "always-call", "--game", game, "--stacks", "kept", "-n", "60", "-r", "3")
    assert command.run("show", "1", "--learning")[0] == 0


def test_a_match_that_stops_early_says_why(command: Command) -> None:
    code, out, _ = command.run(
        *("match", "advanced-rules", "random", "-n", "20000", "--dealing", "duplicate", "--adjust", "luck"),
        *("--better-than", "0"),
    )
    text = " ".join(out.split())
    assert code == 0
    assert "advanced-rules is better than 0 (anytime-valid t-test, error at most 0.05;" in text
    assert "luck is removed, which is worth" in text
    data = command.json("show", "1")
    assert data["verdict"] == "better"
    assert data["finished"]


def test_a_precision_that_was_not_reached_is_reported(command: Command) -> None:
    _, out, _ = command.run("match", "simple", "random", "-n", "300", "--until", "±0.0001")
    assert "±0.0001 was not reached: it needs about" in out


def test_one_run_of_a_learner_has_no_interval(command: Command) -> None:
    _, out, _ = command.run("match", "chump", "random", "-n", "200")
    text = " ".join(out.split())
    assert "standard error" in text
    assert "within this run" in text
    assert " to " not in text.split("small bets won")[0]
    assert "use --replicates for a confidence interval" in text


def test_printed_numbers_are_not_in_scientific_notation() -> None:
    unknown = WinRate(-1234.5, float("nan"), 0)
    each = PlayerResult("a", "chump", unknown, 300, unknown, within=WinRate(-1234.5, 2216.7, 300))
    assert _within(each) == "standard error 2,200 within this run"
    assert _unsure(each).startswith("standard error 2,220 within this run")
    assert _short(WinRate(-1234.5, 220.0, 300)) == "-1,230 ± 430"


def test_freeze_out_intervals_stay_within_the_bounds(command: Command) -> None:
    bots = ("match", "always-fold", "always-call", "--game", "nolimit(stack=10bb, rules=casino)")
    _, out, _ = command.run(*bots, "--stacks", "kept", "-n", "500", "-r", "12")
    assert "-1.0000 to -0.4707" in out
    assert "+0.4707 to +1.0000" in out
    (rate, _) = command.json("show", "1")["results"]
    assert rate["interval"] == [-1.0, pytest.approx(-0.4707, abs=1e-4)]


def test_a_match_shows_style_leaks_and_learning(command: Command, tmp_path: Path) -> None:
    command.run("match", "chump", "simple", "-n", "100", "-r", "4")
    code, out, _ = command.run("show", "1", "--style", "--leaks", "--learning")
    assert code == 0
    for words in ("VPIP", "ms per decision", "of the better hand", "in profit"):
        assert words in out
    data = command.json("show", "1", "--style", "--leaks", "--learning", "--adjust", "luck")
    assert data["styles"]["simple"]["hands"] == 400
    assert data["leaks"]["simple"]["hands"] == 400
    assert len(data["learning"]["chump"]["mean"]) == 40
    assert data["learning"]["simple"]["hands_until_profit"] is None
    text = " ".join(out.split())
    assert text.count("in profit") == 1
    assert "sb/h in each of 40 windows, not adjusted, mean of 4 runs" in text
    assert "sb/h won so far" not in text
    assert data["adjust"] == "luck"
    assert data["decision_times"][0]["milliseconds"] > 0


@pytest.mark.parametrize("kind", ["match", "tournament"])
def test_a_report_is_one_self_contained_page(command: Command, tmp_path: Path, kind: str) -> None:
    page = tmp_path / "report.html"
    if kind == "match":
        command.run("match", "chump", "simple", "always-call", "-n", "60", "-r", "3")
        code, _, err = command.run("show", "1", "--report", str(page))
    else:
        code, _, err = command.run("tournament", "simple", "random", "always-call", "-n", "20", "--report", str(page))
    assert code == 0
    assert err.startswith(f"wrote {page}: ")
    text = page.read_text(encoding="utf-8")
    assert err == f"wrote {page}: {', '.join(re.findall('<h2>(.*?)</h2>', text)).lower()}\n"
    assert text.startswith("<!doctype html>")
    assert text.count("<svg") >= 2
    assert "nan" not in re.sub(r"<[^>]*>", " ", text).lower()
    assert "NaN" not in text
    assert not re.search(r"(src|href)=|url\(|<script", text)
    for section in ("Style", "Win rates" if kind == "match" else "Cross table"):
        assert f"<h2>{section}</h2>" in text


def test_bot_names_are_escaped_in_a_report(command: Command, tmp_path: Path) -> None:
    bot = tmp_path / "b<i>.py"
    bot.write_text("from railbird.agent import Bot\nclass Odd(Bot):\n    def act(self, view):\n        return 'c'\n")
    command.run("match", f"{bot}:Odd", "random", "-n", "30")
    page = tmp_path / "report.html"
    command.run("show", "1", "--report", str(page))
    assert "<i>.py" not in page.read_text(encoding="utf-8")


def test_a_tournament_can_be_resumed_after_ctrl_c(tmp_path: Path) -> None:
    store = tmp_path / "matches.db"
    command_line = [sys.executable, "-m", "railbird", "tournament"]
    arguments = ["simple", "flock", "random", "-n", "20000", "--store", str(store), "--json"]
    process = subprocess.Popen([*command_line, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not _played(store):
        time.sleep(0.1)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    before = _played(store)
    assert 0 < before < 120_000
    assert not json.loads(out)["finished"] if out else "resume with" in " ".join(err.split())
    listed = subprocess.run(
        [sys.executable, "-m", "railbird", "matches", "--all", "--json", "--store", str(store)],
        capture_output=True,
        text=True,
    )
    assert sum(each["hands_played"] for each in json.loads(listed.stdout)["matches"]) == before


def _played(store: Path) -> int:
    from railbird.store import Store

    return sum(each.done for each in Store(store).matches()) if store.exists() else 0


def test_bots_from_files_get_secret_cards_in_ratings_and_tournaments(command: Command, tmp_path: Path) -> None:
    shark = tmp_path / "shark.py"
    shark.write_text("from railbird.bots.always import AlwaysCall\nclass Shark(AlwaysCall):\n    pass\n")
    command.json("tournament", f"{shark}:Shark", "random", "-n", "2")
    command.json("tournament", "simple", "random", "-n", "2")
    command.json("tournament", f"{shark}:Shark", "random", "-n", "2", "--seed", "7")
    tournaments = Store(default_store()).tournaments()
    theirs, ours, given = (each.definition["seed"] for each in reversed(tournaments))
    assert theirs >= 2**64
    assert (ours, given) == (0, 7)
    spec = parse_bot(str(shark))
    assert seed_for([spec], None) != seed_for([spec], None)
    assert seed_for([parse_bot("simple")], None) is None
    definition = RatingDefinition(panel=panel_of("limit"), bot=spec, hands=2, seed=seed_for([spec], None))
    assert all(table.seed >= 2**64 for table in definition.tables())

"""The command line: output, and errors for invalid input."""

import dataclasses
import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import railbird
from railbird._progress import duration_text
from railbird.cli import main
from railbird.game import write_acpc_game
from railbird.papers import Claim, durations, experiments, reproduce
from railbird.papers.lain import lain_matches
from railbird.strength.boards import DISK


class Command:
    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def run(self, *arguments: str) -> tuple[int, str, str]:
        self.monkeypatch.setattr(sys, "argv", ["railbird", *arguments])
        try:
            main()
            code: Any = 0
        except SystemExit as stop:
            code = stop.code or 0
        captured = self.capsys.readouterr()
        return code, captured.out, captured.err

    def json(self, *arguments: str) -> Any:
        code, out, _ = self.run(*arguments, "--json")
        assert code == 0
        return json.loads(out)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    monkeypatch.setenv("COLUMNS", "120")
    return Command(monkeypatch, capsys)


def test_version_and_help_are_printed(command: Command) -> None:
    assert command.run("--version") == (0, f"railbird {railbird.__version__}\n", "")
    code, out, _ = command.run("--help")
    assert code == 0
    for word in ("equity", "range", "evaluate", "hand", "--json", "Kh 7d 2c"):
        assert word in out
    code, out, _ = command.run("equity", "--help")
    assert code == 0
    assert "railbird equity AhKh QsQd" in out


def test_equity_prints_a_table(command: Command) -> None:
    code, out, err = command.run("equity", "AKs", "QQ", "--board", "Kh 7d 2c")
    assert (code, err) == (0, "")
    assert "91.481%" in out
    assert "exact, 1,176 boards" in out


def test_equity_as_json_has_the_documented_fields(command: Command) -> None:
    data = command.json("equity", "AhKh", "QsQd")
    assert (data["method"], data["boards"]) == ("exact", 1712304)
    assert "deals" not in data
    player = data["players"][0]
    assert set(player) == {"range", "equity", "win", "tie", "loss", "standard_error"}
    assert (player["range"], round(player["equity"], 8), player["standard_error"]) == ("AhKh", 0.46214457, 0)


def test_sampled_equity_reports_deals_and_seed(command: Command) -> None:
    data = command.json("equity", "AA", "KK", "random", "--deals", "100000", "--seed", "4")
    assert (data["method"], data["deals"], data["seed"]) == ("monte-carlo", 100000, 4)
    assert all(player["standard_error"] > 0 for player in data["players"])
    _, out, _ = command.run("equity", "AA", "KK", "random", "--deals", "100000", "--seed", "4")
    assert "100,000 random deals, seed 4" in out
    assert f"{data['players'][0]['equity']:.3%}" in out


def test_range_shows_text_grid_and_size(command: Command) -> None:
    code, out, _ = command.run("range", "AKs, QQ+", "--without", "Ah")
    assert code == 0
    assert "KK-QQ" in out
    assert "18 of 1326 hands" in out
    data = command.json("range", "AKs:0.5")
    assert data["hands"] == dict.fromkeys(["AcKc", "AdKd", "AhKh", "AsKs"], 0.5)
    assert (data["range"], data["combos"], data["classes"]) == ("AKs:0.5", 2, {"AKs": 0.5})


def test_evaluate_describes_hands(command: Command) -> None:
    code, out, _ = command.run("evaluate", "AhKh", "QsQd", "--board", "Qh Jh Th 2c 2d")
    assert code == 0
    assert "royal flush" in out
    assert "full house, queens full of deuces" in out
    data = command.json("evaluate", "KhKd7s7cAh3d2c")
    assert data[0]["category"] == "two pair"
    assert data[0]["description"] == "two pair, kings and sevens, ace kicker"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["equity", "AhAh", "QQ"], "Ah occurs twice"),
        (["equity", "AhKh", "AhQd"], "cannot both have the Ah"),
        (["equity", "AA", "KK", "--board", "Ah Ah 2c"], "Ah occurs twice"),
        (["equity", "AA", "KK", "--board", "Ah 2c"], "not 2 cards"),
        (["equity", "AKx", "QQ"], "'AKx' is not a range item"),
        (["equity", "TT+:2", "QQ"], "from 0 to 1"),
        (["equity", *["AA"] * 11], "2 to 10 hands or ranges, not 11"),
        (["equity", "AA", "KK", "--board", "Ah Ad Ac"], "has no hand left"),
        (["equity", "AA", "KK", "--seed", "-1"], "a seed must be between"),
        (["equity", "AA", "KK", "--deals", "0"], "number of deals"),
        (["range", "AKx"], "'AKx'"),
        (["range", "A10s+"], "a ten is written T: 'ATs+', not 'A10s+'"),
        (["equity", "10hAh", "QQ"], "a ten is written T: 'ThAh', not '10hAh'"),
        (["evaluate", "Ah10h9h"], "a ten is written T: 'AhTh9h', not 'Ah10h9h'"),
        (["hand", "kuhn", "--cards", "10s As"], "a ten is written T: 'Ts As', not '10s As'"),
        (["range", "AA", "--without", "Zz"], "'Zz' is not a card"),
        (["evaluate", "AhAh"], "Ah occurs twice"),
        (["evaluate", "AhKh", "--board", "Ah2c3c4c5c"], "also on the board"),
        (["evaluate", "AhKhQhJhTh9h8h7h"], "1 to 7 cards"),
        (["evaluate", ""], "1 to 7 cards"),
        (["evaluate", "Ah\nKh", "--board", "Ah2c3c4c5c"], "also on the board"),
    ],
)
def test_invalid_input_gives_one_line_and_exit_code_2(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run(*arguments)
    assert (code, out) == (2, "")
    assert err.startswith("railbird: ")
    assert err.count("\n") == 1
    assert message in err


@pytest.mark.parametrize("arguments", [["equity"], ["equity", "AA", "KK", "--deals", "x"], ["nonsense"]])
def test_wrong_usage_exits_with_2(command: Command, arguments: list[str]) -> None:
    assert command.run(*arguments)[0] == 2


def test_an_interruption_is_reported_in_one_line(command: Command) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    command.monkeypatch.setattr("railbird.cli.commands.equity.equity", interrupt)
    assert command.run("equity", "AA", "KK") == (130, "", "railbird: interrupted\n")


HAND = ("hand", "limit(players=3)", "--cards", "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d")


def test_a_scripted_hand_is_described(command: Command) -> None:
    code, out, err = command.run(*HAND, "--actions", "r c c / c r c f / c c / c c")
    assert (code, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    for line in (
        "p1 small blind 10,000 5 Ah Kh",
        "flop Kc 9d 2h pot 60",
        "p2 bets 10",
        "p3 calls 10",
        "p1 folds",
        "p2 shows Qs Qd: two pair, queens and nines, king kicker",
        "p2 wins 80",
        "p2 +50",
    ):
        assert line in lines


def test_an_unfinished_hand_ends_with_the_legal_actions(command: Command) -> None:
    code, out, _ = command.run(*HAND, "--actions", "r c c / c r")
    assert code == 0
    assert out.splitlines()[-1] == "p3 to act: fold, call 10, or raise to 20"


def test_a_player_view_hides_the_other_cards(command: Command) -> None:
    _, out, _ = command.run(*HAND, "--actions", "r c c", "--view", "p2")
    assert "Qs Qd" in out
    assert "Ah" not in out
    assert "?? ??" in out
    data = command.json(*HAND, "--actions", "r c c", "--view", "p2")
    assert (data["player"], data["hole_cards"]) == ("p2", "QsQd")
    assert "Ah" not in json.dumps(data)


def test_a_hand_report_shows_only_what_the_player_saw(command: Command, tmp_path: Path) -> None:
    page = tmp_path / "hand.html"
    code, _, err = command.run(*HAND, "--actions", "r c c", "--view", "p2", "--report", str(page))
    assert (code, err) == (0, f"wrote {page}: seats, the hand\n")
    html = page.read_text(encoding="utf-8")
    assert "Qs" in html
    assert "Ah" not in html


def test_a_hand_as_json_can_be_played_again(command: Command) -> None:
    data = command.json(*HAND, "--actions", "r c c / c r c f / c c / c c")
    assert data["payoffs"] == [-20, 50, -30]
    assert command.json("hand", data["hand"]) == data


def test_missing_cards_are_dealt_from_the_seed(command: Command) -> None:
    first, again, other = (command.json("hand", "limit", "--seed", seed)["hand"] for seed in "556")
    assert first == again != other


def test_a_game_file_is_played(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "holdem.limit.2p.game"
    path.write_text(write_acpc_game(railbird.game.limit()))
    assert command.json("hand", str(path))["street"] == "preflop"
    six = tmp_path / "six.GAME"
    text = write_acpc_game(railbird.game.limit(6))
    six.write_text("\n".join(line for line in text.splitlines() if "stack" not in line.lower()))
    code, _, err = command.run("hand", str(six))
    assert code == 0
    assert err.startswith("railbird: note: no stacks are given for 6 players")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bogus"], "'bogus' is not a game"),
        (["limit(cap=0)"], "the cap must be at least one bet"),
        (["nolimit(stack=0)"], "stacks must be 1 to 2^40 chips, not 0"),
        (["limit(players=11)"], "2 to 10 players, not 11"),
        (["game(betting=limit, blinds=1/2, stacks=9/9, bets=2, most_raises=1, first=0, board_cards=0, antes=0/0, "
          "most_actions=0, hole_cards=2, ranks=1, suits=3)"], "a hand needs 4 cards, but the deck has 3"),
        (["nolimit", "--actions", "r101"], "a raise goes from 200 to 20000, not to 101"),
        (["nolimit", "--actions", "p1:c"], "it is p2's turn, not p1's"),
        (["nolimit", "--actions", "c f"], "check instead"),
        (["nolimit", "--actions", "f c"], "the hand is over"),
        (["nolimit", "--cards", "AhAh"], "the card Ah occurs twice"),
        (["nolimit", "--seed", "-1"], "a seed lies between"),
        (["nolimit", "--view", "Bob"], "'Bob' is not a player"),
        (["nolimit", "--players", "Ann"], "2 different ids"),
        (["nolimit; AhKh", "--actions", "c"], "leave out --cards, --actions and --players"),
        (["missing.game"], "No such file"),
    ],
)  # fmt: skip
def test_hand_reports_invalid_input_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("hand", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("GAMEDEF\nlimit\nnumPlayers = 2\n", "cut off"),
        ("GAMEDEF\nlimit\nnolimit\nnumPlayers = 2\nEND GAMEDEF\n", "limit or nolimit more than once"),
        ("GAMEDEF\nlimit\nnumPlayers = 2\nnumPlayers = 3\nEND GAMEDEF\n", "numPlayers"),
        ("", "GAMEDEF"),
    ],
)
def test_a_broken_game_file_is_reported_in_one_line(command: Command, tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.game"
    path.write_text(text)
    code, out, err = command.run("hand", str(path))
    assert (code, out) == (2, "")
    assert message in err
    assert "broken.game" in err
    assert err.count("\n") == 1


def test_strength_is_explained(command: Command) -> None:
    code, out, err = command.run("strength", "AdQc", "--board", "Jh4c3h", "--opponents", "5")
    assert (code, err) == (0, "")
    for words in (
        "ahead of 628, tied with 9, behind 444 of 1,081",
        "449,005",
        "0.2083",
        "0.2737",
        "0.6715",
        "0.0686",
        "0.2626",
    ):
        assert words in out


def test_strength_as_json(command: Command) -> None:
    data = command.json("strength", "AdQc", "--board", "Jh4c3h", "--opponents", "5")
    assert data["now"] == [628, 9, 444]
    assert data["table"] == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    assert [each["cards"] for each in data["look_ahead"]] == [1, 2]
    assert round(data["look_ahead"][0]["ppot"], 4) == 0.1083
    river = command.json("strength", "AdQc", "--board", "Jh4c3hQs2d")
    assert river["look_ahead"] == []
    assert river["ehs"] == river["hs"] == river["ehs_n"]


def test_strength_against_several_ranges(command: Command) -> None:
    data = command.json("strength", "AdQc", "--board", "Jh4c3h", "--versus", "TT+", "--versus", "random")
    first, second = (each["hs"] for each in data["each"])
    assert data["opponents"] == 2
    assert data["hs_n"] == pytest.approx(first * second)
    assert data["hs"] == pytest.approx((first + second) / 2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["AdQx", "--board", "Jh4c3h"], "'Qx' is not a card"),
        (["AdQc", "--board", "AdTh2c"], "shares a card with the board"),
        (["AdQc", "--board", "Jh4c"], "a board has"),
        (["AdQc", "--board", ""], "three to five cards"),
        (["AdQc", "--board", "Jh4c3h", "--versus", "none"], "no hand left"),
        (["AdQc", "--board", "Jh4c3h", "--versus", "AdQc"], "no hand left without"),
        (["AdQc", "--board", "Jh4c3h", "--opponents", "10"], "1 to 9 opponents, not 10"),
        (["AdQc", "--board", "Jh4c3h", "--seed", "1"], "--deals and --seed are for several"),
        (["AdQc", "--board", "Jh4c3h", "-n", "2", "--deals", "1"], "the number of deals must be between 2 and"),
        (["AdQc", "--board", "Jh4c3h", "-v", "AA", "-v", "KK", "-n", "3"], "one range for all or one each, not 2"),
    ],
)
def test_strength_reports_invalid_input_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("strength", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("what", ["income-rates", "iterated", "ranks", "groups"])
def test_preflop_tables_are_shown_as_heat_maps(command: Command, what: str) -> None:
    code, out, err = command.run("preflop", what)
    assert (code, err) == (0, "")
    for name in ("AA", "AKs", "72o"):
        assert f" {name} " in out
    data = command.json("preflop", what)
    assert "AKs" in data.get("rates", data)


def test_preflop_rates_are_rolled_out_on_demand(command: Command) -> None:
    data = command.json("preflop", "income-rates", "--players", "3", "--deals", "20000", "--seed", "4")
    assert (data["players"], data["deals"], data["seed"]) == (3, 20000, 4)
    iterated = command.json("preflop", "iterated", "--players", "6", "--noise", "0.1", "--deals", "20000")
    assert iterated["rounds"] > 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["map.png", "map.svg", "map.pdf"])
def test_preflop_tables_are_drawn_into_files(command: Command, tmp_path: Path, name: str) -> None:
    code, _, err = command.run("preflop", "ranks", "--plot", str(tmp_path / name))
    assert (code, err) == (0, "")
    start = {"png": b"\x89PNG", "svg": b"<?xml", "pdf": b"%PDF"}[name[-3:]]
    assert (tmp_path / name).read_bytes().startswith(start)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_bad_plot_path_is_reported_before_the_work(command: Command, tmp_path: Path) -> None:
    for path, message in (
        (tmp_path / "map.gif", "not 'map.gif'"),
        (tmp_path / "no" / "map.png", "there is no writable folder"),
    ):
        code, out, err = command.run("preflop", "income-rates", "--deals", "1000000000", "--plot", str(path))
        assert (code, out) == (2, "")
        assert message in err
        assert err.count("\n") == 1


def test_without_matplotlib_the_error_says_how_to_install_it(command: Command, tmp_path: Path) -> None:
    command.monkeypatch.setitem(sys.modules, "matplotlib", None)
    code, out, err = command.run("preflop", "ranks", "--plot", str(tmp_path / "map.png"))
    assert (code, out) == (2, "")
    assert "pip install matplotlib" in err


def test_random_deals_against_several_opponents_have_a_standard_error(command: Command) -> None:
    data = command.json("strength", "AdQc", "--board", "Jh4c3h", "-n", "3", "--deals", "20000", "--seed", "5")
    assert (data["dealt"]["deals"], data["dealt"]["seed"]) == (20000, 5)
    assert 0 < data["dealt"]["standard_error"] < 0.01
    code, out, _ = command.run("strength", "AdQc", "--board", "Jh4c3h", "-n", "3", "--deals", "20000", "--seed", "5")
    assert code == 0
    assert "20,000 random deals, seed 5" in out
    assert command.json("strength", "AdQc", "--board", "Jh4c3h")["dealt"] is None


@pytest.mark.slow
def test_published_tables_are_listed_and_regenerated(command: Command) -> None:
    code, out, _ = command.run("reproduce", "--list")
    assert code == 0
    listed = command.json("reproduce", "--list")
    names = [each["name"] for each in listed]
    assert set(names) == set(experiments.EXPERIMENTS) | set(experiments.GROUPS)
    lines = out.splitlines()
    for each in listed:
        mine = [line for line in lines if line.startswith(f"{each['name']} ")]
        assert any(duration_text(each["seconds"]) in line for line in mine), each["name"]
        assert 0 < each["quick_seconds"] <= each["seconds"]
    assert durations.MACHINE in out
    code, out, err = command.run("reproduce", "heidenreich-figure-4")
    assert (code, err) == (0, "")
    for words in ("449,005", "346,543", "exact", "agrees", "agrees within", "±0", "holds", "17 of 17"):
        assert words in out
    data = command.json("reproduce", "heidenreich-figure-4", "--quick")
    assert data["holds"] is True
    assert {row["column"] for row in data["rows"]} == {"ahead", "tied", "behind", "sum", "share"}


def test_tables_that_take_over_a_minute_say_so_first(command: Command) -> None:
    result = reproduce("heidenreich-hand-strength")
    command.monkeypatch.setitem(experiments.EXPERIMENTS, "lain-matches", lambda *_: result)
    code, _, err = command.run("reproduce", "lain-matches")
    assert code == 0
    takes = duration_text(durations.DURATIONS["lain-matches"].full)
    assert err.startswith(f"lain-matches takes about {takes} on {durations.MACHINE}")
    assert "are not played again" in err
    assert command.run("reproduce", "heidenreich-hand-strength")[2] == ""


@pytest.mark.slow
def test_a_quick_run_of_learners_judges_only_claims_that_few_hands_decide(command: Command, tmp_path: Path) -> None:
    command.monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "matches.db"))
    command.monkeypatch.setitem(experiments.EXPERIMENTS, "lain-matches", partial(lain_matches, share=0.0002))
    code, out, _ = command.run("reproduce", "lain-matches", "--quick")
    text = " ".join(out.split())
    assert code == 0
    assert "too few hands to judge" in text
    assert "fails" not in text
    assert "differs" not in text
    assert "quick: 10% of the hands" in text
    data = command.json("reproduce", "lain-matches", "--quick")
    assert data["share_of_hands"] == 0.1
    assert data["claims"][0]["holds"] is None
    assert data["holds"] is True


def test_a_failed_claim_sets_the_exit_code(command: Command) -> None:
    result = reproduce("heidenreich-hand-strength")
    worse = dataclasses.replace(result, claims=(Claim("something", "nothing", False),))
    command.monkeypatch.setitem(experiments.EXPERIMENTS, "heidenreich-hand-strength", lambda *_: worse)
    code, out, _ = command.run("reproduce", "heidenreich-hand-strength")
    assert code == 1
    assert "fails  something: nothing" in out
    assert command.run("reproduce", "heidenreich-hand-strength", "--json")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["income-rates", "--players", "11"], "2 to 10 players"),
        (["income-rates", "--players", "11", "--deals", "10000"], "2 to 10 players, not 11"),
        (["income-rates", "--deals", "1000"], "10,000 to 10^12 deals, not 1000"),
        (["income-rates", "--deals", "0"], "10,000 to 10^12 deals, not 0"),
        (["income-rates", "--seed", "-5"], "a seed must be between 0 and 2^64 - 1, not -5"),
        (["iterated", "--noise", "2"], "noise must be a probability from 0 to 1, not 2"),
    ],
)
def test_preflop_reports_invalid_input_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("preflop", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [([], "which table?"), (["x", "--list"], "give no name with it"), (["heidenreich"], "there is no published")],
)
def test_reproduce_reports_invalid_input(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("reproduce", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1


def test_the_cache_is_shown_cleared_and_turned_off(command: Command, tmp_path: Path) -> None:
    command.monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    assert command.json("cache") == {"folder": str(tmp_path), "entries": 0, "bytes": 0}
    DISK.put("a", b"value")
    code, out, _ = command.run("cache")
    assert code == 0
    assert "1 entry," in out
    assert command.json("cache", "--clear")["entries"] == 0
    command.monkeypatch.setenv("RAILBIRD_CACHE", "off")
    assert "turned off" in command.run("cache")[1]
    assert command.json("cache") == {"folder": None, "entries": 0, "bytes": 0}

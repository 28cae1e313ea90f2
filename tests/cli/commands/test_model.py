"""Models at the command line: save, show, merge, score and train."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from railbird.agent import MatchStart
from railbird.bots.lain import Lain
from railbird.game import limit
from railbird.models import Observed
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.models.predictors.pretraining import read_net
from railbird.models.saved_arrays import read_head
from tests.cli.test_commands import Command, command

__all__ = ["command"]

CALLERS = ("always-call-1", "always-call-2")


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "store" / "railbird.db"))


@pytest.fixture
def model(command: Command, tmp_path: Path) -> Path:
    """What LAIN has learned about two callers in match 1."""
    play(command, "lain", "always-call", "always-call", hands=200)
    path = tmp_path / "callers.model"
    assert command.run("model", "save", "1", "-o", str(path))[0] == 0
    return path


def play(command: Command, *bots: str, hands: int = 20) -> None:
    assert command.run("match", *bots, "--hands", str(hands), "--workers", "1")[0] == 0


def refused(command: Command, *arguments: str) -> str:
    code, out, err = command.run("model", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("railbird: ")
    assert err.count("\n") == 1
    return err


def strictly(command: Command, *arguments: str) -> Any:
    """Parse strict JSON: no NaN and no Infinity."""
    code, out, _ = command.run(*arguments, "--json")
    assert code == 0
    return json.loads(out, parse_constant=lambda word: pytest.fail(f"{word} is not JSON"))


def lain_that_saw(letters: str) -> Learned:
    """LAIN in the big blind after one action by ann."""
    bot = Lain()
    bot.start_match(MatchStart(limit(3), ("ann", "lain", "bob"), 1))
    bot.models.count(Observed("ann", 1, 2), bot.models.betting.node_of(letters))
    return Learned("lain", "limit(players=3)", "lain", bot.save())


def test_a_model_from_a_match_is_saved(command: Command, tmp_path: Path) -> None:
    play(command, "lain", "always-call", "always-call", hands=200)
    path = tmp_path / "callers.model"
    code, out, err = command.run("model", "save", "1", "--output", str(path))
    assert (code, err) == (0, "")
    assert " ".join(out.split()) == f"wrote {path}: lain about always-call-1, always-call-2"
    learned = read_learned(path)
    assert (learned.bot, learned.game, learned.player) == ("lain", "limit(players=3)", "lain")
    assert set(learned.records) == {"lain", *CALLERS}
    assert read_head(learned.records["lain"], "it")["hands"] == 200


def test_one_of_several_learners_is_chosen_by_its_id(command: Command, tmp_path: Path) -> None:
    play(command, "lain", "lain(cap=3)", "always-call")
    path = tmp_path / "second.model"
    assert command.run("model", "save", "1", "--player", "lain(cap=3)", "-o", str(path))[0] == 0
    learned = read_learned(path)
    assert (learned.bot, learned.player) == ("lain(cap=3)", "lain(cap=3)")
    assert set(learned.records) == {"lain", "lain(cap=3)", "always-call"}


def test_a_replicate_is_chosen_by_its_number(command: Command, tmp_path: Path) -> None:
    arguments = ("match", "lain", "random", "-n", "40", "-r", "2", "--workers", "1")
    assert command.run(*arguments)[0] == 0
    models = []
    for number in ("1", "2"):
        path = tmp_path / f"{number}.model"
        assert command.run("model", "save", "1", "--replicate", number, "-o", str(path))[0] == 0
        models.append(command.json("model", "show", str(path))["players"])
    assert models[0] != models[1]


def test_the_store_option_is_used(command: Command, tmp_path: Path) -> None:
    store, path = tmp_path / "other.db", tmp_path / "other.model"
    arguments = ("match", "lain", "always-call", "-n", "20", "--workers", "1", "--store", str(store))
    assert command.run(*arguments)[0] == 0
    assert "there is no store" in refused(command, "save", "1", "-o", str(path))
    assert command.run("model", "save", "1", "--store", str(store), "-o", str(path))[0] == 0
    assert read_learned(path).game == "limit"


def test_a_model_is_shown_in_words_and_numbers(command: Command, model: Path) -> None:
    code, out, err = command.run("model", "show", str(model))
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    for part in (
        "lain (lain) in limit(players=3)",
        "of 57,000 showdown contexts were seen",
        "always-call-1: plays every hand (folds 0% pre-flop",
        "always-call-2: plays every hand",
        "never bets after the flop (0% of the time)",
        "never folds to a bet there (0%)",
        "round fold call or check bet or raise seen",
        "river facing a bet 0% 100% 0%",
        "decisions seen in",
    ):
        assert part in words


def test_a_model_as_json_has_words_and_usage(command: Command, model: Path) -> None:
    data = strictly(command, "model", "show", str(model))
    assert (data["bot"], data["game"], data["player"]) == ("lain", "limit(players=3)", "lain")
    assert data["usage"]["leaves"] == 57_000
    assert 0 < data["usage"]["leaves_seen"] <= sum(each["leaves_seen"] for each in data["players"])
    assert [each["player"] for each in data["players"]] == list(CALLERS)
    for each in data["players"]:
        assert each["words"].startswith(f"{each['player']}: plays every hand")
        assert each["actions"] == sum(row["seen"] for row in each["frequencies"]) > 0
        assert {(row["fold"], row["call"], row["raise_"]) for row in each["frequencies"]} == {(0, 1, 0)}
        assert 0 < each["mean_rank"] < 1


def test_a_player_who_showed_no_hand_is_valid_json(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "folder.model"
    write_learned(path, lain_that_saw("f"))
    assert strictly(command, "model", "show", str(path))["players"][0]["showdowns"] == 0


def test_merging_a_file_with_itself_doubles_the_counts(command: Command, model: Path, tmp_path: Path) -> None:
    both = tmp_path / "both.model"
    code, out, err = command.run("model", "merge", str(model), str(model), "-o", str(both))
    assert (code, err) == (0, "")
    assert "2 files merged" in out
    once, twice = (command.json("model", "show", str(path)) for path in (model, both))
    assert twice["usage"] == once["usage"]
    for one, two in zip(once["players"], twice["players"], strict=True):
        assert (two["actions"], two["showdowns"]) == (2 * one["actions"], pytest.approx(2 * one["showdowns"]))
        assert [row["seen"] for row in two["frequencies"]] == [2 * row["seen"] for row in one["frequencies"]]
        assert two["mean_rank"] == pytest.approx(one["mean_rank"])
        assert (two["decisions_seen"], two["leaves_seen"]) == (one["decisions_seen"], one["leaves_seen"])
    assert read_head(read_learned(both).records["lain"], "it")["hands"] == 400


def test_a_merged_file_has_the_players_of_all_files(command: Command, model: Path, tmp_path: Path) -> None:
    other, both = tmp_path / "other.model", tmp_path / "both.model"
    write_learned(other, lain_that_saw("r"))
    assert command.run("model", "merge", str(model), str(other), "-o", str(both))[0] == 0
    players = {each["player"]: each["actions"] for each in command.json("model", "show", str(both))["players"]}
    before = {each["player"]: each["actions"] for each in command.json("model", "show", str(model))["players"]}
    assert players == {**before, "ann": 1}


def test_a_merged_file_may_replace_one_of_its_inputs(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "x.model"
    write_learned(path, lain_that_saw("c"))
    assert command.run("model", "merge", str(path), str(path), str(path), "-o", str(path))[0] == 0
    assert command.json("model", "show", str(path))["players"][0]["actions"] == 3


def test_models_of_two_learners_merge_fully_or_not_at_all(command: Command, tmp_path: Path) -> None:
    play(command, "lain", "lain", "always-call")
    one, two, both = (tmp_path / f"{name}.model" for name in ("one", "two", "both"))
    for player, path in (("lain-1", one), ("lain-2", two)):
        assert command.run("model", "save", "1", "--player", player, "-o", str(path))[0] == 0
    if command.run("model", "merge", str(one), str(two), "-o", str(both))[0] == 0:
        merged = {each["player"] for each in command.json("model", "show", str(both))["players"]}
        assert merged == {"lain-1", "lain-2", "always-call"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["9"], "there is no match 9"),
        (["1"], "several bots have learned: choose one with --player lain-1 or lain-2"),
        (["1", "--player", "always-call"], "'always-call' has learned nothing in match 1; these have: lain-1, lain-2"),
        (["1", "--player", "nobody"], "'nobody' has learned nothing in match 1"),
        (
            ["1", "--player", "lain-1", "--replicate", "2"],
            "match 1 has 1 replicates and seatings; there is no number 2",
        ),
        (
            ["1", "--player", "lain-1", "--replicate", "0"],
            "match 1 has 1 replicates and seatings; there is no number 0",
        ),
        (
            ["1", "--player", "lain-1", "--replicate", "-1"],
            "match 1 has 1 replicates and seatings; there is no number -1",
        ),
        (["2"], "no bot has learned anything in match 2, replicate 1"),
    ],
)
def test_save_reports_what_it_cannot_save(command: Command, tmp_path: Path, arguments: list[str], message: str) -> None:
    play(command, "lain", "lain", "always-call")
    play(command, "always-call", "always-fold")
    path = tmp_path / "x.model"
    assert message in refused(command, "save", *arguments, "-o", str(path))
    assert not path.exists()


def test_a_missing_store_is_reported(command: Command, tmp_path: Path) -> None:
    assert "there is no store" in refused(command, "save", "1", "-o", str(tmp_path / "x.model"))


def test_an_unwritable_model_file_is_reported(command: Command, model: Path, tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "x.model"
    for arguments in (["save", "1"], ["merge", str(model), str(model)]):
        assert f"{target} cannot be written" in refused(command, *arguments, "-o", str(target))
    assert not target.parent.exists()


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Learned("lain(cap=3)", "limit(players=3)", "lain"), "was learned by lain(cap=3) in limit(players=3)"),
        (Learned("vexbot", "limit(players=3)", "lain"), "was learned by vexbot in limit(players=3)"),
        (Learned("lain", "limit(players=4)", "lain"), "was learned by lain in limit(players=4)"),
    ],
)
def test_files_of_different_bots_or_games_are_not_merged(
    command: Command, tmp_path: Path, other: Learned, message: str
) -> None:
    paths = [tmp_path / f"{number}.model" for number in range(3)]
    write_learned(paths[0], lain_that_saw("c"))
    write_learned(paths[1], other)
    error = refused(command, "merge", str(paths[0]), str(paths[1]), "-o", str(paths[2]))
    assert f"{paths[1]} {message}" in error
    assert "cannot be merged" in error
    assert not paths[2].exists()


def test_a_file_that_is_not_a_model_is_reported(command: Command, tmp_path: Path) -> None:
    good, text, none = (tmp_path / name for name in ("good.model", "letter.txt", "missing.model"))
    write_learned(good, lain_that_saw("c"))
    before = good.read_bytes()
    text.write_text("dear Ann\n")
    for bad in (text, none):
        assert f"{bad} cannot be read" in refused(command, "show", str(bad))
        assert f"{bad} cannot be read" in refused(command, "show", str(bad), "--json")
        assert f"{bad} cannot be read" in refused(command, "merge", str(good), str(bad), "-o", str(good))
    assert good.read_bytes() == before


@pytest.mark.parametrize(
    ("learned", "message"),
    [
        (Learned("simple", "limit", "simple"), "simple cannot show what it has learned about players"),
        (Learned("chump", "limit", "chump", {"ann": b"seen"}), "chump cannot show what it has learned about players"),
        (Learned("lian", "limit", "lain"), "did you mean lain"),
        (Learned("lain", "bridge", "lain"), "'bridge' is not a game"),
        (Learned("lain", "nolimit", "lain"), "limit hold'em"),
        (Learned("lain", "limit", "lain", {"ann": b"junk"}), "the record about ann cannot be read"),
        (Learned("lain", "limit", "lain", lain_that_saw("c").records), "the record about ann does not match"),
    ],
)
def test_invalid_model_contents_are_reported(command: Command, tmp_path: Path, learned: Learned, message: str) -> None:
    path = tmp_path / "odd.model"
    write_learned(path, learned)
    assert message in refused(command, "show", str(path))
    assert message in refused(command, "merge", str(path), str(path), "-o", str(tmp_path / "x.model"))


@pytest.mark.parametrize(
    "arguments", [["save"], ["save", "1"], ["save", "x", "-o", "x"], ["merge", "-o", "x"], ["show"]]
)
def test_wrong_usage_exits_with_2(command: Command, arguments: list[str]) -> None:
    assert command.run("model", *arguments)[0] == 2


def test_predictions_are_scored(command: Command, tmp_path: Path) -> None:
    play(command, "simple", "chump", hands=150)
    code, out, _ = command.run("model", "score", "1", "--folds", "3")
    assert code == 0
    for word in ("simple:", "chump:", "generic", "statistics", "neural", "voting", "most important inputs of the net"):
        assert word in out
    plot = tmp_path / "calibration.svg"
    scores = strictly(command, "model", "score", "1", "--player", "chump", "--folds", "2", "--plot", str(plot))
    assert [each["player"] for each in scores] == ["chump"]
    assert set(scores[0]["prequential"]) == {"generic", "statistics", "neural", "voting", "tree"}
    assert 0 < scores[0]["cross_validated"]["voting"]["log_loss"] < 2
    assert plot.stat().st_size > 1000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("9",), "there is no match 9"),
        (("1", "--player", "nobody"), "did not play"),
        (("1", "--replicate", "7"), "there is no number 7"),
        (("1", "--plot", "picture.txt"), "ends in"),
        (("2",), "is not hold'em"),
    ],
)
def test_score_reports_what_it_cannot_score(arguments: tuple[str, ...], message: str, command: Command) -> None:
    play(command, "simple", "chump")
    assert command.run("match", "random", "random", "--game", "kuhn", "--hands", "20", "--workers", "1")[0] == 0
    assert message in refused(command, "score", *arguments)


def trained(command: Command, path: Path, *matches: int) -> tuple[int, int, float, float]:
    """The numbers of training and held-out actions; the log-loss of the trained net and of an untrained one."""
    code, out, err = command.run("model", "train", *map(str, matches), "-o", str(path))
    assert (code, err) == (0, "")
    match = re.fullmatch(
        r"wrote (.*): trained on ([\d,]+) actions; on ([\d,]+) held-out actions, log-loss ([\d.]+) "
        r"\(untrained net ([\d.]+)\), accuracy [\d.]+% \(always the most frequent action [\d.]+%\)\n",
        out,
    )
    assert match
    assert match[1] == str(path)
    return int(match[2].replace(",", "")), int(match[3].replace(",", "")), float(match[4]), float(match[5])


def test_a_net_is_trained_on_a_match_and_used_in_another(command: Command, tmp_path: Path) -> None:
    play(command, "simple", "always-call", hands=120)
    path = tmp_path / "players.net"
    learned, held, loss, fresh = trained(command, path, 1)
    assert learned > 3 * held > 0
    assert 0 < loss < 0.7 * fresh < 1
    assert read_net(path).b1.any()
    play(command, f"poki(net={path})", "always-call", hands=10)
    model = tmp_path / "poki.model"
    assert command.run("model", "save", "2", "-o", str(model))[0] == 0
    assert read_learned(model).bot == f"poki(net={path})"
    assert strictly(command, "model", "show", str(model))["players"][0]["player"] == "always-call"


def test_a_net_may_learn_from_several_matches(command: Command, tmp_path: Path) -> None:
    play(command, "simple", "always-call", hands=40)
    play(command, "chump", "random", "simple", hands=25)
    one, other, both = (trained(command, tmp_path / "x.net", *matches)[:2] for matches in ((1,), (2,), (1, 2)))
    assert both == (one[0] + other[0], one[1] + other[1])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("9",), "there is no match 9"),
        (("1", "9"), "there is no match 9"),
        (("1", "--replicate", "7"), "match 1 has 1 replicates and seatings; there is no number 7"),
        (("2",), "match 2 is not hold'em"),
        (("3",), "there are too few actions to learn from"),
    ],
)
def test_train_reports_what_it_cannot_learn_from(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    play(command, "simple", "chump")
    assert command.run("match", "random", "random", "--game", "kuhn", "--hands", "20", "--workers", "1")[0] == 0
    play(command, "simple", "chump", hands=4)
    path = tmp_path / "x.net"
    assert message in refused(command, "train", *arguments, "-o", str(path))
    assert not path.exists()


def test_an_unwritable_net_file_is_reported(command: Command, tmp_path: Path) -> None:
    play(command, "simple", "chump")
    target = tmp_path / "nowhere" / "x.net"
    assert f"{target} cannot be written" in refused(command, "train", "1", "-o", str(target))
    assert command.run("model", "train", "1")[0] == 2


@pytest.mark.parametrize("given", ["nothing", "a letter", "a model"])
def test_an_unreadable_net_is_reported_before_play(command: Command, tmp_path: Path, given: str) -> None:
    path = tmp_path / "missing"
    if given == "a letter":
        path.write_text("dear Ann\n")
    elif given == "a model":
        write_learned(path, lain_that_saw("c"))
    code, out, err = command.run("match", f"poki(net={path})", "always-call", "--workers", "1")
    assert (code, out) == (2, "")
    assert err.startswith(f"railbird: poki: {path} ")
    assert err.count("\n") == 1
    assert not (tmp_path / "store").exists()


def poki_model(command: Command, path: Path, match: int, *others: str, spec: str = "poki") -> Path:
    """What Poki has learned about others in a match of a few hands."""
    play(command, spec, *others, hands=15)
    assert command.run("model", "save", str(match), "-o", str(path))[0] == 0
    return path


def test_a_poki_model_is_shown_in_words_and_numbers(command: Command, tmp_path: Path) -> None:
    path = poki_model(command, tmp_path / "callers.model", 1, "always-call", "always-call")
    code, out, err = command.run("model", "show", str(path))
    assert (code, err) == (0, "")
    words = " ".join(out.split())
    for part in (
        "poki (poki) in limit(players=3)",
        "always-call-1: plays every hand (folds 0% pre-flop",
        "always-call-2: plays every hand",
        "never bets after the flop (0% of the time)",
        "round fold call or check bet or raise seen",
        "decisions seen in",
    ):
        assert part in words
    for word in ("showdown contexts", "hands shown", "has shown", "None", "nan"):
        assert word not in words


def test_a_poki_model_as_json_has_no_usage(command: Command, tmp_path: Path) -> None:
    path = poki_model(command, tmp_path / "callers.model", 1, "always-call", "always-call")
    data = strictly(command, "model", "show", str(path))
    assert (data["bot"], data["game"], data["player"], data["usage"]) == ("poki", "limit(players=3)", "poki", None)
    assert [each["player"] for each in data["players"]] == list(CALLERS)
    for each in data["players"]:
        assert (each["showdowns"], each["mean_rank"], each["mean_rank_after_bets"]) == (None, None, {})
        assert each["actions"] == pytest.approx(sum(row["seen"] for row in each["frequencies"]))
        assert each["actions"] >= 30
        assert 1 <= each["decisions_seen"] <= 12
        assert {row["fold"] for row in each["frequencies"]} == {0}


def test_the_generic_predictor_has_no_observations_to_show(command: Command, tmp_path: Path) -> None:
    spec = "poki(predictor=generic)"
    path = poki_model(command, tmp_path / "x.model", 1, "always-call", spec=spec)
    assert command.run("model", "show", str(path))[0] == 0
    (player,) = strictly(command, "model", "show", str(path))["players"]
    assert player["words"] == "Nothing is known about always-call yet."


def test_poki_files_about_different_players_are_merged(command: Command, tmp_path: Path) -> None:
    one = poki_model(command, tmp_path / "one.model", 1, "always-call")
    two = poki_model(command, tmp_path / "two.model", 2, "always-raise")
    both = tmp_path / "both.model"
    code, out, err = command.run("model", "merge", str(one), str(two), "-o", str(both))
    assert (code, err) == (0, "")
    assert "2 files merged" in out
    shown = [strictly(command, "model", "show", str(path))["players"] for path in (one, two, both)]
    assert shown[2] == shown[0] + shown[1]
    assert [each["player"] for each in shown[2]] == ["always-call", "always-raise"]


def test_poki_files_about_the_same_player_are_not_merged(command: Command, tmp_path: Path) -> None:
    one = poki_model(command, tmp_path / "one.model", 1, "always-call")
    two = poki_model(command, tmp_path / "two.model", 2, "always-raise")
    both = tmp_path / "both.model"
    message = refused(command, "merge", str(one), str(one), "-o", str(both))
    assert f"{one} is about always-call, and so is an earlier file" in message
    message = refused(command, "merge", str(one), str(two), str(two), "-o", str(both))
    assert f"{two} is about always-raise, and so is an earlier file" in message
    assert not both.exists()


def test_a_python_file_is_not_a_model(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "shark.py"
    path.write_text("x = 1")
    code, _, err = command.run("model", "show", str(path))
    assert code == 2
    reason = "it is not a saved model, or it is damaged (railbird model save writes them)"
    assert err == f"railbird: {path} cannot be read: {reason}\n"


def test_showing_a_model_does_not_run_the_code_of_its_bot(command: Command, tmp_path: Path) -> None:
    mark, bot, path = tmp_path / "imported", tmp_path / "evil.py", tmp_path / "evil.model"
    bot.write_text(f"import pathlib\npathlib.Path({str(mark)!r}).touch()\n")
    write_learned(path, Learned(f"{bot}:Evil", "limit", "evil", {"you": b"x"}))
    code, _, err = command.run("model", "show", str(path))
    assert code == 2
    assert "foreign code is not run unasked" in err
    assert not mark.exists()


KNOWS = """
import json

from railbird.agent import Bot
from railbird.models.portrait import portrait_by_counts


class Knows(Bot):
    learns = True

    def start_match(self, match):
        self.seen = {}

    def act(self, view):
        for step in self.betting(view).steps():
            if step.situation.player != view.position:
                nothing = [[[0] * 3, [0] * 3] for _ in range(4)]
                counts = self.seen.setdefault(view.players[step.situation.player], nothing)
                counts[step.situation.round][step.situation.to_call > 0][step.kind] += 1
        return "c"

    def portraits(self):
        import numpy as np

        return [portrait_by_counts(player, np.array(counts, dtype=float)) for player, counts in self.seen.items()]

    def save(self):
        return {player: json.dumps(counts).encode() for player, counts in self.seen.items()}

    def load(self, learned):
        self.seen |= {player: json.loads(state) for player, state in learned.items()}
"""


def test_a_model_of_a_user_bot_is_shown_when_its_code_is_named(command: Command, tmp_path: Path) -> None:
    code, saved = tmp_path / "knows.py", tmp_path / "knows.model"
    code.write_text(KNOWS)
    play(command, f"{code}:Knows", "always-raise")
    assert command.run("model", "save", "last", "-o", str(saved))[0] == 0
    _, shown, _ = command.run("model", "show", str(saved), "--bot", f"{code}:Knows")
    assert "always-raise" in shown
    assert "80 decisions seen" in shown
    assert f"to run it, add --bot {code}:Knows" in refused(command, "show", str(saved))


def test_a_bot_without_portraits_is_not_shown(command: Command, tmp_path: Path) -> None:
    code, saved = tmp_path / "silent.py", tmp_path / "silent.model"
    code.write_text(KNOWS.replace("def portraits", "def keeps_to_itself"))
    play(command, f"{code}:Knows", "always-raise")
    assert command.run("model", "save", "last", "-o", str(saved))[0] == 0
    assert "it has no portraits()" in refused(command, "show", str(saved), "--bot", f"{code}:Knows")

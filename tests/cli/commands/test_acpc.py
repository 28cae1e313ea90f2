"""``railbird acpc``: matches with bots in their own processes and with programs, from the command line."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.acpc.client import JoinOptions
from railbird.acpc.players import Player, StartedPlayers, parse_players
from railbird.agent import Bot
from railbird.cli import main
from railbird.errors import AcpcError
from railbird.gallery import spec_of_class
from railbird.game import limit, read_acpc_game
from tests.acpc.matches import arena_log

PROGRAM = [sys.executable, "-c", "from railbird.cli import main; main()", "acpc"]
EXAMPLE = Path(__file__).parents[3] / "examples" / "acpc_player.py"


def run(*arguments: str) -> tuple[int, list[str], str]:
    done = subprocess.run([*PROGRAM, *arguments], capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout.splitlines(), done.stderr


def begin(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


@pytest.mark.slow
def test_a_match_of_our_bots_prints_the_ports_first_and_the_score_last(tmp_path: Path) -> None:
    log = tmp_path / "match.log"
    code, out, errors = run(
        *("deal", "limit", "simple", "jag", "-n", "60", "--seed", "5", "--dealing", "railbird", "--log", str(log))
    )
    assert (code, errors) == (0, "")
    assert len(out) == 2
    assert re.fullmatch(r"[0-9]+ [0-9]+", out[0])
    totals = re.fullmatch(r"SCORE:(-?[0-9.]+)\|(-?[0-9.]+):simple\|jag", out[1])
    assert totals
    lines = [re.sub(r":[^:]*$", "", line) for line in log.read_text().splitlines() if line[0] != "#"]
    assert lines == [re.sub(r":[^:]*$", "", line) for line in arena_log(limit(), ["simple", "jag"], 60, 5, acpc=False)]
    assert log.read_text().splitlines()[0] == "# name/game/hands/seed match limit 60 5"


@pytest.mark.slow
def test_a_program_is_started_with_host_and_port_and_json_has_what_is_printed() -> None:
    code, out, errors = run(
        *("deal", "limit", "random", f"aces=run:{sys.executable} {EXAMPLE}", "-n", "30", "--json", "--seed", "3")
    )
    assert (code, errors) == (0, "")
    ports, score = map(json.loads, out)
    assert len(ports["ports"]) == 2
    assert score["players"] == ["random", "aces"]
    assert sum(score["totals"]) == 0
    assert (score["hands"], score["seed"], score["game"]) == (30, "seed 3", "limit")


@pytest.mark.slow
def test_many_warnings_are_cut_short(tmp_path: Path) -> None:
    eager = tmp_path / "eager.py"
    eager.write_text(
        "import socket, sys\n"
        "dealer = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
        "dealer.sendall(b'VERSION:2.0.0\\r\\n')\n"
        "for line in dealer.makefile('rb'):\n"
        "    dealer.sendall(line.rstrip() + b':c\\r\\n')\n"
    )
    code, out, errors = run("deal", "kuhn", "random", f"run:{sys.executable} {eager}", "-n", "50")
    assert (code, len(out)) == (0, 2)
    assert errors.count("WARNING: ignoring un-requested response") == 20
    assert errors.splitlines()[20] == "WARNING: and more, which --verbose shows"


@pytest.mark.slow
def test_our_bots_join_our_dealer_by_themselves(tmp_path: Path) -> None:
    game = tmp_path / "three.game"
    game.write_text("".join(f"{line}\n" for line in run("game", "nolimit(players=3, stack=50bb)")[1]))
    assert read_acpc_game(game.read_text()).game.stacks == (5000, 5000, 5000)
    dealer = begin("deal", str(game), "Ann=wait", "always-call", "wait", "-n", "20", "--verbose")
    assert dealer.stdout
    ports = dealer.stdout.readline().split()
    options = ("--game", str(game), "--seed", "3")
    other = begin("join", "random", "127.0.0.1", ports[2], *options)
    code, out, errors = run("join", "random", "127.0.0.1", ports[0], *options, "--json")
    assert code == 0, errors
    assert json.loads(out[0]) == {"bot": "random", "hands": 20, "faults": []}
    assert other.communicate(timeout=60)[0] == "random has played 20 hands\n"
    last, told = dealer.communicate(timeout=60)
    assert last.startswith("SCORE:")
    assert last.strip().endswith(":Ann|always-call|player")
    assert dealer.returncode == 0
    for text in ("STARTED at", "TO 1 at", "FROM 3 at", "FINISHED at", "Seconds cumulatively spent in match for seat 0"):
        assert text in told


@pytest.mark.slow
def test_a_program_that_fails_ends_the_match_with_exit_code_1_and_no_score(tmp_path: Path) -> None:
    code, out, errors = run("deal", "limit", "random", f"run:{sys.executable} -c 'import sys; sys.exit(3)'")
    assert (code, len(out)) == (1, 1)
    assert "ERROR: " in errors
    quitter = tmp_path / "quitter.py"
    quitter.write_text(
        "import socket, sys\n"
        "dealer = socket.create_connection((sys.argv[1], int(sys.argv[2])))\n"
        "dealer.sendall(b'VERSION:2.0.0\\r\\n')\n"
        "dealer.recv(100)\n"
    )
    code, out, errors = run("deal", "limit", "random", f"run:{sys.executable} {quitter}")
    assert (code, len(out)) == (1, 1)
    assert re.search(r"ERROR: could not (get action from|send state to) seat 2", errors)


@pytest.mark.slow
def test_a_bot_from_a_file_plays_in_its_own_process_and_its_faults_are_told(tmp_path: Path) -> None:
    bot = tmp_path / "broken.py"
    bot.write_text(
        "import railbird as rb\n"
        "class Broken(rb.Bot):\n"
        "    def act(self, view):\n"
        "        raise RuntimeError('out of order')\n"
    )
    code, out, errors = run("deal", "kuhn", "random", f"{bot}:Broken", "-n", "10")
    assert code == 0, errors
    assert out[-1].endswith(":random|broken")
    assert "broken: RuntimeError: out of order" in errors


@pytest.mark.slow
def test_ctrl_c_leaves_whole_files_and_the_match_can_be_continued(tmp_path: Path) -> None:
    log, actions = tmp_path / "a.log", tmp_path / "a.tlog"
    options = ("deal", "leduc", "random", "always-call", "--log", str(log), "--transactions", str(actions))
    dealer = begin(*options, "-n", "100000")
    while not (log.exists() and log.read_text().count("STATE:") > 20):
        assert dealer.poll() is None
    dealer.send_signal(signal.SIGINT)
    _, errors = dealer.communicate(timeout=60)
    assert dealer.returncode == 130
    assert "the same command with --append continues it" in errors
    hands = log.read_text().count("STATE:")
    assert log.read_text().endswith("\n")
    code, out, errors = run(*options, "-n", str(hands + 5), "--append")
    assert code == 0, errors
    numbers = [int(line.split(":")[1]) for line in log.read_text().splitlines() if line.startswith("STATE")]
    assert numbers == list(range(hands + 5))
    assert out[-1] == log.read_text().splitlines()[-1]


@pytest.mark.slow
def test_ctrl_c_ends_a_bot_that_waits_for_its_dealer_and_a_dealer_that_waits_for_players() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        client = begin("join", "always-call", "127.0.0.1", str(listening.getsockname()[1]))
        connection, _ = listening.accept()
        with connection:
            assert connection.recv(100)
            client.send_signal(signal.SIGINT)
            assert "stopped after 0 hands" in client.communicate(timeout=30)[1]
    assert client.returncode == 130
    dealer = begin("deal", "limit", "wait", "wait")
    assert dealer.stdout
    assert dealer.stdout.readline()
    dealer.send_signal(signal.SIGINT)
    dealer.communicate(timeout=30)
    assert dealer.returncode == 130


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("deal", "limit", "simple"), "a game has 2 to 10 players, not 1"),
        (("deal", "kuhn", "random", "random", "random"), "kuhn has 2 players, not 3"),
        (("deal", "kuhn", "poki", "random"), "poki does not play kuhn"),
        (("deal", "potlimit", "random", "random"), "cannot be played by the ACPC's protocol"),
        (("deal", "limit", "no-such-bot", "random"), "there is no bot 'no-such-bot'"),
        (("deal", "limit", "run:", "random"), "names no program"),
        (("deal", "limit", "run:'", "random"), "is not a command"),
        (("deal", "limit", "run:/no/such/program", "wait"), "cannot be started"),
        (("deal", "limit", "wait", "wait", "--ports", "x"), "--ports are at most 2 numbers"),
        (("deal", "limit", "wait", "wait", "--ports", "99999"), "a port is a number from 0 to 65535"),
        (("deal", "limit", "wait", "wait", "--append"), "--append continues the match of --transactions"),
        (("deal", "limit", "wait", "wait", "--seed", "5000000000"), "has seeds from 0 to 2^32 - 1"),
        (("deal", "limit", "wait", "wait", "--seed", "secret"), "--dealing railbird takes any, or secret"),
        (("deal", "limit", "wait", "wait", "--t-hand", "0"), "a time limit is"),
        (("deal", "no.game", "wait", "wait"), "cannot be read"),
        (("join", "no-such-bot", "localhost", "18000"), "there is no bot"),
        (("join", "always-call", "127.0.0.1", "1"), "there is no dealer at '127.0.0.1', port 1"),
        (("join", "poki", "127.0.0.1", "1", "--game", "kuhn"), "poki does not play kuhn"),
        (("game", "potlimit"), "cannot be played by the ACPC's protocol"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    arguments: tuple[str, ...],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["railbird", "acpc", *arguments])
    with pytest.raises(SystemExit) as stopped:
        main()
    errors = capsys.readouterr().err
    assert stopped.value.code == 2, errors
    assert message in errors
    assert len(errors.strip().splitlines()) == 1


def test_a_match_that_cannot_begin_leaves_the_files_of_an_earlier_one_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "a.log"
    log.write_text("an earlier match\n")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = f"0,{taken.getsockname()[1]}"
        options = ("wait", "wait", "--log", str(log), "--transactions", str(log), "--ports", ports)
        monkeypatch.setattr(sys, "argv", ["railbird", "acpc", "deal", "limit", *options])
        with pytest.raises(SystemExit):
            main()
    assert "cannot listen on" in capsys.readouterr().err
    assert log.read_text() == "an earlier match\n"


def test_players_of_the_same_name_get_numbers() -> None:
    names = [player.name for player in parse_players(["simple", "simple(bluff=off)", "wait", "Ann=simple", "wait"])]
    assert names == ["simple-1", "simple-2", "player-1", "Ann", "player-2"]


def test_a_setting_of_a_bot_is_no_name() -> None:
    assert Player.parse("simple(bluff=off)").name == "simple"
    assert Player.parse("calm=simple(bluff=off)").name == "calm"


def test_a_class_of_this_process_cannot_be_seated() -> None:
    class Local(Bot):
        pass

    with StartedPlayers() as started, pytest.raises(AcpcError, match="save it in a file"):
        started.start([Player("me", spec_of_class(Local))], limit(), JoinOptions(), "127.0.0.1", [1])

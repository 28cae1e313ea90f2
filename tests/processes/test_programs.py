"""Programs as bots: both languages, and everything that a program can do wrong, each in one clear line."""

from __future__ import annotations

import json
import shutil
import sys
import time
from pathlib import Path

import pytest

from railbird.agent import HandDriver, SeatedBot, Streams, play_hand
from railbird.arena import Entrant, MatchDefinition, MatchResult, play_match
from railbird.errors import BotError, BrokenBotError
from railbird.gallery import load_bot, parse_bot
from railbird.gallery.checking import check_spec
from railbird.game import limit, parse_game
from railbird.processes.program_bot import ProgramBot

ACPC = """
import sys
print("VERSION:2.0.0", flush=True)
for line in sys.stdin:
    state = line.rstrip("\\r\\n")
    {before}
    print(f"{{state}}:{action}", flush=True)
"""
JSON = """
import json, sys
def say(**message):
    print(json.dumps(message), flush=True)
say(type="hello", protocol=1, name="json", id=7)
for line in sys.stdin:
    m = json.loads(line)
    if m["type"] == "turn":
        {before}
        say(type="act", table=m["table"], hand=m["hand"], turn=m["turn"], action={action!r})
"""


def program(folder: Path, text: str, name: str = "player.py") -> str:
    """The spec of a program in Python."""
    (folder / name).write_text(text, encoding="utf-8")
    return f"process({sys.executable} {name}, folder={folder})"


def acpc(folder: Path, before: str = "pass", action: str = "c") -> str:
    return program(folder, ACPC.format(before=before, action=action))


def as_json(folder: Path, before: str = "pass", action: str = "c") -> str:
    return program(folder, JSON.format(before=before, action=action))


def played(bot: str, *, game: str = "limit", hands: int = 5, seconds: float = 5.0) -> MatchResult:
    """A match of a program against bots that always call; the program comes first."""
    known = parse_game(game)
    others = [Entrant("always-call", player=f"other{number}") for number in range(known.players - 1)]
    entrants = (Entrant(load_bot(bot), player="program"), *others)
    return play_match(MatchDefinition(game=known, entrants=entrants, hands=hands, time_limit=seconds), workers=1)


def faults(bot: str, hands: int = 3, seconds: float = 5.0) -> str:
    """The faults of a program in a match that goes on all the same."""
    result = played(bot, hands=hands, seconds=seconds)
    assert result.finished
    assert result.hands == hands
    assert {fault["player"] for fault in result.faults_by_player()} <= {"program"}
    return " ".join(fault["message"] for fault in result.faults_by_player())


@pytest.mark.parametrize("game", ["limit", "nolimit(players=3, stack=20bb)"])
def test_a_program_plays_in_either_language(game: str, tmp_path: Path) -> None:
    for bot in (acpc(tmp_path), as_json(tmp_path)):
        result = played(bot, game=game)
        assert result.finished
        assert not result.faults, result.faults


def test_a_program_gets_every_state_that_its_seat_may_see_and_no_other_card(tmp_path: Path) -> None:
    log = tmp_path / "log"
    text = ACPC.format(before=f"open({str(log)!r}, 'a').write(state + chr(10))", action="c")
    bot = load_bot(program(tmp_path, text)).make()
    driver = HandDriver(limit(), "AhKh QsQd / Kc7d2h / 9s / 4d")
    seat, other = SeatedBot(bot), SeatedBot(load_bot("always-call").make())
    seat.deal_in(driver, 0, Streams(0, 7, 0))
    other.deal_in(driver, 1, Streams(0, 7, 1))
    play_hand(driver, [seat, other])
    time.sleep(0.3)
    bot.close()  # type: ignore[attr-defined]
    states = log.read_text().splitlines()
    assert states[:3] == ["MATCHSTATE:0:7::AhKh|", "MATCHSTATE:0:7:c:AhKh|", "MATCHSTATE:0:7:cc/:AhKh|/Kc7d2h"]
    assert all("QsQd" not in state for state in states[:-1])
    assert states[-1] == "MATCHSTATE:0:7:cc/cc/cc/cc:AhKh|QsQd/Kc7d2h/9s/4d"


def test_messages_of_tables_hold_what_the_protocol_says(tmp_path: Path) -> None:
    logged = f"    import os; open(f'{tmp_path}/log-{{os.getpid()}}', 'a').write(line)\n    m = json.loads(line)"
    text = JSON.format(before="pass", action="c").replace("    m = json.loads(line)", logged)
    assert not played(program(tmp_path, text), hands=2).faults
    logs = [path.read_text().splitlines() for path in tmp_path.glob("log-*")]
    messages = [json.loads(line) for line in max(logs, key=len)]  # another process was asked which games it plays
    assert [each["type"] for each in messages[:4]] == ["welcome", "table", "hand", "turn"]
    assert messages[0] == {"type": "welcome", "protocol": 1, "name": "json", "token": None, "re": 7}
    assert messages[1]["you"] == "program"
    hand = messages[2]
    assert hand["cards"][1 - hand["position"]] is None
    assert len(hand["cards"][hand["position"]]) == 4
    assert hand["state"]["legal"]["raise"]
    assert [each["type"] for each in messages].count("hand-over") == 2
    assert messages[-1]["type"] == "closed"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program-here", "there is no program 'no-such-program-here' on the PATH"),
        ("./nothing.sh", "there is no program '{folder}/nothing.sh'"),
        ("./plain.txt", "may not be executed: make it executable"),
        ("plain.txt", r"on the PATH \(there is one in {folder}: write ./plain.txt\)"),
        ("./lost.sh", "asks for the interpreter '/no/such/interpreter', which does not exist"),
        ("./env.sh", "asks for the interpreter 'no-such-python', which does not exist"),
        ("./broken", "cannot be started: Exec format error"),
        ("true", r"true ended before it said anything \(exit code 0\)"),
        ("sh -c 'exit 3'", r"ended before it said anything \(exit code 3\)"),
        ("sh -c 'kill -9 $$'", r"ended before it said anything \(SIGKILL\)"),
        ("yes", "its first line is 'y', but must be VERSION:2.0.0"),
        ("echo VERSION:1.0.0", "it speaks version 1.0.0 of the ACPC's protocol; Railbird speaks 2.0.0"),
        ("echo VERSION:two", "its first line is 'VERSION:two', but must be VERSION:2.0.0"),
        ('echo \'{{"type": "hello", "protocol": 2}}\'', "it speaks protocol '2' of tables; Railbird speaks 1"),
        ('echo \'{{"type": "act"}}\'', 'but must be {{"type": "hello", "protocol": 1}}'),
        ("sh -c 'head -c 100000 /dev/zero'", "begins with a line of more than 65,536 characters"),
        ("'unbalanced", "has a quote without its partner"),
    ],
)
def test_what_is_wrong_with_a_program_is_said_in_one_line(command: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("not a program")
    for name, first in (("lost.sh", "#!/no/such/interpreter"), ("env.sh", "#!/usr/bin/env no-such-python")):
        (tmp_path / name).write_text(f"{first}\n")
        (tmp_path / name).chmod(0o755)
    (tmp_path / "broken").write_bytes(b"\x7fELF nonsense")
    (tmp_path / "broken").chmod(0o755)
    wanted = message.replace("{folder}", str(tmp_path)).replace("{{", "{").replace("}}", "}")
    with pytest.raises(BotError) as caught:
        parse_bot(f"process({command.replace('{{', '{').replace('}}', '}')}, folder={tmp_path})")
    said = str(caught.value)
    assert wanted.replace("\\", "") in said, said
    assert "\n" not in said


def test_a_program_that_says_nothing_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("railbird.processes.program_bot.GREETING", 0.2)
    with pytest.raises(BotError, match=r"said nothing within 0.2 seconds: its first line must be VERSION:2\.0\.0"):
        ProgramBot(("sleep", "5"), str(tmp_path))
    with pytest.raises(BotError, match="that is not protocol=json"):
        load_bot(acpc(tmp_path)[:-1] + ", protocol=json)").make()
    with pytest.raises(BotError, match="there is no folder"):
        load_bot(f"process(true, folder={tmp_path}/none)").make()


def test_nonsense_and_illegal_actions_are_faults_of_the_program(tmp_path: Path) -> None:
    assert "answered 'hello' to MATCHSTATE" in faults(
        acpc(tmp_path, before="state = 'hello'; print(state, flush=True); continue")
    )
    assert "'x' is not an action" in faults(acpc(tmp_path, action="x"))
    assert "not an action" in faults(as_json(tmp_path, action="all in"))
    assert "raise" in faults(as_json(tmp_path, action="r7"))
    assert "is not a JSON object" in faults(as_json(tmp_path, before="print('hm', flush=True)"))


def test_a_late_answer_is_ignored_and_the_match_goes_on(tmp_path: Path) -> None:
    late = "import time; time.sleep(0.4 if ':0:' in state[12:15] or state.count(':') == 9 else 0)"
    assert "took more than 0.2 seconds" in faults(acpc(tmp_path, before=late), seconds=0.2)


def test_a_program_that_ends_is_started_again_with_the_next_hand(tmp_path: Path) -> None:
    ends = "import os; os._exit(3) if state.split(':')[2] == '1' else 0"
    said = faults(acpc(tmp_path, before=ends))
    assert "its program ended (exit code 3)" in said
    assert "its program has ended" in said or said.count("ended") >= 1


def test_a_program_that_ends_in_every_hand_ends_the_match_and_is_named(tmp_path: Path) -> None:
    with pytest.raises(BrokenBotError, match=r"program \(process\(.* in hand 11 of leg 1, .*that was the 11th time"):
        played(acpc(tmp_path, before="raise SystemExit(3)"), hands=30)


def test_a_program_that_writes_without_end_is_stopped(tmp_path: Path) -> None:
    flood = "[print('# nothing') for _ in range(3000)]"
    assert "1,000 lines without an answer" in faults(acpc(tmp_path, before=flood))


def test_a_program_is_ended_with_everything_it_has_started(tmp_path: Path) -> None:
    mark = tmp_path / "alive"
    text = ACPC.format(before="pass", action="c").replace(
        "import sys\n",
        "import sys, os, time\n"
        "if os.fork() == 0:\n"
        f"    time.sleep(1.5); open({str(mark)!r}, 'w').close(); os._exit(0)\n",
    )
    bot = load_bot(program(tmp_path, text)).make()
    bot.close()  # type: ignore[attr-defined]
    time.sleep(1.7)
    assert not mark.exists()


def test_check_bot_works_on_programs(tmp_path: Path) -> None:
    assert check_spec(parse_bot(acpc(tmp_path)), games=[limit()], hands=10).passed
    forgetful = as_json(tmp_path)[:-1] + ", repeatable=on)"
    report = check_spec(parse_bot(forgetful), games=[limit()], hands=10)
    assert report.passed, str(report)
    assert len(report.checks) > 3


@pytest.mark.skipif(shutil.which("sh") is None, reason="there is no shell")
def test_a_shell_script_plays(tmp_path: Path) -> None:
    script = tmp_path / "caller.sh"
    script.write_text(
        "#!/bin/sh\necho VERSION:2.0.0\n"
        "while read -r state; do echo \"$(printf '%s' \"$state\" | tr -d '\\r'):c\"; done\n"
    )
    script.chmod(0o755)
    assert not played(f"process(./caller.sh, folder={tmp_path})", hands=3).faults


def test_a_game_that_the_language_cannot_express_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"does not play .* the ACPC's protocol cannot express"):
        played(acpc(tmp_path), game="nolimit(players=2, stack=20bb, ante=1)")

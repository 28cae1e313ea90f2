"""The language model bot in matches: failures are counted, keys stay secret, what it has seen is kept."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from railbird.agent import MatchStart, check_bot
from railbird.arena import MatchDefinition, match_of, play_match
from railbird.bots.llm import LanguageModelBot
from railbird.bots.llm.address import Address
from railbird.bots.llm.asking import GAVE_UP
from railbird.errors import BotError, ModelError
from railbird.gallery import bots_for, parse_bot
from railbird.game import Hand, limit, nolimit
from railbird.store import Store
from tests.bots.llm.stand_in import (
    Asked,
    Handler,
    StandIn,
    plays,
    refuses,
    says,
    send,
    sends,
    stand_in,
    uses,
)
from tests.bots.llm.test_decisions import FACING, bot_at, decide, fact, view_of

SECRET = "sk-Qz8vN3-not-a-real-key-0123456789"


def match_with(server: StandIn, *settings: str, hands: int = 10, **more: object) -> MatchDefinition:
    spec = f"llm({', '.join(['model=small', f'url={server.url}', *settings])})"
    return match_of([spec, "simple"], hands=hands, seed=3, **more)  # type: ignore[arg-type]


def test_a_match_counts_each_failure_and_says_that_it_cannot_be_repeated() -> None:
    with stand_in(plays("call"), refuses(503, Retry_After="0"), plays("call"), refuses(401)) as server:
        result = play_match(match_with(server))
    assert not result.repeatable
    faults = {fault["message"]: fault for fault in result.faults_by_player()}
    assert set(faults) == {
        "HTTP 503: the server is overloaded or away",
        "HTTP 401: the server refuses the key, or wants one",
        GAVE_UP,
    }
    assert {fault["kind"] for fault in faults.values()} == {"handled"}
    assert faults["HTTP 503: the server is overloaded or away"]["count"] == 1
    refused = len(server.asked) - 3
    assert faults[GAVE_UP]["count"] == refused == faults["HTTP 401: the server refuses the key, or wants one"]["count"]


def test_it_passes_the_check_of_bots() -> None:
    with stand_in(plays("raise", 300)) as server:
        report = check_bot(parse_bot(f"llm(model=m, url={server.url}, tools=0)").make, hands=10)
    assert report.passed, str(report)
    assert [check.name for check in report.checks] == ["acts legally", "time"]


def test_it_sees_how_opponents_play_and_keeps_it() -> None:
    with stand_in(plays("call")) as server:
        play_match(match_with(server, hands=6))
        assert "no hand seen yet" not in json.dumps(server.asked[-1].body)
        bot = parse_bot(f"llm(model=m, url={server.url})").make()
        assert isinstance(bot, LanguageModelBot)
        bot.start_match(MatchStart(limit(), ("me", "you there"), 0))
        hand = Hand.parse('limit; AhKh QsQd / Kc7d2h / 9s / 4d; r r c / r f; ["me", "you there"]')
        bot.end_hand(hand.view(0))
        again = parse_bot(f"llm(model=m, url={server.url})").make()
        again.start_match(MatchStart(limit(), ("me", "you there"), 0))
        again.load(bot.save())
        assert again.save() == bot.save()
    now = Hand.parse('limit; AhKh QsQd; r; ["me", "you there"]').view(0)
    with stand_in(uses(("opponents", {})), plays("call")) as server:
        asking = bot_at(server, now)
        asking.load(bot.save())
        decide(asking, now)
    told = json.loads(server.asked[-1].messages[-1]["content"])
    assert told["players"] == {"player 2": "loose: VPIP 100 %, PFR 100 %, 3-bet –, AF –, WTSD 0 %, W$SD – (1 hand)"}


def test_cards_that_were_not_shown_are_not_counted() -> None:
    """A hand that is mucked at the showdown stays unknown; what the player did still counts."""
    bot = parse_bot("llm(model=m, url=http://127.0.0.1:9/v1)").make()
    bot.start_match(MatchStart(limit(), ("p1", "p2"), 0))
    hand = Hand.parse("limit(rules=casino); AhKh 7c2d / Kc8d2h / 9s / 4d; c c / c c / c c / c c")
    bot.end_hand(hand.view(0))
    assert sorted(bot.save()) == ["p1", "p2"]
    assert b'"spent"' in bot.save()["p1"]


@pytest.mark.parametrize(
    "record", [b"", b"[]", b"{}", b'{"railbird": "llm", "counts": [1]}', b'{"railbird": "llm", "counts": 5}', b"\xff"]
)
def test_malformed_records_are_refused_and_change_nothing(record: bytes) -> None:
    bot = parse_bot("llm(model=m, url=http://127.0.0.1:9/v1)").make()
    bot.start_match(MatchStart(limit(), ("p1", "p2"), 0))
    before = bot.save()
    with pytest.raises(ModelError):
        bot.load({"p2": record})
    with pytest.raises(ModelError):
        bot.load({"p1": b'{"railbird": "llm", "spent": {"requests": -1}}'})
    assert bot.save() == before


def _echoes(handler: Handler, asked: Asked) -> None:
    """Sends the key back wherever it can."""
    key = asked.headers.get("authorization", "")
    answer = json.dumps({"action": "call", "reason": f"your key is {key}, {key.removeprefix('Bearer ')}"})
    data = {"choices": [{"message": {"content": answer}}], "id": key, "model": key}
    send(handler, json.dumps(data).encode(), headers={"X-Key": key})


def _echoes_an_error(handler: Handler, asked: Asked) -> None:
    key = asked.headers.get("authorization", "")
    send(handler, json.dumps({"error": {"message": f"bad key {key}"}}).encode(), 401, {"WWW-Authenticate": key})


@pytest.mark.slow
def test_the_key_is_sent_to_its_server_and_is_nowhere_else(tmp_path: Path) -> None:
    """Searched for, byte by byte: the store and its side files, all output, the report and the JSON of the match."""
    wanted = [_echoes, _echoes_an_error, sends(SECRET.encode()), refuses(307, Location=f"/{SECRET}"), _echoes]
    with stand_in(*wanted) as server:
        spec = f"llm(model=small, url={server.url}, key=MY_TEST_KEY)"
        store, report = tmp_path / "matches.db", tmp_path / "report.html"
        environment = {**os.environ, "MY_TEST_KEY": SECRET, "PYTHONPATH": os.pathsep.join(sys.path)}
        output = b""
        for command in (
            ["match", spec, "simple", "--hands", "12", "--explain", "all", "--name", "it"],
            ["hand", "it", "1", "--json"],
            ["show", "it", "--report", str(report)],
        ):
            code = "import sys; from railbird.cli import main; sys.exit(main())"
            arguments = [sys.executable, "-c", code, *command, "--store", str(store)]
            finished = subprocess.run(arguments, capture_output=True, env=environment, cwd=tmp_path, timeout=120)
            assert finished.returncode == 0, finished.stderr.decode()
            output += finished.stdout + finished.stderr
        assert {each.headers["authorization"] for each in server.asked} == {f"Bearer {SECRET}"}
    files = {path.name: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"matches.db", "report.html"} <= set(files)
    assert b"your key is Bearer [key], [key]" in output + files["matches.db"]
    assert b"HTTP 401" in output
    for name, content in {**files, "output": output}.items():
        assert SECRET.encode() not in content, name
        assert SECRET[3:].encode() not in content, name


def test_a_redirect_never_carries_the_key_or_the_request_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_LLM_KEY", SECRET)
    view = view_of(FACING)
    with stand_in(plays("call")) as other:
        for status in (301, 302, 303, 307, 308):
            with stand_in(refuses(status, Location=f"{other.url}/chat/completions")) as server:
                decision = decide(bot_at(server, view), view)
            assert decision.failures[0] == f"HTTP {status}: the server sends us elsewhere, where we do not go"
            assert len(server.asked) == 1
    assert other.connections == 0


def test_the_bot_does_not_hold_the_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_LLM_KEY", SECRET)
    view = view_of(FACING)
    with stand_in(says(f'{{"action": "call", "reason": "{SECRET}"}}')) as server:
        bot = bot_at(server, view)
        decision = decide(bot, view)
    assert fact(decision, "reason") == "[key]"
    seen, waiting = set(), [vars(bot)]
    while waiting:
        each = waiting.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        assert SECRET not in repr(each)
        waiting += list(vars(each).values()) if hasattr(each, "__dict__") else []
        waiting += list(each.values()) if isinstance(each, dict) else []


@pytest.mark.parametrize("key", ["two words", "line\nbreak", "ümlaut", "x" * 5000])
def test_a_key_that_is_none_is_refused_without_repeating_it(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_LLM_KEY", key)
    with pytest.raises(BotError, match="the key in the environment is not a key") as error:
        parse_bot("llm(model=m, url=http://127.0.0.1:9/v1)").make()
    assert key not in str(error.value)


def test_a_key_is_never_sent_unencrypted_to_another_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parse_bot("llm(model=m, url=http://models.example.com/v1)").plays(limit()), (
        "without a key there is no secret"
    )
    monkeypatch.setenv("RAILBIRD_LLM_KEY", SECRET)
    with pytest.raises(BotError, match=r"would be sent to models.example.com unencrypted: use https"):
        parse_bot("llm(model=m, url=http://models.example.com/v1)").make()
    for url in ("https://models.example.com/v1", "http://localhost:1/v1", "http://[::1]:1/v1", "http://127.9.9.9:1"):
        parse_bot(f"llm(model=m, url={url})").make()


def test_an_address_cannot_smuggle_in_a_header() -> None:
    for url in ("http://a/v1\r\nX: 1", "http://a\r\nX: 1/v1", "http://a\t/", "http://a/\u00fc"):
        with pytest.raises(ValueError, match="url"):
            Address.parse(url)
    assert Address.parse("https://a/v1/chat/completions/").path == "/v1/chat/completions"
    assert Address.parse("http://[::1]:8080").name == "[::1]:8080"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("url=ftp://a/v1", "url must begin with http:// or https://"),
        ("url=127.0.0.1:80", "url must begin with http:// or https://"),
        ("url=http://", "url must begin with http:// or https:// and a host"),
        ("url=http://u:SECRET@a/v1", "url must not have a user, a password"),
        ("url=http://a/v1?api_key=SECRET", "url must not have a user, a password, a query"),
        ("url=http://a:port/v1", "url has no valid port"),
        ("url=http://a:70000/v1", "url has no valid port"),
        ("url=http://a:0/v1", "url must begin with"),
        ("url=http://a b/v1", "url has characters that no address has"),
        ("url=http://a/v1 X: 1", "url has characters that no address has"),
        ("key=sk-SECRET", "key must be the name of an environment variable"),
        ("key=", "key must be the name of an environment variable"),
        ("key=NOT_SET_AT_ALL, url=http://a/v1", "the environment variable that its setting key names is not set"),
        ("price_in=-1", "price_in must be between 0 and 1e"),
        ("price_out=free", "price_out must be a number or none, not 'free'"),
        ("price_in=nan", "price_in must be a number or none, not 'nan'"),
        ("budget=1", "a budget needs prices"),
        ("seconds=0", "seconds must be between 0.05 and 86400"),
        ("retries=-1", "retries must be between 0 and 20"),
        ("tools=1.5", "tools must be a whole number"),
        ("tokens=0", "tokens must be between 1 and"),
        ("temperature=9", "temperature must be between 0 and 2"),
        ("prompt=no-such-file.txt", "no-such-file.txt"),
    ],
)
def test_wrong_settings_are_refused_in_one_clear_line(settings: str, message: str) -> None:
    with pytest.raises(BotError, match=message) as error:
        parse_bot(f"llm(model=m, {settings})").make()
    assert "\n" not in str(error.value)
    assert "SECRET" not in str(error.value)


def test_without_a_server_it_refuses_every_game_and_asks_nobody() -> None:
    for spec, missing in (
        ("llm", "the address of a server"),
        ("llm(url=http://127.0.0.1:9/v1)", "the name of a model"),
    ):
        bot = parse_bot(spec)
        assert bot.refusal(limit()) == (f"it needs {missing}, as in llm(model=NAME, url=http://127.0.0.1:8080/v1)")
        with pytest.raises(BotError, match=f"it needs {missing}"):
            bot.make().start_match(MatchStart(limit(), ("a", "b"), 0))
    (check,) = check_bot(parse_bot("llm").make).checks
    assert not check.passed
    assert check.detail.endswith(
        ": it needs the address of a server, as in llm(model=NAME, url=http://127.0.0.1:8080/v1)"
    )
    assert "llm" not in (*bots_for(limit()), *bots_for(nolimit())), "runs with all bots leave it out"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("$legal $answer $cards_of_others", r"has \$cards_of_others, which is not known: there are \$game"),
        ("$legal", r"needs \$answer"),
        ("$answer", r"needs \$legal"),
        ("$legal $answer costs 5$", r"has a \$ that begins no name"),
        ("$legal $answer\n---\n", "has nothing below its line ---"),
        ("", "needs"),
        ("x" * 100_001, "has more than 100,000 characters"),
    ],
)
def test_a_prompt_that_cannot_be_used_is_refused_in_one_line(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text(text)
    with pytest.raises(BotError, match=message) as error:
        parse_bot(f"llm(model=m, url=http://127.0.0.1:9/v1, prompt={path})")
    assert "\n" not in str(error.value)


def test_a_prompt_of_yours_is_used_and_a_changed_one_is_another_bot(tmp_path: Path) -> None:
    path = tmp_path / "prompt.txt"
    path.write_text("Play $$ like a shark: $cards, $legal\n$answer")
    view = view_of(FACING)
    with stand_in(plays("call")) as server:
        decide(bot_at(server, view, prompt=str(path)), view)
        (message,) = server.asked[0].messages
        assert message["role"] == "user"
        assert message["content"].startswith("Play $ like a shark: 7c7d, fold, call 400, or raise to 800-19700\nAnswer")
        first = parse_bot(f"llm(model=m, url={server.url}, prompt={path})").fingerprint
        path.write_text("Play like a whale: $cards, $legal\n$answer")
        assert first != parse_bot(f"llm(model=m, url={server.url}, prompt={path})").fingerprint


def test_an_interrupted_match_goes_on_with_what_was_seen_and_spent(tmp_path: Path) -> None:
    with stand_in(plays("call")) as server, Store(tmp_path / "matches.db") as store:
        definition = match_with(server, "price_in=1", "price_out=1", hands=8, explain_every=1)
        play_match(definition, store=store)
        result = play_match(definition.extended(12), store=store)
    assert result.hands == 12

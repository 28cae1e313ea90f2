"""The language model bot at one decision, with a server that speaks the protocol well or badly."""

import itertools
import json
import time
from collections.abc import Callable
from email.utils import formatdate

import pytest

from railbird.agent import Decision, MatchStart
from railbird.agent.clock import OutOfTime
from railbird.bots.llm import LanguageModelBot
from railbird.bots.llm.asking import GAVE_UP
from railbird.bots.llm.bot import seconds_for
from railbird.bots.llm.settings import LlmSettings
from railbird.game import Action, Hand, View
from tests.bots.llm.stand_in import (
    StandIn,
    Way,
    drips,
    hangs_up,
    plays,
    refuses,
    says,
    says_nonsense,
    send,
    sends,
    stand_in,
    uses,
    waits,
)

FACING = 'nolimit(players=3); AhKh QsQd 7c7d / Kc9d2h; r300 c c / c r400; ["ann", "bob", "eve"]'
FREE = 'nolimit(players=3); AhKh QsQd 7c7d / Kc9d2h; r300 c c / ; ["ann", "bob", "eve"]'
CAPPED = "limit; AhKh QsQd; r r r"
"""No raise is allowed."""
SEATS = ("bob", "eve", "ann")


def view_of(text: str) -> View:
    hand = Hand.parse(text)
    return hand.view(hand.actor)


def bot_at(server: StandIn | str, view: View, *, limit: float | None = 2.0, **settings: object) -> LanguageModelBot:
    url = server if isinstance(server, str) else server.url
    bot = LanguageModelBot(LlmSettings(**{"model": "small", "url": url, **settings}))  # type: ignore[arg-type]
    seats = SEATS if set(view.players) == set(SEATS) else view.players
    bot.start_match(MatchStart(view.game, seats, seats.index(view.player), seconds=limit))
    bot.start_hand(view)
    return bot


def decide(bot: LanguageModelBot, view: View) -> Decision:
    decision = bot.act(view)
    assert isinstance(decision, Decision)
    Hand.parse(str(view)).act(decision.action)  # it is legal
    return decision


def fact(decision: Decision, name: str) -> object:
    return next((each.value for each in decision.facts if each.name == name), None)


def test_a_request_speaks_the_dialect_and_the_answer_is_played() -> None:
    view = view_of(FACING)
    with stand_in(plays("raise", 1200, "a set is strong")) as server:
        decision = decide(bot_at(server, view, tokens=500, temperature=0.5), view)
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["content-type"] == "application/json"
    assert "authorization" not in asked.headers
    assert {name: asked.body[name] for name in ("model", "stream", "max_tokens", "temperature")} == {
        "model": "small",
        "stream": False,
        "max_tokens": 500,
        "temperature": 0.5,
    }
    assert [each["role"] for each in asked.messages] == ["system", "user"]
    assert [each["function"]["name"] for each in asked.body["tools"]] == ["pot_odds", "equity", "opponents"]
    assert decision.action == Action.parse("r1200")
    assert decision.failures == ()
    assert (fact(decision, "model"), fact(decision, "reason")) == ("small", "a set is strong")
    assert (fact(decision, "requests"), fact(decision, "tokens")) == (1, "100 in, 10 out")
    assert {each.name for each in decision.public().facts} == {"model"}, "the rest may tell of the cards"


def test_the_model_is_told_what_the_view_holds_and_nothing_else() -> None:
    told = []
    for others in ("AhKh QsQd", "2s3s 4s5s", "AdAc KdKs"):
        view = view_of(FACING.replace("AhKh QsQd", others))
        with stand_in(uses(("equity", {}), ("pot_odds", {}), ("opponents", {})), plays("call")) as server:
            decide(bot_at(server, view), view)
        told.append(json.dumps([each.body for each in server.asked]))
    assert len(set(told)) == 1
    assert "7c7d" in told[0]
    assert "Kc9d2h" in told[0]
    assert not any(name in told[0] for name in SEATS), "whoever chooses an id cannot talk to the model"
    assert "player 1 bets 400" in told[0], "players are named by seat of the match"


def test_limit_games_and_small_games_have_their_own_words_and_tools() -> None:
    with stand_in(plays("raise", 7)) as server:
        view = view_of("limit; AhKh QsQd; r")
        assert decide(bot_at(server, view), view).action == Action.parse("r30"), "the size is fixed"
        assert "fixed size" in server.asked[-1].said
        view = view_of("kuhn; Qs As; c")
        assert decide(bot_at(server, view), view).action == Action.parse("r1")
        assert [each["function"]["name"] for each in server.asked[-1].body["tools"]] == ["pot_odds"]


def test_tools_compute_from_the_view() -> None:
    view = view_of(FACING)
    wanted = [
        ("pot_odds", {}),
        ("equity", {"ranges": ["22+", "random"]}),
        ("equity", {"ranges": "QQ+"}),
        ("equity", {"ranges": ["22+"]}),
        ("equity", {"ranges": "hello"}),
        ("equity", {"ranges": "7c7d"}),
        ("equity", "{"),
        ("equity", {"hand": "AA"}),
        ("shell", {}),
    ]
    with stand_in(uses(*wanted[:8]), uses(wanted[8]), plays("call")) as server:
        decision = decide(bot_at(server, view), view)
    given = [json.loads(each["content"]) for each in server.asked[-1].messages if each["role"] == "tool"]
    assert given[0] == {"to_call": 400, "you_can_win": 1300, "equity_needed": pytest.approx(400 / 1700, abs=1e-4)}
    assert given[1]["against"] == {"player 3": "22+", "player 1": "random"}
    assert 0.15 < given[1]["equity"] < 0.8
    assert given[2]["against"] == {"player 3": "QQ+", "player 1": "QQ+"}
    assert "one text for each of player 3, player 1" in given[3]["error"]
    assert "'hello' is not a range" in given[4]["error"]
    assert all("error" in each for each in given[5:])
    assert given[8]["error"].startswith("there is no such tool; there are pot_odds")
    assert fact(decision, "tools") == "pot_odds, equity ×7, unknown"
    numbers = [each["id"] for each in server.asked[1].messages[2]["tool_calls"]]
    assert [each["tool_call_id"] for each in server.asked[1].messages[3:]] == numbers


@pytest.mark.parametrize(
    ("where", "answer", "action", "failure"),
    [
        (FACING, '{"action": "fold"}', "f", ""),
        (FACING, '{"action": "call"}', "c", ""),
        (FACING, '{"action": "raise", "to": 900}', "r900", ""),
        (FACING, '{"action": "RAISE", "to": "1,000 chips"}', "r1000", ""),
        (FACING, '{"action": "raise to 1000"}', "r1000", ""),
        (FACING, '{"action": "raise", "amount": 1000.0}', "r1000", ""),
        (FACING, '{"action": "all-in"}', "r19700", ""),
        (FACING, '<think>{"action": "fold"}</think>So: {"action": "call", "reason": "{odd}"}', "c", ""),
        (FACING, 'first {"action": "fold"} then\n```json\n{"action": "call"}\n```', "c", ""),
        (FACING, "I have thought about it.\nI call.", "c", ""),
        (FACING, "Raise to $1,000", "r1000", ""),
        (FREE, '{"action": "call"}', "c", ""),
        (FREE, '{"action": "fold"}', "c", "a fold that is not allowed"),
        (FREE, '{"action": "bet", "to": 500}', "r500", ""),
        (FACING, '{"action": "raise", "to": 500}', "r800", "below the least"),
        (FACING, '{"action": "raise", "to": 99999999999999999999999}', "r19700", "above the most"),
        (CAPPED, '{"action": "raise", "to": 50}', "c", "not allowed"),
        (FACING, '{"action": "check"}', "f", "a check where there is something to call"),
        (FACING, '{"action": "raise"}', "f", "without its size"),
        (FACING, '{"action": "raise", "to": true}', "f", "without its size"),
        (FACING, '{"action": "raise", "to": -5}', "f", "without its size"),
        (FACING, "call or fold, who knows", "f", "names no action"),
        (FACING, '{"action": ["call"]}', "c", ""),
        (FACING, '{"result": {"action": "raise", "to": 1000, "reason": "{a} {"}}', "r1000", ""),
        (FACING, "{" * 30_000, "f", "names no action"),
        (FACING, "", "f", "names no action"),
        (FREE, "no idea", "c", "names no action"),
    ],
)
def test_an_answer_becomes_a_legal_action_by_the_documented_rule(
    where: str, answer: str, action: str, failure: str
) -> None:
    view = view_of(where)
    with stand_in(says(answer)) as server:
        decision = decide(bot_at(server, view, retries=0), view)
    assert str(decision.action) == action
    assert bool(decision.failures) == bool(failure)
    assert not failure or failure in decision.failures[0]
    assert (GAVE_UP in decision.failures) == (len(decision.failures) > 1)


def test_a_useless_answer_is_asked_about_again() -> None:
    view = view_of(FACING)
    with stand_in(says("hm"), says('{"action": "check"}'), plays("call")) as server:
        decision = decide(bot_at(server, view), view)
    assert str(decision.action) == "c"
    assert decision.failures == ("the answer names no action", "a check where there is something to call")
    assert server.asked[-1].messages[-1]["role"] == "user"
    assert "raise to 800-19700" in server.asked[-1].messages[-1]["content"]


BAD: dict[str, tuple[Way, str]] = {
    "no key": (refuses(401), "HTTP 401: the server refuses the key, or wants one"),
    "too many": (refuses(429, Retry_After="3600"), "HTTP 429: the server has had too many requests"),
    "a date in an hour": (refuses(429, Retry_After=formatdate(time.time() + 3600, usegmt=True)), "HTTP 429"),
    "broken": (refuses(500), "HTTP 500: the server failed"),
    "redirect": (refuses(307, Location="http://127.0.0.1:9/"), "HTTP 307"),
    "no such page": (refuses(404), "HTTP 404"),
    "odd status": (refuses(299), "HTTP 299"),
    "slow": (waits(3, plays("call")), "no answer in time"),
    "endless body": (drips(b"HTTP/1.1 200 OK\r\n\r\n"), "no answer in time"),
    "endless headers": (drips(b"HTTP/1.1 200 OK\r\nX: ", b"x"), "no answer in time"),
    "endless chunks": (drips(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"), "no answer in"),
    "endless continues": (drips(b"", b"HTTP/1.1 100 Continue\r\n\r\n"), "no answer in time"),
    "endless stream": (
        drips(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", b"data: {}\n\n"),
        "no answer in",
    ),
    "huge": (sends(b" " * 3_000_000), "the answer has more than 2,000,000 bytes"),
    "cut": (hangs_up, "the server cut the connection"),
    "short": (sends(b"{}", Content_Length="100"), "no answer in time"),
    "not HTTP": (says_nonsense, "as HTTP asks"),
    "not JSON": (sends(b"<html>"), "the server's answer is not JSON"),
    "deep JSON": (sends(b"[" * 100_000), "the server's answer is not JSON"),
    "not UTF-8": (sends(b'{"a": "\xff"}'), "the server's answer is not JSON"),
    "a list": (sends(b"[]"), "not a chat completion"),
    "no choices": (sends(b'{"choices": []}'), "not a chat completion"),
    "an error inside": (sends(b'{"error": {"message": "overloaded"}}'), "not a chat completion"),
    "odd message": (sends(b'{"choices": [{"message": {"content": 5}}]}'), "not a chat completion"),
    "odd calls": (sends(b'{"choices": [{"message": {"tool_calls": [1]}}]}'), "not a chat completion"),
    "nothing said": (says(None), "the answer names no action"),
    "half a pair": (sends(b'{"choices": [{"message": {"content": "\\ud800"}}]}'), "names no action"),
    "tools for ever": (uses(("equity", {})), "the model wanted more tools than it may use"),
}


@pytest.mark.parametrize("name", BAD)
def test_whatever_the_server_does_there_is_a_legal_action_in_time_and_the_failure_is_told(name: str) -> None:
    way, failure = BAD[name]
    view = view_of(FACING)
    with stand_in(way) as server:
        bot, start = bot_at(server, view, limit=0.5), time.monotonic()
        decision = decide(bot, view)
        assert time.monotonic() - start < 2.0, "half a second, unless the machine itself stood still"
    assert str(decision.action) == "f"
    assert failure in decision.failures[0]
    assert decision.failures[-1] == GAVE_UP
    assert failure in str(fact(decision, "failures"))


def test_nobody_there_and_names_that_nobody_knows() -> None:
    view = view_of(FACING)
    for url in ("http://127.0.0.1:9/v1", "https://127.0.0.1:9/v1"):
        assert decide(bot_at(url, view, limit=0.3), view).failures[0] == "the server cannot be reached"
    decision = decide(bot_at("http://no-such-host.invalid/v1", view, limit=0.3), view)
    assert decision.failures[0] in ("the server's name is not known", "no answer in time")


def test_a_server_without_encryption_is_not_asked_as_if_it_had_one() -> None:
    view = view_of(FACING)
    with stand_in(plays("call")) as server:
        bot = bot_at(server.url.replace("http:", "https:"), view, limit=1.0, retries=0)
        decision = decide(bot, view)
    assert decision.failures[0] in (
        "no encrypted connection: the server's certificate or TLS failed",
        "no answer in time",
    )
    assert server.asked == []


def test_failures_that_pass_are_tried_again_within_the_retries() -> None:
    view = view_of(FACING)
    with stand_in(refuses(429, Retry_After="0"), refuses(503, Retry_After="0.05"), plays("call")) as server:
        decision = decide(bot_at(server, view, retries=2), view)
    assert str(decision.action) == "c"
    assert [each[:8] for each in decision.failures] == ["HTTP 429", "HTTP 503"]
    assert fact(decision, "failures") == (
        "HTTP 429: the server has had too many requests; HTTP 503: the server is overloaded or away"
    )
    with stand_in(refuses(503, Retry_After="0")) as server:
        decision = decide(bot_at(server, view, retries=3), view)
    assert len(server.asked) == 4
    assert fact(decision, "failures") == f"HTTP 503: the server is overloaded or away ×4; {GAVE_UP}"
    with stand_in(refuses(400)) as server:
        decide(bot_at(server, view, retries=3), view)
    assert len(server.asked) == 1, "asking the same again would not help"


def test_tools_end_with_a_last_word_and_then_for_good() -> None:
    view = view_of(FACING)
    with stand_in(uses(("pot_odds", {}))) as server:
        decide(bot_at(server, view, tools=2), view)
    assert len(server.asked) == 4
    assert server.asked[-1].messages[-1]["content"].startswith("You have no more tools")
    with stand_in(uses(("pot_odds", {})), uses(("pot_odds", {})), plays("call")) as server:
        assert str(decide(bot_at(server, view, tools=1), view).action) == "c"
    with stand_in(plays("call")) as server:
        decide(bot_at(server, view, tools=0), view)
    assert "tools" not in server.asked[0].body


def test_the_time_stays_below_the_limit_of_the_match() -> None:
    for limit in (0.1, 0.5, 1, 10, 60):
        assert limit / 2 <= seconds_for(1000, limit) < limit
    view = view_of(FACING)
    with stand_in(waits(5, plays("call"))) as server:
        start = time.monotonic()
        decision = decide(bot_at(server, view, limit=None, seconds=0.2), view)
        assert 0.15 < time.monotonic() - start < 1.0
        assert decision.failures == ("no answer in time", GAVE_UP)


def test_costs_are_counted_and_a_budget_is_kept() -> None:
    view = view_of(FACING)
    with stand_in(plays("call")) as server:
        bot = bot_at(server, view, price_in=10.0, price_out=100.0, budget=0.0035)
        first, second, third = (decide(bot, view) for _ in range(3))
    assert fact(first, "cost") == pytest.approx(0.002)  # 100 × 10 + 10 × 100 millionths
    assert fact(second, "cost so far") == pytest.approx(0.004)
    assert len(server.asked) == 2, "nothing is asked any more"
    assert third.failures == ("the budget is used up", GAVE_UP)
    again = bot_at(server, view, price_in=10.0, price_out=100.0, budget=0.0035)
    again.load(bot.save())
    assert decide(again, view).failures[0] == "the budget is used up"
    with stand_in(says('{"action": "call"}', usage=None)) as server:
        bot = bot_at(server, view, price_in=10.0, budget=1.0)
        first, second = decide(bot, view), decide(bot, view)
    assert fact(first, "tokens") == "not counted by the server"
    assert second.failures == ("the server counts no tokens, so the budget cannot be kept", GAVE_UP)


def test_nonsense_about_tokens_counts_as_no_count() -> None:
    view = view_of(FACING)
    for usage in ('{"prompt_tokens": -5, "completion_tokens": 1}', '{"prompt_tokens": 1e30}', "[1]", '"many"'):
        body = '{"choices": [{"message": {"content": "call"}}], "usage": ' + usage + "}"
        with stand_in(sends(body.encode())) as server:
            assert fact(decide(bot_at(server, view), view), "tokens") == "not counted by the server"


def test_one_connection_serves_many_requests_and_a_closed_one_is_opened_again() -> None:
    view = view_of(FACING)
    with stand_in(plays("call")) as server:
        bot = bot_at(server, view)
        for _ in range(3):
            decide(bot, view)
        assert server.connections == 1
        bot.end_match()
    answered = json.dumps({"choices": [{"message": {"content": "call"}}]}).encode()

    def answers_and_leaves(handler: object, _: object) -> None:
        send(handler, answered)  # type: ignore[arg-type]
        handler.close_connection = True  # type: ignore[attr-defined]

    with stand_in(answers_and_leaves) as server:
        bot = bot_at(server, view)
        assert [decide(bot, view).failures for _ in range(3)] == [(), (), ()], "a rested connection may be closed"
        assert server.connections == 3


def test_a_bot_that_is_interrupted_asks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(FACING)
    with stand_in(plays("fold"), plays("call")) as server:
        bot = bot_at(server, view)
        count = itertools.count()
        read: Callable[..., int] = bot._exchange.post.__globals__["_TimedReader"].readinto

        def interrupted(reader: object, buffer: object) -> int:
            if next(count) == 0:
                raise OutOfTime
            return read(reader, buffer)

        monkeypatch.setattr("railbird.bots.llm.exchange._TimedReader.readinto", interrupted)
        with pytest.raises(OutOfTime):
            bot.act(view)
        assert str(decide(bot, view).action) == "c", "not the answer to the question before"

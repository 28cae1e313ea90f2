"""Tables: people and bots play hand after hand, and no chip is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from railbird.errors import BrokenBotError, TableError
from railbird.game import Game, Hand, SeededDealing
from railbird.store import Store
from railbird.tables import Lobby, OpenTable, TableKind, open_table
from railbird.tables.bot_host import BotsHere
from railbird.tables.bot_worker import Answer, Ask, Begin, Opening
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup, until


async def with_ann(lobby: Lobby, **changes: Any) -> tuple[OpenTable, Noted]:
    """A table at which Ann sits and looks."""
    table = await lobby.open(setup(**changes), "Ann")
    ann = Noted("Ann")
    table.attach(ann)
    table.sit("Ann")
    return table, ann


def total(table: OpenTable) -> int:
    return sum(seat["stack"] for seat in table.summary()["seats"] if seat)


def test_hands_are_played_told_and_kept(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby, bots=("simple", "always-call"), game="limit(players=3, rules=casino)")
        await play(table, 20, {"Ann": always_call})
        kept = list(lobby.store.sessions.hands(table.number))
        assert len(kept) >= 20
        assert [each.number for each in kept] == list(range(1, len(kept) + 1))
        assert all(sum(Hand.parse(each.text).payoffs) == 0 for each in kept)
        assert total(table) == 3 * 10_000
        assert table.faults == []
        over = ann.of("hand-over")
        assert [message["hands"] for message in over] == list(range(1, len(over) + 1))
        assert all(message["state"]["over"] for message in over)
        assert lobby.store.check() == []

    in_lobby(tmp_path, work)


def test_the_wrong_player_hand_turn_or_action_changes_nothing(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby)
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        assert table.hand
        now = (table.hand.number, table.hand.driver.actions)
        for player, hand, turn, action, code in [
            ("Bob", *now, "c", "not-seated"),
            ("always-call", *now, "c", "not-seated"),
            ("Ann", now[0] + 1, now[1], "c", "wrong-hand"),
            ("Ann", now[0], now[1] + 1, "c", "wrong-turn"),
            ("Ann", *now, "r1", "illegal-action"),
            ("Ann", *now, "dance", "illegal-action"),
        ]:
            with pytest.raises(TableError) as error:
                table.act(player, hand, turn, action)
            assert error.value.code == code
        assert table.hand.driver.actions == now[1]
        table.act("Ann", *now, "c")
        with pytest.raises(TableError) as error:
            table.act("Ann", *now, "c")  # the same message again
        assert error.value.code in ("wrong-turn", "not-your-turn")

    in_lobby(tmp_path, work)


def test_nobody_acts_in_a_hand_before_it_is_told(tmp_path: Path) -> None:
    ready = asyncio.Event()

    class Slow(BotsHere):
        """Bots that take long to begin."""

        async def ask(self, request: Any) -> Any:
            if isinstance(request, Begin):
                await ready.wait()
            return await super().ask(request)

    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await until(lambda: table.hand is not None)
        assert table.snapshot("Ann")["running"] is None
        with pytest.raises(TableError) as error:
            table.act("Ann", 1, 0, "c")
        assert error.value.code == "not-your-turn"
        ready.set()
        await until(lambda: bool(ann.of("turn")))
        (hand,), (turn,) = ann.of("hand"), ann.of("turn")
        assert hand["state"]["turn"] == turn["turn"]

    in_lobby(tmp_path, work, make_bots=Slow)


def test_a_person_who_takes_too_long_checks_or_folds_and_sits_out_until_they_are_back(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby, seconds=1, bank=0)
        object.__setattr__(table.setup, "seconds", 0.02)
        await until(lambda: table.hands >= 1)
        await until(lambda: table.hand is None)
        assert any(message["seats"][0]["away"] for message in ann.of("seats"))
        hands = table.hands
        await asyncio.sleep(0.05)
        assert table.hands == hands
        table.sit_out("Ann", away=False)
        await until(lambda: table.hands > hands)
        assert total(table) == 2 * 500

    in_lobby(tmp_path, work)


def test_who_leaves_in_a_hand_folds_it_and_is_gone_after_it(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby)
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        table.leave("Ann")
        await until(lambda: table.hands == 1 and table.hand is None)
        assert [seat and seat["player"] for seat in table.summary()["seats"]] == [None, "always-call"]
        with pytest.raises(TableError, match="you have no seat"):
            table.ready("Ann")
        table.sit("Ann")
        await play(table, 3, {"Ann": always_call})

    in_lobby(tmp_path, work)


def test_two_people_and_nobody_else(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, bots=())
        with pytest.raises(TableError, match="seat 0 is taken"):
            table.sit("Bob", 0)
        bob = Noted("Bob")
        table.attach(bob)
        table.sit("Bob", 1)
        with pytest.raises(TableError, match="every seat is taken"):
            table.sit("Cy")
        with pytest.raises(TableError, match="already have a seat"):
            table.sit("Bob")
        await play(table, 10, {"Ann": always_call, "Bob": always_call})
        assert total(table) == 2 * 500

    in_lobby(tmp_path, work)


def test_nothing_is_dealt_while_nobody_looks(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await play(table, 2, {"Ann": always_call})
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        table.detach(ann)
        await play(table, table.hands + 1, {"Ann": always_call})
        await until(lambda: table.hand is None)
        hands = table.hands
        await asyncio.sleep(0.05)
        assert table.hands == hands
        table.attach(ann)
        await until(lambda: table.hand is not None)

    in_lobby(tmp_path, work)


def test_bots_and_people_without_chips_buy_new_ones_at_a_cash_table_only(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, game="nolimit(stack=2bb, rules=casino)")

        def all_in(hand: Any) -> str:
            legal = hand.view_of("Ann").legal
            return f"r{legal.most_raise}" if legal.most_raise else "c"

        def broke() -> bool:
            seat = table.summary()["seats"][0]
            return seat is not None and seat["stack"] == 0 and table.hand is None

        for _ in range(60):
            if broke():
                break
            await play(table, table.hands + 1, {"Ann": all_in})
            await asyncio.sleep(0)
        assert broke()
        table.rebuy("Ann")
        with pytest.raises(TableError, match="you still have chips"):
            table.rebuy("Ann")

    in_lobby(tmp_path, work)


def test_a_freeze_out_ends_when_one_player_has_all_chips(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(
            lobby, game="nolimit(players=3, stack=3bb, rules=casino)", bots=("always-raise",), kind=TableKind.FREEZE_OUT
        )
        await asyncio.sleep(0.02)
        assert table.hand is None  # a seat is free
        bob = Noted("Bob")
        table.attach(bob)
        table.sit("Bob")
        await play(table, 10_000, {"Ann": always_call, "Bob": always_call})
        assert table.ending
        assert "has won all chips" in table.ending
        assert sorted(seat["stack"] for seat in ann.of("hand-over")[-1]["table_seats"]) == [0, 0, 900]
        await until(lambda: lobby.tables == {})
        assert ann.of("closed")
        assert lobby.store.sessions.session(table.number).ending == table.ending

    in_lobby(tmp_path, work)


class SlowStore(Lobby):
    """A lobby whose store takes a moment."""

    async def _in_store(self, work: Any, *arguments: object) -> Any:
        await asyncio.sleep(0.02)
        return await super()._in_store(work, *arguments)


def slowly(folder: Path, work: Any) -> None:
    """Do something in a lobby whose store takes a moment."""

    async def run() -> None:
        with Store(folder / "tables.db") as store:
            lobby = SlowStore(store, make_bots=BotsHere, dealing=SeededDealing(7))
            await work(lobby)
            await lobby.stop()

    asyncio.run(run())


def test_nobody_sees_the_end_of_a_hand_before_it_is_kept(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        seen = 0
        while table.hands < 3:
            hand = table.hand
            if hand and hand.driver.over and table.hands < hand.number:
                running = table.snapshot(None)["running"]
                assert not running["state"]["over"]
                assert running["cards"] == [None, None]
                assert not any(event["event"] in ("hand-ended", "cards-shown") for event in running["events"])
                seen += 1
            elif hand and hand.actor == "Ann":
                table.act("Ann", hand.number, hand.driver.actions, "c")
            await asyncio.sleep(0)
        assert seen
        for message in ann.of("hand-over"):  # whoever looks meanwhile takes nothing from the others
            assert any(line["topic"] in ("showdown", "win") for line in message["lines"])

    slowly(tmp_path, work)


def test_who_leaves_a_freeze_out_while_its_first_hand_is_kept_leaves_their_chips_there(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, kind=TableKind.FREEZE_OUT)
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        while not (table.hand and table.hand.driver.over):
            if table.hand and table.hand.actor == "Ann":
                table.act("Ann", table.hand.number, table.hand.driver.actions, "c")
            await asyncio.sleep(0)
        table.leave("Ann")
        await until(lambda: table.hands == 1)
        assert total(table) == 2 * 500

    slowly(tmp_path, work)


def test_the_stacks_in_the_store_are_those_at_the_table_whatever_comes_together(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, bots=("always-raise",))
        for _ in range(5):
            await until(lambda: table.hand is not None and table.hand.actor == "Ann")
            assert table.hand
            legal = table.hand.view_of("Ann").legal
            table.act("Ann", table.hand.number, table.hand.driver.actions, "f" if legal.fold else "c")
            table.sit_out("Ann", away=True)
            await until(lambda: table.hand is None)
            await table.states.finish()
            stored = await lobby.read(lambda store: store.sessions.session(table.number).state)
            assert stored == {**table.state(), "tokens": stored["tokens"]}
            table.sit_out("Ann", away=False)

    in_lobby(tmp_path, work)


def test_who_is_ready_at_once_does_not_wait_for_the_next_hand(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby, between=50)
        for hands in (1, 2, 3):
            await play(table, hands, {"Ann": always_call})
            table.ready("Ann")
        assert len(ann.of("hand-over")) >= 2

    in_lobby(tmp_path, work)


def test_what_went_wrong_with_a_bot_names_no_card(tmp_path: Path) -> None:
    class Telling(BotsHere):
        async def ask(self, request: Any) -> Any:
            answer = await super().ask(request)
            return (
                Answer(answer.action, None, ["always-call: KeyError: 'AhKh'"]) if isinstance(answer, Answer) else answer
            )

    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await play(table, 2, {"Ann": always_call})
        assert table.faults[0] == "always-call: KeyError: 'AhKh'"
        assert ann.of("fault")[0]["text"] == "always-call failed, and checks or folds"

    in_lobby(tmp_path, work, make_bots=Telling)


def test_a_fault_of_the_server_closes_the_table_and_says_so(tmp_path: Path) -> None:
    class Broken(BotsHere):
        async def ask(self, request: Any) -> Any:
            raise ZeroDivisionError

    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await until(lambda: bool(ann.of("closed")))
        assert table.ending
        assert "the server has a fault" in table.ending
        await until(lambda: not lobby.tables)

    in_lobby(tmp_path, work, make_bots=Broken)


def test_bots_alone_are_paused_stepped_and_hurried_by_the_owner(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(bots=("simple", "random")), "Ann")
        await asyncio.sleep(0.02)
        assert table.hands == 0  # nobody looks
        table.attach(watcher := Noted())
        await until(lambda: table.hands >= 3)
        table.control("Ann", paused=True)
        assert table.summary()["paused"]

        def news() -> int:
            return sum(len(watcher.of(kind)) for kind in ("events", "hand", "hand-over"))

        seen = -1
        while seen != news():  # what was under way when it was paused
            seen = news()
            await asyncio.sleep(0.05)
        await asyncio.sleep(0.02)
        assert news() == seen
        table.control("Ann", step=True)
        await until(lambda: news() > seen)
        for player, options, code in [
            ("Bob", {"paused": False}, "not-owner"),
            ("Ann", {"speed": 1e9}, "bad-speed"),
        ]:
            with pytest.raises(TableError) as error:
                table.control(player, **options)  # type: ignore[arg-type]
            assert error.value.code == code
        table.control("Ann", paused=False, speed=100)
        hands = table.hands
        await until(lambda: table.hands > hands)
        table.close_for("Ann")
        await until(lambda: bool(watcher.of("closed")))

    in_lobby(tmp_path, work)


def test_a_step_deals_a_hand_and_the_next_one_takes_its_first_action(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(bots=("always-call", "always-call"), between=50), "Ann")
        table.control("Ann", paused=True)
        table.attach(watcher := Noted())

        def told() -> list[str]:
            return [each["type"] for each in watcher.messages if each["type"] in ("hand", "events", "hand-over")]

        for count in range(1, 30):
            table.control("Ann", step=True)
            await until(lambda count=count: len(told()) >= count)  # type: ignore[misc]
            await asyncio.sleep(0.01)
            assert len(told()) == count  # one step brings one message, also from one hand to the next
        assert told()[:2] == ["hand", "events"]
        assert told().count("hand") > 1

    in_lobby(tmp_path, work)


def test_a_paused_table_at_which_nobody_looks_is_closed_also_in_a_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_table, "IDLE", 0.05)

    async def work(lobby: Lobby) -> None:
        table = await lobby.open(setup(bots=("simple", "random")), "Ann")
        table.attach(watcher := Noted())
        await until(lambda: table.hand is not None)
        table.control("Ann", paused=True)
        await asyncio.sleep(0.2)
        assert table.ending is None
        table.detach(watcher)
        await until(lambda: not lobby.tables)
        assert table.ending == "nobody was there any more"

    in_lobby(tmp_path, work)


class NotedDeals(SeededDealing):
    """Notes which deals it was asked for."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.dealt: list[int] = []

    def deal(self, game: Game, hand: int) -> bytes:
        self.dealt.append(hand)
        return super().deal(game, hand)


def test_the_deal_of_a_cancelled_hand_never_comes_again(tmp_path: Path) -> None:
    deals = NotedDeals(7)
    begun: list[int] = []

    class Telling(BotsHere):
        async def ask(self, request: Any) -> Any:
            begun.extend([request.deal] if isinstance(request, Begin) else [])
            return await super().ask(request)

    async def first(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, game="rezai", bots=("rezai",), kind=TableKind.FREEZE_OUT, practice=True)
        for count in range(1, 6):
            table.restart("Ann")  # cancels the running hand, whose number the next one has
            await until(lambda count=count: len(deals.dealt) == count)  # type: ignore[misc]
            await until(lambda: table.hand is not None and table.hand.actor == "Ann")
            assert table.hand
            assert table.hand.number == 1

    async def second(lobby: Lobby) -> None:
        """The server was killed in the first hand of a table."""
        await lobby.resume()
        table = next(iter(lobby.tables.values()))
        table.attach(Noted("Ann"))
        table.restart("Ann")
        await until(lambda: table.hand is not None)

    for run in (first, second, second):
        in_lobby(tmp_path, run, dealing=deals, make_bots=Telling)
    assert len(set(deals.dealt)) == len(deals.dealt) >= 7
    assert begun == deals.dealt  # the bots' random streams are new, too


def test_the_same_seed_deals_the_same_hands(tmp_path: Path) -> None:
    def hands(folder: Path) -> list[str]:
        async def work(lobby: Lobby) -> list[str]:
            table, _ = await with_ann(lobby)
            await play(table, 5, {"Ann": always_call})
            return [each.text for each in lobby.store.sessions.hands(table.number)][:5]

        folder.mkdir()
        played: list[str] = in_lobby(folder, work, dealing=SeededDealing(3))
        return played

    assert hands(tmp_path / "a") == hands(tmp_path / "b")


class FailingBots(BotsHere):
    """Bots whose process ends at some questions."""

    def __init__(self, opening: Opening, fails: Any) -> None:
        super().__init__(opening)
        self._fails, self._asked = fails, 0

    async def ask(self, request: Any) -> Any:
        self._asked += 1
        if self._fails(self._asked, request):
            raise BrokenBotError("the process that should answer has ended (SIGKILL)")
        return await super().ask(request)


def test_bots_that_die_check_or_fold_and_the_table_goes_on(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await play(table, 8, {"Ann": always_call})
        assert ann.of("fault")
        assert table.ending is None
        assert total(table) == 2 * 500

    def make(opening: Opening) -> FailingBots:
        return FailingBots(opening, lambda asked, request: asked % 7 == 0 and isinstance(request, Ask))

    in_lobby(tmp_path, work, make_bots=make)


def test_a_table_whose_bots_always_die_is_closed_with_the_reason(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby)
        await play(table, 1_000, {"Ann": always_call})
        assert table.ending
        assert "its bots failed 3 times in a row" in table.ending
        await until(lambda: bool(ann.of("closed")))

    in_lobby(tmp_path, work, make_bots=lambda opening: FailingBots(opening, lambda asked, request: True))


def test_an_illegal_answer_of_a_bot_is_a_fault_and_not_an_action(tmp_path: Path) -> None:
    class Illegal(BotsHere):
        async def ask(self, request: Any) -> Any:
            answer = await super().ask(request)
            if isinstance(answer, Answer):
                from railbird.game import raise_to

                return Answer(raise_to(1), None)
            return answer

    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby)
        await play(table, 2, {"Ann": always_call})
        assert any("always-call" in fault for fault in table.faults)
        assert total(table) == 2 * 500

    in_lobby(tmp_path, work, make_bots=Illegal)


def test_at_a_practice_table_the_game_is_reloaded_the_style_chosen_and_the_cards_revealed(tmp_path: Path) -> None:
    """Kotsalidis 2013, §3.3: start and reload, a selector of styles, and a switch that shows the cards."""

    async def work(lobby: Lobby) -> None:
        table, ann = await with_ann(lobby, game="rezai", bots=("rezai",), kind=TableKind.FREEZE_OUT, practice=True)
        await table.set_style("Ann", "tag")
        await asyncio.sleep(0.02)
        assert (table.hands, table.hand, table.summary()["paused"]) == (0, None, True)  # the initial state
        table.restart("Ann")
        await play(table, 3, {"Ann": always_call})
        styles = [
            fact["value"]
            for message in ann.of("hand-over")
            for decision in message["decisions"]
            for fact in decision["facts"]
            if fact["name"] == "style"
        ]
        assert set(styles) == {"tight-aggressive"}
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        assert table.hand
        bot = 1 - (table.hand.position_of("Ann") or 0)
        assert ann.of("hand")[-1]["cards"][bot] is None
        table.reveal("Ann", shown=True)
        assert len(ann.of("table")[-1]["running"]["cards"][bot]) == 4
        table.reveal("Ann", shown=False)
        assert ann.of("table")[-1]["running"]["cards"][bot] is None
        hands = table.hands
        table.restart("Ann")
        await until(lambda: table.hand is not None and table.hand.number == hands + 1)
        assert total(table) == 2 * 500
        with pytest.raises(TableError, match="you have no seat"):
            table.restart("Bob")

    in_lobby(tmp_path, work)


def test_practice_is_refused_at_other_tables(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby)
        with pytest.raises(TableError, match="not a practice table"):
            table.reveal("Ann", shown=True)
        with pytest.raises(TableError, match="not opened as a glass-box table"):
            await table.portraits("Ann")

    in_lobby(tmp_path, work)


def test_bots_tell_what_they_have_learned_about_a_player_at_a_glass_box_table(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> None:
        table, _ = await with_ann(lobby, bots=("poki",), glass_box=True)
        await play(table, 5, {"Ann": always_call})
        (portrait,) = await table.portraits("Ann")
        assert portrait["bot"] == "poki"
        assert portrait["actions"] > 5
        assert portrait["words"].startswith("Ann: plays every hand")
        with pytest.raises(TableError, match="you have no seat"):
            await table.portraits("nobody")

    in_lobby(tmp_path, work)

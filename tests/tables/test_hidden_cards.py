"""What leaves a table contains no card, and no private fact, that its reader may not see yet."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbird.game import Game, SeededDealing
from railbird.tables import Lobby
from tests.tables.lobbies import Noted, always_call, in_lobby, play, setup, until
from tests.tables.overheard import check_told, decisions_of


class ExchangedDealing(SeededDealing):
    """Two positions exchange their hole cards with cards that are never seen otherwise: the end of the deck."""

    def __init__(self, seed: int, positions: tuple[int, ...]) -> None:
        super().__init__(seed)
        self._positions = positions

    def deal(self, game: Game, hand: int) -> bytes:
        cards = bytearray(super().deal(game, hand))
        unused = [card for card in range(52) if card not in cards]
        for position in self._positions:
            cards[2 * position : 2 * position + 2] = bytes(unused[2 * position : 2 * position + 2])
        return bytes(cards)


@pytest.mark.parametrize("bots", [("always-call", "poki"), ("simple", "random")])
def test_nobody_is_told_a_card_that_they_may_not_see(tmp_path: Path, bots: tuple[str, ...]) -> None:
    async def work(lobby: Lobby) -> dict[str | None, Noted]:
        table = await lobby.open(setup(bots=bots, game="limit(players=4, rules=casino)"), "Ann")
        readers: dict[str | None, Noted] = {name: Noted(name) for name in ("Ann", "Bob", None)}
        for name, reader in readers.items():
            table.attach(reader)
            if name:
                table.sit(name)
        await play(table, 40, {"Ann": always_call, "Bob": always_call})
        return readers

    readers: dict[str | None, Noted] = in_lobby(tmp_path, work)
    assert sum(map(check_told, readers.values())) > 500
    assert readers["Ann"].of("hand")[-1]["position"] is not None
    assert readers[None].of("hand")[-1]["position"] is None


def test_other_hidden_cards_change_no_byte_of_what_the_others_are_told(tmp_path: Path) -> None:
    """Bob always folds when he can, so that his cards are never shown; bots that look at no cards act alike."""

    def heard(folder: Path, dealing: SeededDealing) -> list[str]:
        async def work(lobby: Lobby) -> list[str]:
            table = await lobby.open(
                setup(bots=("always-raise", "always-call"), game="limit(players=4, rules=casino)"), "Ann"
            )
            ann, bob = Noted("Ann"), Noted("Bob")
            for reader in (ann, bob):
                table.attach(reader)
                table.sit(str(reader.player))

            def folds(hand: Any) -> str:
                return "f" if hand.view_of("Bob").legal.fold else "c"

            await play(table, 15, {"Ann": always_call, "Bob": folds})
            return [json.dumps(each) for each in ann.messages if each["type"] in ("hand", "events", "hand-over")]

        folder.mkdir()
        said: list[str] = in_lobby(folder, work, dealing=dealing)
        return said

    plain = heard(tmp_path / "plain", SeededDealing(3))
    positions = _positions_of("Bob", plain)
    assert len(positions) >= 15
    exchanged = heard(tmp_path / "exchanged", _ExchangedFor(3, positions))
    assert plain == exchanged


def _positions_of(player: str, messages: list[str]) -> dict[int, int]:
    """The player's position in each hand, by its index."""
    hands = [json.loads(each) for each in messages]
    return {each["hand"] - 1: each["players"].index(player) for each in hands if "players" in each}


class _ExchangedFor(ExchangedDealing):
    """The hole cards of one player are others than in the plain deal."""

    def __init__(self, seed: int, positions: dict[int, int]) -> None:
        super().__init__(seed, ())
        self._by_hand = positions

    def deal(self, game: Game, hand: int) -> bytes:
        self._positions = (self._by_hand[hand],) if hand in self._by_hand else ()
        return super().deal(game, hand)


def test_watchers_of_bots_alone_see_everything_at_once_until_a_person_sits_down(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> Noted:
        table = await lobby.open(setup(bots=("poki", "simple"), game="limit(players=3, rules=casino)"), "Ann")
        watcher = Noted()
        table.attach(watcher)
        ann = Noted("Ann")
        table.attach(ann)
        table.sit("Ann")
        await play(table, 3, {"Ann": always_call})
        table.leave("Ann")
        table.close("over")
        alone = await lobby.open(setup(bots=("poki", "simple")))
        alone.attach(watcher)
        await until(lambda: alone.hands >= 2)
        return watcher

    watcher: Noted = in_lobby(tmp_path, work)
    hands = watcher.of("hand")
    with_ann = [each for each in hands if "Ann" in each["players"]]
    alone = [each for each in hands if "Ann" not in each["players"]]
    assert with_ann
    assert all(each["cards"] == [None] * len(each["players"]) for each in with_ann)
    assert alone
    assert all(all(each["cards"]) for each in alone)
    thoughts = [each["decision"] for each in watcher.of("events") if "decision" in each and each["table"] == 2]
    assert any(fact["private"] for each in thoughts for fact in each["facts"])


def test_a_glass_box_shows_private_facts_and_all_cards_only_when_the_hand_is_over(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> Noted:
        table = await lobby.open(setup(bots=("poki",), glass_box=True), "Ann")
        ann = Noted("Ann")
        table.attach(ann)
        table.sit("Ann")
        await play(table, 5, {"Ann": always_call})
        return ann

    ann: Noted = in_lobby(tmp_path, work)
    for message in ann.of("events"):
        assert not any(fact["private"] for each in decisions_of(message) for fact in each["facts"])
    ends = ann.of("hand-over")
    assert all(len(cards) == 4 for end in ends for cards in end["all_cards"])
    assert any(fact["private"] for end in ends for each in end["decisions"] for fact in each["facts"])


def test_who_looks_at_a_finished_hand_sees_what_those_saw_who_were_there(tmp_path: Path) -> None:
    async def work(lobby: Lobby) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        table = await lobby.open(setup(bots=("poki",), glass_box=True, between=50), "Ann")
        ann, stranger = Noted("Ann"), Noted()
        table.attach(ann)
        table.sit("Ann")
        await until(lambda: table.hand is not None and table.hand.actor == "Ann")
        table.attach(stranger)
        early = stranger.of("table")[-1]["running"]
        await play(table, 1, {"Ann": lambda hand: "f" if hand.view_of("Ann").legal.fold else "c"})
        await until(lambda: bool(ann.of("hand-over")))
        table.attach(later := Noted())
        return early, ann.of("hand-over")[-1], later.of("table")[-1]["running"]

    early, over, running = in_lobby(tmp_path, work)
    assert "all_cards" not in early
    assert not any(fact["private"] for each in early["decisions"] for fact in each["facts"])
    assert running["decisions"] == over["decisions"]
    bot = running["players"].index("poki")
    assert running["all_cards"][bot] == over["all_cards"][bot]
    assert running["all_cards"][1 - bot] in (None, over["all_cards"][1 - bot])

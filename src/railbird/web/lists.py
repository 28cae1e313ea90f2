"""Lists and hands over HTTP, as JSON: tables, bots, matches, finished hands, second opinions."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from railbird.agent import Decision, decision_from_json
from railbird.arena import StoredRecord
from railbird.arena.play import kept_result
from railbird.arena.styles_and_leaks import styles_and_leaks
from railbird.errors import RailbirdError, StoreError, TableError
from railbird.gallery.overview import overviews
from railbird.game import Hand
from railbird.reports import match_page
from railbird.store import Store, StoredSession
from railbird.tables.lobby import KIND, Lobby
from railbird.tables.people import Visitor
from railbird.tables.processes import AnsweringProcess
from railbird.tables.protocol import check_adviser
from railbird.tables.replays import replay_json, view_at
from railbird.tables.second_opinion import SECONDS, Question
from railbird.tables.setup import setup_from_json

PAGE = 50
"""Items of a list."""

Found = tuple[Hand, dict[int, tuple[str, Decision]], dict[str, Any]]


class Lists:
    """What can be looked up. ``viewer`` is the person who asks, or None."""

    def __init__(self, lobby: Lobby, advice: AnsweringProcess) -> None:
        self._lobby, self._advice, self._asking = lobby, advice, False

        self._reports = asyncio.Lock()

    def bots(self) -> list[dict[str, Any]]:
        """The bots of the gallery."""
        return [each.to_json() for each in overviews()]

    async def sessions(self, before: int | None = None) -> list[dict[str, Any]]:
        """Tables with finished hands, newest first."""
        stored = await self._lobby.read(lambda store: store.sessions.all(kind=KIND))
        chosen = [each for each in stored if each.hands and (before is None or each.id < before)][:PAGE]
        return [
            {
                "session": each.id,
                "created": each.created,
                "title": each.definition.get("title"),
                "game": each.definition.get("game"),
                "practice": each.definition.get("practice"),
                "bots": each.definition.get("bots"),
                "hands": each.hands,
                "ending": each.ending,
            }
            for each in chosen
        ]

    async def session_hands(
        self, session: int, viewer: Visitor | None, before: int | None = None
    ) -> list[dict[str, Any]]:
        """Hands of a table, newest first."""

        def read(store: Store) -> list[dict[str, Any]]:
            stored = store.sessions.session(session)
            hands, you = stored.hands, _name_in(stored, viewer)
            last = min(hands, hands if before is None else before - 1)
            found = store.sessions.hands(session, max(last - PAGE + 1, 1), max(min(PAGE, last), 0))
            return [self._hand_row(each.number, each.ended, Hand.parse(each.text), you) for each in found][::-1]

        rows: list[dict[str, Any]] = await self._lobby.read(read)
        return rows

    def _hand_row(self, number: int, ended: str, hand: Hand, you: str | None) -> dict[str, Any]:
        payoffs = [int(each) for each in hand.payoffs]
        return {
            "hand": number,
            "ended": ended,
            "players": list(hand.players),
            "payoffs": payoffs,
            "board": "".join(map(str, hand.board)),
            "yours": payoffs[hand.players.index(you)] if you in hand.players else None,
        }

    async def matches(self) -> list[dict[str, Any]]:
        """Stored matches, newest first."""
        stored = await self._lobby.read(lambda store: store.matches())
        return [
            {
                "match": each.id,
                "name": each.name,
                "created": each.created,
                "game": each.definition["game"],
                "players": [player.get("player") for player in each.definition["players"]],
                "hands": each.done,
                "finished": each.finished,
            }
            for each in sorted(stored, key=lambda each: -each.id)[:PAGE]
        ]

    async def report(self, match: int) -> bytes:
        """The page about a match, as ``railbird show --report`` writes it; made beside the tables."""

        def read() -> bytes:
            with Store(self._lobby.store.address, create=False) as store, tempfile.TemporaryDirectory() as folder:
                record = StoredRecord.read(store, match)
                result, payoffs = kept_result(record, store.match(match))
                play = styles_and_leaks(record)
                path = Path(folder) / "match.html"
                match_page(path, result, payoffs, play.styles, play.leaks)
                return path.read_bytes()

        async with self._reports:  # one at a time: a long match takes a while
            return await asyncio.to_thread(read)

    async def replay(self, which: Mapping[str, int], viewer: Visitor | None) -> dict[str, Any]:
        """A finished hand: ``session`` and ``hand``, or ``match``, ``leg`` and ``hand``."""
        hand, decisions, rest = await self._found(which, viewer)
        last = await self._last(which)
        return {**replay_json(hand, decisions, **rest), **which, "last": last}

    async def opinion(self, which: Mapping[str, int], viewer: Visitor | None, step: int, bot: str) -> dict[str, Any]:
        """What a bot would have done at a step, from what the player to act could see."""
        check_adviser(bot)
        hand, _, rest = await self._found(which, viewer)
        actor = view_at(hand, step, 0).actor
        if rest and rest["position"] != actor and actor not in rest["open_positions"]:
            raise TableError("you could not see the cards of the player who acts here", "hidden")
        if self._asking:
            raise TableError("another question is being answered; ask again in a moment", "busy")
        self._asking = True
        try:
            told: dict[str, Any] = await self._advice.ask(Question(bot, view_at(hand, step, actor)), SECONDS)
        finally:
            self._asking = False
        return told

    async def _found(self, which: Mapping[str, int], viewer: Visitor | None) -> Found:
        if "match" in which:
            hand, decisions = await self._lobby.read(
                lambda store: StoredRecord.read(store, which["match"]).hand(which["hand"], which.get("leg", 1))
            )
            return hand, decisions, {}
        stored = await self._lobby.read(lambda store: store.sessions.session(which["session"]))
        kept = await self._lobby.read(lambda store: store.sessions.hand(which["session"], which["hand"]))
        hand = Hand.parse(kept.text)
        try:
            decisions = {turn: (player, decision_from_json(each)) for turn, (player, each) in kept.decisions.items()}
        except RailbirdError:
            raise StoreError(f"hand {kept.number} of session {stored.id} is damaged in the store") from None
        setup = setup_from_json(stored.definition)
        bots = {position for position, player in enumerate(hand.players) if player in setup.bot_ids}
        people = set(range(hand.game.players)) - bots
        you = _name_in(stored, viewer)
        position = next((each for each in people if hand.players[each] == you), None)
        rest = {
            "seats": kept.seats,
            "button": kept.button,
            "position": position,
            "people": people,
            "open_positions": bots if setup.glass_box or setup.practice or setup.bots_alone else set(),
        }
        return hand, decisions, rest

    async def _last(self, which: Mapping[str, int]) -> int:
        """The number of the last hand beside this one."""
        if "match" in which:
            legs = await self._lobby.read(lambda store: store.legs(which["match"]))
            return int(next(leg.done for leg in legs if leg.number == which.get("leg", 1) - 1))
        stored = await self._lobby.read(lambda store: store.sessions.session(which["session"]))
        return int(stored.hands)


def _name_in(stored: StoredSession, viewer: Visitor | None) -> str | None:
    """The name of a person in a session; None if they are not one of its people, even if they share a name."""
    known = viewer is not None and viewer.key in stored.state.get("tokens", {})
    return viewer.name if viewer is not None and known else None

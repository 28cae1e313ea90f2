"""Playing one leg: seats, events for the bots, and faults."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from types import FrameType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

import pytest

from railbird.agent import Bot, Decision
from railbird.arena import DealingScheme
from railbird.arena.guard import FaultKind
from railbird.arena.leg import LegRunner
from railbird.cards import Card
from railbird.errors import MatchError
from railbird.game import CALL, Event, SeededDealing, View
from railbird.histories import replayed
from tests.arena.matches import (
    Crashes,
    CrashesEverywhere,
    Exits,
    Hangs,
    HangsAtTheStart,
    HangsDeafly,
    Nonsense,
    NumpyFacts,
    SavesNothing,
    match,
    spec_of,
)


def run(definition: Any, number: int = 0, **named: Any) -> Any:
    return LegRunner(definition, list(definition.legs())[number], **named).run(1000)


def test_the_button_moves_and_payoffs_go_to_players() -> None:
    definition = match("always-fold", "always-call", "always-call", hands=30)
    chunk = run(definition)
    assert len(chunk.hands) == len(chunk.payoffs) == 30
    for number, (text, payoffs) in enumerate(zip(chunk.hands, chunk.payoffs, strict=True)):
        assert sum(payoffs) == 0
        position = -number % 3  # of player 0
        assert payoffs[0] == {0: -5, 1: payoffs[0] // 2520, 2: 0}[position] * 2520
        betting, cards, _ = text.split(":")
        assert replayed(definition.game, betting, cards).over


def test_cards_come_from_the_seed_by_hand_and_position() -> None:
    definition = match("always-call", "always-call", hands=5, seed=9)
    leg = next(definition.legs())
    for number, text in enumerate(run(definition).hands):
        hand = replayed(definition.game, *text.split(":")[:2])
        assert hand.deal == SeededDealing(leg.cards_seed).deal(definition.game, number)


def test_duplicate_dealing_gives_every_player_every_seat_with_the_same_cards() -> None:
    definition = match("random", "random", "random", hands=6, dealing=DealingScheme.DUPLICATE)
    legs = list(definition.legs())
    assert [leg.seating for leg in legs] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    deals = [[text.split(":")[1].split("/")[0] for text in run(definition, leg.number).hands] for leg in legs]
    assert deals[0] == deals[1] == deals[2]
    permuted = match("random", "random", "random", dealing=DealingScheme.PERMUTED)
    assert len({leg.seating for leg in permuted.legs()}) == 6
    replicates = match("random", "random", replicates=3)
    assert len({leg.cards_seed for leg in replicates.legs()}) == 3


def test_events_come_in_order_and_end_with_the_payoffs() -> None:
    names: list[str] = []

    class Watches(Bot):
        def observe(self, event: Event) -> None:
            names.append(event.name)

        def act(self, view: View) -> Decision:
            assert self.look() == view
            assert names[-1] in ("hole-cards-dealt", "acted", "board-dealt")
            return Decision(CALL)

    chunk = run(match(spec_of(Watches).kind, "always-call", hands=2))
    assert not chunk.faults
    first = names[: names.index("hand-ended") + 1]
    assert first[:5] == ["hand-started", "posted", "posted", "hole-cards-dealt", "hole-cards-dealt"]
    assert Counter(first)["acted"] == 8
    assert Counter(first)["board-dealt"] == 3
    assert names.count("hand-ended") == 2


def test_a_bot_that_raises_checks_or_folds_and_is_reported() -> None:
    chunk = run(match(Crashes, "always-call", hands=20))
    assert len(chunk.hands) == 20
    assert {fault.kind for fault in chunk.faults} == {FaultKind.ERROR}
    assert chunk.faults[0].message == "KeyError: 'lost'"
    assert "in act" in chunk.faults[0].traceback
    everywhere = run(match(CrashesEverywhere, "always-call", hands=3))
    messages = {fault.message.partition(":")[2] for fault in everywhere.faults}
    assert sum(fault.count for fault in everywhere.faults) > 20
    assert messages == {" at the start", " on seeing", " at the end", " 'lost'"}


def test_a_bot_that_exits_does_not_end_the_match() -> None:
    chunk = run(match(Exits, "always-call", hands=20))
    assert len(chunk.hands) == 20
    names = {fault.message.partition(":")[0] for fault in chunk.faults}
    assert names == {"SystemExit", "KeyboardInterrupt", "GeneratorExit"}


def test_an_invalid_save_is_a_fault() -> None:
    chunk = run(match(SavesNothing, "always-call", hands=20))
    assert chunk.learned == {0: {}}
    assert "save() must return a dictionary of bytes by player id" in chunk.faults[-1].message


def test_a_bot_that_hangs_at_the_start_is_stopped() -> None:
    chunk = run(match(HangsAtTheStart, "always-call", hands=3, time_limit=0.05))
    assert len(chunk.hands) == 3
    assert [fault.kind for fault in chunk.faults] == [FaultKind.TIME]


def test_facts_may_be_numpy_numbers_and_a_bot_may_take_no_settings() -> None:
    definition = replace(match(NumpyFacts, "always-call", hands=3), explain_every=1)
    chunk = run(definition)
    assert not chunk.faults
    own = next(each for each in chunk.explained if each.entrant == 0)
    assert json.loads(own.decision)["facts"][0] == {"name": "a", "value": True, "private": False}


def test_nonsense_is_refused_and_reported() -> None:
    chunk = run(match(Nonsense, "always-call", hands=60))
    assert len(chunk.hands) == 60
    assert {fault.kind for fault in chunk.faults} == {FaultKind.ILLEGAL}
    assert all(fault.message and "\n" not in fault.message for fault in chunk.faults)


def test_many_different_faults_do_not_fill_the_store() -> None:
    class Complains(Bot):
        def act(self, view: View) -> Decision:
            raise ValueError(f"I do not like {view.hole_cards} in hand {self.streams.hand}")

    chunk = run(match(spec_of(Complains).kind, "always-call", hands=300))
    assert len(chunk.faults) <= 31
    assert chunk.faults[-1].message == "other faults"
    assert sum(fault.count for fault in chunk.faults) >= 300


@pytest.mark.parametrize("bot", [Hangs, HangsDeafly])
def test_a_bot_that_hangs_is_stopped_and_the_match_continues(bot: type[Bot]) -> None:
    chunk = run(match(bot, "always-call", hands=2, time_limit=0.05))
    assert len(chunk.hands) == 2
    assert [fault.kind for fault in chunk.faults] == [FaultKind.TIME] * len(chunk.faults)
    assert "took more than 0.05 seconds" in chunk.faults[0].message


def test_a_bot_that_does_not_play_the_game_is_refused() -> None:
    with pytest.raises(MatchError, match=r"simple does not play kuhn: .*; these do: always-call, "):
        match("simple", "random", game="kuhn")


class _Search:
    """Everything reachable from some objects by attributes, items, frames and closures, without calling."""

    def __init__(self, most: int = 30_000) -> None:
        self.seen: dict[int, Any] = {}
        self.most = most

    def reach(self, *start: Any) -> None:
        waiting = list(start)
        while waiting and len(self.seen) < self.most:
            value = waiting.pop()
            if id(value) in self.seen or isinstance(value, (type, ModuleType, int, float)):
                continue
            self.seen[id(value)] = value
            waiting += self._next(value)

    def _next(self, value: Any) -> list[Any]:
        if isinstance(value, (str, bytes)):
            return []
        if isinstance(value, dict):
            return [*value.keys(), *value.values()]
        if isinstance(value, (list, tuple, set, frozenset)):
            return list(value)
        if isinstance(value, FrameType):
            return [value.f_locals]
        if isinstance(value, GeneratorType):
            return [value.gi_frame]
        if isinstance(value, MethodType):
            return [value.__self__, value.__func__]
        if isinstance(value, FunctionType):
            return [cell.cell_contents for cell in value.__closure__ or ()]
        if not type(value).__module__.startswith(("railbird", "tests")):
            return list(getattr(value, "__dict__", {}).values())
        values = []
        for name in dir(value):
            if not name.startswith("__"):
                try:
                    values.append(getattr(value, name))
                except Exception:  # not readable
                    continue
        return values


def test_a_bot_that_searches_everything_it_can_reach_finds_no_hidden_card() -> None:
    findings: list[tuple[int, int, list[Any]]] = []

    class Peeks(Bot):
        def act(self, view: View) -> Decision:
            search = _Search()
            frame: FrameType | None = sys._getframe()
            frames = []
            while frame and not frame.f_code.co_name.startswith("test_"):
                frames.append(frame)
                frame = frame.f_back
            search.reach(view, self, *frames)
            assert len(search.seen) < search.most
            kept = [value for value in search.seen.values() if isinstance(value, (bytes, str, tuple, list))]
            findings.append((view.position, len(view.actions), kept))
            return Decision(CALL)

        def observe(self, event: Event) -> None:
            pass

    definition = match(spec_of(Peeks).kind, "always-call", hands=1)
    text = run(definition).hands[0]
    hand = replayed(definition.game, *text.split(":")[:2])
    position, _, kept = findings[0]
    assert len(kept) > 100
    own, hidden = (hand.hole_bytes[p] for p in (position, 1 - position))

    def has(cards: bytes) -> bool:
        names = [str(Card(card)) for card in cards]
        texts = ("".join(names), "".join(reversed(names)), " ".join(names))
        for value in kept:
            if isinstance(value, str) and any(text in value for text in texts):
                return True
            if isinstance(value, bytes) and (cards in value or cards[::-1] in value):
                return True
            if isinstance(value, (tuple, list)) and len(value) < 50 and all(isinstance(each, int) for each in value):
                numbers = bytes(each for each in value if 0 <= each < 52)
                if cards in numbers or cards[::-1] in numbers:
                    return True
        return False

    assert has(own)  # the search finds cards
    assert not has(hidden)

"""Whole matches between bots in Python: dealing, views, decisions, events, results and storage."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird.arena import Entrant, MatchDefinition, MatchRecord, StoredRecord, play_match
from railbird.bots.always import AlwaysCall
from railbird.gallery import BotSpec, parse_bot, spec_of_class
from railbird.game import Event, limit
from railbird.store import Store

HANDS = 60_000
FEWER_HANDS = 2_000


class Watching(AlwaysCall):
    """Always calls, and counts all events."""

    seen = 0

    def observe(self, event: Event) -> None:
        self.seen += 1


def matches() -> Iterator[Task]:
    callers = [parse_bot("always-call")] * 3
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "railbird.db")
        yield Task(
            "Three always-call bots, three-player limit, one core",
            [
                ours("railbird, results", callers, HANDS),
                ours("railbird, results, kept in the store", callers, HANDS, store),
                ours("railbird, results, all three are told every event", [_watching()] * 3, HANDS // 3),
                *_rlcard(),
            ],
            unit="hands/s",
            per_second=True,
            target="8,000 hands/s; keeping them costs at most 15 %",
        )
        simple = [parse_bot(text) for text in ("simple", "simple", "simple(bluff=off)")]
        yield Task(
            "Two SimpleBots and one without bluffs, three-player limit, one core",
            [ours("railbird", simple, FEWER_HANDS)],
            unit="hands/s",
            per_second=True,
            target="1,000 hands/s",
        )
        store.close()


def played_by(bot: str, others: Sequence[str], hands: int, target: str) -> Task:
    """A match between our own bots."""
    bots = [parse_bot(each) for each in (bot, *others)]
    title = f"{bot} against {' and '.join(others)}, {hands:,} hands, one core"
    return Task(title, [ours("railbird", bots, hands)], unit="hands/s", per_second=True, target=target)


def _watching() -> BotSpec:
    return spec_of_class(Watching)


def ours(name: str, bots: list[BotSpec], hands: int, store: Store | None = None) -> Contestant:
    entrants = tuple(Entrant(bot, player=f"player{number}") for number, bot in enumerate(bots))
    definition = MatchDefinition(game=limit(3), entrants=entrants, hands=hands, seed=1)

    def work() -> object:
        return play_match(definition, record=StoredRecord.new(store, definition) if store else MatchRecord(definition))

    return Contestant(name, work, units=hands, ours=True)


def _rlcard() -> Iterator[Contestant]:
    rlcard = peer("rlcard")
    if rlcard is None:
        return
    environment = rlcard.make("limit-holdem", config={"game_num_players": 3, "seed": 1})

    class Caller:
        use_raw = True

        def step(self, state: Any) -> str:
            return "call" if "call" in state["raw_legal_actions"] else "check"

        def eval_step(self, state: Any) -> tuple[str, dict[str, Any]]:
            return self.step(state), {}

    environment.set_agents([Caller() for _ in range(3)])

    def work() -> None:
        for _ in range(200):
            environment.run(is_training=False)

    yield Contestant("rlcard, three agents that always call", work, units=200)

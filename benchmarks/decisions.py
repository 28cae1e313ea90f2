"""Decisions per second of rule-based and estimating bots, including the whole match around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.harness import Contestant, Task
from railbird.arena import Entrant, MatchDefinition, play_match
from railbird.arena.leg import Chunk
from railbird.arena.match_record import MatchRecord
from railbird.gallery import parse_bot
from railbird.game import limit

HANDS = 3_000
BOTS = ("rezai", "saukonoja", "saukonoja(estimator=miximax)", "saukonoja(estimator=simulation)")


def decisions() -> Iterator[Task]:
    for bot in BOTS:
        title = f"{bot} heads-up against always-call, with warm strength caches, one core"
        target = "1,500 decisions/s" if "(" not in bot else "none"
        yield Task(title, [_deciding(bot)], unit="decisions/s", per_second=True, target=target)


class _Counting(MatchRecord):
    """Counts the decisions of the first player."""

    decisions = 0

    def add(self, chunk: Chunk) -> None:
        self.decisions += sum(each.entrant == 0 for each in chunk.explained)


def _deciding(name: str) -> Contestant:
    entrants = (Entrant(parse_bot(name), player="hero"), Entrant(parse_bot("always-call"), player="caller"))
    plain = MatchDefinition(game=limit(), entrants=entrants, hands=HANDS, seed=1)
    explained = replace(plain, explain_every=1)
    counting = _Counting(explained)
    play_match(explained, record=counting)
    return Contestant(
        "railbird", lambda: play_match(plain, record=MatchRecord(plain)), units=counting.decisions, ours=True
    )

"""Decisions a second of bots that go by rules and estimates, the whole match around them counted in."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.harness import Contestant, Task
from railbird.agent import Choice
from railbird.arena import Entrant, MatchDefinition, play_match
from railbird.arena.keeper import Keeper
from railbird.gallery import BotSpec, parse_bot
from railbird.game import View, limit

HANDS = 3_000
BOTS = ("rezai", "saukonoja", "saukonoja(estimator=miximax)", "saukonoja(estimator=simulation)")


def decisions() -> Iterator[Task]:
    for bot in BOTS:
        title = f"{bot} heads-up against always-call, with warm strength caches, one core"
        target = "1,500 decisions/s" if "(" not in bot else "none"
        yield Task(title, [_deciding(bot)], unit="decisions/s", per_second=True, target=target)


def _deciding(name: str) -> Contestant:
    spec = parse_bot(name)
    asked = 0

    class Counted(spec.kind):  # type: ignore[name-defined, misc]
        def act(self, view: View) -> Choice:
            nonlocal asked
            asked += 1
            return super().act(view)  # type: ignore[no-any-return]

    def match(bot: BotSpec) -> MatchDefinition:
        entrants = (Entrant("hero", bot), Entrant("caller", parse_bot("always-call")))
        return MatchDefinition(limit(), entrants, HANDS, seed=1)

    counted = match(BotSpec(spec.name, Counted, spec.settings))
    play_match(counted, keeper=Keeper(counted))
    plain = match(spec)
    return Contestant("railbird", lambda: play_match(plain, keeper=Keeper(plain)), units=asked, ours=True)

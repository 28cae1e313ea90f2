"""Decisions per second of rule-based, estimating and equilibrium bots, including the whole match around them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.harness import Contestant, Task
from railbird.agent import Streams
from railbird.arena import Entrant, MatchDefinition, play_match
from railbird.arena.leg import Chunk
from railbird.arena.match_record import MatchRecord
from railbird.gallery import parse_bot
from railbird.game import Hand, SeededDealing, parse_game

HANDS = 3_000
BOTS = ("rezai", "saukonoja", "saukonoja(estimator=miximax)", "saukonoja(estimator=simulation)")

EQUILIBRIUM = {"kestrel": "limit", "psopti": "limit", "smooth-uct": "limit", "merlin": "nolimit(stack=100bb)"}
"""The game of each."""


def decisions() -> Iterator[Task]:
    for bot in BOTS:
        title = f"{bot} heads-up against always-call, with warm strength caches, one core"
        target = "1,500 decisions/s" if "(" not in bot else "none"
        yield Task(title, [_deciding(bot)], unit="decisions/s", per_second=True, target=target)
    for bot, game in EQUILIBRIUM.items():
        title = f"{bot} heads-up against always-call, {game}, fresh deals, one core"
        yield Task(title, [_deciding(bot, game)], unit="decisions/s", per_second=True, target="3,000 decisions/s")
        title = f"{bot}, the first decision of fresh deals, {game}, without the match around it, one core"
        yield Task(title, [_opening(bot, game)], unit="decisions/s", per_second=True, target="20,000 decisions/s")


class _Counting(MatchRecord):
    """Counts the decisions of the first player."""

    decisions = 0

    def add(self, chunk: Chunk) -> None:
        self.decisions += sum(each.entrant == 0 for each in chunk.explained)


def _deciding(name: str, game: str = "limit") -> Contestant:
    entrants = (Entrant(parse_bot(name), player="hero"), Entrant(parse_bot("always-call"), player="caller"))
    plain = MatchDefinition(game=parse_game(game), entrants=entrants, hands=HANDS, seed=1)
    explained = replace(plain, explain_every=1)
    counting = _Counting(explained)
    play_match(explained, record=counting)
    return Contestant(
        "railbird", lambda: play_match(plain, record=MatchRecord(plain)), units=counting.decisions, ours=True
    )


def _opening(name: str, text: str) -> Contestant:
    """The first decision of many hands, each with cards that the bot has not seen before."""
    bot, game = parse_bot(name).make(), parse_game(text)
    hands = [Hand(game, SeededDealing(1).deal(game, number)) for number in range(HANDS)]
    views = [hand.view(hand.actor) for hand in hands]
    bot.act(views[0])  # reads the strategy

    def decide() -> None:
        for number, view in enumerate(views):
            bot.streams = Streams(1, number, 0)
            bot.act(view)

    return Contestant("railbird", decide, units=HANDS, ours=True)

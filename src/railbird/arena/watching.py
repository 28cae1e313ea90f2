"""Watching a bot play: the hands from which a model of it is learned."""

from __future__ import annotations

from collections.abc import Iterator

from railbird._progress import Progress, report_nothing
from railbird.arena.backends import WorkersLike
from railbird.arena.definition import MatchDefinition, match_of
from railbird.arena.evidence import played_hands
from railbird.arena.leg import Chunk
from railbird.arena.match_record import MatchRecord
from railbird.arena.play import play_match
from railbird.arena.results import Payoffs
from railbird.errors import BotError
from railbird.gallery import BotSpec
from railbird.game import Game, Hand

PROBE = "random(fold=0)"
"""Who a bot plays against while it is watched: never folds, and calls or raises with equal probability."""


def watched_hands(
    bot: BotSpec,
    game: Game,
    hands: int,
    *,
    against: str = PROBE,
    seed: int = 0,
    workers: WorkersLike = 1,
    progress: Progress = report_nothing,
) -> Iterator[tuple[Hand, int]]:
    """Hands of a bot, with its position in each and with all cards open. Raises KeyboardInterrupt after Ctrl-C.

    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import leduc
    >>> [position for _, position in watched_hands(parse_bot("random"), leduc(), 4)]
    [0, 1, 0, 1]
    """
    definition = match_of([bot, against], game=str(game), hands=hands, seed=seed)
    record = _OpenRecord(definition)

    def report(payoffs: Payoffs) -> None:
        progress(payoffs.hands / definition.total_hands)

    result = play_match(definition, record=record, workers=workers, progress=False, report=report)
    if result.hands < definition.total_hands:
        raise KeyboardInterrupt
    for fault in record.faults():
        if fault["entrant"] == 0:
            raise BotError(f"{bot} failed while it was watched, in hand {fault['hand'] + 1}: {fault['message']}")
    for leg in definition.legs():
        for hand, positions in played_hands(definition, leg, record.lines(leg.number)):
            yield hand, positions[0]


class _OpenRecord(MatchRecord):
    """Keeps the hands of a match in memory."""

    def __init__(self, definition: MatchDefinition) -> None:
        super().__init__(definition)
        self._lines: dict[int, list[str]] = {}

    def add(self, chunk: Chunk) -> None:
        super().add(chunk)
        self._lines.setdefault(chunk.leg, []).extend(chunk.hands)

    def lines(self, leg: int) -> Iterator[str]:
        return iter(self._lines.get(leg, []))

"""The strategies that equilibrium bots play: shipped with the package or built by the user, loaded once per process."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import BucketStrategy, TreeActions, load_strategies, parse_spot, strategy_head
from railbird.errors import BotError, GameError
from railbird.game import Game
from railbird.game.holdings import holdings

DATA = Path(__file__).parent / "data"
"""The folder of the strategies that are part of the package."""


class StrategyPart:
    """One part of a strategy, with what play needs at hand: actions of the tree, and buckets of any hand."""

    def __init__(self, strategy: BucketStrategy) -> None:
        self.strategy = strategy
        self.tree = TreeActions(strategy.tree)
        self.cards = strategy.abstraction
        first = self.cards.of_board(b"")[0].tolist()
        dealt = holdings(strategy.tree.spot.game).cards.tolist()
        self._first = {order: first[index] for index, hole in enumerate(dealt) for order in _orders(hole)}
        self._buckets_on = lru_cache(maxsize=256)(self.cards.of_board)

    def path(self, hole_cards: bytes, board: bytes, so_far: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The buckets of a hand on all streets so far; ``so_far`` are those that are known already."""
        first = so_far or (self._first[hole_cards],)
        return self.cards.path(hole_cards, board, first) if board else first

    def buckets(self, board: bytes, round_number: int) -> NDArray[np.int32]:
        """[holdings]: the bucket of every holding in a betting round; -1 if it shares a card with the board."""
        buckets: NDArray[np.int32] = self._buckets_on(board)[round_number]
        return buckets


def _orders(hole: list[int]) -> tuple[bytes, ...]:
    """The hole cards in both orders in which they may be dealt; games with three hole cards are not meant."""
    return bytes(hole), bytes(reversed(hole))


Strategies = dict[str, StrategyPart]


def strategy_path(bot: str, given: str | None) -> Path:
    """The file of a bot's strategy: the given one, or the one of the package. Raises BotError if it is not there."""
    path = Path(given).expanduser() if given else DATA / f"{bot}.strategy"
    if not path.is_file():
        remedy = f"build one with railbird equilibrium build {bot} -o FILE, and play {bot}(strategy=FILE)"
        missing = f"there is no file {path}" if given else f"its strategy is not installed ({path.name})"
        raise BotError(f"{bot} cannot play, because {missing}: {remedy}")
    return path


def game_of(bot: str, path: Path, parts: Iterable[str]) -> Game:
    """The game of a strategy's first part, from the head of its file. Raises BotError if a part is missing."""
    stamp = path.stat()
    try:
        spots = _spots(path, stamp.st_mtime_ns, stamp.st_size)
    except GameError as error:
        raise BotError(f"{bot} cannot play: {error}") from None
    missing = [name for name in parts if name not in spots]
    if missing:
        raise BotError(f"{bot} cannot play {path}: it is another bot's strategy, without a part {missing[0]}")
    return parse_spot(spots[next(iter(parts))]).game


def loaded(bot: str, path: Path) -> Strategies:
    """The parts of a strategy by name, read once per process. Raises BotError if the file cannot be used."""
    try:
        stamp = path.stat()
        return _loaded(path, stamp.st_mtime_ns, stamp.st_size)
    except OSError as error:
        raise BotError(f"{bot} cannot play: {path} cannot be read: {error.strerror}") from None
    except GameError as error:
        raise BotError(f"{bot} cannot play: {error}") from None


@lru_cache(maxsize=8)
def _spots(path: Path, time: int, size: int) -> dict[str, str]:
    return {name: str(part.get("spot")) for name, part in strategy_head(path).items()}


@lru_cache(maxsize=4)
def _loaded(path: Path, time: int, size: int) -> Strategies:
    return {name: StrategyPart(strategy) for name, strategy in load_strategies(path).items()}

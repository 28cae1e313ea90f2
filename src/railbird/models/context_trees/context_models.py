"""Context trees: how each player acted and what they showed after each betting sequence (Vytřísal 2016, §3.3).

There is one model for each player and each pair of positions, theirs and ours: with three players and a moving button,
that is LAIN's one tree for each starting player. What is learned belongs to the player's id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.errors import ModelError
from railbird.models.context_trees.prior import Prior
from railbird.models.context_trees.similarity import ActionLevel, Pooling
from railbird.models.saved_arrays import Saved, read_arrays, write_arrays

VERSION = 3
Key = tuple[int, int]
"""Our position, and the player's."""
ANYWHERE = -1
"""Stands for our position in shared models."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeds:
    """What is assumed of an unknown player: they call, with a middling hand (Vytřísal 2016, §3.3.2)."""

    fold: float = 0.0
    call: float = 1.0
    raise_: float = 0.0
    bins: int = 20
    middle: float = 1.0
    """Initial count of each of the two middle bins of every histogram."""

    @property
    def actions(self) -> list[float]:
        return [self.fold, self.call, self.raise_]

    @property
    def histogram(self) -> list[float]:
        histogram = [0.0] * self.bins
        for bin_number in {(self.bins - 1) // 2, self.bins // 2}:
            histogram[bin_number] = self.middle
        return histogram

    def bin_of(self, rank: float) -> int:
        """The bin of a shown hand of this rank."""
        return min(int(rank * self.bins), self.bins - 1)

    def bins_below(self, rank: float) -> int:
        """How many bins are entirely below a rank: hands in them are beaten. All bins for rank 1."""
        return int(rank * self.bins)


class ContextModels:
    """The context models of all players."""

    def __init__(
        self,
        betting: AbstractBetting,
        seeds: Seeds,
        pooling: Pooling | None = None,
        *,
        prior: Prior | None = None,
        shared: bool = False,
    ) -> None:
        """With ``shared``, one model serves all of our own positions."""
        self.betting = betting
        self.seeds = seeds
        self.pooling = pooling or Pooling()
        self.shared = shared
        self._known: dict[str, _Known] = {}
        self._similarity = _core.Similarity(betting.tree)
        self._everybody = self._pool()
        self._prior = self._pool() if prior is not None else None
        if prior is not None and self._prior is not None:
            prior.fill(self._prior, seeds.bins)
        self._beliefs: dict[tuple[str, int, int], _core.Belief] = {}

    def _pool(self) -> _core.Pool:
        return _core.Pool(self._similarity, self.seeds.histogram)

    def _of_player(self, player: str) -> _Known:
        if player not in self._known:
            self._known[player] = _Known({}, self._pool())
        return self._known[player]

    def _key(self, ours: int, theirs: int) -> Key:
        return (ANYWHERE, theirs) if self.shared else (ours, theirs)

    def of(self, player: str, ours: int, theirs: int) -> _core.ContextModel:
        """The model of a player for their position and ours; a new one if nothing was observed yet."""
        contexts = self._of_player(player).contexts
        key = self._key(ours, theirs)
        if key not in contexts:
            contexts[key] = self._contexts()
        return contexts[key]

    def _contexts(self) -> _core.ContextModel:
        return _core.ContextModel(self.betting.tree, self.seeds.actions, self.seeds.histogram)

    def belief(self, player: str, ours: int, theirs: int) -> _core.Belief:
        """What a player is expected to do and hold."""
        key = (player, ours, theirs)
        if key not in self._beliefs:
            contexts, pooling = self.of(player, ours, theirs), self.pooling
            pools = (self._of_player(player).pool, *((self._everybody,) if pooling.everybody else ()))
            levels = (pooling.hands, pooling.actions, pooling.trust)
            self._beliefs[key] = _core.Belief(contexts, pools, self._prior, theirs, *levels)
        return self._beliefs[key]

    def count(self, player: str, ours: int, theirs: int, node: int) -> None:
        """Count an action of a player, the one that leads to this node."""
        self.of(player, ours, theirs).count(node)
        if self.pooling.on:
            self._of_player(player).pool.count(node)
            self._everybody.count(node)

    def show(self, player: str, ours: int, theirs: int, leaf: int, rank: float) -> None:
        """Count a hand of this rank that a player showed."""
        rank_bin = self.seeds.bin_of(rank)
        self.of(player, ours, theirs).show(leaf, rank_bin)
        if self.pooling.on:
            self._of_player(player).pool.show(leaf, theirs, rank_bin)
            self._everybody.show(leaf, theirs, rank_bin)

    def spread(self, player: str, ours: int, theirs: int, leaf: int, winner: float, enough: float) -> None:
        """Count a hidden hand that lost to one of rank ``winner``, spread over the bins that it may be in."""
        rank_bin = self.seeds.bin_of(winner)
        self.of(player, ours, theirs).spread(leaf, rank_bin, enough)
        if self.pooling.on:
            self._of_player(player).pool.spread(leaf, theirs, rank_bin, enough)
            self._everybody.spread(leaf, theirs, rank_bin, enough)

    def situation(self, node: int) -> int:
        """The number of the situation of the player to act at a node."""
        return self._similarity.action_class(ActionLevel.SITUATION, node)

    def players(self) -> list[str]:
        """The players about whom something was observed."""
        return [player for player, known in self._known.items() if any(map(_knows, known.contexts.values()))]

    def models_of(self, player: str) -> Iterator[tuple[Key, _core.ContextModel]]:
        """All models of a player."""
        if player in self._known:
            yield from self._known[player].contexts.items()

    def decay(self, factor: float) -> None:
        """Multiply the weight of all observations so far by a factor."""
        for known in self._known.values():
            known.pool.decay(factor)
            for model in known.contexts.values():
                model.decay(factor)
        self._everybody.decay(factor)

    def save(self) -> dict[str, bytes]:
        """Return everything observed, as a record for each player."""
        return {player: self._packed(known) for player, known in self._known.items()}

    def _head(self) -> dict[str, object]:
        """The properties in which a saved model must agree."""
        return {
            "railbird": "context models",
            "version": VERSION,
            "players": self.betting.real.players,
            "cap": self.betting.cap,
            "big_blind_counts": self.betting.big_blind_counts,
            "raises": list(self.betting.game.most_raises),
            "first": list(self.betting.real.first),
            "free_fold": self.betting.free_fold,
            "bins": self.seeds.bins,
            "shared": self.shared,
            "pools": self.pooling.on,
        }

    def _packed(self, known: _Known) -> bytes:
        head = {**self._head(), "positions": list(known.contexts)}
        parts: dict[str, NDArray[Any]] = {
            f"{number}.{name}": np.asarray(array)
            for number, model in enumerate(known.contexts.values())
            for name, array in zip(_PARTS, model.pack(), strict=True)
        }
        if self.pooling.on:
            parts |= {
                f"pool.{name}": np.asarray(array) for name, array in zip(_POOL_PARTS, known.pool.pack(), strict=True)
            }
        return write_arrays(head, parts)

    def save_everybody(self) -> Saved:
        """The pool of all players together, as arrays."""
        return {name: np.asarray(part) for name, part in zip(_POOL_PARTS, self._everybody.pack(), strict=True)}

    def restore_everybody(self, parts: Saved) -> None:
        """Restore that pool exactly, after all players have been added."""
        self._everybody = self._pool()
        self._everybody.add(*(np.ascontiguousarray(parts[name], dtype=kind) for name, kind in _POOL_PARTS.items()))
        self._beliefs.clear()

    def add(self, records: Mapping[str, bytes]) -> None:
        """Add saved records, possibly of another process: counts are summed.

        If one of them is malformed, nothing changes. Raises ModelError.
        """
        for player, loaded in [(player, self._read(player, data)) for player, data in records.items()]:
            known = self._of_player(player)
            for key, fresh in loaded.contexts.items():
                if key in known.contexts:
                    known.contexts[key].add(*fresh.pack())
                else:
                    known.contexts[key] = fresh
            for pool in (known.pool, self._everybody):
                pool.add(*loaded.pool.pack())

    def _read(self, player: str, data: bytes) -> _Known:
        what = f"the record about {player}"
        head, parts = read_arrays(data, what)
        for name, value in self._head().items():
            if head.get(name) != value:
                was = repr(head.get(name))[:40]
                raise ModelError(f"{what} does not match this bot and game: {name} is {was}, not {value!r}")
        loaded = _Known({}, self._pool())
        try:
            for number, (ours, theirs) in enumerate(head["positions"]):
                fresh = self._contexts()
                fresh.add(*(_array(parts[f"{number}.{name}"], kind) for name, kind in _PARTS.items()))
                loaded.contexts[int(ours), int(theirs)] = fresh
            if self.pooling.on:
                loaded.pool.add(*(_array(parts[f"pool.{name}"], kind) for name, kind in _POOL_PARTS.items()))
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
        return loaded


def _knows(model: _core.ContextModel) -> bool:
    return bool(model.counted_nodes or model.shown_leaves)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was observed of one player."""

    contexts: dict[Key, _core.ContextModel]
    pool: _core.Pool


def _array(part: NDArray[Any], kind: type[np.generic]) -> Any:
    return np.ascontiguousarray(part, dtype=kind)


_PARTS: dict[str, type[np.generic]] = {
    "parents": np.int32,
    "actions": np.uint8,
    "counts": np.float64,
    "leaves": np.int32,
    "histograms": np.float32,
}
_POOL_PARTS: dict[str, type[np.generic]] = {
    "actions": np.int32,
    "counts": np.float64,
    "hands": np.int32,
    "histograms": np.float32,
}

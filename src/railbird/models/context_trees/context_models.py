"""Context trees: how each player acted and what they showed after each betting sequence (Vytřísal 2016, §3.3).

There is one model for each player and each pair of positions, theirs and ours: with three players and a moving button,
that is LAIN's one tree for each starting player. What is learned belongs to the player's id. In no-limit games, where a
sequence does not tell how large bets were, there is one for each class of prices, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.errors import ModelError
from railbird.models.context_trees.continued import Continued, RoundCounts, fill
from railbird.models.context_trees.prior import Prior
from railbird.models.context_trees.similarity import ActionLevel, Pooling
from railbird.models.saved_arrays import Saved, read_arrays, write_arrays

VERSION = 3
Key = tuple[int, int]
"""Our position, and the player's."""
PricedKey = tuple[int, int, int]
"""The same with a class of prices."""
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
    continued: Continued | None = None
    """Where few hands were shown, expect them by how often the player goes on; it needs priors and HandLevel.ALONE."""

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


class Observed(NamedTuple):
    """Whose action or hand was observed."""

    player: str
    ours: int
    """Our position."""
    theirs: int
    price: int = 0
    """The class of prices."""


class ContextModels:
    """The context models of all players."""

    def __init__(
        self,
        betting: AbstractBetting,
        seeds: Seeds,
        pooling: Pooling | None = None,
        *,
        priors: Sequence[Prior] = (),
        shared: bool = False,
        prices: int = 1,
    ) -> None:
        """With ``shared``, one model serves all of our own positions. ``prices`` is the number of classes of prices.

        There is a prior for each class of prices, or none.
        """
        self.betting = betting
        self.seeds = seeds
        self.pooling = pooling or Pooling()
        self.shared = shared
        self.prices = prices
        self._known: dict[str, _Known] = {}
        self._similarity = _core.Similarity(betting.tree)
        self._everybody = self._pools()
        if priors and len(priors) != prices:
            raise ValueError(f"there must be a prior for each of {prices} classes of prices, not {len(priors)}")
        if seeds.continued is not None and not priors:
            raise ValueError("expecting hands by how often players go on needs a prior for each class of prices")
        self._priors = [self._pool() for _ in priors]
        for prior, pool in zip(priors, self._priors, strict=True):
            prior.fill(pool, seeds.bins)
        self._continued = seeds.continued
        self._rounds: RoundCounts | None = None
        self._expected: dict[str, list[_core.Pool]] = {}
        self._beliefs: dict[tuple[str, int, int, int], _core.Belief] = {}

    def _pool(self) -> _core.Pool:
        return _core.Pool(self._similarity, self.seeds.histogram)

    def _pools(self) -> list[_core.Pool]:
        """A pool for each class of prices."""
        return [self._pool() for _ in range(self.prices)]

    def _of_player(self, player: str) -> _Known:
        if player not in self._known:
            self._known[player] = _Known({}, self._pools())
        return self._known[player]

    def of(self, player: str, ours: int, theirs: int, price: int = 0) -> _core.ContextModel:
        """The model of a player for their position and ours; a new one if nothing was observed yet."""
        contexts = self._of_player(player).contexts
        key = (ANYWHERE if self.shared else ours, theirs, price)
        if key not in contexts:
            contexts[key] = self._contexts()
        return contexts[key]

    def _contexts(self) -> _core.ContextModel:
        return _core.ContextModel(self.betting.tree, self.seeds.actions, self.seeds.histogram)

    def belief(self, player: str, ours: int, theirs: int, price: int = 0) -> _core.Belief:
        """What a player is expected to do and hold."""
        key = (player, ours, theirs, price)
        if key not in self._beliefs:
            contexts, pooling = self.of(player, ours, theirs, price), self.pooling
            pools: tuple[_core.Pool, ...] = (self._of_player(player).pools[price],)
            if self._continued is not None:
                pools += (self._continued_hands(player, self._continued)[price],)
            if pooling.everybody:
                pools += (self._everybody[price],)
            prior = self._priors[price] if self._priors else None
            levels = (pooling.hands, pooling.actions, pooling.trust)
            self._beliefs[key] = _core.Belief(contexts, pools, prior, theirs, *levels)
        return self._beliefs[key]

    def _continued_hands(self, player: str, rule: Continued) -> list[_core.Pool]:
        """The hands that a player is expected to show, by how often they go on: a pool for each class of prices."""
        if player not in self._expected:
            if self._rounds is None:
                self._rounds = RoundCounts(self.betting.tree)
            known = (self._of_player(player).pools, self._everybody, self._priors)
            exponents = rule.exponents(*map(self._rounds.of, known))
            self._expected[player] = self._pools()
            for pool, each in zip(self._expected[player], exponents, strict=True):
                fill(pool, self.seeds.bins, each)
        return self._expected[player]

    def _counted(self) -> None:
        """Counts have changed, and with them what is expected of players."""
        if self._continued is not None:
            self._expected.clear()
            self._beliefs.clear()

    def count(self, who: Observed, node: int) -> None:
        """Count an action of a player, the one that leads to this node."""
        self.of(*who).count(node)
        self._counted()
        for pool in self._pools_of(who):
            pool.count(node)

    def show(self, who: Observed, leaf: int, rank: float) -> None:
        """Count a hand of this rank that a player showed."""
        rank_bin = self.seeds.bin_of(rank)
        self.of(*who).show(leaf, rank_bin)
        for pool in self._pools_of(who):
            pool.show(leaf, who.theirs, rank_bin)

    def spread(self, who: Observed, leaf: int, winner: float, enough: float) -> None:
        """Count a hidden hand that lost to one of rank ``winner``, spread over the bins that it may be in."""
        rank_bin = self.seeds.bin_of(winner)
        self.of(*who).spread(leaf, rank_bin, enough)
        for pool in self._pools_of(who):
            pool.spread(leaf, who.theirs, rank_bin, enough)

    def _pools_of(self, who: Observed) -> tuple[_core.Pool, ...]:
        """The pools in which an observation counts, too: the player's own and everybody's."""
        if not self.pooling.on:
            return ()
        return self._of_player(who.player).pools[who.price], self._everybody[who.price]

    def situation(self, node: int) -> int:
        """The number of the situation of the player to act at a node."""
        return self._similarity.action_class(ActionLevel.SITUATION, node)

    def players(self) -> list[str]:
        """The players about whom something was observed."""
        return [player for player, known in self._known.items() if any(map(_knows, known.contexts.values()))]

    def models_of(self, player: str) -> Iterator[tuple[Key, _core.ContextModel]]:
        """All models of a player."""
        if player in self._known:
            for (ours, theirs, _), model in self._known[player].contexts.items():
                yield (ours, theirs), model

    def decay(self, factor: float) -> None:
        """Multiply the weight of all observations so far by a factor."""
        for known in self._known.values():
            for model in known.contexts.values():
                model.decay(factor)
        for pool in (*self._everybody, *(pool for known in self._known.values() for pool in known.pools)):
            pool.decay(factor)
        self._counted()

    def save(self) -> dict[str, bytes]:
        """Return everything observed, as a record for each player."""
        return {player: self._packed(known) for player, known in self._known.items()}

    def head(self) -> dict[str, object]:
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
            "prices": self.prices,
        }

    def check(self, head: Mapping[str, Any], what: str) -> None:
        """Refuse a record whose properties are not these. Raises ModelError."""
        here, there = (_games(prices) for prices in (self.prices, head.get("prices", 1)))
        if here != there:
            raise ModelError(
                f"{what} was learned in {there} games, not in {here} games: "
                f"load one from {here} games, or let the bot start without"
            )
        for name, value in self.head().items():
            if (found := head.get(name, _DEFAULTS.get(name))) != value:
                was = repr(found)[:40]
                raise ModelError(f"{what} does not match this bot and game: {name} is {was}, not {value!r}")

    def _packed(self, known: _Known) -> bytes:
        head = {**self.head(), "positions": list(known.contexts)}
        parts: dict[str, NDArray[Any]] = {
            f"{number}.{name}": np.asarray(array)
            for number, model in enumerate(known.contexts.values())
            for name, array in zip(_PARTS, model.pack(), strict=True)
        }
        if self.pooling.on:
            parts |= {f"pool.{name}": array for name, array in _packed_pools(known.pools).items()}
        return write_arrays(head, parts)

    def save_everybody(self) -> Saved:
        """The pool of all players together, as arrays."""
        return _packed_pools(self._everybody)

    def restore_everybody(self, parts: Saved) -> None:
        """Restore that pool exactly, after all players have been added."""
        self._everybody = self._pools()
        _add_to_pools(self._everybody, parts)
        self._expected.clear()
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
            for pools in (known.pools, self._everybody):
                for pool, more in zip(pools, loaded.pools, strict=True):
                    pool.add(*more.pack())
        self._counted()

    def _read(self, player: str, data: bytes) -> _Known:
        what = f"the record about {player}"
        head, parts = read_arrays(data, what)
        self.check(head, what)
        loaded = _Known({}, self._pools())
        try:
            for number, (ours, theirs, *price) in enumerate(head["positions"]):
                fresh = self._contexts()
                fresh.add(*(_array(parts[f"{number}.{name}"], kind) for name, kind in _PARTS.items()))
                loaded.contexts[int(ours), int(theirs), self._price(*price)] = fresh
            if self.pooling.on:
                _add_to_pools(loaded.pools, parts, "pool.")
        except (KeyError, TypeError, ValueError) as error:
            raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
        return loaded

    def _price(self, price: object = 0) -> int:
        """The class of prices of a record; older ones have none."""
        if not isinstance(price, int) or not 0 <= price < self.prices:
            raise ValueError("a class of prices is unknown")
        return price


def _games(prices: object) -> str:
    """The games in which there are so many classes of prices."""
    return "limit" if prices == 1 else "no-limit or pot-limit"


def _knows(model: _core.ContextModel) -> bool:
    return bool(model.counted_nodes or model.shown_leaves)


@dataclass(frozen=True, slots=True)
class _Known:
    """What was observed of one player."""

    contexts: dict[PricedKey, _core.ContextModel]
    pools: list[_core.Pool]
    """One for each class of prices."""


def _packed_pools(pools: Sequence[_core.Pool]) -> Saved:
    """The arrays of some pools; those of the first have plain names."""
    return {
        _of_price(price, name): np.asarray(part)
        for price, pool in enumerate(pools)
        for name, part in zip(_POOL_PARTS, pool.pack(), strict=True)
    }


def _add_to_pools(pools: Sequence[_core.Pool], parts: Saved, begins: str = "") -> None:
    """Add such arrays to pools."""
    for price, pool in enumerate(pools):
        pool.add(*(_array(parts[begins + _of_price(price, name)], kind) for name, kind in _POOL_PARTS.items()))


def _of_price(price: int, name: str) -> str:
    return f"{price}.{name}" if price else name


def _array(part: NDArray[Any], kind: type[np.generic]) -> Any:
    return np.ascontiguousarray(part, dtype=kind)


_DEFAULTS = {"prices": 1}
"""What older records do not say."""
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

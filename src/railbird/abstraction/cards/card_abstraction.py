"""``CardAbstraction``: the bucket of any hand on any board of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.abstraction.cards.bucket_spec import BucketSpec
from railbird.abstraction.cards.deal_index import deal_index
from railbird.abstraction.cards.holdem_features import features_of, features_on, levels_of, mask_of
from railbird.abstraction.cards.level_cuts import LevelCuts
from railbird.abstraction.cards.rules import rule_of
from railbird.abstraction.cards.street_buckets import ClassTable, RuledStreet, StreetBuckets
from railbird.cards import Card, cards_text, parse_cards
from railbird.errors import GameError, quoted
from railbird.game import Game, parse_game
from railbird.game.holdings import holdings

VERSION = 1
"""The version of ``arrays()``."""
FILE = ArrayFile("railbird card abstraction", VERSION, "CardAbstraction.save writes them")
Cards = str | bytes | Iterable[Card]


class CardAbstraction:
    """The buckets of a game's deals, street by street. ``build_abstraction`` makes one.

    Streets are the betting rounds of the game. On the streets so far of one board, ``of_board`` gives the buckets of
    all holdings, ``path`` those of one hand, and ``bucket`` that of one hand on the last of them.

    >>> from railbird.game import leduc
    >>> from railbird.abstraction.cards.build import build_abstraction
    >>> cards = build_abstraction(leduc(), "buckets(preflop=3, flop=2, by=ehs)")
    >>> cards.counts, cards.parents[1].tolist()
    ((3, 6), [0, 0, 1, 1, 2, 2])
    >>> cards.path("Ah", "Qs"), cards.path("Qh", "Qs")
    ((2, 4), (0, 1))
    """

    def __init__(self, game: Game, spec: BucketSpec, streets: Sequence[StreetBuckets]) -> None:
        self.game = game
        self.spec = spec
        self.streets = tuple(streets)
        self.counts = tuple(street.count for street in self.streets)
        """The number of buckets on each street."""
        self.parents = tuple(street.parents for street in self.streets)
        """For each street [buckets]: the bucket on the street before; None on the first, and with imperfect recall."""
        self._index = deal_index(game)
        self._holdings = holdings(game)
        self._board_sizes = tuple(accumulate(game.board_cards))
        self._deal_streets = deal_streets_of(game)
        first = self.streets[0]
        assert isinstance(first, ClassTable)
        self._first = first.table[self._index.numbers(0, self._holdings.cards)].astype(np.int32)
        self._latest: tuple[bytes, NDArray[np.int32]] = b"", np.empty((0, len(self._first)), np.int32)
        """The last board that was asked about, and its buckets: often the next one is the same with a card more."""

    def __repr__(self) -> str:
        return f"<CardAbstraction {self.spec} of {self.game}: {', '.join(map(str, self.counts))} buckets>"

    def fits(self, game: Game) -> bool:
        """Whether a game has the same cards: the betting may be another."""
        return cards_of(game) == cards_of(self.game)

    def street_of(self, board: Cards) -> int:
        """The street of a board: the last betting round with this number of cards."""
        cards = _numbers(board)
        if len(cards) not in self._board_sizes:
            wanted = " or ".join(map(str, dict.fromkeys(self._board_sizes)))
            text = quoted(cards_text(map(Card, cards)))
            raise GameError(f"a board of {self.game} has {wanted} cards, not {len(cards)}: {text}")
        return len(self._board_sizes) - 1 - self._board_sizes[::-1].index(len(cards))

    def bucket(self, hole_cards: Cards, board: Cards = ()) -> int:
        """The bucket of a hand on the street of a board."""
        held, dealt = _numbers(hole_cards), _numbers(board)
        street = self.street_of(dealt)
        if self.spec.perfect:
            return self._path(held, dealt, street)[-1]
        return self._bucket(held, dealt, street, 0)

    def path(self, hole_cards: Cards, board: Cards = (), so_far: tuple[int, ...] = ()) -> tuple[int, ...]:
        """The buckets of a hand on all streets up to that of a board; ``so_far`` are those of the first streets."""
        dealt = _numbers(board)
        return self._path(_numbers(hole_cards), dealt, self.street_of(dealt), so_far)

    def of_board(self, board: Cards = ()) -> NDArray[np.int32]:
        """[streets so far, holdings]: the buckets of all holdings; -1 for those with a card of the board."""
        dealt = _numbers(board)
        streets = self.street_of(dealt) + 1
        self._check(dealt, "the board")
        apart = self._holdings.apart_from(dealt)
        result = np.full((streets, len(apart)), -1, dtype=np.int32)
        hands = np.flatnonzero(apart)
        earlier, known = self._latest
        first = len(known) if dealt.startswith(earlier) and len(known) <= streets else 0
        result[:first, hands] = known[:first, hands]
        if not first:
            result[0, hands] = self._first[hands]
        for street in range(max(first, 1), streets):
            before = result[street - 1, hands]
            result[street, hands] = self._buckets(hands, dealt[: self._board_sizes[street]], street, before)
        self._latest = dealt, result
        return result.copy()

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The abstraction as arrays by name, from which ``from_arrays`` makes it again."""
        result: dict[str, NDArray[Any]] = {
            "version": np.array(VERSION),
            "game": np.array(str(self.game)),
            "spec": np.array(str(self.spec)),
        }
        for number, street in enumerate(self.streets):
            result |= {f"{number}.{name}": array for name, array in street.arrays().items()}
        return result

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> CardAbstraction:
        """The abstraction of ``arrays()``. Raises GameError if they are not whole."""
        try:
            if int(arrays["version"]) != VERSION:
                raise GameError(f"a card abstraction of version {VERSION} is needed, not {int(arrays['version'])}")
            game, spec = parse_game(str(arrays["game"])), BucketSpec.parse(str(arrays["spec"]))
            streets = [_street(arrays, number, spec.perfect and number > 0) for number in range(game.rounds)]
        except (LookupError, TypeError, ValueError, OverflowError) as error:
            raise GameError(f"these arrays are not a card abstraction: {error!s:.90}") from None
        _check_streets(game, spec, streets)
        return cls(game, spec, streets)

    def save(self, path: str | Path) -> None:
        """Write the abstraction to a file, completely or not at all. Raises GameError if that fails."""
        FILE.write(Path(path), {"game": str(self.game), "spec": str(self.spec)}, self.arrays())

    @classmethod
    def load(cls, path: str | Path) -> CardAbstraction:
        """Read an abstraction from a file. Raises GameError if it is foreign, damaged or of another version."""
        try:
            return cls.from_arrays(FILE.read(Path(path))[1])
        except GameError as error:
            if str(path) in str(error):
                raise
            raise GameError(f"{path}: {error}") from None

    def _path(self, held: bytes, dealt: bytes, street: int, so_far: tuple[int, ...] = ()) -> tuple[int, ...]:
        path = list(so_far[: street + 1])
        for each in range(len(path), street + 1):
            path.append(self._bucket(held, dealt[: self._board_sizes[each]], each, path[-1] if path else 0))
        return tuple(path)

    def _bucket(self, held: bytes, dealt: bytes, street: int, before: int) -> int:
        if len(held) != self.game.hole_cards:
            raise GameError(f"a hand of {self.game} has {self.game.hole_cards} hole cards, not {len(held)}")
        buckets = self.streets[street]
        if isinstance(buckets, ClassTable):
            row = np.frombuffer(held + dealt, dtype=np.uint8).reshape(1, -1)
            return int(buckets.table[self._index.numbers(self._deal_streets[street], row)[0]])
        hand, board = mask_of(held), mask_of(dealt)
        if (hand | board).bit_count() != len(held) + len(dealt) or (hand | board) >> 52:
            self._check(held + dealt, "the hole cards and the board")
        rule = buckets.rule
        if isinstance(rule, LevelCuts):
            return rule.of_one(before if buckets.recalls else 0, levels_of(hand, board))
        return int(buckets.of(np.array([before], dtype=np.int32), features_of(hand, board, rule.wanted))[0])

    def _buckets(
        self, hands: NDArray[np.intp], dealt: bytes, street: int, before: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """The buckets of holdings that have no card of the board."""
        buckets = self.streets[street]
        if isinstance(buckets, RuledStreet):
            features = features_on(dealt, buckets.rule.wanted)
            return buckets.of(before, {name: values[hands] for name, values in features.items()})
        deals = np.empty((len(hands), self.game.hole_cards + len(dealt)), dtype=np.uint8)
        deals[:, : self.game.hole_cards] = self._holdings.cards[hands]
        deals[:, self.game.hole_cards :] = np.frombuffer(dealt, dtype=np.uint8)
        numbers = self._index.numbers(self._deal_streets[street], deals)
        return buckets.table[numbers].astype(np.int32)

    def _check(self, cards: bytes, what: str) -> None:
        if len(set(cards)) < len(cards) or not set(cards) <= set(self._holdings.deck):
            text = quoted(", ".join(str(Card(card)) if card < 52 else str(card) for card in cards))
            raise GameError(f"{what} must be different cards of the deck of {self.game}, not {text}")


def cards_of(game: Game) -> tuple[object, ...]:
    """What card abstractions of a game depend on: hole cards, board cards, ranks and suits."""
    return game.hole_cards, game.board_cards, game.ranks, game.suits


def _numbers(cards: Cards) -> bytes:
    if isinstance(cards, bytes):
        return cards
    return bytes(parse_cards(cards) if isinstance(cards, str) else cards)


def deal_streets_of(game: Game) -> tuple[int, ...]:
    """For each betting round the street of ``deal_index``, which counts only rounds with new cards."""
    return tuple(accumulate((0, *(min(cards, 1) for cards in game.board_cards[1:]))))


def _street(arrays: Mapping[str, NDArray[Any]], number: int, recalls: bool) -> StreetBuckets:
    prefix = f"{number}."
    own = {name.removeprefix(prefix): np.asarray(array) for name, array in arrays.items() if name.startswith(prefix)}
    if "table" in own:
        parents = own["parents"].astype(np.int32) if recalls else None
        return ClassTable(own["table"], int(own["count"]), parents)
    return RuledStreet(rule_of(own), recalls)


def _check_streets(game: Game, spec: BucketSpec, streets: Sequence[StreetBuckets]) -> None:
    """Raise GameError if the streets are not those of the game and of the spec."""
    before = 1
    sizes = spec.sizes_for(game)
    for number, street in enumerate(streets):
        recalls = spec.perfect and number > 0
        groups = before if recalls else 1
        if isinstance(street, ClassTable):
            fits = _table_fits(street, deal_index(game).counts[deal_streets_of(game)[number]], before)
        else:
            fits = game.is_holdem and number >= 2 and street.rule.groups == groups
        if not fits or (sizes[number] and street.count != groups * prod(sizes[number])):
            raise GameError(f"these arrays are not a card abstraction of {game}: street {number} does not fit")
        before = street.count


def _table_fits(street: ClassTable, classes: int, before: int) -> bool:
    table, parents = street.table, street.parents
    if table.dtype.kind not in "iu" or table.shape != (classes,) or table.min() < 0 or table.max() >= street.count:
        return False
    return parents is None or (parents.shape == (street.count,) and parents.min() >= 0 and bool(parents.max() < before))

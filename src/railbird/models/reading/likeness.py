"""``Likeness``: what one player does with which hands, learned from hands that they played, and kept in a file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from railbird.errors import ModelError
from railbird.game import Hand, View
from railbird.models.reading.hand_reader import HandReader
from railbird.models.reading.player_reading import PlayerReading
from railbird.models.reading.types import file_for, shipped_types
from railbird.models.saved_arrays import read_arrays, write_arrays

KIND, VERSION = "likeness", 3


@dataclass(frozen=True, slots=True, eq=False)
class Likeness:
    """One player, as far as their hands told."""

    player: str
    readings: dict[str, PlayerReading]
    """By betting structure, named by its file of types: limit and no-limit."""

    @property
    def hands(self) -> int:
        """How many hands were learned from."""
        return sum(reading.hands for reading in self.readings.values())

    def to_bytes(self) -> bytes:
        """A file of it."""
        head = {"railbird": KIND, "version": VERSION, "player": self.player, "readings": list(self.readings)}
        parts = {
            f"{name}/{part}": array
            for name, reading in self.readings.items()
            for part, array in reading.state().items()
        }
        return write_arrays(head, parts)

    @classmethod
    def from_bytes(cls, data: bytes, what: str) -> Likeness:
        """Read a file. Raises ModelError if it is damaged or something else."""
        head, parts = read_arrays(data, what)
        if head.get("railbird") != KIND or head.get("version") != VERSION:
            raise ModelError(f"{what} is not what railbird model like writes")
        player, names = head.get("player"), head.get("readings")
        if not isinstance(player, str) or not isinstance(names, list):
            raise ModelError(f"{what} is damaged")
        readings = {}
        for name in map(str, names):
            try:
                readings[name] = reading = PlayerReading(shipped_types(name))
                reading.restore(
                    {
                        part.removeprefix(f"{name}/"): array
                        for part, array in parts.items()
                        if part.startswith(f"{name}/")
                    }
                )
            except (KeyError, OSError, TypeError, ValueError) as error:
                raise ModelError(f"{what} is damaged: {error!s:.100}") from None
        return cls(player, readings)


def likeness_of(player: str, hands: Iterable[Hand | View]) -> Likeness:
    """Learn how a player plays from finished hands of hold'em, in order.

    Of each hand counts what is known in it: their cards if they were shown, or if the hand has them.

    >>> likeness_of("p1", [Hand.parse("limit; AhKh QsQd; r f")]).hands
    1
    """
    readers: dict[str, HandReader] = {}
    for hand in hands:
        if player in hand.players and hand.game.is_holdem:
            name = file_for(hand.game.betting)
            if name not in readers:
                readers[name] = HandReader(lambda name=name: PlayerReading(shipped_types(name)))  # type: ignore[misc]
            readers[name].begin_watching(hand, hand.players.index(player))
            readers[name].end_hand(hand)
    return Likeness(player, {name: reader.reading(player) for name, reader in readers.items()})

"""Tables of another size: a match that began with three players may continue with two, or with four.

Betting sequences at tables of different sizes cannot be compared, so another bot of the same kind plays there, and what
it learns is kept apart.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from railbird.agent import Bot, MatchStart
from railbird.game import Game, View
from railbird.models.saved_arrays import Saved

Shape = tuple[int, ...]
"""The first position to act in each round, and the number of players: these determine betting sequences."""


def shape_of(game: Game) -> Shape:
    return (*game.first, game.players)


class OtherTables:
    """The bots that play at tables of another size than the first."""

    def __init__(self, bot: Bot, match: MatchStart) -> None:
        self._kind, self._settings, self._match = type(bot), bot.settings, match
        self._shape = shape_of(match.game)
        self._bots: dict[Shape, Bot] = {}
        self._loaded: list[tuple[Shape, dict[str, bytes]]] = []
        """Loaded records of tables at which no hand was played yet."""

    def __contains__(self, view: View) -> bool:
        return view.game is not self._match.game and shape_of(view.game) != self._shape

    def bot_for(self, view: View) -> Bot:
        """The bot that plays this hand."""
        shape = shape_of(view.game)
        if shape not in self._bots:
            bot = self._kind(self._settings)
            bot.start_match(replace(self._match, game=view.game, players=view.players, seat=view.position))
            for records in (records for known, records in self._loaded if known == shape):
                bot.load(records)
            self._loaded = [each for each in self._loaded if each[0] != shape]
            self._bots[shape] = bot
        return self._bots[shape]

    def save(self) -> tuple[list[Any], Saved]:
        """Shapes with the ids of players, and a record for each player."""
        known = [*((shape, bot.save()) for shape, bot in self._bots.items()), *self._loaded]
        parts = {
            f"table.{number}.{index}": np.frombuffer(record, dtype=np.uint8)
            for number, (_, records) in enumerate(known)
            for index, record in enumerate(records.values())
        }
        return [[shape, list(records)] for shape, records in known], parts

    def load(self, tables: list[Any], parts: Saved) -> None:
        """Restore from ``save``, in addition to what is known already."""
        for number, (numbers, players) in enumerate(tables):
            shape = tuple(map(int, numbers))
            records = {
                str(player): np.ascontiguousarray(parts[f"table.{number}.{index}"], dtype=np.uint8).tobytes()
                for index, player in enumerate(players)
            }
            if shape in self._bots:
                self._bots[shape].load(records)
            else:
                self._loaded.append((shape, records))

"""What bots remember between sessions or matches (``--remember``): one file for each bot, next to the store."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from railbird.arena import Entrant, MatchDefinition
from railbird.cli.stores import address_of
from railbird.errors import MatchError, RailbirdError
from railbird.gallery.spec import without_model
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.models.portrait import KnowsPlayers

Memories = Mapping[int, Mapping[str, bytes]]
"""What bots have learned, by entrant and then by opponent."""


class Memory:
    """The saved models of a match's learning bots, under the name of a person or of a series of matches."""

    def __init__(self, definition: MatchDefinition, name: str, store: str | None) -> None:
        from railbird.store import folder_beside  # late: it loads the database

        self._definition = definition
        self._folder = folder_beside(address_of(store)) / "people"
        self.paths: dict[int, Path] = {}
        """By entrant; a file need not exist yet."""
        for number, entrant in enumerate(definition.entrants):
            if not entrant.bot.traits.learns:
                continue
            bot = without_model(str(entrant.bot))
            text, suffix = "-".join(map(_plain, (name, bot, str(definition.game)))), ""
            while (path := self._folder / f"{text}{suffix}.model") in self.paths.values():
                suffix = f"-{int(suffix[1:] or 1) + 1}"  # the same bot twice at one table
            if entrant.bot.model is not None and Path(entrant.bot.model.path) != path.resolve():
                raise MatchError(f"{entrant.bot} already loads a model: leave out model= or --remember")
            self.paths[number] = path

    def with_models(self) -> MatchDefinition:
        """Return the match with bots that load their saved models."""
        entrants = list(self._definition.entrants)
        for number, path in self.paths.items():
            if path.exists():
                entrants[number] = Entrant(entrants[number].bot.with_model(path), player=entrants[number].player)
        return replace(self._definition, entrants=tuple(entrants))

    def read(self) -> dict[int, dict[str, bytes]]:
        """Read the saved models, by entrant."""
        results = {}
        for number, path in self.paths.items():
            if path.exists():
                learned = read_learned(path)
                entrant = self._definition.entrants[number]
                if learned.bot != without_model(str(entrant.bot)) or learned.game != str(self._definition.game):
                    raise RailbirdError(
                        f"{path} was learned by {learned.bot} in {learned.game}: move it away, or play that game"
                    )
                results[number] = dict(learned.records)
        return results

    def write(self, learned: Memories) -> None:
        """Write what was learned. If the process is killed, the old or the new file remains, never part of one."""
        for number, path in self.paths.items():
            if learned.get(number):
                self._folder.mkdir(parents=True, exist_ok=True)
                entrant = self._definition.entrants[number]
                bot, game = without_model(str(entrant.bot)), str(self._definition.game)
                write_learned(path, Learned(bot, game, entrant.player, learned[number]))

    def files(self, learned: Memories) -> list[tuple[Path, bool]]:
        """The files that were written, and whether ``railbird model show`` can show each."""
        bots = self._definition.entrants
        return [
            (path, not bots[number].bot.foreign and issubclass(bots[number].bot.kind, KnowsPlayers))
            for number, path in self.paths.items()
            if learned.get(number)
        ]


def _plain(text: str) -> str:
    """Turn a text into part of a file name; a checksum keeps texts apart that would give the same name."""
    plain = re.sub(r"[^A-Za-z0-9.=+-]+", "_", text).strip("_")[:60]
    return plain if plain == text else f"{plain}_{zlib.crc32(text.encode()):08x}"

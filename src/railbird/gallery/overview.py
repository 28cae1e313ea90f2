"""Each bot at a glance: what it does, its source, and which games it plays.

For Railbird's own bots this is stored as data, so that listing them imports none of them. ``python tools/gallery.py``
writes it, and a test compares it with the bots.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from railbird.errors import BotError
from railbird.gallery.catalogue import BUILT_IN, bot_names

if TYPE_CHECKING:
    from railbird.gallery.spec import BotSpec

DATA = Path(__file__).parent / "data" / "bots.json"
HOLDEM = ("limit", "nolimit", "potlimit")
GAMES: Mapping[str, range] = {**dict.fromkeys(HOLDEM, range(2, 11)), "kuhn": range(2, 3), "leduc": range(2, 3)}
"""The usual games, each with its possible numbers of players."""


NEEDS_SETTINGS = frozenset({"llm"})
"""Bots that play nothing as they are."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Games that a bot does not play, and why."""

    games: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return f"not {', '.join(self.games)}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Overview:
    """A bot at a glance."""

    bot: str
    what: str
    """The first line of its docstring."""
    source: str
    learns: bool
    plays: tuple[str, ...]
    """The usual games that it plays, such as ``limit (2 to 10 players)``."""
    refuses: tuple[Refused, ...]

    @property
    def games(self) -> str:
        """The games that it plays, abbreviated: ``hold'em (2 to 10 players), kuhn``."""
        split = [game.partition(" ") for game in self.plays]
        players = {family: rest for family, _, rest in split}
        if all(family in players for family in HOLDEM) and len({players[family] for family in HOLDEM}) == 1:
            others = [game for game in self.plays if game.partition(" ")[0] not in HOLDEM]
            return ", ".join([f"hold'em {players[HOLDEM[0]]}", *others])
        if not self.plays and self.bot in NEEDS_SETTINGS:
            return "nothing without its settings"
        return ", ".join(self.plays) or "games of its own"

    def to_json(self) -> dict[str, Any]:
        """Return the overview as JSON data."""
        refuses = [{"games": list(each.games), "reason": each.reason} for each in self.refuses]
        return {**asdict(self), "plays": list(self.plays), "refuses": refuses}


def overviews(broken: Callable[[BotError], None] = lambda _: None) -> Iterator[Overview]:
    """Overviews of all bots with a name. Bots of other packages are imported; errors are passed to ``broken``."""
    for name in bot_names():
        if name in BUILT_IN:
            yield _known()[name]
            continue
        from railbird.gallery.spec import parse_bot  # not needed for our own bots

        try:
            yield overview_of(parse_bot(name))
        except BotError as error:
            broken(error)


def overview_of(spec: BotSpec) -> Overview:
    """The overview of one bot, taken from the bot itself."""
    plays, refused = [], dict[str, list[str]]()
    for game, players in GAMES.items():
        reasons = {count: spec.refusal(_game(game, count)) for count in players}
        for reason in dict.fromkeys(reasons.values()):
            counts = [count for count in players if reasons[count] == reason]
            if reason is None:
                plays.append(_with_players(game, counts, players))
            else:
                refused.setdefault(reason, []).append(
                    game if len(counts) == len(players) else _with_players(game, counts, players)
                )
    what = (inspect.getdoc(spec.kind) or "").partition("\n")[0]
    source = str(getattr(spec.kind, "source", ""))
    refuses = tuple(Refused(tuple(games), reason) for reason, games in refused.items())
    return Overview(spec.name, what, source, spec.kind.learns, tuple(plays), refuses)


def _game(name: str, players: int) -> Any:
    from railbird.game import parse_game  # slow to import, and not needed for the stored data

    return parse_game(f"{name}(players={players})" if name in HOLDEM else name)


def _with_players(game: str, counts: list[int], players: range) -> str:
    """A game with its numbers of players: ``limit (2 to 4, 6 players)``."""
    if len(players) == 1:
        return game
    runs: list[list[int]] = []
    for count in counts:
        if runs and runs[-1][-1] == count - 1:
            runs[-1].append(count)
        else:
            runs.append([count])
    parts = [f"{run[0]} to {run[-1]}" if len(run) > 1 else str(run[0]) for run in runs]
    return f"{game} ({', '.join(parts)} players)"


@cache
def _known() -> dict[str, Overview]:
    """Railbird's own bots, by name."""
    rows = json.loads(DATA.read_text(encoding="utf-8"))
    return {
        row["bot"]: Overview(
            row["bot"],
            row["what"],
            row["source"],
            row["learns"],
            tuple(row["plays"]),
            tuple(Refused(tuple(each["games"]), each["reason"]) for each in row["refuses"]),
        )
        for row in rows
    }

"""The entrants of a match: bots with player ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from railbird._options import with_options
from railbird.agent import Bot
from railbird.errors import MatchError, quoted
from railbird.gallery import BotSpec, parse_bot

BotLike = BotSpec | type[Bot] | Bot | str
"""A spec, the text of a spec, a bot class, or a bot instance."""


@dataclass(frozen=True, slots=True, init=False)
class Entrant:
    """A player of a match.

    >>> Entrant("simple(bluff=off)").player
    'simple'
    """

    bot: BotSpec
    player: str
    """The id by which other players know it."""

    def __init__(self, bot: BotLike, *, player: str | None = None) -> None:
        """By default the id is the name of the bot."""
        if not isinstance(bot, (BotSpec, str, type, Bot)):
            what = "text such as simple(bluff=off), a bot class, a bot, or the result of parse_bot"
            whose = "an entrant" if player is None else quoted(player)
            raise MatchError(f"the bot of {whose} must be {what}, not {bot!r:.60}")
        spec = bot if isinstance(bot, BotSpec) else parse_bot(bot)
        object.__setattr__(self, "bot", spec)
        object.__setattr__(self, "player", player_ids([spec])[0] if player is None else player)


def player_ids(specs: Sequence[BotSpec]) -> list[str]:
    """Return an id for each player: the bot's name, plus settings or a number if several bots share the name."""
    names = [spec.title for spec in specs]
    often = Counter(names)
    names = [
        with_options(name, _distinction(spec)) if often[name] > 1 else name
        for name, spec in zip(names, specs, strict=True)
    ]
    often, seen = Counter(names), Counter[str]()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(f"{name}-{seen[name]}" if often[name] > 1 else name)
    return ids


def named_entrants(specs: Sequence[BotSpec]) -> tuple[Entrant, ...]:
    """Give each bot a player id."""
    return tuple(Entrant(spec, player=player) for spec, player in zip(specs, player_ids(specs), strict=True))


def _distinction(spec: BotSpec) -> dict[str, str]:
    """The settings that distinguish a bot from others of its name; for a model, the name of its file."""
    return {**dict(spec.options), **({"model": Path(spec.model.path).stem} if spec.model else {})}

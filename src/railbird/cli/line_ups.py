"""Bots as a user names them, and the ids under which they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from railbird._options import with_options
from railbird.arena import Entrant
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot


def entrants_of(bots: Sequence[str]) -> tuple[Entrant, ...]:
    """The players of a match that a user names."""
    if not 2 <= len(bots) <= 10:
        raise MatchError(f"a match has 2 to 10 bots, not {len(bots)} (railbird bots lists them)")
    return named_entrants([parse_bot(text) for text in bots])


def named_entrants(specs: Sequence[BotSpec]) -> tuple[Entrant, ...]:
    """Bots with an id for each."""
    return tuple(map(Entrant, player_ids(specs), specs))


def player_ids(specs: Sequence[BotSpec]) -> list[str]:
    """An id for each player: the bot's name, with its settings if others have the same name, or with a number."""
    names = [spec.name.rpartition(":")[2].lower() for spec in specs]
    often = Counter(names)
    names = [
        with_options(name, _told_apart(spec)) if often[name] > 1 else name
        for name, spec in zip(names, specs, strict=True)
    ]
    often, seen = Counter(names), Counter[str]()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(f"{name}-{seen[name]}" if often[name] > 1 else name)
    return ids


def _told_apart(spec: BotSpec) -> dict[str, str]:
    """What differs from other bots of its name; of a model, the name of its file."""
    return {**dict(spec.options), **({"model": Path(spec.model.path).stem} if spec.model else {})}

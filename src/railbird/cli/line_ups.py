"""Bots as a user names them, and the ids under which they play."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.arena import Entrant
from railbird.arena.definition import player_ids
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot


def entrants_of(bots: Sequence[str]) -> tuple[Entrant, ...]:
    """The players of a match that a user names."""
    if not 2 <= len(bots) <= 10:
        raise MatchError(f"a match has 2 to 10 bots, not {len(bots)} (railbird bots lists them)")
    return named_entrants([parse_bot(text) for text in bots])


def named_entrants(specs: Sequence[BotSpec]) -> tuple[Entrant, ...]:
    """Bots with an id for each."""
    return tuple(Entrant(spec, player=player) for spec, player in zip(specs, player_ids(specs), strict=True))

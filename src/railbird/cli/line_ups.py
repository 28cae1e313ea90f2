"""Bots as users name them, and their player ids."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.arena import Entrant
from railbird.arena.entrants import named_entrants
from railbird.errors import MatchError
from railbird.gallery import parse_bot


def entrants_of(bots: Sequence[str]) -> tuple[Entrant, ...]:
    """Parse the bots of a match and give each a player id."""
    if not 2 <= len(bots) <= 10:
        raise MatchError(f"a match needs 2 to 10 bots, not {len(bots)}; railbird bots lists them")
    return named_entrants([parse_bot(text) for text in bots])

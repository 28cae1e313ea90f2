"""The rules that all tables of a series share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from railbird._seeds import check_seed, secret_seed, table_seed
from railbird.arena.definition import Adjustment, DealingScheme, MatchDefinition
from railbird.arena.entrants import Entrant
from railbird.errors import MatchError
from railbird.gallery import BotSpec
from railbird.game import Game

LEARNER_REPLICATES = 8
"""Replicates to play if a bot learns and nobody says how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRules:
    """The game, hands, seed and dealing of each table."""

    game: Game
    hands: int
    """Deals for each table and replicate."""
    seed: int = 0
    dealing: DealingScheme = DealingScheme.DUPLICATE
    replicates: int = 1
    time_limit: float = 10.0
    adjust: Adjustment = Adjustment.LUCK

    def __post_init__(self) -> None:
        check_seed(self.seed)

    def table(self, entrants: tuple[Entrant, ...], name: str) -> MatchDefinition:
        """Define the match of one table; its name determines its cards."""
        return MatchDefinition(
            game=self.game,
            entrants=entrants,
            hands=self.hands,
            seed=table_seed(self.seed, name),
            dealing=self.dealing,
            replicates=self.replicates,
            time_limit=self.time_limit,
            adjust=self.adjust,
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "game": str(self.game),
            "hands": self.hands,
            "seed": self.seed,
            "dealing": self.dealing.value,
            "replicates": self.replicates,
            "adjust": self.adjust.value,
        }


def check_different(entrants: tuple[Entrant, ...]) -> None:
    """Raise MatchError if two entrants have the same id."""
    if len({entrant.player for entrant in entrants}) < len(entrants):
        raise MatchError(f"players need different ids: {', '.join(each.player for each in entrants)}")


def to_json(entrants: tuple[Entrant, ...]) -> list[dict[str, str]]:
    return [{"player": each.player, "bot": str(each.bot)} for each in entrants]


def default_replicates(bots: Sequence[BotSpec]) -> int:
    """One replicate, or several if a bot learns."""
    return LEARNER_REPLICATES if any(bot.traits.learns for bot in bots) else 1


def default_adjustment(game: Game) -> Adjustment:
    """Luck is removed in hold'em, where it can be computed."""
    return Adjustment.LUCK if game.is_holdem else Adjustment.NONE


def default_seed(bots: Sequence[BotSpec]) -> int | None:
    """A secret seed if other people's code plays, so that it cannot work out the cards; None otherwise."""
    return secret_seed() if any(bot.foreign for bot in bots) else None

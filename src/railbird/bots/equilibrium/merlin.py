"""Merlin, our equilibrium bot for no-limit hold'em heads-up with 100 big blinds and less.

It plays an approximate equilibrium of an abstract game with a few bet sizes and with buckets of cards. Bets of other
sizes are taken for one of its own by the pseudo-harmonic mapping; its own bets are the same shares of the real pot.
With shorter stacks than its strategy's, a bet is at most what is left. With deeper ones, its all-in is a bet of the
same share of the pot, and where its tree ends before the hand it calls by pot odds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from railbird.agent import setting
from railbird.bots.equilibrium.player import EquilibriumBot, EquilibriumSettings
from railbird.game import Betting


class TranslationMode(StrEnum):
    """How a bet between two sizes is taken for one of them."""

    RANDOMISED = "randomised"
    """By chance, with the probability of the mapping."""
    NEAREST = "nearest"
    """For the likelier one."""


@dataclass(frozen=True, slots=True)
class MerlinSettings(EquilibriumSettings):
    translation: TranslationMode = setting(  # noqa: RUF009
        TranslationMode.RANDOMISED, "how it takes bets of other sizes for its own", "Ganzfried and Sandholm 2013, §5"
    )


class Merlin(EquilibriumBot):
    """Plays an approximate equilibrium of no-limit hold'em heads-up, over a few bet sizes and buckets of cards."""

    source: ClassVar[str] = "ours; translation after Ganzfried and Sandholm 2013"
    name = "merlin"
    structure = Betting.NO_LIMIT
    Settings = MerlinSettings
    settings: MerlinSettings

    def draws(self) -> bool:
        return self.settings.translation is TranslationMode.RANDOMISED

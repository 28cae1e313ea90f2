"""Peregrine, our champion of limit hold'em heads-up: an equilibrium, and responses solved while it plays."""

from railbird.bots.peregrine.bot import Peregrine
from railbird.bots.peregrine.settings import PeregrineSettings

__all__ = ["Peregrine", "PeregrineSettings"]

"""Bots that play the equilibrium of an abstract game: ``kestrel``, ``merlin``, ``psopti`` and ``smooth-uct``."""

from railbird.bots.equilibrium.kestrel import Kestrel
from railbird.bots.equilibrium.merlin import Merlin
from railbird.bots.equilibrium.psopti import PsOpti

__all__ = ["Kestrel", "Merlin", "PsOpti"]

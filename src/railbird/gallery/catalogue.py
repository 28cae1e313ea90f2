"""Bots with a name: Railbird's own, and those that other packages offer as entry points."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from railbird.errors import BotError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from railbird.agent import Bot

GROUP = "railbird.bots"
"""Entry point group in which other packages offer bots: NAME = "package.module:Class"."""

BUILT_IN = {
    "advanced-rules": "railbird.bots.rules:AdvancedRules",
    "aki-realbot": "railbird.bots.aki_realbot:AkiRealBot",
    "always-call": "railbird.bots.always:AlwaysCall",
    "always-fold": "railbird.bots.always:AlwaysFold",
    "always-raise": "railbird.bots.always:AlwaysRaise",
    "basic-rules": "railbird.bots.rules:BasicRules",
    "best-response": "railbird.gallery.best_response:BestResponseBot",
    "brplayer": "railbird.bots.vexbot:BRPlayer",
    "chump": "railbird.bots.chump:ChumpBot",
    "ehs": "railbird.bots.ehs:EhsPlayer",
    "flock": "railbird.bots.flock:FlockBot",
    "implicit": "railbird.gallery.implicit:Implicit",
    "jag": "railbird.bots.jag:JagBot",
    "kestrel": "railbird.bots.equilibrium.kestrel:Kestrel",
    "lain": "railbird.bots.lain:Lain",
    "like": "railbird.bots.like:Like",
    "llm": "railbird.bots.llm:LanguageModelBot",
    "magpie": "railbird.bots.magpie:Magpie",
    "merlin": "railbird.bots.equilibrium.merlin:Merlin",
    "newbot": "railbird.bots.newbot:NewBot",
    "peregrine": "railbird.bots.peregrine:Peregrine",
    "poki": "railbird.bots.poki:Poki",
    "psopti": "railbird.bots.equilibrium.psopti:PsOpti",
    "random": "railbird.bots.random_bot:RandomBot",
    "raven": "railbird.bots.raven:Raven",
    "rezai": "railbird.bots.rezai:Rezai",
    "saukonoja": "railbird.bots.saukonoja:Saukonoja",
    "simbot": "railbird.bots.simbot:Simbot",
    "simple": "railbird.bots.simple:SimpleBot",
    "smooth-uct": "railbird.bots.equilibrium.smooth_uct:SmoothUctBot",
    "style": "railbird.bots.style:StyleBot",
    "team": "railbird.gallery.team:ExpertTeam",
    "turncoat": "railbird.gallery.turncoat:Turncoat",
    "vexbot": "railbird.bots.vexbot:Vexbot",
}

OUTSIDE = {
    "isolated": "railbird.gallery.isolated:Isolated",
    "process": "railbird.gallery.program:Program",
}
"""Ways to run any bot or program in a process of its own; they are not bots by themselves."""


def bot_names() -> tuple[str, ...]:
    """The names of all bots, Railbird's own first.

    >>> {"simple", "poki", "lain"} <= set(bot_names())
    True
    """
    return (*BUILT_IN, *sorted(name for name in _offered() if name not in BUILT_IN))


def bot_of_name(name: str) -> type[Bot] | None:
    """The bot class with this name, or None."""
    if name in BUILT_IN or name in OUTSIDE:
        module, _, kind = (BUILT_IN.get(name) or OUTSIDE[name]).partition(":")
        bot: type[Bot] = getattr(import_module(module), kind)
        return bot
    offered = _offered().get(name)
    if offered is None:
        return None
    from railbird.agent import Bot  # not needed to list names
    from railbird.agent.clock import OutOfTime, StopNow
    from railbird.agent.failure import failure_text

    try:
        other = offered.load()
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:
        raise BotError(f"the bot {name} of {_package(offered)} cannot be loaded: {failure_text(error)}") from error
    if not (isinstance(other, type) and issubclass(other, Bot)):
        raise BotError(f"the bot {name} of {_package(offered)} is not a bot class (a subclass of railbird.agent.Bot)")
    return other


@cache
def _offered() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # not needed for Railbird's own bots

    return {point.name: point for point in entry_points(group=GROUP)}


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else point.value

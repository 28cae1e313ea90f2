"""``isolated(BOT)``: any bot in a process of its own, behind the barriers that this system has."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from railbird.agent import Bot, setting
from railbird.agent.settings import check_within
from railbird.gallery.files import copies_of
from railbird.processes.barriers import barriers_here
from railbird.processes.limits import LEAST_MEMORY, LEAST_SCRATCH, MOST, ProcessLimits
from railbird.processes.remote_bot import RemoteBot, started
from railbird.processes.supervisor import StartOrder

ENTRY = "railbird.gallery.isolated_process:serve"
_USUAL = ProcessLimits()


@dataclass(frozen=True, slots=True)
class IsolatedSettings:
    bot: str = setting("simple", "the bot", "ours")
    memory: int = setting(_USUAL.memory, "megabytes of address space that it may use", "ours")
    scratch: int = setting(_USUAL.scratch, "megabytes of temporary files that it may write", "ours")

    def __post_init__(self) -> None:
        check_within(self, memory=(LEAST_MEMORY, MOST), scratch=(LEAST_SCRATCH, MOST))


class Isolated(Bot):
    """Runs another bot in a process that holds no hidden card, with limits on time, memory, files and processes."""

    source: ClassVar[str] = "ours"
    made_of: ClassVar[tuple[str, ...]] = ("bot",)
    """The setting that names a bot."""
    Settings = IsolatedSettings
    settings: IsolatedSettings

    def __new__(cls, settings: IsolatedSettings | None = None) -> Any:
        """The bot as this process sees it: it passes everything on."""
        return isolated(settings or IsolatedSettings())


def isolated(settings: IsolatedSettings) -> RemoteBot:
    """Start a bot in a process of its own. Raises BotError if it cannot be created there."""
    from railbird.gallery.spec import files_of, fingerprint_of  # it knows this module

    limits = ProcessLimits(settings.memory, settings.scratch)
    copies = copies_of(files_of(settings.bot))
    order = StartOrder(ENTRY, barriers_here(), limits, (*needed_by(settings.bot), *copies.values()))
    return started(order, (settings.bot, fingerprint_of(settings.bot), copies), settings.bot)


def needed_by(text: str) -> Iterator[str]:
    """The files and folders that the bot of a spec may need: the folder of its file, and the files of its settings."""
    from railbird.gallery.spec import named_files

    for path in named_files(text):
        whole = path.expanduser().absolute()
        if whole.suffix == ".py" and whole.exists():
            yield str(whole.parent)
            yield os.path.realpath(whole.parent)
        elif whole.exists():
            yield str(whole)
            yield os.path.realpath(whole)

"""``process(COMMAND)``: a program in any language as a bot."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

from railbird.agent import Bot, setting
from railbird.gallery.program_files import program_of
from railbird.processes.program_bot import ProgramBot


class Protocol(StrEnum):
    """What a program speaks."""

    AUTO = "auto"
    ACPC = "acpc"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class ProgramSettings:
    command: str = setting("", "the program and its arguments", "ours")
    protocol: Protocol = setting(Protocol.AUTO, "acpc, json, or auto: its first line tells", "ours")  # noqa: RUF009
    folder: str = setting(".", "the folder in which it runs", "ours")
    repeatable: bool = setting(False, "whether it decides the same when a match is played again", "ours")


class Program(Bot):
    """Plays as a program, over its standard input and output."""

    source: ClassVar[str] = "ours"
    Settings = ProgramSettings
    settings: ProgramSettings

    def __new__(cls, settings: ProgramSettings | None = None) -> Any:
        """The bot that speaks with the program."""
        given = settings or ProgramSettings()
        words = program_of(given.command, given.folder)
        protocol = "" if given.protocol is Protocol.AUTO else given.protocol.value
        return ProgramBot(words, given.folder, protocol, repeatable=given.repeatable)

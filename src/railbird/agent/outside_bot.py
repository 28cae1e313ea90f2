"""A bot that decides in another process: what the code that runs bots must know about it."""

from __future__ import annotations

from railbird.agent.bot import Bot

GRACE = 0.6
"""Seconds, beyond a quarter of the time limit, in which a process must report that its bot took too long."""


class OutsideBot(Bot):
    """A bot whose code runs in another process, where it may fail, hang or end without harm to this one."""

    time_limit = 30.0
    """Seconds for each call; ``limit_to`` changes it."""
    explains = True
    """Whether whole decisions are wanted, with the reasons; else the action is enough."""
    lost = ""
    """Why it cannot go on, if what it knew was lost with its process; the match cannot be continued then."""

    def limit_to(self, seconds: float) -> None:
        """Give each call so many seconds."""
        self.time_limit = seconds

    def faults(self) -> list[BaseException]:
        """What else went wrong in the last call, beside what it raised."""
        return []

    @property
    def ended(self) -> bool:
        """Whether its process has ended, and can be started again."""
        return False

    def renew(self) -> None:
        """Start its process again. That takes longer than a decision, so it is done between hands."""

    def close(self) -> None:
        """End its process."""


def grace(limit: float) -> float:
    """Seconds beyond a time limit after which a process is ended."""
    return 0.25 * limit + GRACE

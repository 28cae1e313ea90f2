"""What the process boundary costs: ``python -m tests.processes.overhead``.

The same trivial bot decides in this process and in a process of its own, in turn, on the same views of the same hands;
the difference of the medians is the cost of the boundary. With ``--json`` the figures are printed as JSON.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from railbird.agent import Bot, HandDriver, SeatedBot, Streams
from railbird.gallery import load_bot
from railbird.game import Game, SeededDealing, limit, nolimit
from railbird.processes.barriers import barriers_here

CALLER = """
from railbird.agent import Bot
from railbird.game import CALL


class Caller(Bot):
    def act(self, view):
        return CALL
"""


class Timed(SeatedBot):
    """A seat whose decisions are timed."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self.seconds: list[float] = []

    def ask(self, driver: object) -> object:  # type: ignore[override]
        view = driver.view(self.position)  # type: ignore[attr-defined]
        start = time.perf_counter()
        choice = self.bot.act(view)
        self.seconds.append(time.perf_counter() - start)
        return choice


def timed(bots: list[Bot], game: Game, hands: int) -> list[list[float]]:
    """The times of each bot for its decisions: each plays every hand against itself, one bot after the other."""
    dealing, times = SeededDealing(1), [list[float]() for _ in bots]
    for number in range(hands):
        for bot, seconds in zip(bots, times, strict=True):
            driver = HandDriver(game, dealing.deal(game, number))
            seat = Timed(bot)
            for position in range(1):
                seat.deal_in(driver, position, Streams(1, number, position))
            while driver.turn is not None:
                if driver.turn == 0:
                    seat.move(driver)
                else:
                    driver.submit("c")
            seconds += seat.seconds
    return times


def overhead(hands: int = 2_000) -> dict[str, dict[str, float]]:
    """For each game: the median, in microseconds, in this process and in another one, and the difference."""
    result = {}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "caller.py"
        path.write_text(CALLER, encoding="utf-8")
        for game in (limit(), limit(6), nolimit(stack="50bb")):
            here = load_bot(f"{path}:Caller").make()
            there = load_bot(f"isolated({path}:Caller)").make()
            there.explains = False  # type: ignore[attr-defined]
            timed([here, there], game, 50)
            one, other = (1e6 * statistics.median(each) for each in timed([here, there], game, hands))
            result[str(game)] = {"here": round(one, 1), "isolated": round(other, 1), "cost": round(other - one, 1)}
            there.close()  # type: ignore[attr-defined]
    return result


def main() -> None:
    """Print the figures."""
    figures = overhead()
    if "--json" in sys.argv:
        print(json.dumps(figures, indent=2))
        return
    print(barriers_here())
    for game, row in figures.items():
        print(f"{game}: here {row['here']} µs, isolated {row['isolated']} µs, cost {row['cost']} µs")


if __name__ == "__main__":
    main()

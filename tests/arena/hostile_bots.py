"""Bots that misbehave: the docstring of each class says how a match with it may end.

``fault``: it finishes, and the bot's faults are reported. ``fine``: it finishes without faults. ``broken``: the bot
breaks it, exit code 1. ``refused``: it does not start, exit code 2. Where several are named, any of them is right.
"""

from __future__ import annotations

# mypy: ignore-errors
import asyncio
import atexit
import builtins
import contextlib
import ctypes
import gc
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

from railbird.agent import Bot, Decision, Fact, LateFacts
from railbird.agent.clock import OutOfTime, StopNow
from railbird.game import CALL, View, raise_to


class Hostile(Bot):
    """fine"""

    def act(self, view: View) -> Any:
        return self.answer(view)

    def answer(self, view: View) -> Any:
        return CALL


def answers(name: str, ending: str, answer: Any) -> None:
    """Define a bot that answers with something, or does something instead of answering."""
    globals()[name] = type(name, (Hostile,), {"__doc__": ending, "answer": answer, "__module__": __name__})


class Evil(Exception):  # noqa: N818 - it is
    pass


class TextRaises(Evil):
    def __str__(self) -> str:
        raise RuntimeError("no text")


class TextLoops(Evil):
    def __str__(self) -> str:
        while True:
            pass


class TextExits(Evil):
    def __str__(self) -> str:
        sys.exit(0)


class TextIsNone(Evil):
    def __str__(self) -> str:
        return None


class TextStops(Evil):
    def __str__(self) -> str:
        raise StopNow


class NameLies(type):
    @property
    def __name__(cls) -> str:
        raise RuntimeError("no name")


class NoName(Exception, metaclass=NameLies):  # noqa: N818
    pass


def throw(error: BaseException) -> Any:
    raise error


def recurse(depth: int = 0) -> int:
    return recurse(depth + 1) + 1


def spin() -> None:
    while True:
        pass


def deaf() -> None:
    while True:
        with contextlib.suppress(BaseException):
            time.sleep(1)


class ClassRaises:
    @property
    def __class__(self) -> type:
        raise RuntimeError("no class")


class ClassLies:
    @property
    def __class__(self) -> type:
        return Decision

    @property
    def action(self) -> Any:
        spin()


class StripLoops(str):
    def strip(self, *_: object) -> str:
        spin()
        return ""

    def __str__(self) -> str:
        return self.strip()

    def __eq__(self, other: object) -> bool:
        return bool(self.strip())

    __hash__ = str.__hash__


class Sizeless:
    def __len__(self) -> int:
        raise SystemExit(3)

    def __bool__(self) -> bool:
        raise SystemExit(3)


# Invalid answers
answers("AnswersNone", "fault", lambda self, view: None)
answers("AnswersNumber", "fault", lambda self, view: 7)
answers("AnswersWords", "fault", lambda self, view: "all in!")
answers("AnswersEmptyText", "fault", lambda self, view: "")
answers("AnswersList", "fault", lambda self, view: [])
answers("AnswersObject", "fault", lambda self, view: object())
answers("AnswersBytes", "fault", lambda self, view: b"c")
answers("AnswersClass", "fault", lambda self, view: Decision)
answers("AnswersNotImplemented", "fault", lambda self, view: NotImplemented)
answers("AnswersEmptyDecision", "fault", lambda self, view: Decision(None))
answers("AnswersSmallRaise", "fault", lambda self, view: raise_to(1))
answers("AnswersHugeRaise", "fault", lambda self, view: raise_to(10**30))
answers("AnswersNegativeRaise", "fault", lambda self, view: raise_to(-5))
answers("AnswersManyDigits", "fault", lambda self, view: "r" + "9" * 5000)
answers("AnswersSurrogate", "fault", lambda self, view: "\ud800")
answers("AnswersBreaksClass", "fault", lambda self, view: ClassRaises())
answers("AnswersLiesOfClass", "fault", lambda self, view: ClassLies())
answers("AnswersTextThatLoops", "fault", lambda self, view: StripLoops("c"))
answers("AnswersSizeless", "fault", lambda self, view: Sizeless())
answers("AnswersLongFact", "fault", lambda self, view: Decision(CALL, facts=(Fact("a", "x" * 10_000_000),)))
answers("AnswersLateFactRaises", "fault", lambda self, view: Decision(CALL, facts=LateFacts(lambda: throw(Evil()))))
answers("AnswersLateFactLoops", "fault", lambda self, view: Decision(CALL, facts=LateFacts(spin)))
answers("AnswersOddProbabilities", "fault", lambda self, view: Decision(CALL, {"x": "y"}))


class AnswersLater(Hostile):
    """fault"""

    async def act(self, view: View) -> Any:
        await asyncio.sleep(0)


class AnswersGenerator(Hostile):
    """fault"""

    def act(self, view: View) -> Any:
        yield CALL


# Exceptions
answers("RaisesKeyError", "fault", lambda self, view: throw(KeyError("lost")))
answers("RaisesSurrogates", "fault", lambda self, view: throw(ValueError("\ud800\udfff")))
answers("RaisesLines", "fault", lambda self, view: throw(ValueError("one\ntwo\0three\r\x1b[2J")))
answers("RaisesMuch", "fault", lambda self, view: throw(ValueError("x" * 5_000_000)))
answers("RaisesTextThatRaises", "fault", lambda self, view: throw(TextRaises()))
answers("RaisesTextThatLoops", "fault", lambda self, view: throw(TextLoops()))
answers("RaisesTextThatExits", "fault", lambda self, view: throw(TextExits()))
answers("RaisesTextThatIsNone", "fault", lambda self, view: throw(TextIsNone()))
answers("RaisesTextThatStops", "fault", lambda self, view: throw(TextStops()))
answers("RaisesWithoutName", "fault", lambda self, view: throw(NoName("x")))
answers("RaisesSystemExit", "fault", lambda self, view: throw(SystemExit(3)))
answers("RaisesKeyboardInterrupt", "fault", lambda self, view: throw(KeyboardInterrupt()))
answers("RaisesGeneratorExit", "fault", lambda self, view: throw(GeneratorExit()))
answers("RaisesStopIteration", "fault", lambda self, view: throw(StopIteration()))
answers("RaisesStopNow", "fault", lambda self, view: throw(StopNow()))
answers("RaisesOutOfTime", "fault", lambda self, view: throw(OutOfTime()))
answers("RaisesGroup", "fault", lambda self, view: throw(ExceptionGroup("g", [TextRaises(), ValueError("v")])))
answers("RaisesMemoryError", "fault", lambda self, view: throw(MemoryError()))
answers("RaisesNothingRaisable", "fault", lambda self, view: throw("text"))
answers("Recurses", "fault", lambda self, view: recurse())
answers("ReadsTheKeyboard", "fault", lambda self, view: input())

# Time
answers("Loops", "fault", lambda self, view: spin())
answers("Sleeps", "fault", lambda self, view: time.sleep(1000))
answers("LoopsDeafly", "fault", lambda self, view: deaf())
answers("WaitsForALock", "fault", lambda self, view: [lock := threading.Lock(), lock.acquire(), lock.acquire()])
answers("WaitsForAChild", "fault", lambda self, view: subprocess.run(["sleep", "1000"], check=False))
answers("SearchesForEver", "fault broken", lambda self, view: re.match(r"(a+)+$", "a" * 60 + "b"))
answers("CountsInC", "broken", lambda self, view: sum(range(10**13)))
answers("SwitchesTheTimerOff", "broken", lambda self, view: [signal.setitimer(signal.ITIMER_REAL, 0), spin()])
answers("IgnoresAlarms", "broken", lambda self, view: [signal.signal(signal.SIGALRM, signal.SIG_IGN), spin()])
answers("HandlesAlarms", "broken", lambda self, view: [signal.signal(signal.SIGALRM, lambda *_: None), spin()])
answers(
    "BlocksAlarms",
    "broken",
    lambda self, view: [signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM}), spin()],
)
answers(
    "BlocksEverything",
    "broken",
    lambda self, view: [signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32)), spin()],
)
answers("StopsItself", "broken", lambda self, view: os.kill(os.getpid(), signal.SIGSTOP))


class LoopsAtTheStart(Hostile):
    """fault"""

    def start_match(self, match: object) -> None:
        spin()


class LoopsInEveryHand(Hostile):
    """fault"""

    def start_hand(self, view: View) -> None:
        spin()


class LoopsAfterHands(Hostile):
    """fault"""

    def end_hand(self, view: View) -> None:
        spin()


class LoopsAtTheEnd(Hostile):
    """fault"""

    def end_match(self) -> None:
        deaf()


class LoopsOnEvents(Hostile):
    """fault"""

    def observe(self, event: object) -> None:
        if self.streams.hand == 1:
            spin()


class LoopsWhenItSaves(Hostile):
    """fault"""

    learns = True

    def save(self) -> dict[str, bytes]:
        spin()
        return {}


# Ending the process
answers("ExitsWithSuccess", "broken", lambda self, view: os._exit(0))
answers("ExitsWithThree", "broken", lambda self, view: os._exit(3))
answers("Aborts", "broken", lambda self, view: os.abort())
answers("ReadsNull", "broken", lambda self, view: ctypes.string_at(0))
answers("CallsNull", "broken", lambda self, view: ctypes.CFUNCTYPE(None)(0)())
answers("KillsItself", "broken", lambda self, view: os.kill(os.getpid(), signal.SIGKILL))
answers("TerminatesItself", "broken", lambda self, view: os.kill(os.getpid(), signal.SIGTERM))
answers("KillsItsGroup", "broken", lambda self, view: os.killpg(0, signal.SIGKILL))
answers("BecomesAnother", "broken", lambda self, view: os.execv("/bin/true", ["true"]))
answers("ClosesFiles", "broken", lambda self, view: os.closerange(3, 64))
answers("Forks", "fine fault", lambda self, view: [os.fork(), CALL][1])
answers("OverflowsTheStack", "broken fault", lambda self, view: [sys.setrecursionlimit(10**9), recurse()])


def garbage() -> None:
    for file in range(3, 30):
        with contextlib.suppress(OSError):
            os.write(file, b"garbage" * 3)


answers("WritesGarbage", "broken", lambda self, view: [garbage(), CALL][1])


class ExitsOnEvents(Hostile):
    """broken"""

    def observe(self, event: object) -> None:
        os._exit(0)


class ExitsInAThread(Hostile):
    """broken"""

    def start_match(self, match: object) -> None:
        threading.Timer(0.01, os._exit, (0,)).start()

    def answer(self, view: View) -> Any:
        time.sleep(0.1)
        return CALL


class ExitsWhenMade(Hostile):
    """refused"""

    def __init__(self, settings: object = None) -> None:
        super().__init__(settings)
        os._exit(0)


class RaisesExitWhenMade(Hostile):
    """refused"""

    def __init__(self, settings: object = None) -> None:
        sys.exit(0)


class RaisesWhenMade(Hostile):
    """refused"""

    def __init__(self, settings: object = None) -> None:
        raise TextExits


class ExitsWhenAsked(Hostile):
    """refused"""

    def plays(self, game: object) -> bool:
        os._exit(0)


class RaisesExitWhenAsked(Hostile):
    """refused"""

    def plays(self, game: object) -> bool:
        sys.exit(0)


class CrashesWhenAsked(Hostile):
    """refused"""

    def plays(self, game: object) -> bool:
        ctypes.string_at(0)
        return True


class AnswersOddlyWhenAsked(Hostile):
    """refused"""

    def plays(self, game: object) -> bool:
        return Sizeless()


class RefusesOddly(Hostile):
    """refused"""

    def plays(self, game: object) -> bool:
        return False

    def refusal(self, game: object) -> str:
        return "\ud800\n\0"


# Leftovers
class LeavesAThread(Hostile):
    """fine"""

    def start_match(self, match: object) -> None:
        threading.Thread(target=time.sleep, args=(1000,)).start()


class LeavesABusyThread(Hostile):
    """fine fault"""

    def start_match(self, match: object) -> None:
        threading.Thread(target=spin).start()


class LeavesAnExitHandler(Hostile):
    """fine"""

    def start_match(self, match: object) -> None:
        atexit.register(spin)


class LeavesAChild(Hostile):
    """fine"""

    def start_match(self, match: object) -> None:
        subprocess.Popen(["sleep", "1000"])


class RaisesWhenDeleted(Hostile):
    """fine"""

    def __del__(self) -> None:
        raise SystemExit(3)


class UsesProcesses(Hostile):
    """fine fault"""  # on a busy machine a pool may take longer to start than the time limit

    def start_match(self, match: object) -> None:
        with multiprocessing.get_context("fork").Pool(1) as pool:
            assert pool.map(abs, [-1, 2]) == [1, 2]


class PrintsMuch(Hostile):
    """fine"""

    def answer(self, view: View) -> Any:
        print("x" * 10_000)
        return CALL


class ClosesItsOutput(Hostile):
    """fine fault broken"""

    def answer(self, view: View) -> Any:
        sys.stdout.close()
        sys.stderr.close()
        return CALL


class GoesElsewhere(Hostile):
    """fine"""

    def answer(self, view: View) -> Any:
        os.chdir("/")
        os.environ.clear()
        sys.path.clear()
        gc.disable()
        return CALL


# Breaking the code that runs it
class ForgetsModules(Hostile):
    """fine fault broken"""

    def start_match(self, match: object) -> None:
        sys.modules.clear()


class BreaksTheRunner(Hostile):
    """broken"""

    def start_match(self, match: object) -> None:
        sys.modules["railbird.arena.leg"].LegRunner._play_hand = None


class BreaksViews(Hostile):
    """broken"""

    def start_match(self, match: object) -> None:
        sys.modules["railbird.agent.driver"].View = None


class BreaksPython(Hostile):
    """fine fault broken"""

    def start_match(self, match: object) -> None:
        builtins.len = builtins.enumerate = builtins.zip = None


class LimitsTheStack(Hostile):
    """fine fault broken"""

    def start_match(self, match: object) -> None:
        with contextlib.suppress(RecursionError):
            sys.setrecursionlimit(30)


def trace(*_: object) -> Any:
    raise SystemExit(3)


class Traces(Hostile):
    """fine fault broken"""

    def start_match(self, match: object) -> None:
        sys.settrace(trace)


# Bots without readable or writable attributes
@dataclass(frozen=True)
class IsFrozen(Hostile):
    """fine"""

    def answer(self, view: View) -> Any:
        self.random.random()
        assert self.look().position == view.position
        return CALL


class HasOwnStreams(Hostile):
    """fine"""

    @property
    def streams(self) -> Any:
        raise RuntimeError("mine")


class HasOwnLook(Hostile):
    """fine"""

    @property
    def look(self) -> Any:
        raise RuntimeError("mine")


class RefusesAttributes(Hostile):
    """fine"""

    def __setattr__(self, name: str, value: object) -> None:
        os._exit(0)

    def __init__(self, settings: object = None) -> None:
        pass


class HasNoAttributes(Hostile):
    """refused"""

    @property
    def __dict__(self) -> Any:
        raise RuntimeError("none")


class HidesItsLearning(Hostile):
    """refused"""

    @property
    def learns(self) -> bool:
        raise RuntimeError("who knows")


class ExitsAboutLearning(Hostile):
    """refused"""

    @property
    def repeatable(self) -> bool:
        sys.exit(0)


class HasNoAct(Hostile):
    """fault"""

    act = None


class HidesItsAct(Hostile):
    """fault"""

    @property
    def act(self) -> Any:
        raise SystemExit(3)


class HidesEverything(Hostile):
    """refused fault"""

    def __getattribute__(self, name: str) -> Any:
        raise SystemExit(3)


class HasOddSettings(Hostile):
    """refused"""

    Settings = int


class IsSomethingElse(Hostile):
    """refused"""

    def __new__(cls, *_: object) -> Any:
        return object()


# Invalid saves
class SavesSurrogates(Hostile):
    """fault"""

    learns = True

    def save(self) -> dict[str, bytes]:
        return {"\ud800": b"x"}


class SavesAList(Hostile):
    """fault"""

    learns = True

    def save(self) -> dict[str, bytes]:
        return [object()]


class SavesText(Hostile):
    """fault"""

    learns = True

    def save(self) -> dict[str, bytes]:
        return {"a": "text"}


class SavesOddKeys(Hostile):
    """fault"""

    learns = True

    def save(self) -> dict[str, bytes]:
        return {StripLoops("a"): b"x"}


class SavesMuch(Hostile):
    """fine"""

    learns = True

    def save(self) -> dict[str, bytes]:
        return {"a\0b": bytes(20_000_000)}


class ExitsWhenItSaves(Hostile):
    """broken"""

    learns = True

    def save(self) -> dict[str, bytes]:
        os._exit(0)


class ForksAtTheEnd(Hostile):
    """fine fault"""

    def end_match(self) -> None:
        os.fork()


BOTS = {
    name: kind.__doc__ or ""
    for name, kind in list(globals().items())
    if isinstance(kind, type) and issubclass(kind, Hostile) and kind is not Hostile
}
"""Every hostile bot, and how a match with it may end."""

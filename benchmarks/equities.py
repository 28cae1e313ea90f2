"""Equities, exact and by random deals."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator

from benchmarks.harness import Contestant, Task, peer
from railbird import Range, equity, equity_by_hand

TIGHT, LOOSE = "QQ+,AQs+,AKo", "22+,ATs+,KTs+,QTs+,JTs,T9s,98s,AJo+,KQo"
FLOP = "Kh7d2c"


def equities() -> Iterator[Task]:
    """Exact equities and random deals, on one thread."""
    yield _exact("AhKh against QsQd, all 1,712,304 boards", ["AhKh", "QsQd"], "", 0.46214457)
    yield _exact(f"{TIGHT} against {LOOSE} on {FLOP}", [TIGHT, LOOSE], FLOP, 0.75563)
    yield _exact("AhKh, QsQd, JcTc, all 1,370,754 boards", ["AhKh", "QsQd", "JcTc"], "", 0.40209)

    everything = Range("random")
    contestants = [
        Contestant("railbird, each of the 1176 hands", lambda: equity_by_hand(everything, FLOP, threads=1), ours=True)
    ]
    if peer("pokerfast"):
        from pokerfast import equity as pokerfast

        contestants.append(
            Contestant(
                "pokerfast (OMPEval), the single number",
                lambda: pokerfast.equity(["random", "random"], FLOP, threads=1),
            )
        )
    yield Task(f"Hands against a random hand on {FLOP}", contestants, "s", target="200 ms")
    yield _random_deals()


def _exact(title: str, ranges: list[str], board: str, known: float) -> Task:
    def ours() -> None:
        result = equity(ranges, board, method="exact", threads=1).equities[0]
        assert abs(result - known) < 1e-5, result

    contestants = [Contestant("railbird", ours, ours=True)]
    if peer("pokerfast"):
        from pokerfast import equity as pokerfast

        def theirs() -> None:
            result = pokerfast.equity(ranges, board, threads=1)[0]
            assert abs(result - known) < 1e-5, result

        contestants.append(Contestant("pokerfast (OMPEval)", theirs))
    return Task(title, contestants, "s", target="at most pokerfast's time")


def _random_deals() -> Task:
    deals = 4_000_000
    hands = ["AhKh", "QsQd", "JcTc"]
    ranges = ["AKs", "QQ", "JTs"]
    contestants = [
        Contestant("railbird, three hands", lambda: equity(hands, deals=deals, threads=1), deals, ours=True),
        Contestant(
            "railbird, three ranges (AKs, QQ, JTs)", lambda: equity(ranges, deals=deals, threads=1), deals, ours=True
        ),
    ]
    if peer("pokerfast"):
        from pokerfast import equity as pokerfast

        library = pokerfast._load()
        texts = (ctypes.c_char_p * 3)(*[text.encode() for text in hands])
        results, dealt = (ctypes.c_double * 3)(), ctypes.c_uint64()

        def theirs() -> int:
            library.pf_equity(texts, 3, b"", b"", 0, 1e-9, 1, 0.5, results, ctypes.byref(dealt))
            return dealt.value

        contestants.append(Contestant("pokerfast (OMPEval), three hands, by its own count", theirs, units=None))
    return Task("Random deals, three players", contestants, "deals/s", per_second=True, target="20 M/s")

"""Bots of the gallery against a local best response, and against exact best responses in Leduc."""

from __future__ import annotations

from typing import NamedTuple

from railbird._progress import Progress, part_of
from railbird.arena.exploit import exploit
from railbird.arena.exploit_results import ExactExploit, LbrExploit
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction
from railbird.stats import WinRate

SEED = 2017
HANDS = 1000
"""Hands in each row, every deal in both seats."""
LIMIT_BOTS = ("always-fold", "always-call", "always-raise", "random", "simple")
NOLIMIT_BOTS = ("always-fold", "always-call", "simple")
SMALL_BOTS = ("always-fold", "always-call", "always-raise", "random")
BLINDS = 750.0
"""What a bot that folds to every bet loses, in mbb/g: half a big blind in one seat, and a whole one in the other."""


class LbrOpponent(NamedTuple):
    """How LBR plays in one row."""

    menu: str
    from_street: str = "preflop"

    def __str__(self) -> str:
        later = "" if self.from_street == "preflop" else f", from the {self.from_street}"
        return f"{self.menu}{later}"


OPPONENTS = (LbrOpponent("fc"), LbrOpponent("fcpa"), LbrOpponent("fcpa", "turn"), LbrOpponent("56", "turn"))


def lbr(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """What LBR wins from each bot, in limit and no-limit hold'em with several menus, and exactly in Leduc."""
    count = hands or (HANDS // 10 if quick else HANDS)
    asked = [("limit", OPPONENTS[1], bot) for bot in LIMIT_BOTS]
    asked += [("nolimit", opponent, bot) for bot in NOLIMIT_BOTS for opponent in OPPONENTS]
    rates: dict[tuple[str, LbrOpponent, str], WinRate] = {}
    for index, (game, opponent, bot) in enumerate(asked):
        part = part_of(progress, index / len(asked), 1 / len(asked))
        rates[game, opponent, bot] = _played(game, opponent, bot, count, part)
    small = {bot: _exact(bot) for bot in SMALL_BOTS}
    findings = (
        Finding(
            "limit hold'em, in mbb/g",
            ("bot", "LBR wins"),
            tuple((bot, rates["limit", OPPONENTS[1], bot].text(0)) for bot in LIMIT_BOTS),
        ),
        Finding(
            "no-limit hold'em with 200 big blinds, in mbb/g, by what LBR may do and from which street on",
            ("bot", *map(str, OPPONENTS)),
            tuple((bot, *(rates["nolimit", opponent, bot].text(0) for opponent in OPPONENTS)) for bot in NOLIMIT_BOTS),
        ),
        Finding(
            "Leduc, exactly, in chips a hand",
            ("bot", "best response wins", "LBR wins"),
            tuple((bot, f"{best:.4f}", f"{local:.4f}") for bot, (best, local) in small.items()),
        ),
    )
    claims = [claim for claim in _claims(rates, small) if not (quick and claim.decided is False)]
    return Reproduction(table, (), tuple(claims), _how(count), findings=findings)


def _played(game: str, opponent: LbrOpponent, bot: str, hands: int, progress: Progress) -> WinRate:
    result = exploit(
        bot,
        game,
        workers=None,
        progress=False,
        report=progress,
        hands=hands,
        menu=opponent.menu,
        from_street=opponent.from_street,
        seed=SEED,
    )
    assert isinstance(result, LbrExploit)
    if not result.finished:
        raise KeyboardInterrupt
    return result.rate


def _exact(bot: str) -> tuple[float, float]:
    """What a best response and LBR win in Leduc, mean over both seats."""
    result = exploit(bot, "leduc", progress=False)
    assert isinstance(result, ExactExploit)
    assert result.local is not None
    return sum(result.wins) / 2, sum(result.local) / 2


def _claims(
    rates: dict[tuple[str, LbrOpponent, str], WinRate], small: dict[str, tuple[float, float]]
) -> tuple[Claim, ...]:
    folds = [rate for (_, opponent, bot), rate in rates.items() if bot == "always-fold" and opponent.menu != "fc"]
    early, late = (rates["nolimit", opponent, "simple"] for opponent in OPPONENTS[1:3])
    return (
        Claim(
            "always-fold loses exactly its blinds to LBR with bets, 750 mbb/g",
            ", ".join(f"{rate.mean:g}" for rate in folds),
            all(abs(rate.mean - BLINDS) < 1e-6 for rate in folds),
        ),
        Claim(
            "in Leduc, LBR never wins more than the exact best response",
            ", ".join(f"{local:.4f} of {best:.4f}" for best, local in small.values()),
            all(local <= best + 1e-9 for best, local in small.values()),
        ),
        Claim(
            "in no-limit hold'em, LBR wins more from simple if it only checks and calls before the turn",
            f"{late.text(0)} against {early.text(0)} mbb/g",
            late.mean > early.mean,
            late.interval[0] > early.interval[1] or late.interval[1] < early.interval[0],
        ),
    )


def _how(hands: int) -> str:
    return (
        f"{hands:,} hands in each row, seed {SEED}; the 56 sizes are 55 from a tenth of the pot to 100 pots, and all-in"
    )

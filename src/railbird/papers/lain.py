"""LAIN's tables and matches (Vytřísal 2016, §4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from railbird._progress import Progress
from railbird._threads import thread_count
from railbird.abstraction import AbstractBetting, count_showdowns
from railbird.arena import DealingScheme, Entrant, MatchDefinition
from railbird.arena.definition import derived_seed
from railbird.arena.series import Series
from railbird.gallery import parse_bot
from railbird.game import Game, Rules, Showing, limit
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Comparison, Ours, Reproduction, compare
from railbird.stats import win_rate

REPLICATES = 6
SEED = 2016
QUICKER = 10
"""How many times fewer hands a quick run has."""

NO_BLUFF = "simple(bluff=off)"
HIDDEN_ROW = "9: 2 x always-call, hidden cards"
SPREAD_ROW = "10: 2 x always-call, hidden cards, spread"


@dataclass(frozen=True, slots=True)
class Row:
    """A match of LAIN's."""

    opponents: tuple[str, ...]
    hands: int = 250_000
    lain: str = "lain"
    hidden: bool = False
    """Need beaten hands not be shown?"""

    @property
    def game(self) -> Game:
        rules = Rules(showing=Showing.MUCK) if self.hidden else Rules()
        return limit(len(self.opponents) + 1, rules=rules)


ROWS = {
    "1: 2 x always-call": Row(("always-call",) * 2),
    "2: 2 x always-raise": Row(("always-raise",) * 2),
    "3: 2 x SimpleBot": Row(("simple",) * 2),
    "4: 2 x NoBluff": Row((NO_BLUFF,) * 2),
    "5: SimpleBot and NoBluff": Row(("simple", NO_BLUFF)),
    "8: 3 x NoBluff": Row((NO_BLUFF,) * 3, 30_000),
    HIDDEN_ROW: Row(("always-call",) * 2, lain="lain(spread=off)", hidden=True),
    SPREAD_ROW: Row(("always-call",) * 2, hidden=True),
}


def lain_leaves(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    """Tables 2 to 6, counted exactly and cut to the digits that are printed."""
    ours: dict[str, dict[str, float]] = {column: {} for column in table.values}
    for number, players in enumerate(range(2, 11)):
        game, button = limit(players), players - 1
        counts = [count_showdowns(AbstractBetting(game, 4))]
        counts += [count_showdowns(AbstractBetting(game, cap), button) for cap in (4, 3, 2, 1)]
        for column, count in zip(table.values, counts, strict=True):
            ours[column][str(players)] = cut_like(count, table.values[column][str(players)])
        progress((number + 1) / 9)
    comparisons = compare(table, ours)
    agreeing = sum(each.agrees for each in comparisons)
    claim = Claim("every cell is the printed one when cut alike", f"{agreeing} of {len(comparisons)}", agreeing == 45)
    return Reproduction(table, comparisons, (claim,), "exactly, then cut to as many digits as are printed")


def cut_like(count: int, printed: float) -> float:
    """A number without the digits that a printed one does not have.

    >>> cut_like(7_685_713, 7.6e6)
    7600000.0
    """
    digits = len(f"{printed:e}".split("e")[0].rstrip("0").replace(".", "")) or 1
    digits = max(digits, len(str(int(printed)).rstrip("0")))
    scale = 10 ** max(len(str(int(printed))) - digits, 0)
    return float(count // scale * scale)


def lain_matches(table: PublishedTable, quick: bool, progress: Progress) -> Reproduction:
    """The matches, six replicates each; what is played is kept, so that it goes on where it was stopped."""
    series = _series(quick)
    series.play(workers=thread_count(None), report=lambda done, total: progress(0.95 * done / total))
    if not series.finished:
        raise KeyboardInterrupt
    samples = dict(zip(ROWS, series.samples(), strict=True))
    rates = {name: win_rate(found[:, 0]) for name, found in samples.items()}
    comparisons = compare(table, {"sb/h": {name: Ours(rate.mean, rate.standard_error) for name, rate in rates.items()}})
    hands = {name: row.hands // (QUICKER if quick else 1) for name, row in ROWS.items()}
    how = (
        f"{REPLICATES} replicates of {max(hands.values()):,} hands (four players {min(hands.values()):,}), seed {SEED}"
    )
    progress(1.0)
    return Reproduction(table, comparisons, _claims(comparisons, samples), how, WHY)


WHY = (
    "Published are single runs, in another program. The opponents' rules are those of Opentestbed as far as they are "
    "known, and NoBluff is read from one sentence."
)


def _series(quick: bool) -> Series:
    """The matches in their own store, as far as they were played."""
    from railbird.store import Store, default_store

    store = Store(default_store().with_name("reproductions.db"))
    name = {"kind": "reproduction", "name": "lain-matches", "quick": quick, "replicates": REPLICATES, "seed": SEED}
    for stored in store.tournaments():
        if {key: stored.definition.get(key) for key in name} == name:
            return Series(store, stored.id)
    tables = [_match(place, row, quick) for place, row in enumerate(ROWS.values())]
    head: dict[str, Any] = {**name, "game": "limit", "players": [{"player": "lain", "bot": "lain"}]}
    return Series.new(store, head, tables)


def _match(place: int, row: Row, quick: bool) -> MatchDefinition:
    opponents = [Entrant(f"{bot} {number + 1}", parse_bot(bot)) for number, bot in enumerate(row.opponents)]
    return MatchDefinition(
        row.game,
        (Entrant("lain", parse_bot(row.lain)), *opponents),
        row.hands // (QUICKER if quick else 1),
        derived_seed(SEED, f"row {place}"),
        DealingScheme.PLAIN,
        REPLICATES,
    )


def _claims(comparisons: tuple[Comparison, ...], samples: dict[str, np.ndarray[Any, Any]]) -> tuple[Claim, ...]:
    found = {each.row: each.ours for each in comparisons}
    first, *_ = found.values()
    order = [name for name in found if name[:2] in ("2:", "1:", "4:", "5:", "3:")]
    order.sort(key=lambda name: -found[name].value)
    wanted = ["2:", "1:", "4:", "5:", "3:"]
    hidden, spread = found[HIDDEN_ROW], found[SPREAD_ROW]
    alike = np.concatenate([samples["1: 2 x always-call"][:, 0], samples[SPREAD_ROW][:, 0]])
    return (
        Claim("against 2 x always-call it wins 1.10 to 1.40 sb/h", f"{first.value:.3f}", 1.10 <= first.value <= 1.40),
        Claim(
            "rows 2, 1, 4, 5, 3 are positive and in this order",
            ", ".join(f"{name[:1]} {found[name].value:+.3f}" for name in order),
            [name[:2] for name in order] == wanted and all(found[name].value > 0 for name in order),
        ),
        Claim(
            "hidden cards make it collapse to less than half", f"{hidden.value:+.3f}", hidden.value < first.value / 2
        ),
        Claim(
            "spreading them mends that, within the spread of replicates",
            f"{spread.value:+.3f} against {first.value:+.3f}",
            abs(spread.value - first.value) <= np.ptp(alike),
        ),
        Claim("it wins with four players", f"{found['8: 3 x NoBluff'].value:+.3f}", found["8: 3 x NoBluff"].value > 0),
    )

"""RezAI's games to the last chip, against a panel of bots instead of people (Kotsalidis 2013, §4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule
from railbird.arena.series import Series
from railbird.gallery import parse_bot
from railbird.game import ActionKind, Hand
from railbird.game.families import rezai
from railbird.papers.matches import played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Ours, Reproduction, all_above, compare
from railbird.policies.rezai.rules import PlayingStyle
from railbird.stats import win_rate
from railbird.stats.paired import paired_difference

Array = NDArray[np.float64]

SEED = 2013
PLAYERS = {
    "Loose Passive": "rezai(style=lp)",
    "Tight Passive": "rezai(style=tp)",
    "Loose Aggressive": "rezai(style=lag)",
    "Tight Aggressive": "rezai(style=tag)",
    "RezAI": "rezai",
}
PASSIVE, AGGRESSIVE = ("Loose Passive", "Tight Passive"), ("Loose Aggressive", "Tight Aggressive")
PANEL = ("flock", "basic-rules", "chump", "simple", "jag")
"""They stand for four people of low and medium level: a caller, a tight player, a moody one, and two that know their
odds. Chosen before any style was measured."""
GAMES = 200
"""Deals for each style and each bot of the panel, played in both seats."""
LONGEST = 3_000
"""The most hands of a game."""
WON, PLAYED = "games won", "hands played"


def rezai_styles(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """The table of five players: shares of games won and of hands played."""
    count = games or (GAMES // 10 if quick else GAMES)
    pairs = [(name, other) for name in PLAYERS for other in PANEL]
    tables = [games_of(PLAYERS[name], other, count, row_seed(SEED, PANEL.index(other))) for name, other in pairs]
    series = played("rezai-styles", tables, part_of(progress, 0.0, 0.9))
    won = {name: np.concatenate([games_won(series, pairs.index((name, other))) for other in PANEL]) for name in PLAYERS}
    entered: dict[str, list[_Entered]] = {name: [] for name in PLAYERS}
    for index, (name, _) in enumerate(pairs):
        entered[name].append(_entered(series, index))
        progress(0.9 + 0.1 * (index + 1) / len(pairs))
    ours = {
        WON: {name: _percent(each) for name, each in won.items()},
        PLAYED: {name: _mean_share(each) for name, each in entered.items() if name in table.values[PLAYED]},
    }
    findings = (
        _by_opponent(won),
        _entered_by_opponent(entered),
        *_by_strategy(series, pairs.index(("RezAI", "simple"))),
    )
    each = count * 2 * len(PANEL)
    how = f"{each:,} games each, both seats on the same deals, against {', '.join(PANEL)}, seed {SEED}"
    return Reproduction(table, compare(table, ours), _claims(won), how, WHY, findings=findings)


WHY = (
    "The published numbers are 50 games of each style against four people. A panel of bots differs from people: the "
    "order of the styles and the hands that they play can be compared, the shares of games won cannot."
)


def games_of(bot: str, other: str, count: int, seed: int) -> MatchDefinition:
    """Define games to the last chip, with each deal in both seats."""
    entrants = (Entrant(parse_bot(bot), player="hero"), Entrant(parse_bot(other), player="villain"))
    return MatchDefinition(
        game=rezai(),
        entrants=entrants,
        hands=LONGEST,
        seed=seed,
        dealing=DealingScheme.DUPLICATE,
        replicates=count,
        stacks=StackRule.KEPT,
    )


def games_won(series: Series, index: int) -> Array:
    """The share of games that the hero has won, for each deal. At ``LONGEST`` hands the player who leads wins."""
    payoffs = series.payoffs(index)
    definition = series.tables()[index]
    games = [float(payoffs.leg(leg.number).sum(axis=0)[0] > 0) for leg in definition.legs()]
    return np.asarray(np.array(games).reshape(definition.replicates, definition.seatings).mean(axis=1))


class _Entered(NamedTuple):
    """For each deal, over both seats: the numbers of hands, of hands played, and of hands with a decision."""

    hands: Array
    played: Array
    decided: Array

    @property
    def share(self) -> float:
        return float(self.played.sum() / self.hands.sum())

    @property
    def standard_error(self) -> float:
        """The standard error of the share: games differ in length, and hands of one deal are not independent."""
        residuals, deals = self.played - self.share * self.hands, len(self.hands)
        return float(np.sqrt(np.square(residuals).sum() * deals / (deals - 1)) / self.hands.sum())


def _entered(series: Series, index: int) -> _Entered:
    payoffs, definition = series.payoffs(index), series.tables()[index]
    lengths = [len(payoffs.leg(leg.number)) for leg in definition.legs()]
    seen = np.array([(1, *_is_played(hand)) for hand in series.hands_of(index)], dtype=np.float64)
    games = np.array([part.sum(axis=0) for part in np.split(seen, np.cumsum(lengths)[:-1])])
    return _Entered(*games.reshape(definition.replicates, definition.seatings, -1).sum(axis=1).T)


def _is_played(hand: Hand) -> tuple[bool, bool]:
    """Whether the hero saw the flop or made the opponent fold pre-flop (§4.1), and whether it acted pre-flop."""
    hero = hand.players.index("hero")
    first = [action for action in hand.actions if action.round == 0]
    asked = any(action.player == hero for action in first)
    flop = not any(action.kind is ActionKind.FOLD for action in first)
    return flop or (first[-1].player != hero and asked), asked


def _mean_share(panel: Sequence[_Entered]) -> Ours:
    """The mean over a fixed panel, with equal weights."""
    error = np.sqrt(sum(each.standard_error**2 for each in panel)) / len(panel)
    return Ours(100 * float(np.mean([each.share for each in panel])), 100 * float(error), len(panel[0].hands))


def _entered_by_opponent(entered: Mapping[str, Sequence[_Entered]]) -> Finding:
    rows = []
    for name, panel in entered.items():
        asked = [each.played.sum() / each.decided.sum() for each in panel]
        cells = (f"{each.share:.1%} ({share:.1%})" for each, share in zip(panel, asked, strict=True))
        rows.append((name, *cells, f"{np.mean([each.share for each in panel]):.1%} ({np.mean(asked):.1%})"))
    title = "hands played by opponent; in brackets, of hands in which the opponent did not fold first"
    return Finding(title, ("", *PANEL, "mean"), tuple(rows))


def _percent(values: Array) -> Ours:
    rate = win_rate(100 * values)
    return Ours(rate.mean, rate.standard_error, rate.samples)


def _claims(won: Mapping[str, Array]) -> tuple[Claim, ...]:
    passive, aggressive = (np.mean([won[name] for name in names], axis=0) for names in (PASSIVE, AGGRESSIVE))
    ahead = paired_difference(passive, aggressive)
    mean = (passive + aggressive) / 2
    switching = paired_difference(mean, won["RezAI"])
    return (
        Claim(
            "aggressive styles win more games than passive ones (95 %)",
            f"{100 * ahead.mean:+.1f} ± {100 * ahead.half:.1f} points",
            ahead.interval[0] > 0,
            all_above([ahead]),
        ),
        Claim(
            "RezAI wins at least as many games as its four styles on average",
            f"{100 * switching.mean:+.1f} ± {100 * switching.half:.1f} points",
            switching.mean >= 0,
            all_above([switching]),
        ),
    )


def _by_opponent(won: Mapping[str, Array]) -> Finding:
    rows = []
    for name, each in won.items():
        parts = np.split(each, len(PANEL))
        rows.append((name, *(f"{100 * win_rate(part).mean:.1f} ± {100 * win_rate(part).half:.1f}" for part in parts)))
    return Finding("games won by opponent, in %, with 95 % intervals", ("", *PANEL), tuple(rows))


def _by_strategy(series: Series, index: int) -> Sequence[Finding]:
    """RezAI's strategies in all games against one opponent, and in one game that it won and one that it lost."""
    payoffs, definition = series.payoffs(index), series.tables()[index]
    legs = list(definition.legs())
    records = [json.loads(learned[0][""])["tallies"] for learned in series.learned(index)]
    won = [float(payoffs.leg(leg.number).sum(axis=0)[0]) > 0 for leg in legs]
    lengths = [len(payoffs.leg(leg.number)) for leg in legs]
    results = [Finding(f"RezAI's strategies against {PANEL[3]}, all games", COLUMNS, _rows(records))]
    for outcome, wanted in (("won", True), ("lost", False)):
        games = [number for number, each in enumerate(won) if each is wanted and len(records[number]) > 1]
        if games:
            game = sorted(games, key=lambda number: lengths[number])[len(games) // 2]
            title = f"one game that it {outcome}, of {lengths[game]:,} hands"
            results.append(Finding(title, COLUMNS, _rows([records[game]])))
    return results


COLUMNS = ("strategy", "hands", "chips won", "chips lost", "net")


def _rows(records: Sequence[Mapping[str, Sequence[float]]]) -> tuple[tuple[str, ...], ...]:
    totals = {style: np.sum([record.get(style, (0, 0, 0)) for record in records], axis=0) for style in PlayingStyle}
    hands = max(sum(total[0] for total in totals.values()), 1)
    return tuple(
        (style.words, f"{total[0] / hands:.0%}", f"{total[1]:,.0f}", f"{total[2]:,.0f}", f"{total[1] - total[2]:+,.0f}")
        for style, total in totals.items()
    )

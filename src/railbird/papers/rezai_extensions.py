"""Two proposals of RezAI's author, played to the last chip: a memory, and an EHS player (Kotsalidis 2013)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from railbird._progress import Progress, part_of
from railbird.arena.series import Series
from railbird.game.families import rezai
from railbird.models.learned_file import Learned, write_learned
from railbird.models.rezai.outcomes import OutcomeStore
from railbird.papers.matches import played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.rezai_styles import PANEL, PLAYERS, SEED, games_of, games_won
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above
from railbird.stats import WinRate, win_rate
from railbird.stats.paired import paired_difference
from railbird.store import default_store, folder_beside

MEMORIES = 10
"""Independent memories, each from its own games; they are the replicates."""
GAMES_TO_LEARN, GAMES_TO_JUDGE = 20, 10
"""Deals for each memory and each bot of the panel, played in both seats."""
REMEMBERING = "rezai(memory=on)"
EHS_GAMES = 100
"""Deals for the EHS player against RezAI and each of its styles, played in both seats."""


def rezai_memory(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    memories: int | None = None,
    games: tuple[int, int] | None = None,
) -> Reproduction:
    """RezAI with and without a memory of many games, on the same deals."""
    count = memories or MEMORIES
    learning, judging = games or (
        (GAMES_TO_LEARN // 4, GAMES_TO_JUDGE // 5) if quick else (GAMES_TO_LEARN, GAMES_TO_JUDGE)
    )
    lessons = [
        games_of(REMEMBERING, other, learning, row_seed(SEED, 100 + number))
        for number, other in enumerate(PANEL * count)
    ]
    learned = played("rezai-memory lessons", lessons, part_of(progress, 0.0, 0.55))
    paths = [_write_memory(learned, number, learning) for number in range(count)]
    pairs = [
        (number, other, bot) for number in range(count) for other in PANEL for bot in ("rezai", _spec(paths[number]))
    ]
    tables = [
        games_of(bot, other, judging, row_seed(SEED, 400 + number * len(PANEL) + PANEL.index(other)))
        for number, other, bot in pairs
    ]
    series = played("rezai-memory", tables, part_of(progress, 0.55, 0.42))
    shares = np.array([games_won(series, index).mean() for index in range(len(tables))]).reshape(count, len(PANEL), 2)
    means = shares.mean(axis=1)
    gain = paired_difference(means[:, 0], means[:, 1])
    rows = [
        (name, *map(_percent, (win_rate(each[:, 0]), win_rate(each[:, 1]))), _points(paired_difference(*each.T)))
        for name, each in [*((other, shares[:, index]) for index, other in enumerate(PANEL)), ("all", means)]
    ]
    finding = Finding(
        "games won, with 95 % intervals over memories",
        ("against", "without memory", "with memory", "gain"),
        tuple(rows),
    )
    claim = Claim(
        "RezAI wins more games with the memory than without it (95 %)",
        _points(gain),
        gain.interval[0] > 0,
        all_above([gain]),
    )
    progress(1.0)
    how = (
        f"{count} independent memories, each from {learning * 2 * len(PANEL):,} games against {', '.join(PANEL)}; then "
        f"{judging * 2 * len(PANEL):,} games with each memory, and without on the same deals, both seats, seed {SEED}"
    )
    return Reproduction(table, (), (claim,), how, findings=(finding,))


def _write_memory(series: Series, number: int, learning: int) -> Path:
    """Merge what the games of a memory have learned, and write it to a file next to the store."""
    merged = OutcomeStore()
    for index in range(number * len(PANEL), (number + 1) * len(PANEL)):
        for game in series.learned(index):
            merged.merge(OutcomeStore.from_json(json.loads(game[0][""])["memory"]))
    path = folder_beside(default_store()) / f"rezai-memory-{learning}-{number + 1}.model"
    fresh: dict[str, object] = {"railbird": "rezai", "style": None, "lost": 0.0, "result": 0.0, "tallies": {}}
    record = json.dumps({**fresh, "memory": merged.to_json()}).encode()
    write_learned(path, Learned(REMEMBERING, str(rezai()), "hero", {"": record}))
    return path


def _spec(path: Path) -> str:
    return f"{REMEMBERING[:-1]}, model={path})"


def rezai_ehs(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """The EHS player against RezAI and each of its styles."""
    count = games or (EHS_GAMES // 10 if quick else EHS_GAMES)
    tables = [games_of("ehs", bot, count, row_seed(SEED, 300 + number)) for number, bot in enumerate(PLAYERS.values())]
    series = played("rezai-ehs", tables, part_of(progress, 0.0, 0.97))
    rates = {name: win_rate(games_won(series, index)) for index, name in enumerate(PLAYERS)}
    finding = Finding(
        "games won by the EHS player, with 95 % intervals over deals",
        ("against", "EHS wins"),
        tuple((name, _percent(rate)) for name, rate in rates.items()),
    )
    against = rates["RezAI"]
    claim = Claim(
        "the EHS player is the stronger baseline: it beats RezAI (95 %)",
        _percent(against),
        against.interval[0] > 0.5,
        all_above([against], 0.5),
    )
    progress(1.0)
    how = f"{count * 2:,} games each, both seats on the same deals, seed {SEED}"
    return Reproduction(table, (), (claim,), how, findings=(finding,))


def _percent(rate: WinRate) -> str:
    return f"{100 * rate.mean:.1f} ± {100 * rate.half:.1f} %"


def _points(rate: WinRate) -> str:
    return f"{100 * rate.mean:+.1f} ± {100 * rate.half:.1f} points"

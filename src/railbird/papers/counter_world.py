"""Responses to bots in an abstract game, for experiments: each is computed once, and kept in the cache."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird._disk_cache import cache_folder
from railbird._progress import Progress, part_of, report_nothing
from railbird._threads import thread_count
from railbird._version import __version__
from railbird.abstraction import BucketStrategy, load_strategies, save_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.arena.respond import BUCKETS, GAP_MB, ITERATIONS, BucketTarget, RespondOptions, abstract_game_of
from railbird.arena.watching import PROBE
from railbird.gallery import parse_bot
from railbird.game import Game, parse_game
from railbird.solve.buckets import BucketGame
from railbird.solve.counter import parse_method
from railbird.solve.counter.buckets import what_it_is_worth_in_buckets
from railbird.store import default_store, folder_beside

FOLDER = "counter-strategies"
EQUILIBRIUM, MODEL = "rnr(p=0)", "model"
"""Stand for an equilibrium and for the model itself among responses."""
SAFE_MB = 100.0
"""How exploitable a safe response may be, in thousandths of a big blind a game (Johanson et al. 2007)."""
SHARES = (0.5, 0.75, 0.9, 0.95, 0.98)
"""Values of p that are tried for a safe response."""


@dataclass(frozen=True)
class CounterWorld:
    """A game, its buckets, and how bots are watched in it."""

    game: str = "limit"
    buckets: str = BUCKETS
    hands: int = 200_000
    """Hands in which each bot is watched against a probe, with all cards open."""
    seed: int = 2007

    @cached_property
    def played(self) -> Game:
        return parse_game(self.game)

    @cached_property
    def abstract(self) -> BucketGame:
        return abstract_game_of(self.played, self.buckets, thread_count(None))

    @property
    def folder(self) -> Path:
        return (cache_folder() or folder_beside(default_store())) / FOLDER

    def file(self, bot: str, method: str) -> Path:
        """Where the response to a bot is kept."""
        effort = f"{PROBE} {GAP_MB} {ITERATIONS} {self.seed} {self.hands}"
        asked = f"{__version__} {self.game} {self.buckets} {parse_bot(bot)} {method} {effort}"
        return self.folder / f"{sha256(asked.encode()).hexdigest()[:16]}.strategy"

    def responses(self, bot: str, methods: tuple[str, ...], progress: Progress = report_nothing) -> list[Path]:
        """The files of the responses to a bot; those that are missing are computed, and the bot watched for them."""
        files = [self.file(bot, method) for method in methods]
        missing = [number for number, file in enumerate(files) if not file.is_file()]
        if missing:
            self.folder.mkdir(parents=True, exist_ok=True)
            target = BucketTarget(
                parse_bot(bot), self.played, RespondOptions(hands=self.hands, buckets=self.buckets, seed=self.seed)
            )
            target.prepare(part_of(progress, 0.0, 0.4))
            for done, number in enumerate(missing):
                share = part_of(progress, 0.4 + 0.6 * done / len(missing), 0.6 / len(missing))
                strategy: object = target.model.strategy
                if methods[number] != MODEL:
                    strategy = target.respond(parse_method(methods[number]), share).strategy
                assert isinstance(strategy, BucketStrategy)
                save_strategies(files[number], {WHOLE: strategy})
        progress(1.0)
        return files

    def mbb(self, file: Path) -> tuple[float, float]:
        """What a response wins from its model, and what it can lose, inside the abstraction, in mb/g."""
        facts = load_strategies(file)[WHOLE].facts
        factor = 1000 / (self.played.big_blind or 1)
        return factor * float(facts["wins"]), factor * float(facts["exploitability"])

    def values(self, strategies: Sequence[BucketStrategy], bots: Sequence[str]) -> NDArray[np.float64]:
        """[strategies, bots]: what strategies win from the models of bots, in chips, inside the abstraction."""
        models = [load_strategies(self.responses(bot, (MODEL,))[0])[WHOLE] for bot in bots]
        return np.array(
            [[what_it_is_worth_in_buckets(self.abstract, each, model)[0] for model in models] for each in strategies]
        )

    def safe(self, bot: str, progress: Progress = report_nothing) -> tuple[float, Path]:
        """The largest p, and its response to a bot, that is exploitable by at most ``SAFE_MB``; else p = 0."""
        methods = (EQUILIBRIUM, *(f"rnr(p={share:g})" for share in SHARES))
        pairs = list(zip((0.0, *SHARES), self.responses(bot, methods, progress), strict=True))
        return [pair for pair in pairs if pair[0] == 0 or self.mbb(pair[1])[1] <= SAFE_MB][-1]


def player(file: Path) -> str:
    """The bot that plays a strategy of limit hold'em."""
    return f"kestrel(strategy={file})"

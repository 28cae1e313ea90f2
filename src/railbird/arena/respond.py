"""``respond``: a counter-strategy to a bot, from its stated policy or from hands in which it was watched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from railbird._progress import Progress, part_of, report_nothing
from railbird.abstraction import BucketStrategy, Spot, public_tree, save_strategies
from railbird.abstraction.cards import build_abstraction
from railbird.abstraction.cards.bucket_spec import to_spec
from railbird.abstraction.strategy_file import WHOLE
from railbird.arena.backends import WorkersLike, workers_of
from railbird.arena.entrants import BotLike
from railbird.arena.exploit import is_small
from railbird.arena.exploit_results import mbb_per_chip
from railbird.arena.watching import PROBE, watched_hands
from railbird.bots.equilibrium.shipped_game import shipped_game
from railbird.errors import BotError, GameError
from railbird.extensive import Strategy, parse_extensive_game
from railbird.gallery import BotSpec, parse_bot
from railbird.gallery.policies import node_policy, stated_policy
from railbird.game import Betting, Game, parse_game
from railbird.models.action_counts import ActionCounts
from railbird.models.bucket_counts import BucketCounts
from railbird.plots import Chart, points
from railbird.solve import GameTree, SequenceForm
from railbird.solve.bot_strategy import bot_strategy
from railbird.solve.buckets.bucket_game import BucketGame
from railbird.solve.buckets.kept_tables import kept_tables
from railbird.solve.counter import (
    BucketModel,
    CounterMethod,
    DataBiasedResponse,
    PlayModel,
    RestrictedNashResponse,
    bucket_counter_strategy,
    counter_strategy,
    parse_method,
)
from railbird.solve.counter.buckets import BucketEffort
from railbird.solve.counter.play_model import default_row
from railbird.solve.counter.policy_model import BOARDS, bucket_model_of

BUCKETS = "buckets(preflop=5, flop=4, turn=3, river=3)"
"""The buckets of hold'em in which a response is computed if nothing else is said. Ours."""
GAP_MB = 5.0
"""How far a response in buckets may be from the best one, in thousandths of a big blind a game. Ours."""
ITERATIONS = 400
"""The most iterations of a response in buckets. Ours."""
SHARES = (0.0, 0.25, 0.5, 0.75, 0.9, 0.97, 1.0)
"""The values of p, or of Pmax, of a curve. Ours."""


@dataclass(frozen=True, slots=True)
class RespondOptions:
    """How the bot is known, and how the response is computed."""

    hands: int | None = None
    """Hands in which the bot is watched, with all cards open; None if its stated policy is asked."""
    shown: bool = False
    """Whether only hands that came to a showdown are seen."""
    against: str = PROBE
    """Who the bot is watched against."""
    default: str = "call"
    """What it is taken to do where it was never seen: ``call``, ``uniform`` or ``probe``."""
    buckets: str = BUCKETS
    boards: int = BOARDS
    """Boards over which a stated policy is averaged by bucket."""
    seed: int = 0
    workers: WorkersLike = None

    def __post_init__(self) -> None:
        if self.hands is not None and self.hands < 1:
            raise GameError(f"a bot is watched for 1 hand or more, not {self.hands}")
        if self.boards < 1:
            raise GameError(f"a policy is averaged over 1 board or more, not {self.boards}")
        default_row(self.default, ("c",))


@dataclass(frozen=True, eq=False)
class Responded:
    """A counter-strategy to a bot, and what it is worth, in chips a hand, mean over both seats."""

    bot: str
    game: Game
    method: str
    wins: float
    """What it wins from the model of the bot: above the value of the game."""
    exploitability: float
    """What a best response wins from it; inside the abstraction, if it has buckets."""
    gap: float
    """How far it is from the best response of its kind."""
    observations: float | None
    """Actions that the model was learned from; None if the policy is known."""
    buckets: str
    """The buckets of the abstraction; empty if the game is small enough without."""
    strategy: Strategy | BucketStrategy = field(repr=False)

    @property
    def mbb(self) -> tuple[float, float] | None:
        """What it wins and what it can lose, in thousandths of a big blind a game; None without blinds."""
        factor = mbb_per_chip(self.game)
        return None if not factor else (factor * self.wins, factor * self.exploitability)

    def save(self, path: Path) -> None:
        """Write the strategy to a file, completely or not at all."""
        if isinstance(self.strategy, Strategy):
            self.strategy.save(path)
        else:
            save_strategies(path, {WHOLE: self.strategy})

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "game": str(self.game),
            "method": self.method,
            "wins": self.wins,
            "exploitability": self.exploitability,
            "gap": self.gap,
            "mbb_per_game": None if self.mbb is None else {"wins": self.mbb[0], "exploitability": self.mbb[1]},
            "observations": self.observations,
            "buckets": self.buckets or None,
        }


def respond(
    bot: BotLike,
    game: Game | str = "limit",
    method: str | CounterMethod = "rnr(p=0.8)",
    *,
    options: RespondOptions | None = None,
    progress: Progress = report_nothing,
) -> Responded:
    """Compute a counter-strategy to a bot: ``fbr``, ``rnr(p=0.8)`` or ``dbr(pmax=0.8, confidence=linear(10))``.

    In Kuhn and Leduc it is exact. In limit hold'em it is computed in buckets, and what it wins and loses is measured
    inside the abstraction.

    >>> found = respond("always-call", "leduc", "rnr(p=0.5)")
    >>> round(found.wins, 2), round(found.exploitability, 2)
    (1.35, 0.11)
    """
    target = response_target(bot, game, options or RespondOptions(), part_of(progress, 0.0, 0.5))
    return target.respond(_method(method), part_of(progress, 0.5, 0.5))


def respond_curve(
    bot: BotLike,
    game: Game | str = "limit",
    method: str | CounterMethod = "rnr",
    *,
    shares: Sequence[float] = SHARES,
    options: RespondOptions | None = None,
    progress: Progress = report_nothing,
) -> list[Responded]:
    """Counter-strategies of one kind for several values of p, or of Pmax: from the safest to the one that wins most."""
    kind = _method(method)
    if not isinstance(kind, RestrictedNashResponse | DataBiasedResponse):
        raise GameError("a curve is drawn over p or pmax: use rnr or dbr")
    target = response_target(bot, game, options or RespondOptions(), part_of(progress, 0.0, 0.2))
    found = []
    for number, share in enumerate(shares):
        each = replace(kind, p=share) if isinstance(kind, RestrictedNashResponse) else replace(kind, pmax=share)
        begin, size = 0.2 + 0.8 * number / len(shares), 0.8 / len(shares)
        found.append(target.respond(each, part_of(progress, begin, size)))
    return found


def response_chart(curve: Sequence[Responded]) -> Chart:
    """What responses win over what they can lose."""
    pairs = [each.mbb or (each.wins, each.exploitability) for each in curve]
    unit = "mb/g" if curve[0].mbb else "chips"
    svg = points(
        [each.method for each in curve],
        [lost for _, lost in pairs],
        [won for won, _ in pairs],
        below=f"exploitability, {unit}",
        beside=f"wins from {curve[0].bot}, {unit}",
    )
    return Chart(svg, title=f"Counter-strategies to {curve[0].bot}")


def response_target(
    bot: BotLike, game: Game | str, options: RespondOptions, progress: Progress = report_nothing
) -> SmallTarget | BucketTarget:
    """A bot in a game, ready to be responded to: its model is made once."""
    spec = bot if isinstance(bot, BotSpec) else parse_bot(bot)
    played = parse_game(game) if isinstance(game, str) else game
    reason = spec.refusal(played)
    if reason is not None:
        raise BotError(f"{spec} does not play {played}: {reason}")
    if options.hands is None and (spec.traits.learns or not spec.traits.states_policy):
        why = "learns while it plays" if spec.traits.learns else "does not state its policy"
        raise BotError(f"{spec} {why}: let it be watched, with --hands 10000")
    if played.rake.ten_thousandths or played.players != 2:
        raise GameError(f"responses are computed in games for two without rake, not in {played}")
    if not is_small(played) and played.betting is not Betting.LIMIT:
        raise GameError(f"responses are computed in Kuhn, Leduc and limit games, not in {played}")
    if not is_small(played) and not to_spec(options.buckets).perfect:
        raise GameError(f"responses need buckets with perfect recall, not {options.buckets}")
    if options.hands is not None:
        probe = parse_bot(options.against)
        if probe.refusal(played) is not None:
            raise BotError(f"{probe} does not play {played}: {probe.refusal(played)}; name another with --against")
    target: SmallTarget | BucketTarget
    target = (SmallTarget if is_small(played) else BucketTarget)(spec, played, options)
    target.prepare(progress)
    return target


class _WatchedBot:
    def __init__(self, bot: BotSpec, game: Game, options: RespondOptions) -> None:
        self.bot, self.game, self.options = bot, game, options
        self.observations: float | None = None

    def _watch(self, counts: ActionCounts | BucketCounts, progress: Progress) -> None:
        options = self.options
        assert options.hands is not None
        hands = watched_hands(
            self.bot,
            self.game,
            options.hands,
            against=options.against,
            seed=options.seed,
            workers=options.workers,
            progress=progress,
        )
        for hand, position in hands:
            counts.learn(hand, position, shown=options.shown)
        self.observations = counts.observations


class SmallTarget(_WatchedBot):
    """A bot in a small game: the response is exact."""

    @cached_property
    def form(self) -> SequenceForm:
        return SequenceForm.of(GameTree.expand(parse_extensive_game(str(self.game))))

    def prepare(self, progress: Progress) -> None:
        tree = self.form.tree
        if self.options.hands is None:
            policy = stated_policy(self.bot, self.game)
            self.model = PlayModel.of(tree, bot_strategy(self.game, policy, zip(tree.names, tree.menus, strict=True)))
            return
        counts = ActionCounts(tree.game)
        self._watch(counts, progress)
        self.model = PlayModel.observed(tree, counts, self.options.default)

    def respond(self, method: CounterMethod, progress: Progress = report_nothing) -> Responded:
        found = counter_strategy(self.form, self.model, method, progress=progress)
        worth = (found.wins, found.exploitability, found.gap)
        return Responded(str(self.bot), self.game, str(method), *worth, self.observations, "", found.strategy)


class BucketTarget(_WatchedBot):
    """A bot in limit hold'em: the response is computed in buckets."""

    def prepare(self, progress: Progress) -> None:
        options = self.options
        threads = workers_of(options.workers).threads
        abstract = self.abstract = abstract_game_of(self.game, options.buckets, threads, part_of(progress, 0.0, 0.5))
        rest = part_of(progress, 0.5, 0.5)
        if options.hands is None:
            policy = node_policy(self.bot, self.game)
            model = bucket_model_of(policy, abstract.cards, boards=options.boards, seed=options.seed, progress=rest)
            self.model = model
            return
        counts = BucketCounts(abstract.tree, abstract.cards)
        self._watch(counts, rest)
        self.model = BucketModel.observed(counts, options.default)

    def respond(self, method: CounterMethod, progress: Progress = report_nothing) -> Responded:
        to = GAP_MB * (self.game.big_blind or 1) / 1000
        effort = BucketEffort(to, ITERATIONS, threads=workers_of(self.options.workers).threads)
        found = bucket_counter_strategy(self.abstract, self.model, method, effort, progress)
        worth = (found.wins, found.exploitability, found.gap)
        spec = str(self.abstract.cards.spec)
        return Responded(str(self.bot), self.game, str(method), *worth, self.observations, spec, found.strategy)


def abstract_game_of(game: Game, buckets: str, threads: int, progress: Progress = report_nothing) -> BucketGame:
    """A limit game with buckets: as it comes with Railbird, from the cache, or built, which takes minutes."""
    shipped = shipped_game(game, to_spec(buckets))
    if shipped is not None:
        return shipped
    cards = build_abstraction(game, buckets, threads=threads, progress=part_of(progress, 0.0, 0.5))
    tables = kept_tables(cards, threads=threads, progress=part_of(progress, 0.5, 0.5))
    return BucketGame(public_tree(Spot(game)), cards, tables)


def _method(method: str | CounterMethod) -> CounterMethod:
    return parse_method(method) if isinstance(method, str) else method

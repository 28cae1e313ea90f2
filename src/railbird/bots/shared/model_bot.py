"""The common part of bots that estimate opponents' hands from their actions: weight tables and predictors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from railbird.agent import Bot, Fact, MatchStart, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.agent.situation import Situation
from railbird.bots.shared.raise_sizes import raises_of
from railbird.bots.shared.range_facts import SHOWN_BET, range_facts, response_fact, situation_facing
from railbird.cards import hand_index
from railbird.errors import ModelError
from railbird.game import Betting, Game, View
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings, Reweighting
from railbird.models.poki.weight_table import FLOOR
from railbird.models.portrait import Portrait, portrait_by_counts
from railbird.models.predictors import PREDICTORS, Predictor, make_predictor
from railbird.models.predictors.observation import BLIND, SIGMA
from railbird.models.predictors.pretraining import read_net, read_trees
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import Tightness
from railbird.policies.triples import FOLDS, Array

RECORD = "predictor"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ModelSettings:
    predictor: str = setting("voting", f"model of opponents' actions: {', '.join(PREDICTORS)}", "Heidenreich 2008, §5")
    reweighting: str = setting(
        "triples", "how actions change hand weights: triples, loki, off", "Heidenreich 2008, §4.2.4"
    )
    tightness: str = setting("loose", "pre-flop tightness: tight, moderate, loose", "Papp 1998, appendix B")
    sigma: float = setting(SIGMA, "uncertainty in the order of opponents' hands, as a share of all hands", "ours")
    blind: float = setting(BLIND, "share of opponents' actions that does not depend on their cards", "ours")
    net: str = setting("", "file of a trained net to start from (railbird model train writes it)", "ours")
    trees: str = setting("", "file of regression trees to start from, instead of those that ship", "ours")
    floor: float = setting(FLOOR, "smallest weight of a possible hand, as a share of the largest", "Papp 1998, §7.2.1")

    def __post_init__(self) -> None:
        choices = {"predictor": PREDICTORS, "reweighting": tuple(Reweighting), "tightness": tuple(Tightness)}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)[:40]!r}")
        check_within(self, sigma=(0, 0.5), blind=(0, 1), floor=(0, 0.5))
        for name, read in (("net", read_net), ("trees", read_trees)):
            if getattr(self, name):
                path = Path(getattr(self, name)).resolve()
                read(path)  # so that an unreadable file is reported before anything is played
                object.__setattr__(self, name, str(path))  # independent of the current folder


class ModelBot(Bot):
    """Estimates opponents' hands from their actions, and predicts their next actions."""

    learns = True
    by_price: ClassVar[bool] = False
    """Whether its models tell apart the prices of bets in no-limit games, instead of their number."""
    more_files: ClassVar[tuple[str, ...]] = ("net", "trees")
    """The settings that name files that it needs wherever it plays."""
    settings: ModelSettings

    @property
    def models(self) -> OpponentModels:
        """The models of all players."""
        return self._models

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        mine = self.settings
        self._begin = read_net(Path(mine.net)) if mine.net else None
        self._trees = read_trees(Path(mine.trees)) if mine.trees else None
        self._policy = self._make_policy()
        self._models = OpponentModels(
            self._make_predictor,
            OpponentModelSettings(
                policy=self._policy,
                reweighting=Reweighting(mine.reweighting),
                by_policy=mine.predictor == "generic",
                floor=mine.floor,
                sigma=mine.sigma,
                blind=mine.blind,
                by_price=self.by_price,
            ),
        )

    def _make_policy(self) -> PokiPolicy:
        """Our own rules, which unknown players are assumed to follow too."""
        return PokiPolicy(Tightness(self.settings.tightness))

    def _make_predictor(self) -> Predictor:
        """The predictor for an unknown player."""
        return make_predictor(self.settings.predictor, self._begin, self._trees)

    def start_hand(self, view: View) -> None:
        self._models.begin_hand(view, self.betting(view))

    def end_hand(self, view: View) -> None:
        self._models.watch(view)

    def _others(self, view: View) -> list[int]:
        """The positions of the active opponents."""
        return [position for position, folded in enumerate(view.folded) if not folded and position != view.position]

    def _fold_chance(self, view: View, now: Situation, total: int | None = None) -> float:
        """Probability that all opponents fold if we bet or raise to a total, by default by one bet."""
        if total is not None and any(view.stacks[position] == 0 for position in self._others(view)):
            return 0.0
        chance = 1.0
        for position in self._others(view):
            chance *= float(self._response(view, now, position, total)[FOLDS])
        return chance

    def _response(self, view: View, now: Situation, position: int, total: int | None = None) -> Array:
        """The predicted triple of an opponent if we bet or raise to a total, by default by one bet."""
        situation = situation_facing(self._models.tracker, view, now, position, total)
        seen, _ = self._models.observed(situation)
        return self._models.predictor(view.players[position]).predict(seen)

    def _facts_about(self, view: View) -> list[Fact]:
        """For each opponent: their range, the strength of our hand against it, and their response to a bet."""
        facts: list[Fact] = []
        hand, now = hand_index(view.hole_bytes[view.position]), self._models.tracker.situation()
        for position in self._others(view):
            name, more = view.players[position], []
            if now.can_raise:
                total = None if view.game.betting is Betting.LIMIT else raises_of(view, SHOWN_BET)[0]
                more.append(response_fact(name, self._response(view, now, position, total)))
            facts += range_facts(name, self._models.table(position), hand, view.board_bytes, *more)
        return facts

    def portraits(self) -> list[Portrait]:
        """A portrait of each player."""
        return [portrait_by_counts(player, each.counts()) for player, each in self._models.predictors.items()]

    def save(self) -> dict[str, bytes]:
        """Return what was learned, as a record for each player."""
        known = self._models.predictors.items()
        return {player: write_arrays(_head(predictor), predictor.state()) for player, predictor in known}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore saved records. If one of them is malformed, nothing changes. Raises ModelError."""
        loaded = {}
        for player, data in learned.items():
            what = f"the record about {player}"
            head, parts = read_arrays(data, what)
            predictor = self._make_predictor()
            for name, value in _head(predictor).items():
                if head.get(name) != value:
                    was = repr(head.get(name))[:40]
                    raise ModelError(f"{what} does not match this bot: {name} is {was}, not {value!r}")
            try:
                predictor.restore(parts)
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
            loaded[player] = predictor
        self._models.predictors.update(loaded)


def _head(predictor: Predictor) -> dict[str, object]:
    """The properties in which a saved predictor must agree."""
    return {"railbird": RECORD, "version": VERSION, "predictor": predictor.name}

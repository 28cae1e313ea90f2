"""What those bots share that read others' hands from what they do: weight tables and predictors of all players."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from railbird.agent import Bot, Fact, MatchStart, setting
from railbird.agent.games import unless_limit_holdem
from railbird.agent.settings import check_within
from railbird.agent.situation import Situation
from railbird.cards import hand_index
from railbird.errors import ModelError
from railbird.game import Game, View
from railbird.models.poki.opponents import OpponentModels, OpponentModelSettings, Reweighting
from railbird.models.poki.weight_table import FLOOR
from railbird.models.portrait import Portrait, portrait_by_counts
from railbird.models.predictors import PREDICTORS, Predictor, make_predictor
from railbird.models.predictors.observation import BLIND, SIGMA
from railbird.models.predictors.pretraining import read_net
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import Tightness
from railbird.policies.triples import FOLDS, Array
from railbird.strength.weighted import against_weights

LIKELIER = 1.05
"""Classes are told that are so much likelier than hands on the whole."""
RECORD = "predictor"
VERSION = 1


@dataclass(frozen=True, slots=True)
class ModelSettings:
    predictor: str = setting("voting", f"what others will do: {', '.join(PREDICTORS)}", "Heidenreich 2008, §5")
    reweighting: str = setting("triples", "how weights follow: triples, loki, off", "Heidenreich 2008, §4.2.4")
    tightness: str = setting("loose", "pre-flop: tight, moderate, loose", "Papp 1998, appendix B")
    sigma: float = setting(SIGMA, "how unsure the order of others' hands is, as a share of them", "ours")
    blind: float = setting(BLIND, "the share of others' actions that does not depend on their cards", "ours")
    net: str = setting("", "a file that nets begin with, from railbird model train", "ours")
    floor: float = setting(FLOOR, "the least weight of a possible hand, of the largest", "Papp 1998, §7.2.1")

    def __post_init__(self) -> None:
        choices = {"predictor": PREDICTORS, "reweighting": tuple(Reweighting), "tightness": tuple(Tightness)}
        for name, known in choices.items():
            if getattr(self, name) not in known:
                raise ValueError(f"{name} is one of {', '.join(known)}, not {getattr(self, name)[:40]!r}")
        check_within(self, sigma=(0, 0.5), blind=(0, 1), floor=(0, 0.5))
        if self.net:
            path = Path(self.net).resolve()
            read_net(path)  # to be told before anything is played that it cannot be read
            object.__setattr__(self, "net", str(path))  # the same bot in any folder


class ModelBot(Bot):
    """Reads others' hands from what they do, and predicts what they will do."""

    learns = True
    settings: ModelSettings

    @property
    def models(self) -> OpponentModels:
        """What is known of all players."""
        return self._models

    def refusal(self, game: Game) -> str:
        return unless_limit_holdem(game, "its betting rules and predictors are made for limit bets")

    def start_match(self, match: MatchStart) -> None:
        mine = self.settings
        self._begin = read_net(Path(mine.net)) if mine.net else None
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
            ),
        )

    def _make_policy(self) -> PokiPolicy:
        """The rules that we play by, and that others are taken to play by while nothing is known of them."""
        return PokiPolicy(Tightness(self.settings.tightness))

    def _make_predictor(self) -> Predictor:
        """That of somebody of whom nothing is known."""
        return make_predictor(self.settings.predictor, self._begin)

    def start_hand(self, view: View) -> None:
        self._models.begin_hand(view, self.betting(view))

    def end_hand(self, view: View) -> None:
        self._models.watch(view)

    def _others(self, view: View) -> list[int]:
        """The positions of those who are still in."""
        return [place for place, folded in enumerate(view.folded) if not folded and place != view.position]

    def _fold_chance(self, view: View, now: Situation) -> float:
        """How likely all others fold if we bet or raise."""
        chance = 1.0
        for place in self._others(view):
            chance *= float(self._answer(view, now, place)[FOLDS])
        return chance

    def _answer(self, view: View, now: Situation, place: int) -> Array:
        """What a player is expected to do if we bet or raise."""
        cost = now.bet + max(view.bets) - view.bets[place]
        situation = replace(
            self._models.tracker.with_history_of(place, now),
            pot=now.pot + now.to_call + now.bet,
            to_call=cost,
            raises=now.raises + 1,
            bets_to_call=min(-(-cost // now.bet), 2),
            can_raise=True,
            behind=0,
            first=False,
        )
        seen, _ = self._models.observed(situation)
        return self._models.predictor(view.players[place]).predict(seen)

    def _facts_about(self, view: View) -> list[Fact]:
        """Of each opponent: what he may hold, how good our hand is against that, and what he would do if we bet."""
        facts = []
        hand, board, now = (
            hand_index(view.hole_bytes[view.position]),
            view.board_bytes,
            self._models.tracker.situation(),
        )
        for place in self._others(view):
            name, table = view.players[place], self._models.table(place)
            top = [f"{each} ×{ratio:.1f}" for each, ratio in table.top_classes() if ratio > LIKELIER]
            likely = ", ".join(top) or "anything"
            facts.append(Fact(f"{name} may hold", f"{likely} ({table.entropy:.1f} bits)", private=True))
            if board:
                hs, ppot = against_weights(hand, board, table.weights)
                facts.append(Fact(f"EHS against {name}", hs + (1 - hs) * ppot, private=True))
            if now.can_raise:
                told = zip(("fold", "call", "raise"), self._answer(view, now, place), strict=True)
                facts.append(Fact(f"{name} to a bet", ", ".join(f"{what} {share:.0%}" for what, share in told), True))
            ratios = table.ratios()
            digits = "".join(str(round(9 * share)) for share in ratios / max(float(ratios.max()), 1e-12))
            facts.append(Fact(f"{name} by class", digits, private=True))
        return facts

    def portraits(self) -> list[Portrait]:
        """What is known of each player, in words and numbers."""
        return [portrait_by_counts(player, each.counts()) for player, each in self._models.predictors.items()]

    def save(self) -> dict[str, bytes]:
        """What was learned about each player."""
        known = self._models.predictors.items()
        return {player: write_arrays(_head(predictor), predictor.state()) for player, predictor in known}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Take up what was saved before. Nothing is done if one of them is not right."""
        found = {}
        for player, data in learned.items():
            what = f"the record about {player}"
            head, parts = read_arrays(data, what)
            predictor = self._make_predictor()
            for name, value in _head(predictor).items():
                if head.get(name) != value:
                    was = repr(head.get(name))[:40]
                    raise ModelError(f"{what} is of another kind: {name} is {was}, not {value!r}")
            try:
                predictor.restore(parts)
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
            found[player] = predictor
        self._models.predictors.update(found)


def _head(predictor: Predictor) -> dict[str, object]:
    """What a saved predictor must agree with."""
    return {"railbird": RECORD, "version": VERSION, "predictor": predictor.name}

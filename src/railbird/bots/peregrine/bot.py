"""Peregrine, our champion of limit hold'em heads-up.

It plays an equilibrium until it knows more. From every hand it learns how the opponent plays in an abstract game with
perfect recall; at fixed numbers of hands it solves a data-biased response (Johanson and Bowling 2009) to what it knows,
one iteration after each hand. Before each hand a coin decides who plays it, the equilibrium or the response:

* ``safety=judged``: the response plays with the probability that it wins more, as off-policy estimates of both after
  every hand tell (Bowling et al. 2008; drawn as by Thompson 1933), after some caution, and each of the two with 2 % at
  least.
* ``safety=X``: no more often than with the weight w for which w·ε + (1 − w)·ε_eq ≤ ε_eq + X, where ε is the
  exploitability of the response inside the abstraction and ε_eq that of the equilibrium. Exploitability is convex, so
  the mixture of both is exploitable by no more than X mb/g above the equilibrium.
* ``safety=off``: the response plays every hand.

The equilibrium is Kestrel's, which is finer than that of the abstract game; but with a bound, or with a strategy of the
user, it is that of the abstract game itself, so that the bound is exact there.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart
from railbird.bots.equilibrium.kestrel import Kestrel
from railbird.bots.equilibrium.player import EquilibriumBot, EquilibriumSettings
from railbird.bots.equilibrium.strategies import strategy_path
from railbird.bots.peregrine.abstract_game import NAME, AbstractGame, abstract_game
from railbird.bots.peregrine.players import OwnEquilibrium, policy_with_own_cards
from railbird.bots.peregrine.settings import OFF, PeregrineSettings
from railbird.bots.peregrine.study import OpponentStudy
from railbird.errors import RailbirdError
from railbird.game import Game, View
from railbird.stats.aivat import Policy
from railbird.stats.off_policy import OffPolicy, hides_hands, known_hand


class Peregrine(Bot):
    """Plays an equilibrium, learns the opponent, and plays responses solved between hands as far as they pay."""

    source: ClassVar[str] = "ours; responses after Johanson and Bowling 2009"
    learns = True
    files: ClassVar[tuple[str, ...]] = ("strategy",)
    """The settings that name files: a match is another one if they change."""
    Settings = PeregrineSettings
    settings: PeregrineSettings

    def __init__(self, settings: PeregrineSettings | None = None) -> None:
        super().__init__(settings)
        mine = self.settings
        self._path = strategy_path(NAME, mine.strategy)
        own = OwnEquilibrium(EquilibriumSettings(str(self._path)))
        self.equilibrium: EquilibriumBot = own if mine.strategy or mine.bound is not None else Kestrel()
        self._abstract: AbstractGame | None = None
        if mine.strategy:
            self.abstract  # noqa: B018 - a file of another kind is refused before anything is played
        self._studies: dict[str, OpponentStudy] = {}
        self._records: dict[str, bytes] = {}
        """Records of opponents who are not at the table."""
        self._weight = 0.0
        self._responds = False

    def refusal(self, game: Game) -> str:
        reason = self.equilibrium.refusal(game)
        if reason or not hides_hands(game):
            return reason or self._unbounded(game)
        return "it must see all hands at a showdown"

    def _unbounded(self, game: Game) -> str:
        """Why its bound does not hold in a game; empty if it does, or if there is none."""
        if self.settings.bound is None or game == self.abstract.equilibrium.tree.spot.game:
            return ""
        return f"its bound was computed for {self.abstract.equilibrium.tree.spot.game}: leave out safety"

    @property
    def abstract(self) -> AbstractGame:
        """The abstract game in which it learns and solves."""
        if self._abstract is None:
            self._abstract = abstract_game(self._path)
        return self._abstract

    def start_match(self, match: MatchStart) -> None:
        self.equilibrium.start_match(match)
        self.abstract.learner()  # reading files is no part of the first hand

    def study_of(self, opponent: str) -> OpponentStudy:
        """What is known about an opponent. Those of earlier opponents are kept as records."""
        study = self._studies.get(opponent)
        if study is None:
            study = self._new_study()
            if opponent in self._records:
                study.load(self._records[opponent], f"the record about {opponent}")
            self._records |= {other: each.save() for other, each in self._studies.items()}
            self._records.pop(opponent, None)
            self._studies = {opponent: study}
            study.go_on()
        return study

    def _new_study(self) -> OpponentStudy:
        return OpponentStudy(self.abstract, self.settings, self.equilibrium.name)

    def weight_of(self, study: OpponentStudy) -> float:
        """The probability with which the response plays the next hand against an opponent."""
        response = study.response
        if response is None:
            return 0.0
        if self.settings.safety == OFF:
            return 1.0
        floor = study.abstract.constants.floor
        weight = min(max(study.lead.chance(self.settings.caution), floor), 1 - floor)
        bound = self.settings.bound
        if bound is None:
            return weight
        chips, more = bound / study.abstract.mb, response.exploitability - study.abstract.exploitability
        return weight if more <= chips else min(weight, chips / more)

    def start_hand(self, view: View) -> None:
        self._weight, self._responds = 0.0, False
        study = self._study_at(view)
        self._weight = self.weight_of(study)
        self._responds = self._weight > 0 and self.streams.uniform("coin") < self._weight

    def act(self, view: View) -> Choice:
        study = self._study_at(view)
        playing: Bot = self.equilibrium
        if self._responds and study.response is not None:
            playing = study.response.player
        choice = self.stand_in(playing).act(view)
        assert isinstance(choice, Decision)
        facts, own = choice.facts, self._facts(study)
        return replace(choice, facts=LateFacts(lambda: (*own, *facts)))

    def end_hand(self, view: View) -> None:
        study = self._study_at(view)
        if self._weight > 0 and self.settings.safety != OFF:
            with suppress(RailbirdError):  # an action was not its own, because it ran out of time
                study.lead.learn(self._difference(view, study))
        study.learn(view)

    def _study_at(self, view: View) -> OpponentStudy:
        return self.study_of(view.players[1 - view.position])

    def _difference(self, view: View, study: OpponentStudy) -> float:
        """What the response would have won more than the equilibrium in this hand, as an estimate in small bets."""
        assert study.response is not None
        playing: list[EquilibriumBot] = [self.equilibrium, study.response.player]
        for bot in playing:
            self.stand_in(bot)
        policies: list[Policy] = [bot.policy for bot in playing]
        if any(view.folded):  # then other holdings do not count
            policies = [partial(policy_with_own_cards, bot) for bot in playing]
        shares = [1 - self._weight, self._weight]
        equilibrium, response = OffPolicy().values(known_hand(view), view.position, policies, shares)
        return (response - equilibrium) / (view.game.bets[0] or view.game.big_blind or 1)

    def _facts(self, study: OpponentStudy) -> tuple[Fact, ...]:
        response = study.response
        if response is None:
            return (Fact("plays", f"the equilibrium, after {study.hands} hands"),)
        return (
            Fact("plays", f"the response to {response.hands} hands" if self._responds else "the equilibrium"),
            Fact("weight of the response", self._weight),
            Fact("response exploitable by, mb/g", response.exploitability * study.abstract.mb),
        )

    def save(self) -> dict[str, bytes]:
        """Return what was learned, as a record for each opponent."""
        return self._records | {opponent: study.save() for opponent, study in self._studies.items()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore saved records. If one of them is malformed, nothing changes. Raises ModelError."""
        for opponent, data in learned.items():
            self._new_study().load(data, f"the record about {opponent}")
        self._records |= learned
        for opponent in learned:
            self._studies.pop(opponent, None)

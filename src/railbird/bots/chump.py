"""ChumpBot: a moody player. It has a bravery and a boldness, and may change both when others win.

The known facts: the two parameters and their ranges; they are redrawn with 10 % probability after each pot that another
player wins; it bets 1 to 20 units of 1/40 of its stack by the rank of its hand; and it bluffs if u < bluff^k. How these
fit together is our reading: a hand of rank r is worth 40 · boldness · (bravery · r − 1/2) units, at most 20; in limit
games a unit is half a bet; k counts the bets of the round including this one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, setting
from railbird.agent.games import unless_holdem
from railbird.cards import HoleCards
from railbird.game import CALL, Betting, Game, View, raise_to
from railbird.policies import bets_this_round, check_or_fold, raise_or_call
from railbird.strength import one_hand, preflop_hand_ranks

BRAVERY = (0.60, 0.70, 0.80, 0.90, 1.00)
BOLDNESS = (1.0, 1.25, 1.5, 1.75, 2.0)


@dataclass(frozen=True, slots=True)
class ChumpSettings:
    change: float = setting(0.10, "probability of a mood change after a pot that another player won", "Opentestbed")
    bluff: float = setting(0.15, "base of the bluffing probability bluff^k", "ours")
    units: int = setting(20, "largest bet, in units", "Opentestbed")
    per_stack: int = setting(40, "number of units in a stack", "Opentestbed")

    def __post_init__(self) -> None:
        if self.per_stack < 1 or self.units < 1 or not 0 <= self.change <= 1 or not 0 <= self.bluff <= 1:
            raise ValueError("units and per_stack must be at least 1, change and bluff must be between 0 and 1")


class ChumpBot(Bot):
    """A moody player, whose mood changes when others win."""

    source: ClassVar[str] = "Opentestbed; details our reading"
    Settings = ChumpSettings
    settings: ChumpSettings
    learns = True  # its mood carries over from hand to hand
    mood: tuple[float, float] | None = None

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def act(self, view: View) -> Choice:
        bravery, boldness = self._mood()
        rank = self._rank(view)
        worth = max(0, min(self.settings.units, round(2 * self.settings.units * boldness * (bravery * rank - 0.5))))
        unit = max(view.starting_stacks[view.position] // self.settings.per_stack, 1)
        if view.game.betting is Betting.LIMIT:
            unit = view.game.bets[view.round] // 2
        facts = (Fact("rank", rank, private=True), Fact("units", worth, private=True), Fact("bravery", bravery))
        if worth == 0:
            share = self.settings.bluff ** (bets_this_round(view) + 1)
            bet, passive = raise_or_call(view), check_or_fold(view)
            if bet == CALL:
                return Decision(passive, facts=facts)
            action = bet if self.random.random() < share else passive
            return Decision(action, {bet: share, passive: 1 - share}, facts=facts)
        chips = worth * unit
        if chips < view.to_call:
            return Decision(check_or_fold(view), facts=facts)
        if chips < 2 * view.to_call or not view.legal.most_raise:
            return Decision(CALL, facts=facts)
        to = min(max(view.bets[view.position] + chips, view.legal.least_raise), view.legal.most_raise)
        return Decision(raise_to(to), facts=facts)

    def end_hand(self, view: View) -> None:
        if view.payoffs[view.position] <= 0 and self.streams.stream("mood").random() < self.settings.change:
            self.mood = None
            self._mood()

    def save(self) -> dict[str, bytes]:
        return {"": json.dumps(self.mood).encode()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        if "" in learned:
            mood = json.loads(learned[""])
            self.mood = None if mood is None else (mood[0], mood[1])

    def _mood(self) -> tuple[float, float]:
        if self.mood is None:
            draw = self.streams.stream("new mood")
            self.mood = (draw.choice(BRAVERY), draw.choice(BOLDNESS))
        return self.mood

    def _rank(self, view: View) -> float:
        if view.round == 0:
            return float(preflop_hand_ranks()[HoleCards(*view.hole_cards).index])
        return one_hand(view.hole_cards, view.board, cards_ahead=0).hs

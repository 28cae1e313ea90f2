"""The common part of bots that search over the cards to come, in limit and in no-limit games.

In no-limit games they count betting sequences without the sizes of bets, separately for each class of prices, and
search with real chips (``search.priced_miximax``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from railbird import _core
from railbird.abstraction import AbstractBetting, Mapped, betting_with, without_sizes
from railbird.abstraction.outlook import Outlooks
from railbird.agent import BettingTracker, Fact
from railbird.agent.games import unless_holdem
from railbird.agent.situation import Situation
from railbird.bots.shared.belief_facts import facts_about
from railbird.bots.shared.chance_bot import ChanceBot
from railbird.bots.shared.context_bot import Weighed
from railbird.bots.shared.raise_sizes import raises_of
from railbird.cards import class_index
from railbird.game import CALL, FOLD, Action, ActionKind, Betting, Game, View
from railbird.game.hand_text import actions_text
from railbird.models import ContextModels
from railbird.search import ActionValues
from railbird.search.priced_miximax import PricedDecision, PriceRules, priced_miximax

PRICE_WORDS = ("low", "high", "very high")
"""The classes of prices in words."""


def contexts_for(game: Game, cap: int) -> AbstractBetting:
    """The contexts to count in: of the game, or, if it is not limit, of the game without sizes."""
    return betting_with(game if game.betting is Betting.LIMIT else without_sizes(game), cap)


class PricedBot(ChanceBot):
    """Searches with real chips in no-limit games."""

    _sizes: str
    """The raises to consider."""
    _rules: PriceRules
    _priced: bool

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def _set_up(self, betting: AbstractBetting, models: ContextModels, outlooks: Outlooks) -> None:
        super()._set_up(betting, models, outlooks)
        self._priced = models.prices > 1
        self._classes: tuple[BettingTracker | None, list[int]] = (None, [])

    def _prices(self, view: View) -> Iterable[int]:
        if not self._priced:
            return super()._prices(view)
        tracker = self.betting(view)
        if self._classes[0] is not tracker:
            self._classes = (tracker, [])
        prices = self._classes[1]
        prices.extend(self._class_of(step.situation) for step in tracker.steps())
        return prices

    def _class_of(self, now: Situation) -> int:
        return self._rules.class_of(now.price_of_bets)

    def _can_search(self, view: View, node: int) -> bool:
        return self._priced or self._in_context(view, node)

    def _in_context(self, view: View, node: int) -> bool:
        """Whether it is the bot's turn in the context, too."""
        return super()._can_search(view, node)

    def _weigh(self, view: View, mapped: Mapped) -> Weighed:
        if not self._priced:
            return super()._weigh(view, mapped)
        can_raise = self._in_context(view, mapped.node) and self._betting.tree.child(mapped.node, ActionKind.RAISE) >= 0
        decision = PricedDecision(
            hand=self.betting(view).hand,
            node=mapped.node,
            highest=self._highest(view),
            raises=raises_of(view, self._sizes) if can_raise else (),
        )
        found = priced_miximax(
            self._betting,
            [self._beliefs_at(view, price) for price in range(self._rules.classes)],
            decision,
            self._outlook_now(view),
            rules=self._rules,
            temperature=self._temperature,
            least_reach=self._reach,
        )
        return _weighed(view, {action: float(each[0]) for action, each in found.items()})

    def _outlook_now(self, view: View) -> _core.Outlook:
        hole, board = view.hole_bytes[view.position], view.board_bytes
        return self._outlook(hole, board)[0] if board else self._outlooks.of_class(class_index(hole))

    def _facts(self, view: View, mapped: Mapped) -> tuple[Fact, ...]:
        if not self._priced:
            return super()._facts(view, mapped)
        now = self._class_of(self.betting(view).situation())
        mine = (
            Fact("hand rank", self._hand_rank(view), private=True),
            Fact("betting sequence", actions_text(view)),
            *(
                (Fact("price", f"{view.to_call:,} in a pot of {view.pot:,}: {PRICE_WORDS[now]}"),)
                if view.to_call
                else ()
            ),
        )
        if not self._in_context(view, mapped.node):
            return mine
        return mine + facts_about(
            self._betting,
            self._beliefs_at(view),
            view.players,
            mapped.node,
            view.position,
            facing=self._beliefs_at(view, now),
            hands=self._beliefs_at(view, max(self._highest(view), now if view.round else 0)),
        )


def _weighed(view: View, values: dict[Action, float]) -> Weighed:
    """What a search has found out, with the best raise for all of them."""
    raises = {action: value for action, value in values.items() if action.kind is ActionKind.RAISE}
    best = max(raises, key=lambda action: raises[action], default=CALL)
    kinds = ActionValues(values.get(FOLD, math.nan), values[CALL], raises.get(best, math.nan), 0)
    actions = {ActionKind.FOLD: FOLD if view.to_call else CALL, ActionKind.CALL: CALL, ActionKind.RAISE: best}
    paid = view.paid[view.position]
    return Weighed(kinds, actions, {action: value + paid for action, value in values.items()})

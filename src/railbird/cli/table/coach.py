"""Advice at the table, from what the person may know: odds, equity against what others may hold, a bot's opinion."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from railbird.agent import Bot, Decision, MatchStart
from railbird.agent.explanation import Moment, explain
from railbird.bots.shared.model_bot import ModelBot
from railbird.cards import HoleCards
from railbird.cli.render.explanation import explanation_text, meanings_text
from railbird.gallery import BotSpec
from railbird.game import View
from railbird.game.pots import prize
from railbird.strength import equity_against, pot_odds

COACH = "simbot"
"""It reads others' hands, and plays limit and no-limit games."""
DEALS = 20_000


class Coach:
    """A bot in the person's seat that is asked and not heard."""

    def __init__(self, spec: BotSpec) -> None:
        bot = spec.make()
        if not isinstance(bot, ModelBot):
            raise TypeError(f"{spec.name} does not read hands, and cannot be a coach")
        self._bot, self._name = bot, spec.name

    def start_match(self, match: MatchStart) -> None:
        self._bot.start_match(match)

    def start_hand(self, view: View, person: Bot) -> None:
        person.stand_in(self._bot).start_hand(view)

    def end_hand(self, view: View) -> None:
        self._bot.end_hand(view)

    def hint(self, view: View) -> list[RenderableType]:
        """Pot odds, equity, and what the coach would do and why."""
        decision = self._bot.act(view)
        lines: list[RenderableType] = []
        if view.to_call:
            pot = prize(view.game, view.paid, view.position, view.to_call) - view.to_call
            need = pot_odds(pot, view.to_call)
            lines.append(Text(f"{view.to_call:,} to win {pot:,}: a call pays if you win {need:.0%} of the time"))
        hand = HoleCards(*view.hole_cards)
        others = [place for place, gone in enumerate(view.folded) if not gone and place != view.position]
        ranges = [self._bot.models.table(place).range().without(view.board) for place in others]
        read, blind = (
            equity_against(hand, view.board, versus, deals=DEALS).players[0].equity
            for versus in (ranges, ["random"] * len(others))
        )
        lines.append(
            Text(f"your share of the pot on average: {read:.0%} by what they may hold ({blind:.0%} with any hands)")
        )
        if isinstance(decision, Decision):
            moment = Moment(free=not view.to_call, opens=not any(view.bets))
            explanation = explain(f"{self._name} in your place", decision, moment)
            lines += [explanation_text(explanation), *meanings_text([explanation])]
        return lines

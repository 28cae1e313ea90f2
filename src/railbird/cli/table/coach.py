"""Advice at the table from what the person can see: pot odds, equity against the estimated ranges, a bot's choice."""

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
"""It estimates the opponents' ranges, and plays limit and no-limit games."""
DEALS = 20_000


class Coach:
    """A bot that follows the hand from the person's seat, and advises without acting."""

    def __init__(self, spec: BotSpec) -> None:
        bot = spec.make()
        if not isinstance(bot, ModelBot):
            raise TypeError(f"{spec.name} does not estimate ranges, so it cannot be a coach")
        self._bot, self._name = bot, spec.name

    def start_match(self, match: MatchStart) -> None:
        self._bot.start_match(match)

    def start_hand(self, view: View, person: Bot) -> None:
        person.stand_in(self._bot).start_hand(view)

    def end_hand(self, view: View) -> None:
        self._bot.end_hand(view)

    def hint(self, view: View) -> list[RenderableType]:
        """Pot odds, equity, and the coach's own decision with its explanation."""
        decision = self._bot.act(view)
        lines: list[RenderableType] = []
        if view.to_call:
            pot = prize(view.game, view.paid, view.position, view.to_call) - view.to_call
            need = pot_odds(pot, view.to_call)
            lines.append(
                Text(f"{view.to_call:,} to win {pot:,}: a call pays if you win {need:.0%} of the time or more")
            )
        hand = HoleCards(*view.hole_cards)
        others = [position for position, folded in enumerate(view.folded) if not folded and position != view.position]
        ranges = [self._bot.models.table(position).range().without(view.board) for position in others]
        estimated, random = (
            equity_against(hand, view.board, versus, deals=DEALS).players[0].equity
            for versus in (ranges, ["random"] * len(others))
        )
        lines.append(
            Text(f"your equity: {estimated:.0%} against their estimated ranges ({random:.0%} against random hands)")
        )
        if isinstance(decision, Decision):
            moment = Moment(free=not view.to_call, opens=not any(view.bets))
            explanation = explain(f"{self._name} in your place", decision, moment)
            lines += [explanation_text(explanation), *meanings_text([explanation])]
        return lines

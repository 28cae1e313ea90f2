"""Advice at the table from what the person can see: pot odds, equity against the estimated ranges, a bot's choice."""

from __future__ import annotations

from rich.console import RenderableType
from rich.text import Text

from railbird.agent import Bot, Decision, MatchStart
from railbird.agent.explanation import explain, moment_now
from railbird.bots.shared.advice import call_odds, equities
from railbird.bots.shared.model_bot import ModelBot
from railbird.cli.render.explanation import explanation_text, meanings_text
from railbird.gallery import BotSpec
from railbird.game import View


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
        odds, (estimated, random) = call_odds(view), equities(self._bot, view)
        if odds:
            text = f"{odds.to_call:,} to win {odds.pot:,}: a call pays if you win {odds.needed:.0%} of the time or more"
            lines.append(Text(text))
        lines.append(
            Text(f"your equity: {estimated:.0%} against their estimated ranges ({random:.0%} against random hands)")
        )
        if isinstance(decision, Decision):
            explanation = explain(f"{self._name} in your place", decision, moment_now(view))
            lines += [explanation_text(explanation), *meanings_text([explanation])]
        return lines

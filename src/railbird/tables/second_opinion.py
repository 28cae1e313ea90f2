"""What another bot would do in a player's place, from what that player can see."""

from __future__ import annotations

from multiprocessing.connection import Connection
from typing import Any, NamedTuple

from railbird.agent import Bot, Decision, MatchStart, Streams, explain
from railbird.agent.clock import Beacon
from railbird.agent.driver import chosen_action
from railbird.agent.explanation import moment_now
from railbird.agent.shown_hand import ShownHand
from railbird.bots.shared.advice import call_odds, equities
from railbird.bots.shared.model_bot import ModelBot
from railbird.errors import TableError
from railbird.gallery import BotSpec, parse_bot
from railbird.game import View, seen_again
from railbird.tables.processes import serve

SECONDS = 20.0
"""In which a second opinion must be there."""


class Question(NamedTuple):
    """What would a bot do in the place of the player of this view? With ``hint``, odds and equity too."""

    bot: str
    view: View
    hint: bool = False


def second_opinion(spec: BotSpec, view: View) -> tuple[Bot, Decision]:
    """A new bot and its decision: it follows the hand from its start, with the player's cards, and knows nobody.

    Raises TableError if it does not play this game, or if it is not this player's turn.
    """
    if view.over or view.actor != view.position:
        raise TableError("it is not this player's turn", "not-your-turn")
    reason = spec.refusal(view.game)
    if reason is not None:
        raise TableError(f"{spec} does not play {view.game}: {reason}", "not-this-game")
    bot, seen, hand = spec.make(), ShownHand(), seen_again(view)
    vars(bot).update(streams=Streams(0, 0, view.position), look=seen.look)
    bot.start_match(MatchStart(view.game, view.players, view.position))
    told = 0
    for turn in range(len(view.actions) + 1):
        now = hand.clone(turn).view(view.position)
        events = now.events
        seen.show(now, ())
        if turn == 0:
            bot.start_hand(now)
        for event in events[told:]:
            bot.observe(event)
        told = len(events)
        if turn < len(view.actions) and now.actor == view.position:
            bot.act(now)  # it may note what it would have done
    choice = bot.act(view)
    return bot, choice if isinstance(choice, Decision) else Decision(chosen_action(choice))


def opinion_json(spec: BotSpec, view: View) -> dict[str, Any]:
    """The explanation of a second opinion, as JSON data."""
    _, decision = second_opinion(spec, view)
    return explain(str(spec), decision, moment_now(view)).to_json()


def hint_json(coach: BotSpec, view: View) -> dict[str, Any]:
    """Advice for a player: pot odds, equity against the estimated ranges, and the coach's decision."""
    bot, decision = second_opinion(coach, view)
    odds = call_odds(view)
    equity = equities(bot, view) if isinstance(bot, ModelBot) and view.game.is_holdem else None
    told = explain(f"{coach.name} in your place", decision, moment_now(view)).to_json()
    return {
        "odds": odds and odds._asdict(),
        "equity": equity and equity._asdict(),
        "explanation": told,
    }


def work(connection: Connection, beacon: Beacon) -> None:
    """The main loop of a process that gives second opinions."""

    def answer(question: Question) -> dict[str, Any]:
        give = hint_json if question.hint else opinion_json
        return give(parse_bot(question.bot), question.view)

    serve(connection, answer)

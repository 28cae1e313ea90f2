"""A decision in words: the actions with their names, probabilities and expected values, and the facts behind it.

Terminal, reports and web pages show the same rows and facts; facts that would reveal the player's cards are marked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, NamedTuple

from railbird.agent.decision import Decision, Fact, FactValue, action_words
from railbird.cards import CLASSES
from railbird.game import Action, ActionKind, Hand, View
from railbird.game.events import Acted, Post, Posted

LONG = 24
"""A fact whose value has more characters gets a line of its own."""
TERMS = (
    ("EV", "EV: expected value, the chips it expects to win from here on"),
    ("×", "AA ×3.1: aces are 3.1 times as likely as the average hand"),
    ("bits", "bits: how uncertain the range is; 10.4 means any of the 1,326 hands, 0 means one known hand"),
    ("by class", "digits: how likely each class is, from 0 (impossible) to 9 (most likely); suited above the diagonal"),
    ("betting sequence", "betting sequence: the actions of the hand; f fold, c check or call, r bet or raise"),
    (
        "similar hands",
        "in brackets: f or l if it acts first or last; then c call, r raise, f fold, capitals for the opponent",
    ),
    ("seen", "seen: how often it has been in that situation; older hands may count less"),
    ("shown by", "bars: hands shown in that situation, from weak (left) to strong (right)"),
    ("hand rank", "hand rank: share of hands that it beats, ties counting half"),
    ("HS", "HS: hand strength, the chance of being ahead now"),
    ("PPot", "PPot: positive potential, the chance of getting ahead when behind"),
    ("EHS", "EHS: effective hand strength, the chance of being ahead now or getting ahead"),
    ("HRN", "HRN: hand strength to the power of the number of opponents"),
    ("pot odds", "pot odds: share of the final pot that a call must win on average to break even"),
    ("bucket", "bucket: similar hands, which it plays alike"),
    ("own reach", "own reach: how likely its own actions so far were with these cards"),
    ("trials", "trials: hands simulated; lead: how far the best action is ahead, in chips, with its standard error"),
)
"""Words and signs that decisions show, each with its explanation."""
_ORDER = {ActionKind.FOLD: 0, ActionKind.CALL: 1, ActionKind.RAISE: 2}


class Moment(NamedTuple):
    """What the name of an action depends on at the time of a decision."""

    free: bool
    """There is nothing to call: a call is a check."""
    opens: bool
    """Nobody has bet: a raise is a bet."""

    def words(self, action: Action) -> str:
        """An action's name at this moment, such as "bet 300"."""
        words = action_words(action).replace("call", "check" if self.free else "call")
        return words.replace("raise to", "bet") if self.opens else words


def moment_now(view: View) -> Moment:
    """The moment of the action that is to come."""
    return Moment(free=not view.to_call, opens=not any(view.bets))


def moments(hand: Hand | View) -> list[Moment]:
    """The moment of each action of a hand."""
    result, bets, number = [], [0] * hand.game.players, 0
    for event in hand.events:
        match event:
            case Posted() if event.post is not Post.ANTE:
                bets[event.player] += event.amount
            case Acted():
                if event.round != number:
                    bets, number = [0] * hand.game.players, event.round
                result.append(Moment(bets[event.player] == max(bets), not any(bets)))
                bets[event.player] += event.amount
            case _:
                pass
    return result


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action that was chosen or considered."""

    action: Action
    words: str
    chosen: bool
    probability: float | None
    """Probability with which it was drawn; None if unknown."""
    value: float | None
    """Expected value from here on, in chips; None if the bot does not compute one."""

    def to_json(self) -> dict[str, Any]:
        return {
            "action": str(self.action),
            "words": self.words,
            "chosen": self.chosen,
            "probability": self.probability,
            "value": self.value,
        }


class FactForm(StrEnum):
    """How a fact is shown."""

    SHORT = "short"
    """On one line with other short facts."""
    LONG = "long"
    """On a line of its own."""
    RANGE = "range"
    """A digit for each of the 169 hand classes, from 0 (impossible) to 9 (most likely)."""


@dataclass(frozen=True, slots=True)
class FactRow:
    """Something that led to a decision."""

    name: str
    value: FactValue
    text: str
    """Name and value, to be shown."""
    private: bool
    form: FactForm

    def to_json(self) -> dict[str, Any]:
        value = self.value if isinstance(self.value, (str, bool, int, float)) else str(self.value)
        return {"name": self.name, "value": value, "text": self.text, "private": self.private, "form": self.form.value}


@dataclass(frozen=True, slots=True)
class Explanation:
    """A player's decision with its actions and facts."""

    player: str
    actions: tuple[ActionRow, ...]
    """The chosen action and every other with a probability or a value: fold, call, then raises by size."""
    facts: tuple[FactRow, ...]

    @property
    def chosen(self) -> ActionRow:
        return next(row for row in self.actions if row.chosen)

    def public(self) -> Explanation:
        """What everyone may see: action and public facts. Probabilities and values depend on the cards."""
        chosen = replace(self.chosen, probability=None, value=None)
        return Explanation(self.player, (chosen,), tuple(fact for fact in self.facts if not fact.private))

    def facts_of(self, form: FactForm) -> list[FactRow]:
        return [fact for fact in self.facts if fact.form is form]

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "actions": [row.to_json() for row in self.actions],
            "facts": [fact.to_json() for fact in self.facts],
        }


def explain(player: str, decision: Decision, moment: Moment) -> Explanation:
    """Explain a decision, with the names that actions have at that moment.

    >>> from railbird.game import CALL, raise_to
    >>> decision = Decision(CALL, {CALL: 0.75, raise_to(300): 0.25})
    >>> [row.words for row in explain("ann", decision, Moment(free=True, opens=True)).actions]
    ['check', 'bet 300']
    """
    every = {decision.action, *decision.probabilities, *decision.values}
    rows = tuple(
        ActionRow(
            action,
            moment.words(action),
            action == decision.action,
            decision.probabilities.get(action),
            decision.values.get(action),
        )
        for action in sorted(every, key=lambda action: (_ORDER[action.kind], action.to or 0))
    )
    return Explanation(player, rows, tuple(map(_fact_row, decision.facts)))


def _fact_row(fact: Fact) -> FactRow:
    text = str(fact.value)
    if isinstance(fact.value, str) and len(text) == len(CLASSES) and text.isdecimal():
        form = FactForm.RANGE
    else:
        form = FactForm.LONG if len(text) > LONG else FactForm.SHORT
    return FactRow(fact.name, fact.value, str(fact), fact.private, form)


def meanings(explanations: Iterable[Explanation], *, ranges: bool = False) -> list[str]:
    """Meanings of the abbreviations and signs in these explanations; ``ranges``: whether ranges are shown too."""
    shown = set()
    for each in explanations:
        shown |= {"EV"} if any(row.value is not None for row in each.actions) else set()
        shown |= {fact.text for fact in each.facts if fact.form is not FactForm.RANGE}
        shown |= {fact.name for fact in each.facts_of(FactForm.RANGE)} if ranges else set()
    text = "\n".join(shown)
    return [meaning for sign, meaning in TERMS if re.search(rf"(?<![A-Za-z]){sign}(?![A-Za-z])", text)]

"""A decision in the terminal: what was done, what else might have been, and what led to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from railbird.agent import Decision, Fact
from railbird.agent.decision import action_words, number_text
from railbird.cards import CLASSES
from railbird.game import Action, Hand, View
from railbird.game.events import Acted, Post, Posted

LONG = 24
"""What is told in more characters has a line of its own."""


class Moment(NamedTuple):
    """Where a decision was made, as far as words for moves go."""

    free: bool
    """There was nothing to call."""
    opens: bool
    """Nobody had bet."""


def moments(hand: Hand | View) -> list[Moment]:
    """Of all actions of a hand."""
    found, bets, number = [], [0] * hand.game.players, 0
    for event in hand.events:
        match event:
            case Posted() if event.post is not Post.ANTE:
                bets[event.player] += event.amount
            case Acted():
                if event.round != number:
                    bets, number = [0] * hand.game.players, event.round
                found.append(Moment(bets[event.player] == max(bets), not any(bets)))
                bets[event.player] += event.amount
            case _:
                pass
    return found


GLOSSARY = (
    ("worth", "worth: chips that it expects to win from here on"),
    ("×", "AA ×3.1: aces are 3.1 times as likely as hands are on the whole"),
    ("bits", "bits: how open it is what they hold; 10.4 is any of 1,326 hands, 0 is one hand for certain"),
    ("by class", "digits: how likely each class is, from 0 (not at all) to 9 (likeliest); suited above the diagonal"),
    ("line", "line: the betting of the hand; f fold, c check or call, r bet or raise"),
    (
        "began so",
        "in brackets: f or l, it acts first or last; then c call, r raise, f fold, capitals the opponent's",
    ),
    ("seen", "seen: how often it has been in that situation; old times may count less"),
    ("shown by", "bars: hands shown there, from weak on the left to strong on the right"),
    ("hand rank", "hand rank: share of hands that it beats, ties half"),
    ("HS", "HS: hand strength, the chance to be ahead now"),
    ("PPot", "PPot: positive potential, the chance to get ahead when behind"),
    ("EHS", "EHS: effective hand strength, the chance to be ahead now or to get ahead"),
    ("HRN", "HRN: hand strength to the power of the number of opponents"),
    ("pot odds", "pot odds: share of the pot that a call has to win on average"),
    ("trials", "trials: hands simulated; lead: by how much the best action is ahead, in chips, with its error"),
)
"""What the words and signs of decisions mean: where the first occurs, the second is told."""


def glossary(decisions: Iterable[Decision], *, ranges: bool = False) -> list[Text]:
    """The meaning of every abbreviation and sign that these decisions show."""
    shown = set()
    for decision in decisions:
        shown |= {"worth"} if decision.values else set()
        for fact in decision.facts:
            if not _is_range(fact) or ranges:
                shown.add(fact.name if _is_range(fact) else str(fact))
    text = "\n".join(shown)
    return [
        Text(meaning, style="dim") for sign, meaning in GLOSSARY if re.search(rf"(?<![A-Za-z]){sign}(?![A-Za-z])", text)
    ]


def explained(
    player: str, decision: Decision, *, ranges: bool = False, free: bool = False, opens: bool = False
) -> Group:
    """Who decided what, and why; with ranges, squares of what others were believed to hold.

    Where it was free to stay in, a call is a check; where nobody had bet, a raise is a bet.
    """

    def words(action: Action) -> str:
        told = action_words(action).replace("call", "check" if free else "call")
        return told.replace("raise to", "bet") if opens else told

    parts: list[RenderableType] = [Text.assemble((player, "bold"), ": ", _what(decision, words))]
    if decision.values:
        worth = ", ".join(
            f"{words(action)} {number_text(value, sign=True)}" for action, value in decision.values.items()
        )
        parts.append(_line(f"worth: {worth}"))
    short = [str(fact) for fact in decision.facts if len(str(fact.value)) <= LONG]
    if short:
        parts.append(_line(" · ".join(short)))
    for fact in decision.facts:
        if _is_range(fact):
            if ranges:
                parts += [_line(fact.name), Padding(_square(str(fact.value)), (0, 0, 0, 4))]
        elif len(str(fact.value)) > LONG:
            parts.append(_line(str(fact)))
    return Group(*parts)


def _what(decision: Decision, words: Callable[[Action], str]) -> str:
    told = words(decision.action)
    if decision.action in decision.probabilities:
        told += f", drawn with {decision.probabilities[decision.action]:.0%}"
        others = [
            f"{words(action)} {share:.0%}"
            for action, share in decision.probabilities.items()
            if action != decision.action
        ]
        told += f" ({', '.join(others)})" if others else ""
    return told


def _line(text: str) -> Padding:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _is_range(fact: Fact) -> bool:
    """A digit for each class: from 0, not at all, to 9, most likely."""
    return isinstance(fact.value, str) and len(fact.value) == len(CLASSES) and fact.value.isdecimal()


def _square(digits: str) -> Text:
    rows = []
    for row in range(13):
        text = Text()
        for place in range(13 * row, 13 * row + 13):
            share = int(digits[place]) / 9
            shade = f"white on rgb({round(30 + 20 * share)},{round(40 + 120 * share)},{round(50 + 20 * share)})"
            text.append(f"{CLASSES[place]!s:<3}{digits[place]} ", style=shade)
        rows.append(text)
    return Text("\n").join(rows)

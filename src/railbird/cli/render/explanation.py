"""A decision in the terminal: the action, the alternatives, and the facts behind it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from railbird.agent.decision import number_text
from railbird.agent.explanation import Explanation, FactForm, meanings
from railbird.cards import CLASSES


def explanation_text(explanation: Explanation, *, ranges: bool = False) -> Group:
    """Who decided what and why; with ``ranges``, 13×13 grids of the opponents' estimated ranges."""
    parts: list[RenderableType] = [Text.assemble((explanation.player, "bold"), ": ", _choice(explanation))]
    values = [(row.words, row.value) for row in explanation.actions if row.value is not None]
    if values:
        parts.append(_line("EV: " + ", ".join(f"{words} {number_text(value, sign=True)}" for words, value in values)))
    short = explanation.facts_of(FactForm.SHORT)
    if short:
        parts.append(_line(" · ".join(fact.text for fact in short)))
    for fact in explanation.facts:
        if fact.form is FactForm.LONG:
            parts.append(_line(fact.text))
        elif fact.form is FactForm.RANGE and ranges:
            parts += [_line(fact.name), Padding(_range_grid(str(fact.value)), (0, 0, 0, 4))]
    return Group(*parts)


def meanings_text(explanations: Iterable[Explanation], *, ranges: bool = False) -> list[Text]:
    """A line for each abbreviation and symbol in these explanations."""
    return [Text(meaning, style="dim") for meaning in meanings(explanations, ranges=ranges)]


def _choice(explanation: Explanation) -> str:
    chosen = explanation.chosen
    if chosen.probability is None:
        return chosen.words
    others = [
        f"{row.words} {row.probability:.0%}"
        for row in explanation.actions
        if not row.chosen and row.probability is not None
    ]
    return f"{chosen.words}, chosen with probability {chosen.probability:.0%}" + (
        f" ({', '.join(others)})" if others else ""
    )


def _line(text: str) -> Padding:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _range_grid(digits: str) -> Text:
    rows = []
    for row in range(13):
        text = Text()
        for index in range(13 * row, 13 * row + 13):
            share = int(digits[index]) / 9
            shade = f"white on rgb({round(30 + 20 * share)},{round(40 + 120 * share)},{round(50 + 20 * share)})"
            text.append(f"{CLASSES[index]!s:<3}{digits[index]} ", style=shade)
        rows.append(text)
    return Text("\n").join(rows)

"""A decision in the terminal: what was done, what else might have been, and what led to it."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from railbird.agent.decision import number_text
from railbird.agent.explanation import Explanation, FactForm, meanings
from railbird.cards import CLASSES


def explanation_text(explanation: Explanation, *, ranges: bool = False) -> Group:
    """Who decided what, and why; with ranges, squares of what others were believed to hold."""
    parts: list[RenderableType] = [Text.assemble((explanation.player, "bold"), ": ", _choice(explanation))]
    values = [(row.words, row.value) for row in explanation.actions if row.value is not None]
    if values:
        parts.append(
            _line("worth: " + ", ".join(f"{words} {number_text(value, sign=True)}" for words, value in values))
        )
    short = explanation.facts_of(FactForm.SHORT)
    if short:
        parts.append(_line(" · ".join(fact.text for fact in short)))
    for fact in explanation.facts:
        if fact.form is FactForm.LONG:
            parts.append(_line(fact.text))
        elif fact.form is FactForm.RANGE and ranges:
            parts += [_line(fact.name), Padding(_square(str(fact.value)), (0, 0, 0, 4))]
    return Group(*parts)


def meanings_text(explanations: Iterable[Explanation], *, ranges: bool = False) -> list[Text]:
    """The meaning of every abbreviation and sign that these explanations show, a line each."""
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
    return f"{chosen.words}, drawn with {chosen.probability:.0%}" + (f" ({', '.join(others)})" if others else "")


def _line(text: str) -> Padding:
    return Padding(Text(text, style="dim"), (0, 0, 0, 2))


def _square(digits: str) -> Text:
    rows = []
    for row in range(13):
        text = Text()
        for index in range(13 * row, 13 * row + 13):
            share = int(digits[index]) / 9
            shade = f"white on rgb({round(30 + 20 * share)},{round(40 + 120 * share)},{round(50 + 20 * share)})"
            text.append(f"{CLASSES[index]!s:<3}{digits[index]} ", style=shade)
        rows.append(text)
    return Text("\n").join(rows)

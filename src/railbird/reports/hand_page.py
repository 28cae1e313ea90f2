"""The report of a hand: seats, actions, result, and the explanation of each decision."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import groupby
from pathlib import Path

from railbird.agent.decision import number_text
from railbird.agent.explanation import ActionRow, Explanation, FactForm, FactRow, meanings
from railbird.cards import CLASSES, Card
from railbird.histories.narration import NarratedHand, Phrase, Role, Sentence, Topic, chips_text
from railbird.reports.page import cell, note, table, write_page

_HEADINGS = (Topic.STREET, Topic.SHOWDOWN)


def hand_page(path: Path, narrated: NarratedHand, explanations: Sequence[Explanation] = ()) -> tuple[str, ...]:
    """Write the report of a narrated hand with its known decisions; returns the headings of the page."""
    title = ", ".join(seat.player for seat in narrated.seats)
    sections = [
        ("Seats", _seats(narrated)),
        ("The hand", _sentences(narrated.sentences)),
        ("Result", _results(narrated)),
        ("Decisions", _decisions(explanations)),
    ]
    return write_page(path, title, narrated.game, sections)


def _seats(narrated: NarratedHand) -> str:
    rows = [
        (
            cell(seat.player),
            cell(seat.position, "left"),
            cell(f"{seat.stack:,}"),
            cell(" + ".join(seat.posts)),
            f"<td>{cards_html(seat.cards) if seat.cards else '?? ' * narrated.hole_cards}</td>",
        )
        for seat in narrated.seats
    ]
    return table(("", "position", "stack", "posts", "cards"), rows)


def _sentences(sentences: Sequence[Sentence]) -> str:
    """The actions as a list below each street."""
    html = ""
    for heading, group in groupby(sentences, lambda sentence: sentence.topic in _HEADINGS):
        lines = [_sentence(sentence) for sentence in group]
        html += "".join(f"<h3>{line}</h3>" for line in lines) if heading else _list(lines)
    return html


def _list(items: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _sentence(sentence: Sentence) -> str:
    return "".join(map(_phrase, sentence.phrases))


def _phrase(phrase: Phrase) -> str:
    match phrase.role:
        case Role.CARDS:
            return cards_html(phrase.cards)
        case Role.PLAYER:
            return f"<b>{escape(phrase.text)}</b>"
        case Role.ASIDE:
            return f'<span class="unsure">{escape(phrase.text)}</span>'
        case _:
            return escape(phrase.text)


def cards_html(cards: Sequence[Card]) -> str:
    """Cards in the colours of their suits."""
    return " ".join(f'<b class="suit-{str(card)[1]}">{card}</b>' for card in cards)


def _results(narrated: NarratedHand) -> str:
    if narrated.payoffs is None:
        return note("the winner is unknown: some cards of the showdown are unknown") if narrated.over else ""
    rows = []
    for seat, payoff in zip(narrated.seats, narrated.payoffs, strict=True):
        kind = "win" if payoff > 0 else "loss" if payoff < 0 else "unsure"
        rows.append((cell(seat.player), cell(f"{'+' * (payoff > 0)}{chips_text(payoff)}", kind)))
    return table(("", "chips"), rows)


def _decisions(explanations: Sequence[Explanation]) -> str:
    if not explanations:
        return ""
    html = "".join(map(explanation_html, explanations))
    return html + "".join(map(note, meanings(explanations, ranges=True)))


def explanation_html(explanation: Explanation) -> str:
    """A decision: a row for each action, then the facts; private facts are marked."""
    head = ("", "probability", "EV")
    html = f"<h3>{escape(explanation.player)}: {escape(explanation.chosen.words)}</h3>"
    if any(row.probability is not None or row.value is not None for row in explanation.actions):
        html += table(head, [_action(row) for row in explanation.actions])
    facts = [_fact(fact) for fact in explanation.facts if fact.form is not FactForm.RANGE]
    html += _list(facts) if facts else ""
    return html + "".join(map(_range, explanation.facts_of(FactForm.RANGE)))


def _action(row: ActionRow) -> tuple[str, str, str]:
    return (
        cell(row.words + (" (chosen)" if row.chosen else "")),
        cell("" if row.probability is None else f"{row.probability:.0%}"),
        cell("" if row.value is None else number_text(row.value, sign=True)),
    )


def _fact(fact: FactRow) -> str:
    return escape(fact.text) + (' <span class="unsure">private</span>' if fact.private else "")


def _range(fact: FactRow) -> str:
    """The 13×13 grid of a range; the darker, the more likely."""
    digits = str(fact.value)
    rows = [
        [
            cell(str(CLASSES[index]), "win", title=digits[index], much=0.7 * int(digits[index]) / 9)
            for index in range(13 * row, 13 * row + 13)
        ]
        for row in range(13)
    ]
    return (
        f"<p>{escape(fact.name)}{' (private)' if fact.private else ''}</p>"
        + f'<div class="square">{table((), rows)}</div>'
    )

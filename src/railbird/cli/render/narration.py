"""A narrated hand in the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.game import Hand, View
from railbird.game.events import ActionName, ChipAmount
from railbird.histories.narration import NarratedHand, NarratedSeat, Phrase, Role, Sentence, Topic, chips_text, narrate

_HEADINGS = (Topic.STREET, Topic.SHOWDOWN)
_DIM = (Topic.RETURN, Topic.MUCKED, Topic.RAKE)
_STYLES = {Role.HEADING: "bold", Role.PLAYER: "bold", Role.ASIDE: "dim"}


def whole_hand(hand: Hand | View) -> Group:
    """The players, the actions street by street, and the result."""
    narrated = narrate(hand)
    parts: list[RenderableType] = [Text(narrated.game, style="bold"), _seats_table(narrated), ""]
    parts += map(sentence_text, narrated.sentences)
    if narrated.payoffs is not None:
        parts += ["", _results_table(narrated.seats, narrated.payoffs)]
    elif narrated.over:
        parts += ["", Text("the winner is unknown: some cards of the showdown are unknown", style="dim")]
    return Group(*parts)


def sentence_text(sentence: Sentence) -> Text:
    """A sentence as a line: headings at the left, actions indented below them, a blank line before whose turn it is."""
    line = Text("\n" if sentence.topic is Topic.TURN else "" if sentence.topic in _HEADINGS else "  ")
    for phrase in sentence.phrases:
        line += _phrase(phrase)
    if sentence.topic is Topic.WIN:
        line.style = "green"
    elif sentence.topic in _DIM or sentence.move is ActionName.FOLD:
        line.style = "dim"
    return line


def _phrase(phrase: Phrase) -> Text:
    return cards_markup(phrase.cards) if phrase.cards else Text(phrase.text, style=_STYLES.get(phrase.role, ""))


def _seats_table(narrated: NarratedHand) -> Grid:
    """The seats, with stacks, blinds posted and cards."""
    table = Grid()
    table.labels("player", "position")
    table.numbers("stack", "posts")
    table.numbers("cards", right=False)
    for seat in narrated.seats:
        cards = cards_markup(seat.cards) if seat.cards else Text("?? " * narrated.hole_cards, style="dim")
        table.row(Text(seat.player), seat.position, f"{seat.stack:,}", " + ".join(seat.posts), cards)
    return table


def _results_table(seats: Sequence[NarratedSeat], payoffs: Sequence[ChipAmount]) -> Grid:
    table = Grid()
    table.labels("player")
    table.numbers("result")
    for seat, payoff in zip(seats, payoffs, strict=True):
        style = "green" if payoff > 0 else "red" if payoff < 0 else "dim"
        table.row(Text(seat.player), Text(f"{'+' * (payoff > 0)}{chips_text(payoff)}", style=style))
    return table

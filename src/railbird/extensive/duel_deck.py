"""Creature cards and decks of the card duel, as text: ``4*2:3/1`` is four cards that cost 2, power 3, toughness 1."""

from __future__ import annotations

import re
from typing import NamedTuple

from railbird.errors import GameError, quoted

DECK = "3*1:2/1 3*2:3/2 2*3:3/3 2*3:4/2 2*4:5/4 2*5:6/5 1*6:8/6"
"""The default deck, 15 cards. Ours: chosen so that a duel lasts about ten turns a player."""
MOST_KINDS = 12
MOST_CARDS = 100
MOST_COST = 20

_KIND = re.compile(r"([0-9]{1,3})\*([0-9]{1,2}):([0-9]{1,2})/([0-9]{1,2})", re.ASCII)


class CreatureCard(NamedTuple):
    """A kind of creature card, and how many of them a deck has."""

    cost: int
    power: int
    """The damage that it deals."""
    toughness: int
    """The damage that kills it."""
    copies: int

    @property
    def name(self) -> str:
        return f"{self.power}/{self.toughness}"

    @property
    def strength(self) -> tuple[int, int]:
        """Creatures are ordered by this: power and toughness together, then power."""
        return self.power + self.toughness, self.power


def parse_duel_deck(text: str) -> tuple[CreatureCard, ...]:
    """Parse a deck. The kinds are in ascending order of strength, whatever their order in the text.

    >>> [card.name for card in parse_duel_deck("2*3:3/3 5*1:1/1")]
    ['1/1', '3/3']
    """
    cards = []
    for word in text.split():
        match = _KIND.fullmatch(word)
        if not match:
            raise GameError(f"{quoted(word)} is not a kind of card: write COPIES*COST:POWER/TOUGHNESS, such as 4*2:2/2")
        copies, cost, power, toughness = map(int, match.groups())
        card = CreatureCard(cost, power, toughness, copies)
        if not 1 <= card.copies <= MOST_CARDS or not 1 <= card.cost <= MOST_COST or not card.toughness:
            raise GameError(
                f"{quoted(word)} is not a card: it has 1 to {MOST_CARDS} copies, costs 1 to {MOST_COST} and has a"
                " toughness of at least 1"
            )
        cards.append(card)
    cards.sort(key=lambda card: card.strength)
    if len({card.name for card in cards}) < len(cards):
        raise GameError(f"two kinds of the deck {quoted(text)} have the same power and toughness: give one of them")
    if not 1 <= len(cards) <= MOST_KINDS or sum(card.copies for card in cards) > MOST_CARDS:
        raise GameError(f"a deck has 1 to {MOST_KINDS} kinds and at most {MOST_CARDS} cards, not as in {quoted(text)}")
    return tuple(cards)


class DuelSetup:
    """What all states of a duel share. Powers and toughness are by creature in play, costs by kind."""

    def __init__(self, kinds: tuple[CreatureCard, ...], hand: int, binary: bool) -> None:
        self.kinds = kinds
        self.hand = hand
        """Cards of an opening hand."""
        self.binary = binary
        self.costs = tuple(card.cost for card in kinds)
        self.cheapest = min(self.costs)
        self.powers = tuple(card.power for card in kinds for _ in range(2))
        self.toughness = tuple(card.toughness for card in kinds for _ in range(2))

"""RezAI's numbers for hands, pre-flop and post-flop, and draws to straights and flushes (Kotsalidis 2013).

The value v of a rank runs from 1 for a deuce to 13 for an ace. The numbers ignore some rules of poker: the kicker of
two pairs, and whether a pair is on the board. They serve decisions only; showdowns follow the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from railbird.cards import Card
from railbird.cards.card import parse_card

ACE_HIGH_STRAIGHT = 12
WHEEL = (12, 0, 1, 2, 3)
SUITED_BONUS = 10
"""§3.1.3, table 4."""
PAIR_VALUES: tuple[tuple[int, ...], ...] = (
    (100,),
    (87, 90),
    (80, 75, 85),
    (65, 62, 60, 75),
    (50, 48, 46, 45, 55),
    (45, 43, 42, 41, 40, 50),
    (40, 38, 37, 36, 35, 34, 45),
    (35, 33, 32, 31, 30, 29, 28, 40),
    (30, 28, 27, 26, 25, 24, 23, 22, 35),
    (25, 23, 22, 21, 20, 19, 18, 17, 16, 30),
    (20, 18, 17, 16, 15, 14, 13, 12, 11, 10, 25),
    (15, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 20),
    (10, 7, 6, 5, 4, 3, 2, 1, 2, 3, 3, 3, 15),
)
"""§3.1.3, table 3: one row for each lower card from the ace down, with the higher card from the ace down to it.

A pair of jacks is 75 in the table and 70 in the listing; no rule distinguishes the two.
"""


class Kicker(StrEnum):
    """Which hole card counts beside three of a kind or a pair."""

    TEXT = "text"
    """The higher one that is not part of the group, as in the worked example of §3.1.3: K♠10♥ on 4♣K♥K♦ is 765."""
    CODE = "code"
    """The higher one, even if it is part of the group, as in the listing of appendix A: 768."""


BASES = {
    "straight flush": 1020,
    "four of a kind": 1000,
    "full house": 815,
    "flush": 800,
    "straight": 785,
    "three of a kind": 600,
    "two pairs": 400,
    "one pair": 200,
    "high card": 0,
}
"""§3.1.3, table 5."""


def card_code(card: Card) -> str:
    """A card as the source writes it (§3.1.1).

    >>> card_code(Card("Tc")), read_card_code("2|d")
    ('10|c', Card('2d'))
    """
    text = str(card)
    return f"{'10' if text[0] == 'T' else text[0].lower()}|{text[1]}"


def read_card_code(code: str) -> Card:
    """Parse a card from ``card_code``."""
    rank, _, suit = code.partition("|")
    return parse_card(("T" if rank == "10" else rank) + suit if suit else code)


def pair_strength(first: Card, second: Card) -> int:
    """RezAI's number for two hole cards pre-flop.

    >>> pair_strength(Card("As"), Card("Ks")), pair_strength(Card("2c"), Card("7d"))
    (97, 1)
    """
    high, low = max(first.rank, second.rank), min(first.rank, second.rank)
    return PAIR_VALUES[12 - low][12 - high] + (SUITED_BONUS if first.suit == second.suit else 0)


def hand_strength(hole: Sequence[Card], board: Sequence[Card], kicker: Kicker = Kicker.TEXT) -> int:
    """RezAI's number for a hand of five to seven cards (§3.1.3, formulas 3.1 and 3.2, table 5).

    base + v(top) for straights and flushes, base + v(rank) for four of a kind, base + 13 · minorA + minorB for the
    others. With six or seven cards, which the source does not cover, the best five count.

    >>> from railbird.cards import parse_cards
    >>> hand_strength(parse_cards("KsTh"), parse_cards("4cKhKd"))
    765
    """
    cards = (*hole, *board)
    counts = [0] * 13
    for card in cards:
        counts[card.rank] += 1
    flush = [card.rank for card in cards if sum(other.suit == card.suit for other in cards) >= 5]
    if flush and (top := _straight(set(flush))) is not None:
        return BASES["straight flush"] + _v(top)
    groups = sorted(((count, rank) for rank, count in enumerate(counts) if count), reverse=True)
    (most, first), (next_, second) = groups[0], groups[1]
    if most == 4:
        return BASES["four of a kind"] + _v(first)
    if most == 3 and next_ >= 2:
        second = max(rank for count, rank in groups[1:] if count >= 2)
        return BASES["full house"] + 13 * _v(first) + _v(second)
    if flush:
        return BASES["flush"] + _v(max(flush))
    if (top := _straight({rank for rank, count in enumerate(counts) if count})) is not None:
        return BASES["straight"] + _v(top)
    if most == 3:
        return BASES["three of a kind"] + 13 * _v(first) + _beside(hole, first, kicker)
    if most == 2 and next_ == 2:
        return BASES["two pairs"] + 13 * _v(first) + _v(second)
    if most == 2:
        return BASES["one pair"] + 13 * _v(first) + _beside(hole, first, kicker)
    high, low = sorted((card.rank for card in hole), reverse=True)
    return BASES["high card"] + 13 * _v(high) + _v(low)


def _v(rank: int) -> int:
    return rank + 1


def _beside(hole: Sequence[Card], group: int, kicker: Kicker) -> int:
    """minorB for three of a kind or a pair: v of the group for paired hole cards, else v of a hole card."""
    ranks = [card.rank for card in hole]
    if ranks[0] == ranks[1]:
        return _v(group)
    others = [rank for rank in ranks if rank != group]
    return _v(max(others if kicker is Kicker.TEXT else ranks))


def _straight(ranks: set[int]) -> int | None:
    """The top rank of the best straight; for A2345 it is the five."""
    for top in range(ACE_HIGH_STRAIGHT, 3, -1):
        if ranks.issuperset(range(top - 4, top + 1)):
            return top
    return 3 if ranks.issuperset(WHEEL) else None


_WINDOWS = (frozenset(WHEEL), *(frozenset(range(top - 4, top + 1)) for top in range(4, 13)))


def has_draw(hole: Sequence[Card], board: Sequence[Card]) -> bool:
    """Whether the next card can make a straight or a flush, on flop and turn only (§3.1.4).

    Gutshots of any kind count; draws that need two cards do not. A draw that is entirely on the board belongs to
    everybody and does not count (ours).

    >>> from railbird.cards import parse_cards
    >>> has_draw(parse_cards("6s8s"), parse_cards("5c4dKh"))
    True
    """
    if not 3 <= len(board) <= 4:
        return False
    held, shown = {card.rank for card in hole}, {card.rank for card in board}
    for window in _WINDOWS:
        if len(window & (held | shown)) == 4 and len(window & shown) < 4:
            return True
    return any(sum(card.suit == mine.suit for card in (*hole, *board)) == 4 for mine in hole)

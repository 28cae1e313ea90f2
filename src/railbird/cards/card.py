"""Cards, and parsing them from text.

A card is an integer: 4 · rank + suit, with the ranks 2 to A as 0 to 12 and the suits c, d, h, s as 0 to 3. So 2c is 0,
2d is 1, and As is 51. ``Card`` is an ``int`` that is parsed from and printed as text such as ``Ah``.
"""

from __future__ import annotations

from collections.abc import Iterable

from railbird.errors import CardError, quoted

RANKS = "23456789TJQKA"
SUITS = "cdhs"

_SUIT_SYMBOLS = "♣♦♥♠"


class Card(int):
    """A card, made from its text or its number.

    >>> Card("Ah")
    Card('Ah')
    >>> int(Card("As"))
    51
    >>> str(Card(0))
    '2c'
    """

    __slots__ = ()

    def __new__(cls, card: str | int) -> Card:
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return parse_card(card)
        if not 0 <= card < 52:
            raise CardError(f"a card number must be between 0 (2c) and 51 (As), not {card}")
        return DECK[card]

    @property
    def rank(self) -> int:
        """The rank as a number: 0 for a deuce, 12 for an ace."""
        return int(self) >> 2

    @property
    def suit(self) -> int:
        """The suit as a number: 0 clubs, 1 diamonds, 2 hearts, 3 spades."""
        return int(self) & 3

    def __str__(self) -> str:
        return RANKS[self.rank] + SUITS[self.suit]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


DECK: tuple[Card, ...] = tuple(int.__new__(Card, number) for number in range(52))

_CARDS_BY_TEXT = {
    rank + suit: card
    for card in DECK
    for rank in {RANKS[card.rank], RANKS[card.rank].lower()}
    for suit in (SUITS[card.suit], SUITS[card.suit].upper(), _SUIT_SYMBOLS[card.suit])
}


def parse_card(text: str) -> Card:
    """Parse a card such as ``Ah`` (or ``ah``, ``A♥``)."""
    card = _CARDS_BY_TEXT.get(text)
    if card is None:
        check_tens(text)
        raise CardError(f"{quoted(text)} is not a card (a rank of {RANKS} and a suit of {SUITS}, as in Ah)")
    return card


def check_tens(text: str) -> None:
    """Raise CardError if a ten is written as 10."""
    if "10" in text:
        raise CardError(f"a ten is written T: {quoted(text.replace('10', 'T'))}, not {quoted(text)}")


def parse_cards(text: str) -> tuple[Card, ...]:
    """Parse cards such as ``Kh 7d 2c``, ``Kh7d2c`` or ``Kh,7d,2c``, keeping their order. No card may occur twice.

    >>> parse_cards("Kh 7d 2c")
    (Card('Kh'), Card('7d'), Card('2c'))
    """
    words = text.replace(",", " ").split()
    for word in words:
        check_tens(word)
    cards = tuple(parse_card(word[i : i + 2]) for word in words for i in range(0, len(word), 2))
    check_different(cards, f"in {quoted(text)}")
    return cards


def parse_board(text: str) -> tuple[Card, ...]:
    """Parse a board: no cards pre-flop, otherwise three, four or five.

    >>> parse_board("Kc 7d 2h")
    (Card('Kc'), Card('7d'), Card('2h'))
    """
    cards = parse_cards(text)
    check_board(cards)
    return cards


def to_board(board: str | Iterable[Card]) -> tuple[Card, ...]:
    """Convert a board, given as text or as cards, to a tuple of cards."""
    if isinstance(board, str):
        return parse_board(board)
    cards = tuple(map(Card, board))
    check_board(cards)
    return cards


def check_board(cards: tuple[Card, ...]) -> None:
    """Raise CardError unless these cards can be the board on some street."""
    if len(cards) not in (0, 3, 4, 5):
        shown = f" ({cards_text(cards)})" if len(cards) <= 8 else ""
        count = f"{len(cards)} card{'s' if len(cards) > 1 else ''}"
        raise CardError(f"a board has 0, 3, 4 or 5 cards, not {count}{shown}")
    check_different(cards, "on the board")


def check_different(cards: tuple[Card, ...], where: str) -> None:
    """Raise CardError if a card occurs twice."""
    if len(set(cards)) < len(cards):
        twice = next(card for i, card in enumerate(cards) if card in cards[:i])
        raise CardError(f"the card {twice} occurs twice {where}")


def cards_text(cards: Iterable[Card]) -> str:
    """Cards as one word, ``Kh7d2c``; ``parse_cards`` reads it back."""
    return "".join(map(str, cards))

"""A hand in words: sentences for a terminal, a report or a page, each with who did what for how much.

A sentence is a list of phrases. A renderer needs only their roles (a heading, a player, cards, an aside); the player,
the action and the chips are fields of the sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from railbird.cards import Card, cards_text, describe
from railbird.game import Game, Hand, View, legal_text
from railbird.game.events import (
    Acted,
    ActionName,
    BetReturned,
    BoardDealt,
    CardsMucked,
    CardsShown,
    ChipAmount,
    HoleCardsDealt,
    Post,
    Posted,
    PotWon,
    RakeTaken,
    chips_to_json,
)

YOU = "you"
"""The player id of the reader."""
_VERBS = {
    ActionName.FOLD: "folds",
    ActionName.CHECK: "checks",
    ActionName.CALL: "calls",
    ActionName.BET: "bets",
    ActionName.RAISE: "raises to",
}


class Topic(StrEnum):
    """What a sentence is about."""

    STREET = "street"
    ACTION = "action"
    RETURN = "return"
    """An uncalled bet is returned."""
    SHOWDOWN = "showdown"
    SHOWN = "shown"
    MUCKED = "mucked"
    RAKE = "rake"
    WIN = "win"
    TURN = "turn"
    """Whose turn it is, with their legal actions."""


class Role(StrEnum):
    """The role of a phrase in its sentence."""

    WORDS = "words"
    HEADING = "heading"
    PLAYER = "player"
    CARDS = "cards"
    ASIDE = "aside"


@dataclass(frozen=True, slots=True)
class Phrase:
    """Some words of a sentence, or the cards that it names."""

    text: str
    role: Role = Role.WORDS
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One thing that happened."""

    topic: Topic
    phrases: tuple[Phrase, ...]
    player: str | None = None
    """The player it is about."""
    move: ActionName | None = None
    amount: ChipAmount | None = None
    """The chips of an action, a return, a rake or a win; for a street, the pot at its start."""
    cards: tuple[Card, ...] = ()
    """The cards that were shown, or the board of a street."""
    all_in: bool = False

    def __str__(self) -> str:
        return "".join(phrase.text for phrase in self.phrases)

    def to_json(self) -> dict[str, Any]:
        return {
            "topic": self.topic.value,
            "text": str(self),
            "phrases": [{"text": phrase.text, "role": phrase.role.value} for phrase in self.phrases],
            "player": self.player,
            "move": None if self.move is None else self.move.value,
            "amount": None if self.amount is None else chips_to_json(self.amount),
            "cards": cards_text(self.cards),
            "all_in": self.all_in,
        }


@dataclass(frozen=True, slots=True)
class NarratedSeat:
    """A player at the start of a hand."""

    player: str
    position: str
    """For example small blind; empty if the position has no name."""
    stack: int
    posts: tuple[str, ...]
    """Blinds and antes."""
    cards: tuple[Card, ...] | None
    """None if they are unknown."""

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "position": self.position,
            "stack": self.stack,
            "posts": list(self.posts),
            "cards": None if self.cards is None else cards_text(self.cards),
        }


@dataclass(frozen=True, slots=True)
class NarratedHand:
    """A hand in words, from the seats to the payoffs."""

    game: str
    hole_cards: int
    seats: tuple[NarratedSeat, ...]
    sentences: tuple[Sentence, ...]
    over: bool
    payoffs: tuple[ChipAmount, ...] | None
    """By seat; None if the hand is not over, or if not all cards of its showdown are known."""

    def to_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "seats": [seat.to_json() for seat in self.seats],
            "sentences": [sentence.to_json() for sentence in self.sentences],
            "over": self.over,
            "payoffs": None if self.payoffs is None else [chips_to_json(each) for each in self.payoffs],
        }


def narrate(hand: Hand | View) -> NarratedHand:
    """Describe a hand in words, as a spectator (``Hand``) or one player (``View``) saw it.

    >>> for sentence in narrate(Hand.parse("kuhn; Qs As; c r f")).sentences:
    ...     print(sentence)
    round 1  pot 2
    p1 checks
    p2 bets 1 and is all-in
    p1 folds
    1 not called, back to p2
    p2 wins 2
    """
    return NarratedHand(
        str(hand.game),
        hand.game.hole_cards,
        _seats(hand),
        tuple(sentences(hand)),
        hand.over,
        tuple(hand.payoffs) if hand.settled else None,
    )


def _seats(hand: Hand | View) -> tuple[NarratedSeat, ...]:
    posts = [event for event in hand.events if isinstance(event, Posted)]
    dealt = {event.player: event.cards for event in hand.events if isinstance(event, HoleCardsDealt)}
    return tuple(
        NarratedSeat(
            player,
            position_name(hand.game, position),
            hand.starting_stacks[position],
            tuple(f"{post.amount:,}{' ante' * (post.post is Post.ANTE)}" for post in posts if post.player == position),
            dealt[position],
        )
        for position, player in enumerate(hand.players)
    )


def sentences(hand: Hand | View) -> Iterator[Sentence]:
    """The hand from its first street on; if it is not over, the last sentence says whose turn it is."""
    players = hand.players
    board: tuple[Card, ...] = ()
    several_pots = any(isinstance(event, PotWon) and event.pot for event in hand.events)
    tabled: dict[int, tuple[Card, ...]] = {}  # hands shown before the board was complete
    pot = sum(event.amount for event in hand.events if isinstance(event, Posted))
    if not hand.game.board_cards[0]:
        yield _street(hand.game.street(0), (), pot)
    showdown = False
    for event in hand.events:
        match event:
            case Acted():
                pot += event.amount
                yield _acted(event, players[event.player])
            case BoardDealt():
                board += event.cards
                yield _street(hand.game.street(event.round), board, pot)
            case BetReturned():
                pot -= event.amount
                yield _returned(event, players[event.player])
            case CardsShown() | CardsMucked():
                if not showdown:
                    yield Sentence(topic=Topic.SHOWDOWN, phrases=(Phrase("showdown", Role.HEADING),))
                showdown = True
                if isinstance(event, CardsMucked):
                    yield _mucked(players[event.player])
                    continue
                whole = len(board) == len(hand.board)
                if not whole:
                    tabled[event.player] = event.cards
                yield _shown(players[event.player], event.cards, board if whole else ())
            case RakeTaken():
                words = Phrase(f"the house takes {event.amount:,}")
                yield Sentence(topic=Topic.RAKE, phrases=(words,), amount=event.amount)
            case PotWon():
                which = "" if not several_pots else f" from side pot {event.pot}" if event.pot else " from the main pot"
                worth = _worth(" with ", tabled.get(event.player, ()), board)
                yield _won(players[event.player], event.amount, which + worth)
            case _:
                pass
    if not hand.over:
        yield _turn(hand)


def _street(street: str, board: tuple[Card, ...], pot: int) -> Sentence:
    phrases = [Phrase(street, Role.HEADING)]
    if board:
        phrases += [Phrase("  "), _named(board)]
    phrases.append(Phrase(f"  pot {pot:,}", Role.ASIDE))
    return Sentence(topic=Topic.STREET, phrases=tuple(phrases), amount=pot, cards=board)


def _acted(event: Acted, player: str) -> Sentence:
    size = {ActionName.CALL: event.amount, ActionName.BET: event.to, ActionName.RAISE: event.to}.get(event.move)
    all_in = f" and {'are' if player == YOU else 'is'} all-in" * event.all_in
    words = f"{doing(player, _VERBS[event.move])}{'' if size is None else f' {size:,}'}{all_in}"
    return Sentence(
        topic=Topic.ACTION,
        phrases=(Phrase(words),),
        player=player,
        move=event.move,
        amount=size,
        all_in=event.all_in,
    )


def _returned(event: BetReturned, player: str) -> Sentence:
    words = Phrase(f"{event.amount:,} not called, back to {player}")
    return Sentence(topic=Topic.RETURN, phrases=(words,), player=player, amount=event.amount)


def _mucked(player: str) -> Sentence:
    return Sentence(topic=Topic.MUCKED, phrases=(Phrase(doing(player, "mucks")),), player=player)


def _shown(player: str, cards: tuple[Card, ...], board: tuple[Card, ...]) -> Sentence:
    """Shown cards, with their value in words if the board is complete."""
    phrases = (Phrase(f"{doing(player, 'shows')} "), _named(cards), Phrase(_worth(": ", cards, board)))
    return Sentence(topic=Topic.SHOWN, phrases=phrases, player=player, cards=cards)


def _won(player: str, amount: ChipAmount, how: str) -> Sentence:
    words = Phrase(f"{doing(player, 'wins')} {chips_text(amount)}{how}")
    return Sentence(topic=Topic.WIN, phrases=(words,), player=player, amount=amount)


def _turn(hand: Hand | View) -> Sentence:
    player = hand.players[hand.actor]
    options = Phrase(f" to act: {legal_text(hand.legal, bet=not any(hand.bets))}")
    return Sentence(topic=Topic.TURN, phrases=(Phrase(player, Role.PLAYER), options), player=player)


def _named(cards: tuple[Card, ...]) -> Phrase:
    return Phrase(" ".join(map(str, cards)), Role.CARDS, cards)


def _worth(before: str, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """The value of a shown hand on a complete board, in words."""
    return before + describe(cards + board) if cards and len(cards + board) >= 5 else ""


def doing(player: str, verb: str) -> str:
    """A player and a verb, conjugated for "you".

    >>> doing("ann", "raises to"), doing("you", "raises to")
    ('ann raises to', 'you raise to')
    """
    first, *rest = verb.split(" ")
    return " ".join([player, first.removesuffix("s") if player == YOU else first, *rest])


def position_name(game: Game, position: int) -> str:
    """The name of a position, such as small blind or button; empty if it has none."""
    names = ["button"] if position == game.players - 1 else []
    small, big = sorted(game.blinds[:2])
    if small < big and position < 2 and (small or game.blinds[position] == big):
        names.append("big blind" if game.blinds[position] == big else "small blind")
    return ", ".join(names)


def chips_text(amount: ChipAmount) -> str:
    """Chips as text for people: ``1,250`` or ``5 1/2``."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    text = f"{whole:,}" if not rest else f"{whole:,} {rest}" if whole else str(rest)
    return f"-{text}" if amount < 0 else text

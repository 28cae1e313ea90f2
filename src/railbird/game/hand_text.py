"""Hands as text: the cards ``AhKh QsQd / Kc7d2h / 9s / 4d`` (hole cards by position, then the board by rounds), the
actions ``r c / c r c``, and the whole hand as ``GAME; CARDS; ACTIONS``, followed by the player ids if they are not the
default ones.

An unknown card is written ``??``: either all hole cards of a player, or unseen board cards, which may also be left out.
Slashes between rounds of actions are optional; if they are there, they are checked.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence

from railbird._core import LETTERS, ActionKind
from railbird.cards import Card, cards_text
from railbird.cards.card import check_tens, parse_card
from railbird.errors import CardError, quoted
from railbird.game.dealing import UNKNOWN_CARD, SeededDealing, deck
from railbird.game.definition import Game
from railbird.game.public import HandState, to_cards
from railbird.game.rules import Betting

UNKNOWN = "??"


def deal_text(game: Game, hole_cards: Iterable[bytes], board: bytes) -> str:
    """The cards of a hand as text; empty ``hole_cards`` are unknown."""
    holes = " ".join(cards_text(to_cards(cards)) or UNKNOWN * game.hole_cards for cards in hole_cards)
    rounds, start = [holes], 0
    for count in game.board_cards:
        if count and start < len(board):
            rounds.append(cards_text(to_cards(board[start : start + count])))
        start += count
    return " / ".join(rounds)


def actions_text(hand: HandState) -> str:
    """The actions of a hand so far, as text.

    >>> from railbird.game import Hand, limit
    >>> hand = Hand.parse("limit(players=3); AhKh QsQd 7c2d / Kc7d2s / 9s / 4d; r c f / c r")
    >>> actions_text(hand)
    'r c f / c r'
    """
    words: list[str] = []
    round_now = 0
    for action in hand.actions:
        words += ["/"] * (action.round - round_now)
        round_now = action.round
        sized = action.kind is ActionKind.RAISE and hand.game.betting is not Betting.LIMIT
        words.append(LETTERS[action.kind] + (str(action.amount) if sized else ""))
    return " ".join(words)


def hand_text(hand: HandState, default_players: tuple[str, ...], deal: str) -> str:
    """The whole hand on one line."""
    parts = [str(hand.game), deal, actions_text(hand)]
    if hand.players != default_players:
        parts.append(json.dumps(list(hand.players), ensure_ascii=False))
    return "; ".join(parts)


def parse_deal(game: Game, text: str, *, seed: int | None = None) -> bytes:
    """Parse cards to a deal. Missing cards are dealt from the seed; without a seed they are unknown.

    >>> from railbird.game import kuhn
    >>> list(parse_deal(kuhn(), "Qs As"))
    [43, 51]
    >>> list(parse_deal(kuhn(), "?? As"))
    [255, 51]
    """
    cards = _given_cards(game, text, all_holes=seed is None)
    known = [card for card in cards if card is not None]
    for card in known:
        if card not in deck(game):
            raise CardError(f"the card {card} is not in the deck of {game}")
        if known.count(card) > 1:
            raise CardError(f"the card {card} occurs twice in {quoted(text)}")
    if seed is None:
        return bytes(UNKNOWN_CARD if card is None else card for card in cards)
    rest = _other_cards(game, known, seed)
    return bytes(next(rest) if card is None else card for card in cards)


def _given_cards(game: Game, text: str, *, all_holes: bool) -> list[Card | None]:
    """A card, or None if it is missing, for each card of the deal."""
    holes, *board = text.split("/")
    cards = _cards(holes)
    if len(cards) % game.hole_cards or len(cards) > game.players * game.hole_cards:
        raise CardError(
            f"{game} has {game.players} players with {game.hole_cards} hole cards each, not {quoted(holes.strip())}"
        )
    players = len(cards) // game.hole_cards
    if all_holes and players < game.players:
        hidden = UNKNOWN * game.hole_cards
        raise CardError(
            f"hole cards are given for {players} of {game.players} players in {quoted(text)}: "
            f"write {hidden} for unknown ones"
        )
    cards += [None] * (game.players * game.hole_cards - len(cards))
    rounds = [count for count in game.board_cards if count]
    if len(board) > len(rounds):
        raise CardError(f"the board of {game} has {len(rounds)} parts, not {len(board)}")
    for i, count in enumerate(rounds):
        part = _cards(board[i]) if i < len(board) else []
        if part and len(part) != count:
            raise CardError(f"part {i + 1} of the board has {count} cards, not {quoted(board[i].strip())}")
        cards += part or [None] * count
    return cards


def _cards(text: str) -> list[Card | None]:
    check_tens(text.strip())
    word = "".join(text.replace(",", " ").split())
    pairs = [word[i : i + 2] for i in range(0, len(word), 2)]
    return [None if pair == UNKNOWN else parse_card(pair) for pair in pairs]


def _other_cards(game: Game, known: Sequence[int], seed: int) -> Iterator[int]:
    """The remaining cards of the deck, in a random order that depends on the seed."""
    used = set(known)
    dealing = SeededDealing(seed)
    number = 0
    while len(used) < game.ranks * game.suits:
        for card in dealing.deal(game, number):
            if card not in used:
                used.add(card)
                yield card
        number += 1

"""Betting and cards in the format of ACPC logs, read in plain Python: what the native reader does, step by step."""

from railbird.errors import RailbirdError
from railbird.game import Betting, Game, Hand, parse_deal


def read_hand(game: Game, betting: str, cards: str) -> Hand | None:
    """The hand of betting such as ``cr20c/cc`` and cards such as ``AhKh|/Kc9d2h``; None if they do not fit the game."""
    try:
        return _read(game, betting, cards)
    except (RailbirdError, ValueError, IndexError):
        return None


def _read(game: Game, betting: str, cards: str) -> Hand:
    holes, *board = cards.split("/")
    words = [hole or "??" * game.hole_cards for hole in holes.split("|")]
    if len(words) != game.players or any(len(word) != 2 * game.hole_cards for word in words):
        raise ValueError
    hand = Hand(game, parse_deal(game, " / ".join([" ".join(words), *board])))
    for number, letters in enumerate(betting.split("/")):
        rest = letters
        while rest:
            letter, rest = rest[0], rest[1:]
            digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
            rest = rest[len(digits) :]
            if hand.round != number or len(digits) > 15:
                raise ValueError
            if letter == "r" and game.betting is not Betting.LIMIT:
                hand.raise_to(int(digits or 0) - (hand.paid[hand.actor] - hand.bets[hand.actor]))
            else:
                hand.act(letter)
    return hand

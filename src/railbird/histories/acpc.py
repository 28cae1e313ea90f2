"""Hands in the format of ACPC logs.

``STATE:<number>:<betting>:<cards>:<payoffs>:<players>``, by position. Betting rounds are separated by ``/``. In
no-limit games a raise gives the total that the player has put in over the whole hand. Hole cards are separated by
``|``; unknown ones are left out, as in ``|QsQd``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from railbird import _core
from railbird._core import LETTERS
from railbird.cards import DECK
from railbird.errors import GameError, quoted
from railbird.game import ActionKind, Betting, Game, Hand, parse_deal
from railbird.game.hand import checked_players
from railbird.game.hand_text import UNKNOWN
from railbird.game.public import HandState

_ACTION = re.compile(r"([fcr])([0-9]{0,15})")
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)


def state_line(hand: Hand, number: int) -> str:
    """A finished hand as a log line.

    >>> from railbird.game import limit
    >>> hand = Hand(limit(), "AhKh QsQd / Kc9d2h / 9s / 4d", players=["Ann", "Bob"])
    >>> hand.play("r c / c r c / c c / r f")
    >>> state_line(hand, 7)
    'STATE:7:rc/crc/cc/rf:AhKh|QsQd/Kc9d2h/9s/4d:30|-30:Ann|Bob'
    """
    if not hand.over:
        raise GameError("only a finished hand can be written as a log line")
    payoffs = "|".join(amount_text(payoff) for payoff in hand.payoffs)
    cards = f"{betting_text(hand)}:{all_cards_text(hand)}" if 0 in hand.game.board_cards[1:] else hand.acpc_text()
    return f"STATE:{number}:{cards}:{payoffs}:{'|'.join(hand.players)}"


def read_state_line(line: str, game: Game) -> tuple[int, Hand]:
    """Parse a log line to its number and hand. Raises GameError if the payoffs do not follow from the rules.

    >>> from railbird.game import limit
    >>> number, hand = read_state_line("STATE:0:rf:|AhKh:-10|10:a|b", limit())
    >>> str(hand)
    'limit; ???? AhKh; r f; ["a", "b"]'
    """
    parts = line.strip().split(":", 5)
    if len(parts) != 6 or parts[0] != "STATE":
        raise GameError(f"a log line must be STATE:NUMBER:BETTING:CARDS:PAYOFFS:PLAYERS, not {quoted(line)}")
    if not _NUMBER.fullmatch(parts[1]):
        raise GameError(f"the number of a hand must have 1 to 18 digits, not {quoted(parts[1])}")
    _, number, betting, cards, payoffs, players = parts
    hand = replayed(game, betting, cards, players.split("|"))
    if not hand.over:
        raise GameError(f"the hand does not end in {quoted(line, 120)}")
    if payoffs != "|".join(map(amount_text, hand.payoffs)):
        raise GameError(f"by the rules the payoffs are {hand.payoffs}, not {quoted(payoffs)}, in {quoted(line, 120)}")
    return int(number), hand


def replayed(game: Game, betting: str, cards: str, players: Sequence[str] | None = None) -> Hand:
    """Replay a hand from the betting and cards of a log line. Missing cards are unknown.

    The engine reads the usual spelling by itself; anything else is read here, which also says what is wrong.
    """
    hand = Hand.__new__(Hand)
    try:
        _core.Hand.__init__(hand, game.native, game.stacks, betting, cards)
    except (TypeError, ValueError):
        return _replayed_slowly(game, betting, cards, players)
    hand.game, hand.players = game, checked_players(game, players)
    return hand


def _replayed_slowly(game: Game, betting: str, cards: str, players: Sequence[str] | None) -> Hand:
    hand = Hand(game, _deal(game, cards), players=players)
    for number, round_text in enumerate(betting.split("/")):
        start = 0
        while start < len(round_text):
            match = _ACTION.match(round_text, start)
            if not match or hand.over or hand.round != number:
                raise GameError(f"the betting {quoted(betting)} does not fit {game}")
            _act(hand, match[1], match[2])
            start = match.end()
    return hand


def _act(hand: Hand, kind: str, amount: str) -> None:
    if kind != "r" or hand.game.betting is Betting.LIMIT:
        hand.act(kind)
        return
    before = hand.paid[hand.actor] - hand.bets[hand.actor]
    hand.raise_to(int(amount or 0) - before)


def _deal(game: Game, cards: str) -> bytes:
    holes, *rounds = cards.split("/")
    board = _board_parts(game, rounds)
    hands = holes.split("|")
    if len(hands) != game.players:
        raise GameError(f"hole cards are given for {len(hands)} players, not {game.players}, in {quoted(cards)}")
    for hand in hands:
        if len(hand) not in (0, 2 * game.hole_cards):
            raise GameError(f"a player has {game.hole_cards} hole cards, or none if unknown, not {quoted(hand)}")
    return parse_deal(game, " / ".join([" ".join(hand or UNKNOWN * game.hole_cards for hand in hands), *board]))


def _board_parts(game: Game, rounds: list[str]) -> list[str]:
    """The parts of a board, without the empty ones of rounds that have no board cards."""
    counts = game.board_cards[1:]
    if 0 not in counts or len(rounds) > len(counts):
        return rounds
    return [part for part, count in zip(rounds, counts, strict=False) if part or count]


def betting_text(hand: HandState) -> str:
    """The betting of a hand or view: rounds separated by ``/``, raises of no-limit games to totals of the whole hand.

    >>> from railbird.game import nolimit
    >>> hand = Hand(nolimit(), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    >>> hand.play("c c / r250")
    >>> betting_text(hand)
    'cc/r350'
    """
    game, text, round_now = hand.game, [], 0
    sized = game.betting is not Betting.LIMIT
    stacks = hand.starting_stacks
    before = [min(ante, stack) for ante, stack in zip(game.antes, stacks, strict=True)]
    bets = [min(blind, stack - ante) for blind, stack, ante in zip(game.blinds, stacks, before, strict=True)]
    for player, round_number, kind, amount in hand.actions:
        while round_now < round_number:
            text.append("/")
            round_now += 1
            before = [paid + bet for paid, bet in zip(before, bets, strict=True)]
            bets = [0] * game.players
        text.append(LETTERS[kind])
        if kind is ActionKind.RAISE:
            bets[player] = amount
            text.append(str(before[player] + amount) if sized else "")
        else:
            bets[player] += amount
    return "".join(text) + "/" * (hand.round - round_now)


def all_cards_text(hand: HandState) -> str:
    """The cards of a hand or view: hole cards separated by ``|``, and the board of each round after a ``/``.

    >>> from railbird.game import limit
    >>> all_cards_text(Hand(limit(), "AhKh QsQd / Kc9d2h / 9s / 4d").view(1))
    '|QsQd'
    """
    board = hand.board_bytes
    parts, start = ["|".join(map(_cards_text, hand.hole_bytes))], 0
    for round_number, count in enumerate(hand.game.board_cards[: hand.round + 1]):
        cards = _cards_text(board[start : start + count])
        parts.append(f"/{cards}" if round_number else cards)
        start += count
    return "".join(parts)


_TEXTS = tuple(map(str, DECK))


def _cards_text(cards: bytes) -> str:
    return "".join([_TEXTS[card] for card in cards])


def amount_text(payoff: int | Fraction) -> str:
    """A payoff as the dealer writes it: at most six decimal places, without trailing zeros."""
    return str(payoff) if isinstance(payoff, int) else f"{float(payoff):.6f}".rstrip("0").rstrip(".")

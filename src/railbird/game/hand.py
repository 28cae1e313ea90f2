"""A hand from the dealer's side: all cards, the betting, and who gets what. It runs in the native engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from railbird import _core
from railbird._core import ActionKind
from railbird.cards import Card, cards_text
from railbird.errors import ActionError, GameError, quoted
from railbird.game.action import Action
from railbird.game.dealing import UNKNOWN_CARD
from railbird.game.definition import MOST_PLAYERS, Game
from railbird.game.hand_text import actions_text, deal_text, hand_text, parse_deal
from railbird.game.public import PublicHand, public_json, to_cards
from railbird.game.rules import Betting
from railbird.game.text import parse_game
from railbird.game.view import View


class Hand(PublicHand, _core.Hand):
    """One hand of a game, from the blinds to the payoffs.

    Players are positions, 0 being the first seat left of the button, and have ids (p1, p2, … unless given). ``cards``
    is a deal, as bytes or as text; hole cards that nobody knows are written ``????``, board cards that were never seen
    are left out. ``fold()``, ``call()`` and ``raise_to(amount)`` act for the player whose turn it is,
    ``act("r300")`` does so from text; ``undo()`` takes the last action back. What is not allowed raises an
    ``ActionError``, and changes nothing. ``seal()`` hides the cards until the hand is over, from everybody but the
    views of their owners.

    >>> from railbird.game import nolimit
    >>> hand = Hand(nolimit(stack=5000), "AhKh QsQd / Kc7d2h / 9s / 4d")
    >>> hand.actor, hand.legal.call, hand.legal.least_raise
    (1, 50, 200)
    >>> for action in "r300 c r200 f".split():
    ...     hand.act(action)
    >>> hand.over, hand.payoffs
    (True, (300, -300))

    A hand that ended with a fold has its payoffs with unknown cards as well; a showdown with unknown cards is over, but
    not ``settled``, and its payoffs are an error.

    >>> Hand.parse("limit; ???? QsQd; r f").payoffs
    (-10, 10)
    """

    __slots__ = ("game", "players")

    game: Game
    players: tuple[str, ...]

    def __init__(
        self,
        game: Game,
        cards: bytes | str,
        *,
        stacks: Sequence[int] | None = None,
        players: Sequence[str] | None = None,
    ) -> None:
        if stacks is not None:
            game = game.with_stacks(tuple(stacks))
        ids = default_players(game) if players is None else _checked_players(game.players, tuple(players))
        deal = parse_deal(game, cards) if isinstance(cards, str) else cards
        try:
            _core.Hand.__init__(self, game.native, game.stacks, deal)
        except TypeError:
            raise GameError("cards are the bytes of a deal, or a text") from None
        except ValueError as error:
            raise GameError(str(error)) from None
        self.game = game
        self.players = ids

    @classmethod
    def parse(cls, text: str) -> Hand:
        """The hand of a text as ``str(hand)`` gives it: ``GAME; CARDS; ACTIONS``."""
        parts = [part.strip() for part in text.split(";", 3)]
        if len(parts) < 2:
            raise GameError(f"a hand is written GAME; CARDS; ACTIONS, not {quoted(text)}")
        game = parse_game(parts[0])
        hand = cls(game, parts[1], players=_players_of(parts[3]) if len(parts) > 3 else None)
        hand.play(parts[2] if len(parts) > 2 else "")
        return hand

    def __str__(self) -> str:
        if self.sealed:
            deal = deal_text(self.game, [b""] * self.game.players, self.board_bytes)
        else:
            board = self.deal[self.game.players * self.game.hole_cards :].rstrip(bytes([UNKNOWN_CARD]))
            deal = deal_text(self.game, self.hole_bytes, board)
        return hand_text(self, default_players(self.game), deal)

    def __repr__(self) -> str:
        return f"<Hand {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _replayed, (self.game, self.deal, self.players, actions_text(self))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]

    @property
    def hole_cards(self) -> tuple[tuple[Card, ...], ...]:
        """The hole cards of each player; none for one whose cards are not known."""
        return tuple(map(to_cards, self.hole_bytes))

    def known_hole_bytes(self, purpose: str) -> tuple[bytes, ...]:
        """The hole cards of each player as bytes, for something that needs them all; an error if some are not known."""
        holes = self.hole_bytes
        if b"" in holes:
            missing = ", ".join(player for player, cards in zip(self.players, holes, strict=True) if not cards)
            raise GameError(f"{purpose} needs all hole cards, and those of {missing} are not known: {self}")
        return holes

    def to_json(self) -> dict[str, Any]:
        """The hand as JSON has it, with all cards; null for hole cards that are not known."""
        holes = [cards_text(cards) or None for cards in self.hole_cards]
        return {"hand": str(self), "hole_cards": holes, **public_json(self)}

    def act(self, action: Action | str, by: int | str | None = None) -> None:
        """Act for the player whose turn it is; ``by``, a position or an id, must then be that player."""
        if isinstance(action, str):
            action = Action.parse(action)
        if not isinstance(action, Action):
            raise ActionError(f"an action is an Action or a text such as r300, not {quoted(str(action))}")
        if by is not None:
            self._check_turn(by)
        if action.kind is ActionKind.RAISE:
            self.raise_to(self._only_raise() if action.to is None else action.to)
        else:
            self.apply(action.kind)

    def play(self, actions: str) -> None:
        """Act as a text says: ``r c / c r300``, each with the player's id before it if need be, as in ``p2:c``.

        Nothing is done if any of it is not allowed.
        """
        taken, round_now = 0, self.round
        try:
            for word in actions.replace("/", " / ").split():
                if word == "/":
                    if not self.over and self.round == round_now:
                        raise ActionError(f"the {self.street} betting is not over: {self._turn()} is to act")
                    round_now = self.round
                    continue
                round_now = self.round
                by, _, action = word.rpartition(":")
                self.act(action, by or None)
                taken += 1
        except ActionError as error:
            for _ in range(taken):
                self.undo()
            place = f"{quoted(word)}, action {taken + 1} of {quoted(' '.join(actions.split()))}"
            raise ActionError(f"{place}: {error}") from None

    def view(self, player: int | str) -> View:
        """What a player, given by position or id, may know of this hand."""
        return View(self, self.position_of(player))

    def position_of(self, player: int | str) -> int:
        """The position of a player who is given by position or id."""
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        if player not in self.players:
            raise ActionError(f"{player!r:.60} is not a player of this hand ({', '.join(self.players)})")
        return self.players.index(str(player))

    def clone(self, taken: int | None = None) -> Hand:
        """A hand in the same state, or as it was after some of its actions, which goes its own way from there."""
        twin = Hand.__new__(Hand)
        if taken is None:
            _core.Hand.__init__(twin, self)
        else:
            _core.Hand.__init__(twin, self, taken)
        twin.game, twin.players = self.game, self.players
        return twin

    def _only_raise(self) -> int:
        """Where a raise goes that has no amount."""
        legal = self.legal
        if self.over:
            raise ActionError("the hand is over")
        if not legal.most_raise:
            raise ActionError(f"raising is not allowed here: {legal}")
        if self.game.betting is not Betting.LIMIT:
            raise ActionError(f"a raise needs an amount, as in r{legal.least_raise} ({legal})")
        return legal.least_raise

    def _turn(self) -> str:
        return self.players[self.actor]

    def _check_turn(self, by: int | str) -> None:
        if self.over:
            raise ActionError("the hand is over")
        position = self.position_of(by)
        if position != self.actor:
            raise ActionError(f"it is the turn of {self._turn()}, not of {self.players[position]}")

    def _saw_deal(self, position: int) -> bool:
        return not self.sealed


def default_players(game: Game) -> tuple[str, ...]:
    """The ids of players that have no other: p1, p2, … by position."""
    return _DEFAULT_PLAYERS[len(game.blinds)]


_DEFAULT_PLAYERS = tuple(tuple(f"p{number + 1}" for number in range(players)) for players in range(MOST_PLAYERS + 1))


@lru_cache(maxsize=1024)
def _checked_players(count: int, players: tuple[str, ...]) -> tuple[str, ...]:
    for player in players:
        if not isinstance(player, str) or not player.isprintable() or not player.strip():
            raise GameError(f"a player's id is a text on one line, not {quoted(str(player))}")
    if len(players) != count or len(set(players)) < count:
        raise GameError(f"{count} players need {count} different player ids, not {quoted(', '.join(players))}")
    return players


def _players_of(text: str) -> list[str]:
    try:
        ids = json.loads(text)
        if isinstance(ids, list) and all(isinstance(each, str) for each in ids):
            return ids
    except (RecursionError, ValueError):
        pass
    raise GameError(f'players are written ["Ann", "Bob"], not {quoted(text)}')


def _replayed(game: Game, deal: bytes, players: tuple[str, ...], actions: str) -> Hand:
    hand = Hand(game, deal, players=players)
    hand.play(actions)
    return hand

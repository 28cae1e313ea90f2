"""A hand as the dealer sees it: all cards, the betting and the payoffs. It runs on the native engine."""

from __future__ import annotations

import json
from collections.abc import Sequence
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

    Players are identified by position (0 is the first seat left of the button) and have ids (p1, p2, … by default).
    ``cards`` is a deal, as bytes or as text; write unknown hole cards as ``????`` and leave out unseen board cards.
    ``fold()``, ``call()`` and ``raise_to(amount)`` act for the player whose turn it is; ``act("r300")`` takes the
    action as text; ``undo()`` takes back the last action. An illegal action raises ActionError and changes nothing.
    ``seal()`` hides the hole cards until the hand is over, except in the view of the player who holds them.

    >>> from railbird.game import nolimit
    >>> hand = Hand(nolimit(stack=5000), "AhKh QsQd / Kc7d2h / 9s / 4d")
    >>> hand.actor, hand.legal.call, hand.legal.least_raise
    (1, 50, 200)
    >>> for action in "r300 c r200 f".split():
    ...     hand.act(action)
    >>> hand.over, hand.payoffs
    (True, (300, -300))

    A hand that ends with a fold has payoffs even if its cards are unknown. A showdown with unknown cards is over but
    not ``settled``, and its payoffs raise GameError.

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
        ids = checked_players(game, players)
        deal = parse_deal(game, cards) if isinstance(cards, str) else cards
        try:
            _core.Hand.__init__(self, game.native, game.stacks, deal)
        except TypeError:
            raise GameError("cards must be the bytes of a deal, or text") from None
        except ValueError as error:
            raise GameError(str(error)) from None
        self.game = game
        self.players = ids

    @classmethod
    def parse(cls, text: str) -> Hand:
        """Parse the text of ``str(hand)``: ``GAME; CARDS; ACTIONS``."""
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
        """The hole cards of each player; an empty tuple where they are unknown."""
        return tuple(map(to_cards, self.hole_bytes))

    def known_hole_bytes(self, purpose: str) -> tuple[bytes, ...]:
        """The hole cards of each player as bytes. Raises GameError, with the purpose, if any are unknown."""
        holes = self.hole_bytes
        if b"" in holes:
            missing = ", ".join(player for player, cards in zip(self.players, holes, strict=True) if not cards)
            raise GameError(f"{purpose} needs all hole cards, but those of {missing} are unknown: {self}")
        return holes

    def to_json(self) -> dict[str, Any]:
        """The hand as JSON data, with all cards; null for unknown hole cards."""
        holes = [cards_text(cards) or None for cards in self.hole_cards]
        return {"hand": str(self), "hole_cards": holes, **public_json(self)}

    def act(self, action: Action | str, by: int | str | None = None) -> None:
        """Act for the player whose turn it is. If ``by`` is given, a position or an id, it must be that player."""
        if isinstance(action, str):
            action = Action.parse(action)
        if not isinstance(action, Action):
            raise ActionError(f"an action must be an Action or text such as r300, not {quoted(str(action))}")
        if by is not None:
            self._check_turn(by)
        if action.kind is ActionKind.RAISE:
            self.raise_to(self._only_raise() if action.to is None else action.to)
        else:
            self.apply(action.kind)

    def play(self, actions: str) -> None:
        """Play a text of actions such as ``r c / c r300``; an action may name its player, as in ``p2:c``.

        If any of them is illegal, none is played.
        """
        taken, round_now = 0, self.round
        try:
            for word in actions.replace("/", " / ").split():
                if word == "/":
                    if not self.over and self.round == round_now:
                        raise ActionError(f"the {self.street} betting is not over: it is {self._turn()}'s turn")
                    round_now = self.round
                    continue
                round_now = self.round
                by, _, action = word.rpartition(":")
                self.act(action, by or None)
                taken += 1
        except ActionError as error:
            for _ in range(taken):
                self.undo()
            where = f"{quoted(word)}, action {taken + 1} of {quoted(' '.join(actions.split()))}"
            raise ActionError(f"{where}: {error}") from None

    def view(self, player: int | str) -> View:
        """The view of a player, given by position or id: only what they may know."""
        return View(self, self.position_of(player))

    def position_of(self, player: int | str) -> int:
        """The position of a player, given by position or id."""
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        if player not in self.players:
            raise ActionError(f"{player!r:.60} is not a player of this hand ({', '.join(self.players)})")
        return self.players.index(str(player))

    def clone(self, taken: int | None = None) -> Hand:
        """An independent copy of the hand as it is now, or as it was after its first ``taken`` actions."""
        copy = Hand.__new__(Hand)
        if taken is None:
            _core.Hand.__init__(copy, self)
        else:
            _core.Hand.__init__(copy, self, taken)
        copy.game, copy.players = self.game, self.players
        return copy

    def _only_raise(self) -> int:
        """The amount of a raise that is given without one."""
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
            raise ActionError(f"it is {self._turn()}'s turn, not {self.players[position]}'s")

    def _saw_deal(self, position: int) -> bool:
        return not self.sealed


def checked_players(game: Game, players: Sequence[str] | None) -> tuple[str, ...]:
    """The ids of the players of a hand, by position; the default ones for None."""
    return default_players(game) if players is None else _checked_players(game.players, tuple(players))


def default_players(game: Game) -> tuple[str, ...]:
    """The default player ids: p1, p2, … by position."""
    return _DEFAULT_PLAYERS[len(game.blinds)]


_DEFAULT_PLAYERS = tuple(tuple(f"p{number + 1}" for number in range(players)) for players in range(MOST_PLAYERS + 1))


def _checked_players(count: int, players: tuple[str, ...]) -> tuple[str, ...]:
    if (
        len(set(players)) == len(players) == count
        and set(map(type, players)) == {str}
        and "".join(players).isprintable()
        and all(map(str.strip, players))
    ):
        return players
    for player in players:
        if not isinstance(player, str) or not player.isprintable() or not player.strip():
            raise GameError(f"a player id must be text on one line, not {quoted(str(player))}")
    if len(players) != count or len(set(players)) < count:
        raise GameError(f"{count} players need {count} different ids, not {quoted(', '.join(players))}")
    return players


def _players_of(text: str) -> list[str]:
    try:
        ids = json.loads(text)
        if isinstance(ids, list) and all(isinstance(each, str) for each in ids):
            return ids
    except (RecursionError, ValueError):
        pass
    raise GameError(f'players must be written as in ["Ann", "Bob"], not {quoted(text)}')


def _replayed(game: Game, deal: bytes, players: tuple[str, ...], actions: str) -> Hand:
    hand = Hand(game, deal, players=players)
    hand.play(actions)
    return hand

"""A player's view of a hand: the only thing that a bot, a browser or a network client ever receives."""

from __future__ import annotations

from typing import Any, NamedTuple

from railbird import _core
from railbird._core import Settlement, TakenAction
from railbird.cards import Card, cards_text
from railbird.game.definition import Game
from railbird.game.hand_text import actions_text, deal_text
from railbird.game.public import PublicHand, public_json, to_cards


class View(PublicHand, _core.View):
    """A hand as the player at a position may see it.

    It holds the player's own hole cards, the player ids, the board, bets and stacks, the events so far, and the cards
    shown at the showdown. Hidden cards are not in the object at all.

    >>> from railbird.game import Hand, limit
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c")
    >>> view = hand.view(0)
    >>> view.hole_cards, view.street, view.to_call, view.pot
    ((Card('Ah'), Card('Kh')), 'flop', 0, 40)
    >>> view
    <View of p1: limit; AhKh ???? / Kc7d2h; r c>
    """

    __slots__ = ("game", "players")

    game: Game
    players: tuple[str, ...]

    def __init__(self, hand: _core.Hand, position: int) -> None:
        _core.View.__init__(self, hand, position)
        self.game = hand.game  # type: ignore[attr-defined]
        self.players = hand.players  # type: ignore[attr-defined]

    def _saw_deal(self, position: int) -> bool:
        return position == self.position

    @property
    def player(self) -> str:
        """The id of the player whose view this is."""
        return self.players[self.position]

    @property
    def hole_cards(self) -> tuple[Card, ...]:
        """The player's own hole cards; empty if they are unknown."""
        return to_cards(self.hole_bytes[self.position])

    @property
    def to_call(self) -> int:
        """The cost of a call for the player whose turn it is."""
        return self.legal.call

    def to_json(self) -> dict[str, Any]:
        """The view as JSON data; ``view_from_json`` reads it back."""
        return {
            "player": self.player,
            "position": self.position,
            "hole_cards": cards_text(self.hole_cards),
            **public_json(self),
        }

    def __str__(self) -> str:
        """The hand on one line, with ???? for hidden cards."""
        return f"{self.game}; {deal_text(self.game, self.hole_bytes, self.board_bytes)}; {actions_text(self)}"

    def __repr__(self) -> str:
        return f"<View of {self.player}: {self}>"

    def __reduce__(self) -> tuple[Any, ...]:
        settlement = self.settlement if self.settled else None
        visible = VisibleHand(
            self.starting_stacks, self.position, self.actions, self.hole_bytes, self.board_bytes, settlement
        )
        return View.rebuilt, (self.game, self.players, visible)

    @classmethod
    def rebuilt(cls, game: Game, players: tuple[str, ...], visible: VisibleHand) -> View:
        """Rebuild a view from its parts."""
        view = cls.__new__(cls)
        _core.View.__init__(view, game.native, *visible)
        view.game, view.players = game, players
        return view

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.__reduce__() == other.__reduce__()

    __hash__ = None  # type: ignore[assignment]


class VisibleHand(NamedTuple):
    """What a seat may know of a hand: the arguments of the native view."""

    stacks: tuple[int, ...]
    position: int
    actions: tuple[TakenAction, ...]
    hole_cards: tuple[bytes, ...]
    board: bytes
    settlement: Settlement | None

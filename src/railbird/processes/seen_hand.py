"""A hand as one seat sees it, told bit by bit: the sender's and the receiver's side."""

from __future__ import annotations

import pickle
from typing import Any

from railbird import _core
from railbird._core import ActionKind, TakenAction
from railbird.agent.streams import Streams
from railbird.game import Event, Game, View
from railbird.game.public import event_stream
from railbird.processes.wire import Hand, Seen

_KINDS = (ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE)


class Telling:
    """What the other side knows of a hand, and what it must be told."""

    def __init__(self) -> None:
        self._game: Game | None = None
        self._streams: Streams | None = None
        self._actions = 0
        self._over = False

    def forget(self) -> None:
        """The other side knows nothing any more."""
        self._game = self._streams = None

    def news(self, view: View, streams: Streams) -> tuple[Hand | None, Seen]:
        """What is new in a view."""
        hand: Hand | None = None
        if streams is not self._streams or self._over:
            self._streams, self._actions, self._over = streams, 0, False
            game = view.game
            told = b"" if game is self._game else pickle.dumps(game)
            self._game = game
            numbers = (streams.seed, streams.hand, streams.seat)
            hand = (numbers, told, view.players, view.starting_stacks, view.position)
        taken = view.actions_from(self._actions)
        self._actions += len(taken)
        actions = [(player, number, int(kind), amount) for player, number, kind, amount in taken]
        settlement = None
        if view.over:
            self._over = True
            settlement = pickle.dumps(view.settlement if view.settled else None)
        holes = view.hole_bytes if hand is not None or settlement is not None else None
        return hand, (actions, view.board_bytes, holes, settlement)


class ToldHand:
    """The hand as it is told: its view, its events since the last call, and the bot's streams."""

    def __init__(self) -> None:
        self.view: Any = None
        self._streams = Streams(0, 0, 0)
        self._game: Any = None
        self._parts: tuple[Any, ...] = ()
        self._actions: list[TakenAction] = []
        self._stream: Any = None
        self._current: Any = None

    @property
    def streams(self) -> Streams:
        return self._streams

    def follow(self, hand: tuple[Any, ...] | None, seen: tuple[Any, ...]) -> View:
        """The view after some news."""
        if hand is not None:
            streams, game, players, stacks, position = hand
            self._streams = Streams(*streams)
            if game:
                self._game = pickle.loads(game)
            self._actions = []
            self._parts = (players, stacks, position)
            self._stream = None
        actions, board, holes, settlement = seen
        for player, number, kind, amount in actions:
            self._actions.append(TakenAction(player, number, _KINDS[kind], amount))
        if holes is not None:
            self._holes = holes
        players, stacks, position = self._parts
        view = View.__new__(View)
        settled = None if settlement is None else pickle.loads(settlement)
        _core.View.__init__(view, self._game.native, stacks, position, self._actions, self._holes, board, settled)
        view.game, view.players = self._game, players
        self.view = view
        return view

    def events(self) -> list[Event]:
        """What has happened since the last call."""
        if self._stream is None:
            self._current = _Current(self)
            self._stream = event_stream(self._current)
        events: list[Event] = next(self._stream, [])
        return events

    def look(self) -> View:
        """The current view, for a bot that asks for it."""
        view: View = self.view
        return view


class _Current:
    """Stands for the current view of a hand, whatever that is."""

    def __init__(self, hand: ToldHand) -> None:
        self._hand = hand

    def __getattr__(self, name: str) -> Any:
        return getattr(self._hand.view, name)
